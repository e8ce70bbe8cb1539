//! Expressions bit by bit.
//!
//! The width of an expression follows Verilog's rules: operands of bitwise operators and of `?:` are as wide
//! as the widest of them and of what they are assigned to, filled with zeros; parts of a concatenation,
//! operands of reductions and of `!`, `&&`, `||` have their own widths. There are only the values 0 and 1, so
//! `===` is `==`. Work on one statement is bounded by [`LARGEST`] bits and operators. Tested on random
//! expressions against an evaluator on numbers, in `tests/all/netlist/expressions.rs`.

use suppose_base::{Diagnostic, Span};

use super::super::function::{all, any, choose, constant, not, odd, size};
use super::super::verilog::{Operator, Select, Term, TermKind};
use super::scope::{Bit, Scope};
use super::wires::Wires;
use crate::expr::Expr;
use suppose_base::Reports;

/// Most bits and operators of one statement.
const LARGEST: usize = 1 << 18;

/// Most bits and operators of all statements of the expanded circuit.
const MOST: usize = 1 << 23;

/// Reads the terms of one statement.
pub(super) struct Terms<'a> {
    pub(super) scope: &'a mut Scope,
    pub(super) wires: &'a mut Wires,
    pub(super) messages: &'a mut Reports,
    /// What `$urandom_range` gives.
    pub(super) random: u32,
    /// Bits and operators made so far, here and in all statements.
    pub(super) work: usize,
    pub(super) total: &'a mut usize,
}

type Found<T> = Result<T, Diagnostic>;

