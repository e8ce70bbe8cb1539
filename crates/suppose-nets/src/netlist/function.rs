//! Boolean functions as [`Expr`]: small constructors that fold constants, substitution, and comparison by
//! truth table.
//!
//! A function built here has only the values 0 and 1 where its wires do. Long conjunctions and disjunctions
//! become balanced trees, so that the depth of a function is bounded by the nesting of its text, which the
//! parsers bound, times a logarithm; everything that walks an expression may therefore recurse. Truth tables
//! are built for functions of at most [`WIDEST`] wires, which costs 2^n evaluations. Tested below against
//! tables worked out by hand.

use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::net::WireId;

/// Most wires of a function whose truth table is built.
pub(super) const WIDEST: usize = 12;

pub(super) fn constant(value: bool) -> Expr {
    Expr::Const(i32::from(value))
}

/// The negation; double negations cancel.
pub(super) fn not(operand: Expr) -> Expr {
    match operand {
        Expr::Const(value) => constant(value == 0),
        Expr::Unary(UnaryOp::Not, inner) => *inner,
        other => other.negated(),
    }
}

fn and(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Const(0), _) | (_, Expr::Const(0)) => constant(false),
        (Expr::Const(_), other) | (other, Expr::Const(_)) => other,
        (left, right) => left.and(right),
    }
}

fn or(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Const(0), other) | (other, Expr::Const(0)) => other,
        (Expr::Const(_), _) | (_, Expr::Const(_)) => constant(true),
        (left, right) => left.or(right),
    }
}

fn exclusive_or(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Const(0), other) | (other, Expr::Const(0)) => other,
        (Expr::Const(_), other) | (other, Expr::Const(_)) => not(other),
        (left, right) => Expr::Binary(BinaryOp::NotEqual, Box::new(left), Box::new(right)),
    }
}

/// The conjunction; true if there is nothing.
pub(super) fn all(operands: Vec<Expr>) -> Expr {
    balanced(operands, and).unwrap_or(constant(true))
}

/// The disjunction; false if there is nothing.
pub(super) fn any(operands: Vec<Expr>) -> Expr {
    balanced(operands, or).unwrap_or(constant(false))
}

/// Whether an odd number of them is true.
pub(super) fn odd(operands: Vec<Expr>) -> Expr {
    balanced(operands, exclusive_or).unwrap_or(constant(false))
}

fn balanced(mut operands: Vec<Expr>, join: fn(Expr, Expr) -> Expr) -> Option<Expr> {
    while operands.len() > 1 {
        let mut rest = operands.into_iter();
        operands = Vec::with_capacity(rest.len().div_ceil(2));
        while let Some(left) = rest.next() {
            operands.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
    }
    operands.pop()
}

/// `condition ? then : otherwise`.
pub(super) fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition {
        Expr::Const(0) => otherwise,
        Expr::Const(_) => then,
        _ if then == otherwise => then,
        condition => Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)),
    }
}

/// The function with other functions in place of wires.
pub(super) fn substitute(function: &Expr, with: &impl Fn(WireId) -> Expr) -> Expr {
    match function {
        Expr::Wire(wire) => with(*wire),
        Expr::Unary(UnaryOp::Not, operand) => not(substitute(operand, with)),
        Expr::Binary(BinaryOp::And, left, right) => and(substitute(left, with), substitute(right, with)),
        Expr::Binary(BinaryOp::Or, left, right) => or(substitute(left, with), substitute(right, with)),
        Expr::Binary(BinaryOp::NotEqual, left, right) => {
            exclusive_or(substitute(left, with), substitute(right, with))
        }
        Expr::Conditional(condition, then, otherwise) => {
            choose(substitute(condition, with), substitute(then, with), substitute(otherwise, with))
        }
        // Constants; the constructors of this file make nothing else.
        other => other.clone(),
    }
}

/// The function where `wire` has a known value.
pub(super) fn cofactor(function: &Expr, wire: WireId, value: bool) -> Expr {
    substitute(function, &|w| if w == wire { constant(value) } else { Expr::Wire(w) })
}

