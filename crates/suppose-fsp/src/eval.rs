//! Values of expressions.
//!
//! Arithmetic is that of 32-bit Java integers, as in LTSA: it wraps around, `/` truncates, `%` has the sign
//! of the dividend, shifts use the low five bits. `!x` is 1 exactly when `x` is not positive. `==` and `!=`
//! also compare labels; every other operator wants integers. Division by zero, which ends LTSA, is a message
//! here.
//!
//! An expression is a list of steps in postfix order, run on a stack: no recursion but into the labels that
//! an expression may contain, whose nesting the parser bounds. Tested in `tests/all/fsp/quirks.rs` with
//! values worked out by hand.

use suppose_base::{Diagnostic, Span};

use super::ast::{BinaryOp, Expr, Op, UnaryOp};
use super::labels::{MAX_COUNT, MAX_LABELS};
use super::scope::{Scope, Stop};
use super::value::Value;

impl Scope<'_> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Value, Stop> {
        if let [step] = expr.steps.as_slice() {
            return self.operand(&step.op, step.span);
        }
        // A label inside the expression may evaluate others meanwhile, on a stack of their own.
        let mut stack = std::mem::take(&mut self.stack);
        for step in &expr.steps {
            let value = match &step.op {
                Op::Unary(op) => {
                    let operand = integer(pop(&mut stack))?;
                    Value::Int(match op {
                        UnaryOp::Plus => operand,
                        UnaryOp::Minus => operand.wrapping_neg(),
                        UnaryOp::Not => i32::from(operand <= 0),
                    })
                }
                Op::Binary(op) => {
                    let right = pop(&mut stack);
                    let left = pop(&mut stack);
                    Value::Int(binary(*op, left, right, step.span)?)
                }
                Op::Select(label) => {
                    let (place, span) = pop(&mut stack);
                    self.select(label, integer((place, span))?, span)?
                }
                operand => self.operand(operand, step.span)?,
            };
            stack.push((value, step.span));
        }
        let (value, _) = pop(&mut stack);
        self.stack = stack;
        Ok(value)
    }

    /// The value of an expression that must be an integer.
    pub(super) fn eval_int(&mut self, expr: &Expr) -> Result<i32, Stop> {
        let value = self.eval(expr)?;
        integer((value, expr.span))
    }

    /// Whether a condition holds: whether it is not zero.
    pub(super) fn holds(&mut self, expr: &Expr) -> Result<bool, Stop> {
        Ok(self.eval_int(expr)? != 0)
    }

    fn operand(&mut self, op: &Op, span: Span) -> Result<Value, Stop> {
        match op {
            Op::Int(value) => Ok(Value::Int(*value)),
            Op::Variable(symbol) => self.variable(*symbol, span),
            Op::Constant(symbol) => self.constant(*symbol, span),
            Op::Label(label) => {
                if let Some(text) = self.single(label)? {
                    return Ok(Value::from_text(&text.into()));
                }
                Err(Diagnostic::error("E0302", "a label used as a value must be one label")
                    .at(span, "this is a set")
                    .help("select one with `@(SET, place)`")
                    .into())
            }
            Op::Count(label) => {
                let mut count = 0;
                self.for_each_label(label, &mut |_, _| {
                    count += 1;
                    if count > MAX_COUNT { Err(too_many(span)) } else { Ok(()) }
                })?;
                Ok(Value::Int(count))
            }
            Op::Select(_) | Op::Unary(_) | Op::Binary(_) => {
                unreachable!("an expression begins with an operand")
            }
        }
    }

    fn select(&mut self, label: &super::ast::Label, place: i32, span: Span) -> Result<Value, Stop> {
        let mut labels = self.labels(label)?;
        let mut at = 0;
        let mut found = None;
        while let Some(text) = labels.next(self)? {
            if at == place {
                found = Some(Value::from_text(&text.into()));
                break;
            }
            at += 1;
            if at > MAX_COUNT {
                return Err(too_many(span));
            }
        }
        labels.close(self);
        found.ok_or_else(|| {
            Diagnostic::error("E0304", format!("there is no label at place {place}"))
                .at(span, format!("the set has {at} labels, counted from 0"))
                .into()
        })
    }
}

pub(super) fn too_many(span: Span) -> Stop {
    Diagnostic::error("E0312", format!("more than {MAX_LABELS} labels")).at(span, "").into()
}

fn pop(stack: &mut Vec<(Value, Span)>) -> (Value, Span) {
    stack.pop().expect("the parser puts operands before their operator")
}

fn integer((value, span): (Value, Span)) -> Result<i32, Stop> {
    match value {
        Value::Int(number) => Ok(number),
        Value::Label(text) => {
            Err(Diagnostic::error("E0301", format!("`{text}` is a label, and an integer is needed"))
                .at(span, "")
                .into())
        }
    }
}

fn binary(op: BinaryOp, left: (Value, Span), right: (Value, Span), span: Span) -> Result<i32, Stop> {
    if let (BinaryOp::Equal | BinaryOp::NotEqual, left, right) = (op, &left.0, &right.0) {
        return Ok(i32::from((left == right) == (op == BinaryOp::Equal)));
    }
    let (left, right) = (integer(left)?, integer(right)?);
    Ok(match op {
        BinaryOp::Or => i32::from(left != 0 || right != 0),
        BinaryOp::And => i32::from(left != 0 && right != 0),
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::BitAnd => left & right,
        BinaryOp::Equal | BinaryOp::NotEqual => unreachable!("handled above"),
        BinaryOp::Less => i32::from(left < right),
        BinaryOp::LessEqual => i32::from(left <= right),
        BinaryOp::Greater => i32::from(left > right),
        BinaryOp::GreaterEqual => i32::from(left >= right),
        BinaryOp::ShiftLeft => left.wrapping_shl(right.cast_unsigned()),
        BinaryOp::ShiftRight => left.wrapping_shr(right.cast_unsigned()),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide | BinaryOp::Remainder if right == 0 => {
            return Err(Diagnostic::error("E0305", "division by zero").at(span, "the divisor is 0").into());
        }
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
    })
}
