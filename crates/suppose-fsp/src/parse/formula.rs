//! Formulas of linear temporal logic.
//!
//! The grammar is LTSA's, with its unusual order: `&&` binds tighter than `U W -> <->`, of which only one may
//! stand without parentheses, and `||` is loosest. A definition holds a *unary* formula, so that a following
//! `||C = ..` is not swallowed.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::super::ast::{AssertDef, AssertKind, Definition, Formula, FormulaKind, LtlBinary, LtlUnary, Name};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn assertion(&mut self, word: Keyword) -> Parse<Definition> {
        self.advance();
        let kind = match word {
            Keyword::Assert => AssertKind::Assert,
            Keyword::Constraint => AssertKind::Constraint,
            _ => AssertKind::Property,
        };
        let name = self.upper("the name of the formula", &format!("after `{word}`"))?;
        let params = self.params(name)?;
        self.equals(name, "the formula")?;
        let start = self.token.span.start;
        let formula = self.ltl_unary()?;
        let binary = match self.token.kind {
            TokenKind::Mark(Mark::AndAnd | Mark::Arrow | Mark::Equivalent) => true,
            // `||` may begin the next definition, which `||NAME =` or `||NAME(` shows.
            TokenKind::Mark(Mark::BarBar) => {
                !matches!(self.ahead(), [TokenKind::Upper(_), TokenKind::Mark(Mark::Eq | Mark::LeftRound)])
            }
            _ => false,
        };
        if binary {
            let found = self.found();
            return Err(self.fail(
                Diagnostic::error("E0111", format!("{found} needs parentheses around the whole formula"))
                    .at(self.token.span, "a definition holds one formula without operators between")
                    .help(format!(
                        "write `{word} {} = ({})`",
                        self.symbols.text(name.symbol),
                        self.formula_from(start)
                    )),
            ));
        }
        let extension = if self.take(Mark::Plus) { Some(self.label_set()?) } else { None };
        Ok(Definition::Assert(AssertDef { kind, name, params, formula, extension }))
    }

    fn ltl_unary(&mut self) -> Parse<Formula> {
        let start = self.token.span;
        let kind = match self.token.kind {
            TokenKind::Mark(Mark::Not) => self.ltl_prefixed(LtlUnary::Not)?,
            TokenKind::Mark(Mark::Eventually) => self.ltl_prefixed(LtlUnary::Eventually)?,
            TokenKind::Mark(Mark::Always) => self.ltl_prefixed(LtlUnary::Always)?,
            TokenKind::Upper(symbol) if symbol == self.words.next => self.ltl_prefixed(LtlUnary::Next)?,
            TokenKind::Upper(symbol) if symbol != self.words.until && symbol != self.words.weak_until => {
                let name = Name { symbol, span: self.advance().span };
                let indices = self.indices()?;
                let actuals = if indices.is_empty() { self.actuals_of_formula(name)? } else { None };
                FormulaKind::Named { name, indices, actuals }
            }
            TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftSquare | Mark::LeftCurly) => {
                FormulaKind::Action(self.label()?)
            }
            TokenKind::Mark(Mark::LeftRound) => {
                let opened = self.advance().span;
                let inner = self.nested(Self::ltl_or)?;
                if !self.take(Mark::RightRound) {
                    return Err(self.no_end_of_formula(opened));
                }
                return Ok(Formula { kind: inner.kind, span: start.to(self.previous) });
            }
            TokenKind::Word(word @ (Keyword::Forall | Keyword::Exists)) => {
                self.advance();
                let indices = self.forall_indices()?;
                let body = Box::new(self.nested(Self::ltl_unary)?);
                FormulaKind::Quantified { all: word == Keyword::Forall, indices, body }
            }
            TokenKind::Word(Keyword::Rigid) => {
                self.advance();
                FormulaKind::Rigid(self.additive()?)
            }
            _ => return Err(self.unexpected("a formula", "")),
        };
        Ok(Formula { kind, span: start.to(self.previous) })
    }

    fn ltl_prefixed(&mut self, op: LtlUnary) -> Parse<FormulaKind> {
        self.advance();
        Ok(FormulaKind::Unary(op, Box::new(self.nested(Self::ltl_unary)?)))
    }

    fn ltl_or(&mut self) -> Parse<Formula> {
        let start = self.token.span;
        let mut parts = vec![self.ltl_binary()?];
        while self.take(Mark::BarBar) {
            parts.push(self.ltl_binary()?);
        }
        Ok(self.joined(LtlBinary::Or, parts, start))
    }

    fn ltl_binary(&mut self) -> Parse<Formula> {
        let start = self.token.span;
        let left = self.ltl_and()?;
        let op = match self.token.kind {
            TokenKind::Upper(symbol) if symbol == self.words.until => LtlBinary::Until,
            TokenKind::Upper(symbol) if symbol == self.words.weak_until => LtlBinary::WeakUntil,
            TokenKind::Mark(Mark::Arrow) => LtlBinary::Implies,
            TokenKind::Mark(Mark::Equivalent) => LtlBinary::Equivalent,
            _ => return Ok(left),
        };
        self.advance();
        let right = self.ltl_and()?;
        Ok(self.joined(op, vec![left, right], start))
    }

    fn ltl_and(&mut self) -> Parse<Formula> {
        let start = self.token.span;
        let mut parts = vec![self.ltl_unary()?];
        while self.take(Mark::AndAnd) {
            parts.push(self.ltl_unary()?);
        }
        Ok(self.joined(LtlBinary::And, parts, start))
    }

    fn joined(&self, op: LtlBinary, mut parts: Vec<Formula>, start: suppose_base::Span) -> Formula {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        Formula { kind: FormulaKind::Join(op, parts), span: start.to(self.previous) }
    }
}