/// How many nodes the expression has.
pub(super) fn size(function: &Expr) -> usize {
    1 + match function {
        Expr::Const(_) | Expr::Wire(_) => 0,
        Expr::Element(_, operand) | Expr::Unary(_, operand) => size(operand),
        Expr::Binary(_, left, right) => size(left) + size(right),
        Expr::Conditional(condition, then, otherwise) => size(condition) + size(then) + size(otherwise),
    }
}

/// The values for all combinations of values of `wires`, the first wire changing fastest; `None` if the
/// function has none somewhere, or there are too many wires.
pub(super) fn table(function: &Expr, wires: &[WireId]) -> Option<Vec<bool>> {
    if wires.len() > WIDEST {
        return None;
    }
    let row = |row: usize| {
        let value = function.eval(&|wire| {
            let place = wires.iter().position(|&w| w == wire);
            place.map_or(0, |place| i32::from(row >> place & 1 == 1))
        });
        value.ok().map(|value| value != 0)
    };
    (0..1usize << wires.len()).map(row).collect()
}

/// Whether two functions are the same; `None` if they have too many wires to find out.
pub(super) fn same(left: &Expr, right: &Expr) -> Option<bool> {
    let mut wires = left.wires();
    wires.extend(right.wires());
    wires.sort_unstable();
    wires.dedup();
    Some(table(left, &wires)? == table(right, &wires)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(i: u32) -> Expr {
        Expr::Wire(WireId(i))
    }

    fn bits(function: &Expr, wires: u32) -> String {
        let wires: Vec<WireId> = (0..wires).map(WireId).collect();
        table(function, &wires).expect("small").iter().map(|&b| if b { '1' } else { '0' }).collect()
    }

    #[test]
    fn tables_worked_out_by_hand() {
        assert_eq!(bits(&all(vec![wire(0), wire(1), wire(2)]), 3), "00000001");
        assert_eq!(bits(&any(vec![wire(0), wire(1), wire(2)]), 3), "01111111");
        assert_eq!(bits(&odd(vec![wire(0), wire(1), wire(2)]), 3), "01101001");
        assert_eq!(bits(&not(all(vec![wire(0), wire(1)])), 2), "1110");
        assert_eq!(bits(&choose(wire(0), wire(1), wire(2)), 3), "00011011");
        assert_eq!(bits(&all(Vec::new()), 0), "1");
        assert_eq!(bits(&any(Vec::new()), 0), "0");
    }

    #[test]
    fn constants_fold() {
        let majority =
            any(vec![all(vec![wire(0), wire(1)]), all(vec![wire(2), any(vec![wire(0), wire(1)])])]);
        assert_eq!(cofactor(&majority, WireId(2), false), all(vec![wire(0), wire(1)]));
        assert_eq!(bits(&cofactor(&majority, WireId(2), true), 2), "0111");
        assert_eq!(cofactor(&not(wire(1)), WireId(1), true), Expr::Const(0));
        assert_eq!(odd(vec![wire(0), constant(true)]), not(wire(0)));
        assert_eq!(choose(constant(false), wire(0), wire(1)), wire(1));
    }

    #[test]
    fn long_chains_are_shallow() {
        fn depth(function: &Expr) -> usize {
            match function {
                Expr::Binary(_, left, right) => 1 + depth(left).max(depth(right)),
                _ => 1,
            }
        }
        let chain = all((0..100_000).map(wire).collect());
        assert_eq!(depth(&chain), 18);
        assert_eq!(size(&chain), 199_999);
    }

    #[test]
    fn functions_compare_by_meaning() {
        let left = not(any(vec![wire(3), wire(5)]));
        let right = all(vec![not(wire(5)), not(wire(3))]);
        assert_eq!(same(&left, &right), Some(true));
        assert_eq!(same(&left, &wire(3)), Some(false));
        assert_eq!(same(&any((0..13).map(wire).collect()), &wire(0)), None);
    }
}
