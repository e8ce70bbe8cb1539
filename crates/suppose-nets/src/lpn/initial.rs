//! First values that depend on each other.
//!
//! The first value of a wire may be an expression over other wires: a variable is initialised from an
//! argument, which is a variable of another instance, which is initialised from an argument, and so on.
//! [`values`] evaluates each expression after those it reads, by a depth-first search with its own stack; a
//! circle is an error. Linear in the size of the expressions.

use suppose_base::{Diagnostic, Span};

use super::findings::Findings;
use crate::expr::{Expr, Value};
use crate::net::WireId;

/// For each wire its first value as written.
pub(super) type Written = Vec<Option<(Expr, Span)>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// The first value of each wire. A wire without an expression begins with 0.
pub(super) fn values(
    written: &Written,
    name: impl Fn(WireId) -> String,
    findings: &mut Findings,
) -> Vec<Value> {
    let mut values = vec![0; written.len()];
    let mut marks = vec![Mark::New; written.len()];
    for start in 0..written.len() {
        let mut stack = vec![start];
        while let Some(&wire) = stack.last() {
            let Some((expr, span)) = &written[wire] else {
                marks[wire] = Mark::Done;
                stack.pop();
                continue;
            };
            match marks[wire] {
                Mark::New => {
                    marks[wire] = Mark::Open;
                    for next in expr.wires() {
                        match marks[next.index()] {
                            Mark::New => stack.push(next.index()),
                            Mark::Open => findings.push(circle(&name(next), *span)),
                            Mark::Done => {}
                        }
                    }
                }
                Mark::Open => {
                    marks[wire] = Mark::Done;
                    stack.pop();
                    match expr.eval(&|wire| values[wire.index()]) {
                        Ok(value) => values[wire] = value,
                        Err(why) => {
                            let message =
                                format!("the first value of `{}` does not exist", name(WireId(wire as u32)));
                            findings.push(Diagnostic::error("E0819", message).at(*span, why.to_string()));
                        }
                    }
                }
                Mark::Done => {
                    stack.pop();
                }
            }
        }
    }
    values
}

fn circle(name: &str, span: Span) -> Diagnostic {
    let message = format!("the first value of `{name}` depends on itself");
    Diagnostic::error("E0823", message).at(span, "through this")
}
