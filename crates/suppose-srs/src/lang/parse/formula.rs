//! The rules of formulas.
//!
//! From loose to tight: `=>` (to the right), `||`, `&&`, `!`, atoms. A comparison is an atom, so `!e == v`
//! means `!(e == v)`.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::{Parse, Parser};
use crate::lang::ast::{Comparison, Formula, Place};
use crate::lang::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parse<Formula> {
        let left = self.chain(Mark::Or)?;
        if !self.take(Mark::Implies) {
            return Ok(left);
        }
        let right = self.nested(Self::formula)?;
        Ok(Formula::Implies(Box::new(left), Box::new(right)))
    }

    /// Operands joined by `||`, or by `&&`.
    fn chain(&mut self, mark: Mark) -> Parse<Formula> {
        let operand = |parser: &mut Self| match mark {
            Mark::Or => parser.chain(Mark::And),
            _ => parser.unary(),
        };
        let first = operand(self)?;
        if !self.at(mark) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.take(mark) {
            operands.push(operand(self)?);
        }
        Ok(if mark == Mark::Or { Formula::Or(operands) } else { Formula::And(operands) })
    }

    fn unary(&mut self) -> Parse<Formula> {
        if self.take(Mark::Not) {
            return Ok(Formula::Not(Box::new(self.nested(Self::unary)?)));
        }
        self.atom()
    }

    fn atom(&mut self) -> Parse<Formula> {
        match self.token.kind {
            TokenKind::Mark(Mark::LeftRound) => {
                let open = self.advance().span;
                let inside = self.nested(Self::formula)?;
                if self.at(Mark::RightRound) {
                    self.advance();
                    return Ok(inside);
                }
                let (found, span) = (self.found(), self.token.span);
                Err(self.fail(|| {
                    Diagnostic::error("E0903", format!("expected `)` or an operator, found {found}"))
                        .at(span, "")
                        .at(open, "opened here")
                }))
            }
            TokenKind::Word(word @ (Keyword::True | Keyword::False)) => {
                Ok(Formula::Constant(word == Keyword::True, Place(self.advance().span)))
            }
            TokenKind::Word(word @ (Keyword::In | Keyword::Pre)) => {
                self.advance();
                let context = format!("after `{word}`");
                self.expect(Mark::LeftRound, &context)?;
                let state = self.name("a machine and a state, as `Machine.State`,", &context)?;
                self.expect(Mark::RightRound, "after the state")?;
                Ok(if word == Keyword::In { Formula::In(state) } else { Formula::Pre(state) })
            }
            TokenKind::Word(Keyword::Microstep) => self.microstep(),
            TokenKind::Name => {
                let event = self.name("an event", "")?;
                let equal = self.at(Mark::EqEq);
                if !equal && !self.at(Mark::NotEq) {
                    return Ok(Formula::Event(event));
                }
                let mark = self.advance();
                let value = self.value(&format!("after `{}`", mark.text))?;
                Ok(Formula::Compare(event, equal, value))
            }
            _ => Err(self.unexpected("a formula", "")),
        }
    }

    fn microstep(&mut self) -> Parse<Formula> {
        let start = self.advance().span;
        let comparison = Comparison::ALL.into_iter().find(|c| c.text() == self.token.text);
        let Some(comparison) = comparison else {
            return Err(self.unexpected("a comparison such as `<=`", "after `mS`"));
        };
        self.advance();
        if self.token.kind != TokenKind::Number {
            return Err(self.unexpected("a number", &format!("after `{}`", comparison.text())));
        }
        let token = self.advance();
        let Ok(number) = token.text.parse() else {
            return Err(self.fail(|| {
                Diagnostic::error("E0905", format!("`{}` is no number of microsteps", token.text))
                    .at(token.span, "numbers end at 4294967295")
            }));
        };
        Ok(Formula::Microstep(comparison, number, Place(start.to(token.span))))
    }
}
