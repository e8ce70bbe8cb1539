//! Formulas to expressions over wires.
//!
//! # Contract
//! [`build`] takes a formula whose names are numbers of variables, and what each variable is bound to.
//! Constants are folded, so an index that an argument makes constant chooses its wire here and not in the
//! search. What has no value (division by zero, an index outside an array that comes from an argument) stays
//! as it is, because reaching it is a failure that the search findings.
//!
//! # Method
//! One pass over the postfix steps with a stack. A chain of an associative operator becomes a balanced tree.
//! Nothing deeper than [`MAX_DEPTH`] is built, since expressions are walked by recursion later, and the size
//! of what is built is taken from the room of the design. An index into an array of several dimensions is
//! checked in each dimension but the first, where the check of the whole index suffices.

use std::sync::Arc;

use suppose_base::{Diagnostic, Span};

use super::ast::{Formula, Op, Step};
use super::findings::Findings;
use crate::expr::{BinaryOp, Expr, UnaryOp, Value};
use crate::net::{Target, WireId};

/// Most operators on the way from the whole expression to an operand.
const MAX_DEPTH: u32 = 250;

/// Most operators and operands of one expression.
const MAX_SIZE: usize = 1 << 18;

/// What a variable of a class is in one instance.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A number, given as argument.
    Constant(Value),
    /// Wires, with the sizes of the array that they are; a single wire has no sizes.
    Wires { wires: Arc<[WireId]>, sizes: Arc<[u32]> },
    /// Left out, because nobody uses it.
    Nothing,
}

/// An expression that is being built.
struct Node {
    expr: Expr,
    depth: u32,
    size: usize,
    /// Whether it is made of literals only.
    literal: bool,
}

impl Node {
    fn over(expr: Expr, parts: &[(u32, usize, bool)]) -> Self {
        let depth = 1 + parts.iter().map(|part| part.0).max().unwrap_or(0);
        let size = parts.iter().map(|part| part.1).fold(1, usize::saturating_add);
        let literal = parts.iter().all(|part| part.2);
        Self { expr, depth, size, literal }.folded()
    }

    fn about(&self) -> (u32, usize, bool) {
        (self.depth, self.size, self.literal)
    }

    /// A constant, if all operands are and it has a value.
    fn folded(self) -> Self {
        let constant = |expr: &Expr| matches!(expr, Expr::Const(_));
        let foldable = match &self.expr {
            Expr::Unary(_, operand) => constant(operand),
            Expr::Binary(_, left, right) => constant(left) && constant(right),
            _ => false,
        };
        if foldable && let Ok(value) = self.expr.eval(&|_| 0) {
            return Self { expr: Expr::Const(value), depth: 1, size: 1, literal: self.literal };
        }
        self
    }

    fn int(value: Value) -> Self {
        Self { expr: Expr::Const(value), depth: 1, size: 1, literal: true }
    }

    fn unary(op: UnaryOp, operand: Self) -> Self {
        let parts = [operand.about()];
        Self::over(Expr::Unary(op, Box::new(operand.expr)), &parts)
    }

    fn binary(op: BinaryOp, left: Self, right: Self) -> Self {
        let parts = [left.about(), right.about()];
        Self::over(Expr::Binary(op, Box::new(left.expr), Box::new(right.expr)), &parts)
    }

    fn conditional(condition: Self, then: Self, otherwise: Self) -> Self {
        if let Expr::Const(value) = condition.expr {
            let chosen = if value != 0 { then } else { otherwise };
            return Self { literal: condition.literal && chosen.literal, ..chosen };
        }
        let parts = [condition.about(), then.about(), otherwise.about()];
        let expr = Expr::Conditional(Box::new(condition.expr), Box::new(then.expr), Box::new(otherwise.expr));
        Self::over(expr, &parts)
    }

    fn copy(&self) -> Self {
        Self { expr: self.expr.clone(), ..*self }
    }
}

/// What an indexed variable is.
enum Chosen {
    Constant(Value),
    Wire(WireId),
    Element(Vec<WireId>, Node),
}

/// The expression of a formula.
pub(super) fn build(
    formula: &Formula<u32>,
    bindings: &[Binding],
    findings: &mut Findings,
) -> Result<Expr, Diagnostic> {
    let mut stack = run(&formula.steps, bindings)?;
    let node = stack.pop().ok_or_else(|| too_complex(formula.span))?;
    findings.take_room(node.size, formula.span)?;
    Ok(node.expr)
}

/// What a formula that is a variable assigns to.
pub(super) fn build_target(
    formula: &Formula<u32>,
    bindings: &[Binding],
    findings: &mut Findings,
) -> Result<Target, Diagnostic> {
    let Some((last, before)) = formula.steps.split_last() else { return Err(too_complex(formula.span)) };
    let indices = run(before, bindings)?;
    match last.op {
        Op::Name(variable, _) => match choose(&bindings[variable as usize], indices, last.span)? {
            Chosen::Wire(wire) => Ok(Target::Wire(wire)),
            Chosen::Element(wires, index) => {
                findings.take_room(index.size + wires.len(), formula.span)?;
                Ok(Target::Element(wires, index.expr))
            }
            Chosen::Constant(_) => Err(assigned_constant(last.span)),
        },
        _ => Err(assigned_constant(last.span)),
    }
}

