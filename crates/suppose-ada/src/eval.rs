//! Values of expressions, and which variables they read.
//!
//! # Contract
//! [`evaluate`] works from left to right with the values that its caller knows. It stops at the first
//! variable whose value is not known and says which; the caller finds out and asks again. So variables are
//! asked for in the order of evaluation, and only those that matter: of a conditional expression only the
//! part that is chosen, of an array only the element.
//!
//! # Algorithm
//! A stack of work and a stack of values instead of recursion: long chains of operators are deep trees.
//! Integers are as large as 64 bits allow; what does not fit raises `Constraint_Error`, like a division by
//! zero. Linear in the part of the expression that is looked at.
//!
//! # Tests
//! Literals for each operator with the signs of Ada's `mod` and `rem`; a chain of a million operators; the
//! order of questions. The random programs of `tests/all/random` have an interpreter of their own.

use super::program::{Binary, Chosen, Element, EntryId, Expr, Place, Unary, VarId};

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The value of this variable must be known first.
    Needs(VarId),
    /// `Constraint_Error`.
    Fails,
}

/// What is left to do.
enum Work<'e> {
    Value(&'e Expr),
    Unary(Unary),
    Binary(Binary),
    Decide(&'e Expr, &'e Expr),
    Check(i64, i64),
    Element(&'e Element),
}

/// The value of an expression, given the values of variables.
pub(super) fn evaluate(expr: &Expr, known: &impl Fn(VarId) -> Option<i64>) -> Result<i64, Halt> {
    let look_up = |variable: VarId| known(variable).ok_or(Halt::Needs(variable));
    match expr {
        Expr::Constant(value) => return Ok(*value),
        Expr::Scalar(variable) => return look_up(*variable),
        _ => {}
    }
    let mut work = vec![Work::Value(expr)];
    let mut values: Vec<i64> = Vec::new();
    while let Some(next) = work.pop() {
        let value = match next {
            Work::Value(Expr::Constant(value)) => *value,
            Work::Value(Expr::Scalar(variable)) => look_up(*variable)?,
            Work::Value(Expr::Element(element)) => {
                work.push(Work::Element(element));
                work.extend(element.indices.iter().rev().map(|(_, _, index)| Work::Value(index)));
                continue;
            }
            Work::Value(Expr::Unary(operator, of)) => {
                work.extend([Work::Unary(*operator), Work::Value(of)]);
                continue;
            }
            Work::Value(Expr::Binary(operator, left, right)) => {
                work.extend([Work::Binary(*operator), Work::Value(right), Work::Value(left)]);
                continue;
            }
            Work::Value(Expr::If(parts)) => {
                let [condition, yes, no] = &**parts;
                work.extend([Work::Decide(yes, no), Work::Value(condition)]);
                continue;
            }
            Work::Value(Expr::Checked(first, last, of)) => {
                work.extend([Work::Check(*first, *last), Work::Value(of)]);
                continue;
            }
            Work::Decide(yes, no) => {
                work.push(Work::Value(if take(&mut values) == 0 { no } else { yes }));
                continue;
            }
            Work::Unary(operator) => unary(operator, take(&mut values))?,
            Work::Binary(operator) => {
                let right = take(&mut values);
                binary(operator, take(&mut values), right)?
            }
            Work::Check(first, last) => {
                let value = take(&mut values);
                if value < first || value > last {
                    return Err(Halt::Fails);
                }
                value
            }
            Work::Element(element) => {
                let indices = values.split_off(values.len() - element.indices.len());
                let ranges = element.indices.iter().map(|&(first, last, _)| (first, last));
                look_up(element_at(element.first, ranges.zip(indices))?)?
            }
        };
        values.push(value);
    }
    Ok(take(&mut values))
}

fn take(values: &mut Vec<i64>) -> i64 {
    values.pop().expect("each operator is worked on after its operands")
}

fn unary(operator: Unary, value: i64) -> Result<i64, Halt> {
    match operator {
        Unary::Minus => value.checked_neg().ok_or(Halt::Fails),
        Unary::Abs => value.checked_abs().ok_or(Halt::Fails),
        Unary::Not => Ok(i64::from(value == 0)),
    }
}

fn binary(operator: Binary, left: i64, right: i64) -> Result<i64, Halt> {
    let truth = |is: bool| Some(i64::from(is));
    let value = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        Binary::Rem => left.checked_rem(right),
        Binary::Mod => left.checked_rem(right).map(|rest| {
            let other_sign = rest != 0 && (rest < 0) != (right < 0);
            if other_sign { rest + right } else { rest }
        }),
        Binary::And => truth(left != 0 && right != 0),
        Binary::Or => truth(left != 0 || right != 0),
        Binary::Xor => truth((left != 0) != (right != 0)),
        Binary::Equal => truth(left == right),
        Binary::NotEqual => truth(left != right),
        Binary::Less => truth(left < right),
        Binary::LessEqual => truth(left <= right),
        Binary::Greater => truth(left > right),
        Binary::GreaterEqual => truth(left >= right),
    };
    value.ok_or(Halt::Fails)
}

