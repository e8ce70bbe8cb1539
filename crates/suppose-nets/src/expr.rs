//! Expressions over wires, as guards and as the right sides of assignments.
//!
//! A wire holds a small integer; a Boolean is 0 or 1, and any value but 0 is true. The operators are those of
//! C. Arithmetic that does not fit, division by zero and an index outside its array have no value: evaluating
//! them is a failure of the design, which the search reports, and never a panic.

use std::fmt;

use crate::net::WireId;

/// The value of a wire or an expression.
pub type Value = i32;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Const(Value),
    /// The value of a wire.
    Wire(WireId),
    /// An element of an array, chosen by the value of the index, from 0 on.
    Element(Vec<WireId>, Box<Expr>),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!a`: 1 if a is 0, else 0.
    Not,
    /// `~a`: all bits inverted.
    Invert,
    /// `-a`.
    Negate,
}

/// Operators with two operands. The last three of the logical ones look at truth only and give 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named after the operators of C")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Implies,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvalError {
    /// Division by zero.
    DivisionByZero,
    /// The result does not fit, or a shift by a negative or too large amount.
    Overflow,
    /// An index outside its array.
    OutOfBounds,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "division by zero",
            Self::Overflow => "a number that does not fit",
            Self::OutOfBounds => "an index outside its array",
        })
    }
}

impl Expr {
    /// Always true.
    pub const TRUE: Self = Self::Const(1);

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Unary(UnaryOp::Not, Box::new(self))
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::Binary(BinaryOp::And, Box::new(self), Box::new(other))
    }

    /// At least one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::Binary(BinaryOp::Or, Box::new(self), Box::new(other))
    }

    /// The value where wires have the values that `read` gives. Both operands are always evaluated but for
    /// `&&`, `||`, `->` and `?:`, which leave out what cannot matter, as C does.
    ///
    /// # Errors
    /// When it has no value.
    pub fn eval(&self, read: &dyn Fn(WireId) -> Value) -> Result<Value, EvalError> {
        Ok(match self {
            Self::Const(value) => *value,
            Self::Wire(wire) => read(*wire),
            Self::Element(wires, index) => {
                let index = index.eval(read)?;
                let wire = usize::try_from(index).ok().and_then(|i| wires.get(i));
                read(*wire.ok_or(EvalError::OutOfBounds)?)
            }
            Self::Unary(op, operand) => {
                let value = operand.eval(read)?;
                match op {
                    UnaryOp::Not => Value::from(value == 0),
                    UnaryOp::Invert => !value,
                    UnaryOp::Negate => value.checked_neg().ok_or(EvalError::Overflow)?,
                }
            }
            Self::Binary(BinaryOp::And, left, right) => {
                Value::from(left.eval(read)? != 0 && right.eval(read)? != 0)
            }
            Self::Binary(BinaryOp::Or, left, right) => {
                Value::from(left.eval(read)? != 0 || right.eval(read)? != 0)
            }
            Self::Binary(BinaryOp::Implies, left, right) => {
                Value::from(left.eval(read)? == 0 || right.eval(read)? != 0)
            }
            Self::Binary(op, left, right) => apply(*op, left.eval(read)?, right.eval(read)?)?,
            Self::Conditional(condition, then, otherwise) => {
                if condition.eval(read)? != 0 {
                    then.eval(read)?
                } else {
                    otherwise.eval(read)?
                }
            }
        })
    }

    /// Calls `visit` with each wire that can matter, perhaps several times.
    pub fn for_each_wire(&self, visit: &mut dyn FnMut(WireId)) {
        match self {
            Self::Const(_) => {}
            Self::Wire(wire) => visit(*wire),
            Self::Element(wires, index) => {
                for &wire in wires {
                    visit(wire);
                }
                index.for_each_wire(visit);
            }
            Self::Unary(_, operand) => operand.for_each_wire(visit),
            Self::Binary(_, left, right) => {
                left.for_each_wire(visit);
                right.for_each_wire(visit);
            }
            Self::Conditional(condition, then, otherwise) => {
                condition.for_each_wire(visit);
                then.for_each_wire(visit);
                otherwise.for_each_wire(visit);
            }
        }
    }

    /// The wires that can matter, sorted.
    pub fn wires(&self) -> Vec<WireId> {
        let mut all = Vec::new();
        self.for_each_wire(&mut |w| all.push(w));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether it could have no value: it divides, computes with numbers or chooses an element by an index.
    pub(crate) fn is_partial(&self) -> bool {
        match self {
            Self::Const(_) | Self::Wire(_) => false,
            Self::Element(..) => true,
            Self::Unary(op, operand) => *op == UnaryOp::Negate || operand.is_partial(),
            Self::Binary(op, left, right) => {
                let total = !matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Subtract
                        | BinaryOp::Multiply
                        | BinaryOp::Divide
                        | BinaryOp::Remainder
                        | BinaryOp::ShiftLeft
                        | BinaryOp::ShiftRight
                );
                !total || left.is_partial() || right.is_partial()
            }
            Self::Conditional(condition, then, otherwise) => {
                condition.is_partial() || then.is_partial() || otherwise.is_partial()
            }
        }
    }

    /// The same expression over other wires.
    #[must_use]
    pub(crate) fn renamed(&self, new: &impl Fn(WireId) -> WireId) -> Self {
        match self {
            Self::Const(value) => Self::Const(*value),
            Self::Wire(wire) => Self::Wire(new(*wire)),
            Self::Element(wires, index) => {
                Self::Element(wires.iter().map(|&w| new(w)).collect(), Box::new(index.renamed(new)))
            }
            Self::Unary(op, operand) => Self::Unary(*op, Box::new(operand.renamed(new))),
            Self::Binary(op, left, right) => {
                Self::Binary(*op, Box::new(left.renamed(new)), Box::new(right.renamed(new)))
            }
            Self::Conditional(condition, then, otherwise) => Self::Conditional(
                Box::new(condition.renamed(new)),
                Box::new(then.renamed(new)),
                Box::new(otherwise.renamed(new)),
            ),
        }
    }
}

fn apply(op: BinaryOp, a: Value, b: Value) -> Result<Value, EvalError> {
    let truth = |holds: bool| Ok(Value::from(holds));
    let number = |result: Option<Value>| result.ok_or(EvalError::Overflow);
    match op {
        BinaryOp::Add => number(a.checked_add(b)),
        BinaryOp::Subtract => number(a.checked_sub(b)),
        BinaryOp::Multiply => number(a.checked_mul(b)),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => Err(EvalError::DivisionByZero),
        BinaryOp::Divide => number(a.checked_div(b)),
        BinaryOp::Remainder => number(a.checked_rem(b)),
        BinaryOp::ShiftLeft => {
            let shifted = u32::try_from(b).ok().and_then(|by| a.checked_shl(by));
            number(shifted.filter(|s| s >> b == a))
        }
        BinaryOp::ShiftRight => number(u32::try_from(b).ok().and_then(|by| a.checked_shr(by))),
        BinaryOp::BitAnd => Ok(a & b),
        BinaryOp::BitOr => Ok(a | b),
        BinaryOp::BitXor => Ok(a ^ b),
        BinaryOp::Equal => truth(a == b),
        BinaryOp::NotEqual => truth(a != b),
        BinaryOp::Less => truth(a < b),
        BinaryOp::LessEqual => truth(a <= b),
        BinaryOp::Greater => truth(a > b),
        BinaryOp::GreaterEqual => truth(a >= b),
        BinaryOp::And => truth(a != 0 && b != 0),
        BinaryOp::Or => truth(a != 0 || b != 0),
        BinaryOp::Implies => truth(a == 0 || b != 0),
    }
}