fn assigned_constant(span: Span) -> Diagnostic {
    Diagnostic::error("E0824", "a constant cannot be assigned").at(span, "a number is the argument here")
}

fn too_complex(span: Span) -> Diagnostic {
    Diagnostic::error("E0815", "the expression is too deep")
        .at(span, "")
        .help(format!("no operand may be below more than {MAX_DEPTH} operators"))
}

fn run(steps: &[Step<u32>], bindings: &[Binding]) -> Result<Vec<Node>, Diagnostic> {
    let mut stack: Vec<Node> = Vec::new();
    for step in steps {
        let node = match &step.op {
            Op::Int(value) => Node::int(*value),
            Op::Name(variable, indices) => {
                let indices = stack.split_off(stack.len().saturating_sub(*indices as usize));
                match choose(&bindings[*variable as usize], indices, step.span)? {
                    Chosen::Constant(value) => Node { literal: false, ..Node::int(value) },
                    Chosen::Wire(wire) => Node { expr: Expr::Wire(wire), depth: 1, size: 1, literal: false },
                    Chosen::Element(wires, index) => {
                        let parts = [index.about(), (0, wires.len(), false)];
                        Node::over(Expr::Element(wires, Box::new(index.expr)), &parts)
                    }
                }
            }
            Op::Unary(op) => {
                stack.pop().map(|operand| Node::unary(*op, operand)).ok_or_else(|| too_complex(step.span))?
            }
            Op::Binary(op) => match (stack.pop(), stack.pop()) {
                (Some(right), Some(left)) => Node::binary(*op, left, right),
                _ => return Err(too_complex(step.span)),
            },
            Op::Chain(op, operands) => {
                let operands = stack.split_off(stack.len().saturating_sub(*operands as usize));
                balanced(*op, operands).ok_or_else(|| too_complex(step.span))?
            }
            Op::Conditional => match (stack.pop(), stack.pop(), stack.pop()) {
                (Some(otherwise), Some(then), Some(condition)) => {
                    Node::conditional(condition, then, otherwise)
                }
                _ => return Err(too_complex(step.span)),
            },
        };
        if node.depth > MAX_DEPTH {
            return Err(too_complex(step.span));
        }
        // Parts of an index are copied, so sizes can grow fast.
        if node.size > MAX_SIZE {
            let problem = Diagnostic::error("E0827", "the expression is too large").at(step.span, "");
            return Err(problem.note(format!("it may have {MAX_SIZE} operators and operands")));
        }
        stack.push(node);
    }
    Ok(stack)
}

/// All operands joined by an associative operator, in their order.
fn balanced(op: BinaryOp, mut operands: Vec<Node>) -> Option<Node> {
    while operands.len() > 1 {
        let mut next = Vec::with_capacity(operands.len().div_ceil(2));
        let mut rest = operands.into_iter();
        while let Some(left) = rest.next() {
            next.push(match rest.next() {
                Some(right) => Node::binary(op, left, right),
                None => left,
            });
        }
        operands = next;
    }
    operands.pop()
}

/// The wire of a variable that indices choose, or the array and one index.
fn choose(binding: &Binding, indices: Vec<Node>, span: Span) -> Result<Chosen, Diagnostic> {
    let (wires, sizes) = match binding {
        Binding::Constant(value) => return Ok(Chosen::Constant(*value)),
        Binding::Wires { wires, sizes } => (wires, sizes),
        Binding::Nothing => return Ok(Chosen::Constant(0)),
    };
    let mut whole = Node::int(0);
    for (place, (index, &size)) in indices.into_iter().zip(&**sizes).enumerate() {
        if let Expr::Const(value) = index.expr
            && index.literal
            && !(0..size.cast_signed()).contains(&value)
        {
            let problem = Diagnostic::error("E0822", format!("there is no element {value}"));
            return Err(problem.at(span, format!("its elements are 0 to {}", size - 1)));
        }
        whole = if place == 0 { index } else { flattened(whole, index, size) };
    }
    if let Expr::Const(index) = whole.expr
        && let Some(&wire) = usize::try_from(index).ok().and_then(|index| wires.get(index))
    {
        return Ok(Chosen::Wire(wire));
    }
    Ok(Chosen::Element(wires.to_vec(), whole))
}

/// `index` within its dimension, behind the index of the dimensions before it; -1, which is no element, if it
/// is outside.
fn flattened(before: Node, index: Node, size: u32) -> Node {
    let size = size.cast_signed();
    let from = Node::binary(BinaryOp::GreaterEqual, index.copy(), Node::int(0));
    let to = Node::binary(BinaryOp::Less, index.copy(), Node::int(size));
    let scaled = Node::binary(BinaryOp::Multiply, before, Node::int(size));
    let inside = Node::binary(BinaryOp::And, from, to);
    Node::conditional(inside, Node::binary(BinaryOp::Add, scaled, index), Node::int(-1))
}