/// A range and a value that should be in it.
type Index = ((i64, i64), i64);

/// The distance of an element from the first one, for ranges with an index in each; the last index changes
/// fastest.
fn offset(indices: impl IntoIterator<Item = Index>) -> Result<usize, Halt> {
    let mut offset = 0i64;
    for ((first, last), index) in indices {
        if index < first || index > last {
            return Err(Halt::Fails);
        }
        offset = offset * (last - first + 1) + (index - first);
    }
    usize::try_from(offset).map_err(|_| Halt::Fails)
}

fn element_at(first: VarId, indices: impl IntoIterator<Item = Index>) -> Result<VarId, Halt> {
    Ok(VarId(first.0 + offset(indices)? as u32))
}

/// The values of some indices, with their ranges.
fn indices(list: &[(i64, i64, Expr)], known: &impl Fn(VarId) -> Option<i64>) -> Result<Vec<Index>, Halt> {
    list.iter().map(|(first, last, index)| Ok(((*first, *last), evaluate(index, known)?))).collect()
}

/// The variable that a place means.
pub(super) fn locate(place: &Place, known: &impl Fn(VarId) -> Option<i64>) -> Result<VarId, Halt> {
    match place {
        Place::Scalar(variable) => Ok(*variable),
        Place::Element(element) => element_at(element.first, indices(&element.indices, known)?),
    }
}

/// The entry that is meant.
pub(super) fn choose(chosen: &Chosen, known: &impl Fn(VarId) -> Option<i64>) -> Result<EntryId, Halt> {
    let place = offset(indices(&chosen.indices, known)?)?;
    chosen.members.get(place).copied().ok_or(Halt::Fails)
}

/// The variables that an element may be, for any values of its indices; only one if they are constants.
pub(super) fn elements(element: &Element) -> std::ops::Range<u32> {
    let first = element.first.0;
    let place = indices(&element.indices, &|_| None).and_then(|found| element_at(element.first, found));
    match place {
        Ok(variable) => variable.0..variable.0 + 1,
        Err(Halt::Fails) => first..first,
        Err(Halt::Needs(_)) => {
            let length = |&(low, high, _): &(i64, i64, Expr)| u32::try_from(high - low + 1).unwrap_or(0);
            first..first + element.indices.iter().map(length).product::<u32>()
        }
    }
}

