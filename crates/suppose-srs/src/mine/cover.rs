//! A set as a union of cubes.
//!
//! # Contract
//! For sets `must` ⊆ `may`, [`cover`] gives cubes whose union has all of `must` and nothing outside of `may`.
//! Every cube is prime (without one of its literals it is not within `may`), and none is superfluous (each
//! has an element of `must` that no other one has).
//!
//! # Algorithm
//! S. Minato, *Fast generation of irredundant sum-of-products forms from binary decision diagrams* (1992),
//! after Morreale. On the first variable that matters: what must be covered with the variable false and may
//! not be with it true needs cubes with that literal, likewise the other way round, and what these leave
//! needs cubes without the variable.
//!
//! Time: cubes times variables, with an operation on diagrams at each step. Depth of the recursion: the
//! number of variables. Tested by what the rules made of it are.

use suppose_base::{Budget, Poll};

use crate::space::{Set, Space, Try};

/// Variables and their values, in the order of the variables.
pub(super) type Cube = Vec<(u32, bool)>;

/// Cubes for a set, and their union.
pub(super) fn cover(must: &Set, may: &Set, space: &Space, budget: &Budget) -> Try<(Vec<Cube>, Set)> {
    if must.is_empty() {
        return Ok((Vec::new(), space.constant(false)));
    }
    if may.is_full() {
        return Ok((vec![Cube::new()], space.constant(true)));
    }
    budget.poll(Poll::Explore)?;
    let (musts, mays) = (must.branches(), may.branches());
    let first = |branches: &Option<(u32, [Set; 2])>| branches.as_ref().map_or(u32::MAX, |(at, _)| *at);
    let variable = first(&musts).min(first(&mays));
    let split = |set: &Set, branches: Option<(u32, [Set; 2])>| match branches {
        Some((at, ends)) if at == variable => ends,
        _ => [set.clone(), set.clone()],
    };
    let ([must_low, must_high], [may_low, may_high]) = (split(must, musts), split(may, mays));
    let (low_cubes, low) = cover(&must_low.minus(&may_high)?, &may_low, space, budget)?;
    let (high_cubes, high) = cover(&must_high.minus(&may_low)?, &may_high, space, budget)?;
    let rest = must_low.minus(&low)?.or(&must_high.minus(&high)?)?;
    let (both_cubes, both) = cover(&rest, &may_low.and(&may_high)?, space, budget)?;

    let with = |cubes: Vec<Cube>, value| {
        cubes.into_iter().map(move |mut cube| {
            cube.insert(0, (variable, value));
            cube
        })
    };
    let cubes = with(low_cubes, false).chain(with(high_cubes, true)).chain(both_cubes).collect();
    let this = space.variable(variable)?;
    let union = low.minus(&this)?.or(&high.and(&this)?)?.or(&both)?;
    Ok((cubes, union))
}
