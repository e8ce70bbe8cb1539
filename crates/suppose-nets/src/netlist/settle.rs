//! First values of wires that no file says.
//!
//! Contract: [`settle`] fills in all missing values and returns the wires for which it had to guess. A wire
//! that is no output of a gate is 0 if nobody says otherwise. The output of a gate gets the value at which it
//! rests, where that follows from what is known: unknown inputs are a third value that stands for both, as in
//! ternary simulation (Eichelberger 1965). A value found is never changed, so the order of work does not
//! matter and the result is the least fixpoint.
//!
//! Where gates only depend on each other, as in a ring or a latch, nothing follows. Then one of them is taken
//! to be 0 — one that holds its value, if there is any, else the first — and the rest follows from that, if
//! it does. These guesses are returned, since a circuit that starts in the wrong state is another circuit.
//!
//! Work is linear in the sizes of the guards times the numbers of wires they read. Tested against a search
//! through all stable states on random circuits.

use crate::expr::{BinaryOp, Expr, UnaryOp, Value};
use crate::net::{Level, Net, Target, WireId};

/// One output of a gate, with the conditions under which it rises and falls.
struct Output<'n> {
    wire: WireId,
    rises: Vec<&'n Expr>,
    falls: Vec<&'n Expr>,
}

/// Fills in all missing values of `first`, which has an entry for each wire. Returns the wires whose values
/// are guesses, sorted.
pub fn settle(nets: &[Net], first: &mut [Option<Value>]) -> Vec<WireId> {
    let outputs: Vec<Output<'_>> = nets.iter().flat_map(outputs).collect();
    let mut is_output = vec![false; first.len()];
    for output in &outputs {
        is_output[output.wire.index()] = true;
    }
    for (value, is_output) in first.iter_mut().zip(&is_output) {
        if !is_output {
            value.get_or_insert(0);
        }
    }
    // For each wire the outputs that look at it.
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); first.len()];
    for (place, output) in outputs.iter().enumerate() {
        for guard in output.rises.iter().chain(&output.falls) {
            for wire in guard.wires() {
                if readers[wire.index()].last() != Some(&place) {
                    readers[wire.index()].push(place);
                }
            }
        }
    }
    let mut waiting: Vec<usize> = (0..outputs.len()).rev().collect();
    propagate(&outputs, &readers, first, &mut waiting);
    let holding = (0..outputs.len()).filter(|&place| outputs[place].may_hold(first));
    let order: Vec<usize> = holding.chain(0..outputs.len()).collect();
    let mut guesses = Vec::new();
    for place in order {
        let wire = outputs[place].wire;
        if first[wire.index()].is_none() {
            first[wire.index()] = Some(0);
            guesses.push(wire);
            waiting.extend(readers[wire.index()].iter().rev());
            propagate(&outputs, &readers, first, &mut waiting);
        }
    }
    guesses.sort_unstable();
    guesses
}

/// The outputs of a net that is a gate.
fn outputs(net: &Net) -> impl Iterator<Item = Output<'_>> {
    net.levels.iter().map(|&Level { wire, low, high }| {
        let guards = |place, value| {
            let sets = Expr::Const(value);
            let moves = net.transitions.iter().filter(move |t| {
                t.preset.contains(&place)
                    && t.effects.iter().any(|e| e.target == Target::Wire(wire) && e.value == sets)
            });
            moves.map(|t| &t.guard).collect()
        };
        Output { wire, rises: guards(low, 1), falls: guards(high, 0) }
    })
}

impl Output<'_> {
    /// Whether it can rise or fall where some values are known: `None` if that depends on the others.
    fn can(guards: &[&Expr], first: &[Option<Value>]) -> Option<bool> {
        let mut unknown = false;
        for guard in guards {
            match evaluate(guard, first) {
                Some(0) => {}
                Some(_) => return Some(true),
                None => unknown = true,
            }
        }
        if unknown { None } else { Some(false) }
    }

    /// The only value at which it rests.
    fn rests_at(&self, first: &[Option<Value>]) -> Option<Value> {
        match (Self::can(&self.rises, first), Self::can(&self.falls, first)) {
            (Some(true), Some(false)) => Some(1),
            (Some(false), Some(true)) => Some(0),
            _ => None,
        }
    }

    /// Whether it is a gate that can keep either value: rising and falling do not exclude each other's
    /// absence.
    fn may_hold(&self, first: &[Option<Value>]) -> bool {
        let opposite = |a: &Expr, b: &Expr| match (a, b) {
            (Expr::Unary(UnaryOp::Not, inner), other) | (other, Expr::Unary(UnaryOp::Not, inner)) => {
                **inner == *other
            }
            _ => false,
        };
        let complementary =
            matches!((self.rises.as_slice(), self.falls.as_slice()), (&[r], &[f]) if opposite(r, f));
        first[self.wire.index()].is_none() && !complementary
    }
}

/// Follows what is known until nothing follows any more.
fn propagate(
    outputs: &[Output<'_>],
    readers: &[Vec<usize>],
    first: &mut [Option<Value>],
    waiting: &mut Vec<usize>,
) {
    while let Some(place) = waiting.pop() {
        let output = &outputs[place];
        let wire = output.wire.index();
        if first[wire].is_some() {
            continue;
        }
        if let Some(value) = output.rests_at(first) {
            first[wire] = Some(value);
            waiting.extend(readers[wire].iter().rev());
        }
    }
}

/// The value of an expression where some wires have no known value; `None` if it may depend on them.
fn evaluate(expr: &Expr, first: &[Option<Value>]) -> Option<Value> {
    let truth = |expr: &Expr| evaluate(expr, first).map(|value| value != 0);
    match expr {
        Expr::Const(value) => Some(*value),
        Expr::Wire(wire) => first[wire.index()],
        Expr::Unary(UnaryOp::Not, operand) => truth(operand).map(|holds| Value::from(!holds)),
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let decisive = *op == BinaryOp::Or;
            match (truth(left), truth(right)) {
                (Some(value), _) | (_, Some(value)) if value == decisive => Some(Value::from(decisive)),
                (Some(_), Some(_)) => Some(Value::from(!decisive)),
                _ => None,
            }
        }
        Expr::Conditional(condition, then, otherwise) => match truth(condition) {
            Some(true) => evaluate(then, first),
            Some(false) => evaluate(otherwise, first),
            None => evaluate(then, first).filter(|&value| evaluate(otherwise, first) == Some(value)),
        },
        // Other operators need all their wires.
        _ => {
            if expr.wires().iter().any(|wire| first[wire.index()].is_none()) {
                return None;
            }
            expr.eval(&|wire| first[wire.index()].unwrap_or(0)).ok()
        }
    }
}