/// Calls `read` for each variable that the expression may read.
pub(super) fn each_read(expr: &Expr, read: &mut impl FnMut(VarId)) {
    let mut work = vec![expr];
    while let Some(next) = work.pop() {
        match next {
            Expr::Constant(_) => {}
            Expr::Scalar(variable) => read(*variable),
            Expr::Element(element) => {
                elements(element).map(VarId).for_each(&mut *read);
                work.extend(element.indices.iter().map(|(_, _, index)| index));
            }
            Expr::Unary(_, of) | Expr::Checked(_, _, of) => work.push(of),
            Expr::Binary(_, left, right) => work.extend([&**left, &**right]),
            Expr::If(parts) => work.extend(parts.iter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(value: i64) -> Expr {
        Expr::Constant(value)
    }

    fn of(operator: Binary, left: i64, right: i64) -> Result<i64, Halt> {
        evaluate(&Expr::Binary(operator, constant(left).into(), constant(right).into()), &|_| None)
    }

    #[test]
    fn operators_are_those_of_ada() {
        // The table of 4.5.5(29..32) of the Ada 2012 manual.
        let rows = [(12, 5, 2, 2, 2), (-12, 5, -2, -2, 3), (12, -5, -2, 2, -3), (-12, -5, 2, -2, -2)];
        for (left, right, quotient, rest, modulus) in rows {
            assert_eq!(of(Binary::Divide, left, right), Ok(quotient));
            assert_eq!(of(Binary::Rem, left, right), Ok(rest));
            assert_eq!(of(Binary::Mod, left, right), Ok(modulus));
        }
        assert_eq!(of(Binary::Mod, -10, 5), Ok(0));
        assert_eq!(of(Binary::Mod, 10, -5), Ok(0));
        for operator in [Binary::Divide, Binary::Mod, Binary::Rem] {
            assert_eq!(of(operator, 1, 0), Err(Halt::Fails));
            assert!(of(operator, i64::MIN, -1).is_err());
        }
        assert_eq!(of(Binary::Add, i64::MAX, 1), Err(Halt::Fails));
        assert_eq!(of(Binary::Subtract, 3, 5), Ok(-2));
        assert_eq!(of(Binary::Multiply, i64::MAX, 2), Err(Halt::Fails));
        assert_eq!(of(Binary::Xor, 1, 1), Ok(0));
        assert_eq!(of(Binary::Or, 0, 1), Ok(1));
        assert_eq!(of(Binary::And, 0, 1), Ok(0));
        assert_eq!([2, 3, 4].map(|n| of(Binary::Less, n, 3)), [Ok(1), Ok(0), Ok(0)]);
        assert_eq!([2, 3, 4].map(|n| of(Binary::LessEqual, n, 3)), [Ok(1), Ok(1), Ok(0)]);
        assert_eq!([2, 3, 4].map(|n| of(Binary::Greater, n, 3)), [Ok(0), Ok(0), Ok(1)]);
        assert_eq!([2, 3, 4].map(|n| of(Binary::GreaterEqual, n, 3)), [Ok(0), Ok(1), Ok(1)]);
        assert_eq!([2, 3, 4].map(|n| of(Binary::Equal, n, 3)), [Ok(0), Ok(1), Ok(0)]);
        assert_eq!([2, 3, 4].map(|n| of(Binary::NotEqual, n, 3)), [Ok(1), Ok(0), Ok(1)]);
        let unary = |operator, value| evaluate(&Expr::Unary(operator, constant(value).into()), &|_| None);
        assert_eq!(unary(Unary::Abs, -3), Ok(3));
        assert_eq!(unary(Unary::Abs, i64::MIN), Err(Halt::Fails));
        assert_eq!(unary(Unary::Minus, 3), Ok(-3));
        assert_eq!([0, 1].map(|n| unary(Unary::Not, n)), [Ok(1), Ok(0)]);
        let checked = |value| evaluate(&Expr::Checked(2, 4, constant(value).into()), &|_| None);
        assert_eq!([1, 2, 4, 5].map(checked), [Err(Halt::Fails), Ok(2), Ok(4), Err(Halt::Fails)]);
    }

    #[test]
    fn only_what_matters_is_asked_for_from_left_to_right() {
        let scalar = |n| Box::new(Expr::Scalar(VarId(n)));
        // if v0 = 1 then a (v1, v2) else v3, with a : array (1 .. 2, 0 .. 2) beginning at v10
        let element = Element {
            first: VarId(10),
            indices: vec![(1, 2, Expr::Scalar(VarId(1))), (0, 2, Expr::Scalar(VarId(2)))],
        };
        let condition = Expr::Binary(Binary::Equal, scalar(0), constant(1).into());
        let expr = Expr::If(Box::new([condition, Expr::Element(Box::new(element.clone())), *scalar(3)]));
        let with = |known: &[(u32, i64)]| {
            let find = |v: VarId| known.iter().find(|(n, _)| *n == v.0).map(|&(_, value)| value);
            evaluate(&expr, &find)
        };
        assert_eq!(with(&[]), Err(Halt::Needs(VarId(0))));
        assert_eq!(with(&[(0, 2)]), Err(Halt::Needs(VarId(3))));
        assert_eq!(with(&[(0, 2), (3, 7)]), Ok(7));
        assert_eq!(with(&[(0, 1)]), Err(Halt::Needs(VarId(1))));
        assert_eq!(with(&[(0, 1), (1, 2)]), Err(Halt::Needs(VarId(2))));
        assert_eq!(with(&[(0, 1), (1, 2), (2, 1)]), Err(Halt::Needs(VarId(14))));
        assert_eq!(with(&[(0, 1), (1, 2), (2, 1), (14, 9)]), Ok(9));
        assert_eq!(with(&[(0, 1), (1, 3), (2, 1)]), Err(Halt::Fails));
        let mut read = Vec::new();
        each_read(&expr, &mut |v| read.push(v.0));
        read.sort_unstable();
        assert_eq!(read, [0, 1, 2, 3, 10, 11, 12, 13, 14, 15]);
        let fixed =
            Element { first: VarId(10), indices: vec![(1, 2, Expr::Constant(2)), (0, 2, Expr::Constant(0))] };
        assert_eq!(elements(&fixed), 13..14);
    }

    #[test]
    fn depth_costs_no_stack() {
        let mut expr = Expr::Constant(0);
        for _ in 0..1_000_000 {
            expr = Expr::Binary(Binary::Add, Box::new(expr), constant(1).into());
        }
        assert_eq!(evaluate(&expr, &|_| None), Ok(1_000_000));
        let mut read = 0;
        each_read(&expr, &mut |_| read += 1);
        assert_eq!(read, 0);
        // Dropping the tree is the one thing that still goes deep: it is taken apart by hand.
        while let Expr::Binary(_, left, _) = expr {
            expr = *left;
        }
    }
}