impl Terms<'_> {
    fn charge(&mut self, work: usize, span: Span) -> Found<()> {
        self.work = self.work.saturating_add(work);
        *self.total = self.total.saturating_add(work);
        let message = if self.work > LARGEST {
            format!("the expression has more than {LARGEST} bits and operators")
        } else if *self.total > MOST {
            format!("the expressions of the circuit have more than {MOST} bits and operators")
        } else {
            return Ok(());
        };
        Err(Diagnostic::error("E0873", message).at(span, ""))
    }

    /// The bits of a name.
    fn reference(&mut self, name: &str, select: Select, span: Span) -> Found<Vec<Bit>> {
        let bits = self.scope.bits(name, select, span, self.wires, self.messages)?;
        self.charge(bits.len(), span)?;
        Ok(bits)
    }

    /// How wide an expression is by itself.
    fn width(&mut self, term: &Term) -> Found<usize> {
        self.charge(1, term.span)?;
        Ok(match &term.kind {
            TermKind::Number { bits, .. } => bits.len(),
            TermKind::Reference(name, select) => self.reference(name, *select, term.span)?.len(),
            TermKind::Concat(parts) => {
                let mut sum = 0usize;
                for part in parts {
                    sum = sum.saturating_add(self.width(part)?);
                }
                sum
            }
            TermKind::Repeat(times, inner) => self.width(inner)?.saturating_mul(*times),
            TermKind::Invert(inner) => self.width(inner)?,
            TermKind::Not(_)
            | TermKind::Reduce(..)
            | TermKind::Chain(Operator::LogicalAnd | Operator::LogicalOr, _)
            | TermKind::Equal(..) => 1,
            TermKind::Chain(_, operands) => {
                let mut most = 0;
                for operand in operands {
                    most = most.max(self.width(operand)?);
                }
                most
            }
            TermKind::Conditional(_, then, otherwise) => self.width(then)?.max(self.width(otherwise)?),
            TermKind::Random(..) => 32,
        })
    }

    /// The bits of an expression, least significant first, at least `width` of them.
    pub(super) fn bits(&mut self, term: &Term, width: usize) -> Found<Vec<Expr>> {
        let width = width.max(self.width(term)?);
        self.charge(width, term.span)?;
        self.bits_of(term, width)
    }

    /// The bits of an expression that is not wider than `width`.
    fn bits_of(&mut self, term: &Term, width: usize) -> Found<Vec<Expr>> {
        self.charge(1, term.span)?;
        let mut bits: Vec<Expr> = match &term.kind {
            TermKind::Number { bits, .. } => bits.iter().map(|&bit| constant(bit)).collect(),
            TermKind::Reference(name, select) => {
                self.reference(name, *select, term.span)?.into_iter().map(Bit::expr).collect()
            }
            TermKind::Concat(parts) => {
                let mut bits = Vec::new();
                for part in parts.iter().rev() {
                    bits.extend(self.bits(part, 0)?);
                }
                bits
            }
            TermKind::Repeat(times, inner) => {
                let inner = self.bits(inner, 0)?;
                let each: usize = inner.iter().map(size).sum();
                self.charge(each.saturating_mul(*times), term.span)?;
                (0..*times).flat_map(|_| inner.iter().cloned()).collect()
            }
            TermKind::Invert(inner) => self.bits_of(inner, width)?.into_iter().map(not).collect(),
            TermKind::Not(inner) => vec![not(self.truth(inner)?)],
            TermKind::Reduce(operator, negated, inner) => {
                let bits = self.bits(inner, 0)?;
                let value = combine(*operator, bits);
                vec![if *negated { not(value) } else { value }]
            }
            TermKind::Chain(operator @ (Operator::LogicalAnd | Operator::LogicalOr), operands) => {
                let mut truths = Vec::with_capacity(operands.len());
                for operand in operands {
                    truths.push(self.truth(operand)?);
                }
                vec![combine(*operator, truths)]
            }
            TermKind::Chain(operator, operands) => {
                let mut columns: Vec<Vec<Expr>> = vec![Vec::new(); width];
                for operand in operands {
                    let bits = self.bits_of(operand, width)?;
                    self.charge(width, operand.span)?;
                    for (column, bit) in columns.iter_mut().zip(bits) {
                        column.push(bit);
                    }
                }
                columns.into_iter().map(|column| combine(*operator, column)).collect()
            }
            TermKind::Equal(equal, left, right) => {
                let width = self.width(left)?.max(self.width(right)?);
                let (left, right) = (self.bits(left, width)?, self.bits(right, width)?);
                let different = left.into_iter().zip(right).map(|(l, r)| odd(vec![l, r])).collect();
                let different = any(different);
                vec![if *equal { not(different) } else { different }]
            }
            TermKind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                self.charge(size(&condition).saturating_mul(width), term.span)?;
                let (then, otherwise) = (self.bits_of(then, width)?, self.bits_of(otherwise, width)?);
                let pairs = then.into_iter().zip(otherwise);
                pairs.map(|(t, o)| choose(condition.clone(), t, o)).collect()
            }
            TermKind::Random(..) => {
                let value = self.random;
                (0..32).map(|bit| constant(value >> bit & 1 == 1)).collect()
            }
        };
        if bits.len() < width {
            bits.resize(width, constant(false));
        }
        Ok(bits)
    }

    /// Whether any bit is 1.
    fn truth(&mut self, term: &Term) -> Found<Expr> {
        Ok(any(self.bits(term, 0)?))
    }

    /// The bits of what is connected to a pin: signals and constants, without operators. A number without a
    /// width is as wide as it must be.
    pub(super) fn connection(&mut self, term: &Term, width: usize) -> Found<Vec<Bit>> {
        if let TermKind::Number { bits, sized: false } = &term.kind
            && bits.iter().skip(width).all(|&bit| !bit)
        {
            return Ok(bits
                .iter()
                .copied()
                .chain(std::iter::repeat(false))
                .take(width)
                .map(Bit::Const)
                .collect());
        }
        self.plain(term)
    }

    fn plain(&mut self, term: &Term) -> Found<Vec<Bit>> {
        self.charge(1, term.span)?;
        match &term.kind {
            TermKind::Number { bits, .. } => Ok(bits.iter().map(|&bit| Bit::Const(bit)).collect()),
            TermKind::Reference(name, select) => self.reference(name, *select, term.span),
            TermKind::Concat(parts) => {
                let mut bits = Vec::new();
                for part in parts.iter().rev() {
                    bits.extend(self.plain(part)?);
                }
                Ok(bits)
            }
            TermKind::Repeat(times, inner) => {
                let inner = self.plain(inner)?;
                self.charge(inner.len().saturating_mul(*times), term.span)?;
                Ok((0..*times).flat_map(|_| inner.iter().copied()).collect())
            }
            _ => {
                let message = "only signals and constants can be connected to a pin";
                let help = "give the expression a wire of its own by `assign`";
                Err(Diagnostic::error("E0875", message).at(term.span, "this is an expression").help(help))
            }
        }
    }

    /// The wires that a statement drives.
    pub(super) fn target(&mut self, term: &Term) -> Found<Vec<crate::net::WireId>> {
        self.check_target(term)?;
        let bits = self.plain(term)?;
        bits.into_iter().map(|bit| wire(bit, term.span)).collect()
    }

    /// Inputs of a module are driven from outside.
    fn check_target(&self, term: &Term) -> Found<()> {
        match &term.kind {
            TermKind::Reference(name, _) => {
                if self.scope.direction(name) == Some(super::super::verilog::Direction::Input) {
                    let message =
                        format!("`{name}` is an input of the module, so nothing inside may drive it");
                    return Err(Diagnostic::error("E0868", message).at(term.span, ""));
                }
                Ok(())
            }
            TermKind::Concat(parts) => parts.iter().try_for_each(|part| self.check_target(part)),
            _ => Err(no_wire(term.span)),
        }
    }
}

/// The wire that a bit is.
pub(super) fn wire(bit: Bit, span: Span) -> Found<crate::net::WireId> {
    match bit {
        Bit::Wire(wire) => Ok(wire),
        Bit::Const(_) => Err(no_wire(span)),
    }
}

fn no_wire(span: Span) -> Diagnostic {
    let message = "an output can only drive wires";
    Diagnostic::error("E0875", message).at(span, "this is a constant or an expression")
}

fn combine(operator: Operator, operands: Vec<Expr>) -> Expr {
    match operator {
        Operator::And | Operator::LogicalAnd => all(operands),
        Operator::Or | Operator::LogicalOr => any(operands),
        Operator::Xor => odd(operands),
    }
}
