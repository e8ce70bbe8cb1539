//! Expressions, by precedence climbing, into postfix order.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::super::ast::{BinaryOp, Expr, Op, Step, UnaryOp};
use super::super::token::{Mark, TokenKind};
use super::{Parse, Parser};

/// The level of `+` and `-`, where `const`, `range`, `initially` and `rigid` begin.
const ADDITIVE: u8 = 8;

/// The operator of a mark and how tightly it binds.
fn binary(mark: Mark) -> Option<(BinaryOp, u8)> {
    Some(match mark {
        Mark::BarBar => (BinaryOp::Or, 0),
        Mark::AndAnd => (BinaryOp::And, 1),
        Mark::Bar => (BinaryOp::BitOr, 2),
        Mark::Caret => (BinaryOp::BitXor, 3),
        Mark::And => (BinaryOp::BitAnd, 4),
        Mark::EqEq => (BinaryOp::Equal, 5),
        Mark::NotEq => (BinaryOp::NotEqual, 5),
        Mark::Less => (BinaryOp::Less, 6),
        Mark::LessEq => (BinaryOp::LessEqual, 6),
        Mark::Greater => (BinaryOp::Greater, 6),
        Mark::GreaterEq => (BinaryOp::GreaterEqual, 6),
        Mark::ShiftLeft => (BinaryOp::ShiftLeft, 7),
        Mark::ShiftRight => (BinaryOp::ShiftRight, 7),
        Mark::Plus => (BinaryOp::Add, ADDITIVE),
        Mark::Minus => (BinaryOp::Subtract, ADDITIVE),
        Mark::Star => (BinaryOp::Multiply, 9),
        Mark::Slash => (BinaryOp::Divide, 9),
        Mark::Percent => (BinaryOp::Remainder, 9),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.expr_from(0)
    }

    /// An expression whose loosest operators are `+` and `-`.
    pub(super) fn additive(&mut self) -> Parse<Expr> {
        self.expr_from(ADDITIVE)
    }

    fn expr_from(&mut self, level: u8) -> Parse<Expr> {
        let start = self.token.span;
        let mut steps = Vec::new();
        self.operators(level, &mut steps)?;
        Ok(Expr { steps, span: start.to(self.previous) })
    }

    fn operators(&mut self, level: u8, steps: &mut Vec<Step>) -> Parse<()> {
        self.unary(steps)?;
        while let TokenKind::Mark(mark) = self.token.kind
            && let Some((op, tightness)) = binary(mark)
            && tightness >= level
        {
            let span = self.advance().span;
            self.operators(tightness + 1, steps)?;
            steps.push(Step { op: Op::Binary(op), span });
        }
        Ok(())
    }

    fn unary(&mut self, steps: &mut Vec<Step>) -> Parse<()> {
        let sign = match self.token.kind {
            TokenKind::Mark(Mark::Plus) => Some(UnaryOp::Plus),
            TokenKind::Mark(Mark::Minus) => Some(UnaryOp::Minus),
            TokenKind::Mark(Mark::Not) => Some(UnaryOp::Not),
            _ => None,
        };
        let span = self.token.span;
        if sign.is_some() {
            self.advance();
        }
        let counts = self.at(Mark::Hash);
        self.primary(steps)?;
        match sign {
            Some(_) if counts => {
                self.reports.push(
                    Diagnostic::warning("W0301", "the operator before `#` has no effect")
                        .at(span, "LTSA ignores it")
                        .help("put the count into parentheses"),
                );
            }
            Some(op) => steps.push(Step { op: Op::Unary(op), span }),
            None => {}
        }
        Ok(())
    }

    fn primary(&mut self, steps: &mut Vec<Step>) -> Parse<()> {
        let start = self.token.span;
        let op = match self.token.kind {
            TokenKind::Lower(symbol) => {
                self.advance();
                Op::Variable(symbol)
            }
            TokenKind::Upper(symbol) => {
                self.advance();
                Op::Constant(symbol)
            }
            TokenKind::Int(value) => {
                self.advance();
                Op::Int(value)
            }
            TokenKind::Mark(Mark::LeftRound) => {
                let opened = self.advance().span;
                self.nested(|p| p.operators(0, steps))?;
                if !self.take(Mark::RightRound) {
                    return Err(self.no_end_of_expression(opened));
                }
                return Ok(());
            }
            TokenKind::Mark(Mark::Quote) => {
                self.advance();
                Op::Label(Box::new(self.nested(Self::label)?))
            }
            TokenKind::Mark(Mark::Hash) => {
                self.advance();
                Op::Count(Box::new(self.nested(Self::label)?))
            }
            TokenKind::Mark(Mark::At) => {
                self.advance();
                self.expect(Mark::LeftRound, "after `@`")?;
                let label = self.nested(|p| {
                    let label = p.label()?;
                    p.expect(Mark::Comma, "between the set and the place")?;
                    p.operators(0, steps)?;
                    Ok(label)
                })?;
                self.expect(Mark::RightRound, "after the place")?;
                Op::Select(Box::new(label))
            }
            _ => return Err(self.no_expression()),
        };
        steps.push(Step { op, span: start.to(self.previous) });
        Ok(())
    }
}
