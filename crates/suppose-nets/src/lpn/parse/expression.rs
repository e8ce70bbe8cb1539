//! Formulas, by precedence climbing, into postfix order.
//!
//! Operators and levels are those of C, with `->` (implication) between `?:` and `||`. `?:` and `->` group to
//! the right, all others to the left. A chain of one associative operator is one step, so that it can become
//! a shallow tree however long it is.

use super::super::ast::{Formula, Op, Reference, Step};
use super::super::lexer::Kind;
use super::{Descent, Parse, Parser};
use crate::expr::{BinaryOp, UnaryOp};

/// How operators of one kind follow each other.
#[derive(PartialEq, Eq)]
enum Grouping {
    Left,
    Right,
    /// It does not matter.
    Any,
}

/// The operator of a mark, how tightly it binds, and how it groups.
fn binary(mark: &str) -> Option<(BinaryOp, u8, Grouping)> {
    Some(match mark {
        "->" => (BinaryOp::Implies, 0, Grouping::Right),
        "||" => (BinaryOp::Or, 1, Grouping::Any),
        "&&" => (BinaryOp::And, 2, Grouping::Any),
        "|" => (BinaryOp::BitOr, 3, Grouping::Any),
        "^" => (BinaryOp::BitXor, 4, Grouping::Any),
        "&" => (BinaryOp::BitAnd, 5, Grouping::Any),
        "==" => (BinaryOp::Equal, 6, Grouping::Left),
        "!=" => (BinaryOp::NotEqual, 6, Grouping::Left),
        "<" => (BinaryOp::Less, 7, Grouping::Left),
        "<=" => (BinaryOp::LessEqual, 7, Grouping::Left),
        ">" => (BinaryOp::Greater, 7, Grouping::Left),
        ">=" => (BinaryOp::GreaterEqual, 7, Grouping::Left),
        "<<" => (BinaryOp::ShiftLeft, 8, Grouping::Left),
        ">>" => (BinaryOp::ShiftRight, 8, Grouping::Left),
        "+" => (BinaryOp::Add, 9, Grouping::Left),
        "-" => (BinaryOp::Subtract, 9, Grouping::Left),
        "*" => (BinaryOp::Multiply, 10, Grouping::Left),
        "/" => (BinaryOp::Divide, 10, Grouping::Left),
        "%" => (BinaryOp::Remainder, 10, Grouping::Left),
        _ => return None,
    })
}

type Steps = Vec<Step<Reference>>;

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parse<Formula<Reference>> {
        let start = self.token.span;
        let mut steps = Vec::new();
        self.expression(&mut steps)?;
        Ok(Formula { steps, span: start.to(self.previous) })
    }

    fn expression(&mut self, steps: &mut Steps) -> Parse<()> {
        self.operators(0, steps)?;
        let span = self.token.span;
        if self.take("?") {
            self.nested(|p| {
                p.expression(steps)?;
                p.expect(":", "between the two values of `?`")?;
                p.expression(steps)
            })?;
            steps.push(Step { op: Op::Conditional, span });
        }
        Ok(())
    }

    fn operators(&mut self, level: u8, steps: &mut Steps) -> Parse<()> {
        self.unary(steps)?;
        while let Kind::Mark(mark) = self.token.kind
            && let Some((op, tightness, grouping)) = binary(mark)
            && tightness >= level
        {
            let span = self.advance().span;
            match grouping {
                Grouping::Left => self.operators(tightness + 1, steps)?,
                Grouping::Right => self.nested(|p| p.operators(tightness, steps))?,
                Grouping::Any => {
                    let mut operands = 2;
                    self.operators(tightness + 1, steps)?;
                    while self.take(mark) {
                        self.operators(tightness + 1, steps)?;
                        operands += 1;
                    }
                    steps.push(Step { op: Op::Chain(op, operands), span });
                    continue;
                }
            }
            steps.push(Step { op: Op::Binary(op), span });
        }
        Ok(())
    }

    fn unary(&mut self, steps: &mut Steps) -> Parse<()> {
        let mut signs = Vec::new();
        loop {
            let op = match self.token.kind {
                Kind::Mark("!") => Some(UnaryOp::Not),
                Kind::Mark("~") => Some(UnaryOp::Invert),
                Kind::Mark("-") => Some(UnaryOp::Negate),
                Kind::Mark("+") => None,
                _ => break,
            };
            let span = self.advance().span;
            signs.extend(op.map(|op| Step { op: Op::Unary(op), span }));
        }
        self.primary(steps)?;
        steps.extend(signs.into_iter().rev());
        Ok(())
    }

    fn primary(&mut self, steps: &mut Steps) -> Parse<()> {
        let span = self.token.span;
        match self.token.kind {
            Kind::Int(value) => {
                self.advance();
                steps.push(Step { op: Op::Int(value), span });
            }
            Kind::Name("true" | "false") => {
                let value = i32::from(self.advance().kind == Kind::Name("true"));
                steps.push(Step { op: Op::Int(value), span });
            }
            Kind::Name(_) => {
                let mut name = self.name("a name", "")?;
                let mut instance = None;
                if self.take(".") {
                    instance = Some(name);
                    name = self.name("the name of a variable", "after `.`")?;
                }
                let mut indices = 0;
                while self.take("[") {
                    self.nested(|p| p.expression(steps))?;
                    self.expect("]", "after the index")?;
                    indices += 1;
                }
                let span = span.to(self.previous);
                steps.push(Step { op: Op::Name(Reference { instance, name }, indices), span });
            }
            Kind::Mark("(") => {
                self.advance();
                self.nested(|p| p.expression(steps))?;
                self.expect(")", "after the expression")?;
            }
            _ => return Err(self.unexpected("an expression", "")),
        }
        Ok(())
    }
}
