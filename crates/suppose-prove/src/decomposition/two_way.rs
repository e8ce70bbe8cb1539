//! All decompositions into two parts, up to symmetry.
//!
//! A decomposition is the set of units in M1. Two of them are equal when a symmetry takes one to the other;
//! the classes are the orbits of the sets under the group that the symmetries generate, found by walking from
//! every set that is not known yet along all generators. Of each orbit the first set stands for all, in the
//! order in which units are numbered. Time and memory are linear in the 2ⁿ sets.
//!
//! # Tests
//! The sizes of the orbits against Burnside's lemma for groups that are written out; that they add up to
//! 2ⁿ − 2.

use suppose_base::{Budget, Poll, StopReason};

use super::Symmetries;

/// With more units than this the decompositions are not listed.
pub const MOST_UNITS: usize = 20;

/// A decomposition into two parts, as numbers of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoWay {
    /// M1, which is proved with the assumption.
    pub left: Vec<usize>,
    /// M2, which has to satisfy it.
    pub right: Vec<usize>,
    /// How many decompositions it stands for, itself among them.
    pub stands_for: u32,
}

impl TwoWay {
    /// The units of a set on the left, all others on the right.
    fn new(set: u32, units: usize, stands_for: u32) -> Self {
        let (left, right) = (0..units).partition(|&unit| set >> unit & 1 == 1);
        Self { left, right, stands_for }
    }
}

/// All decompositions of so many units into two parts, one for each orbit.
///
/// # Errors
/// When there are more than [`MOST_UNITS`] units, or the budget is spent.
pub fn two_way(units: usize, symmetries: &Symmetries, budget: &Budget) -> Result<Vec<TwoWay>, StopReason> {
    if units > MOST_UNITS {
        let what = format!("all decompositions of {units} units; at most {MOST_UNITS} units can be listed");
        return Err(StopReason::Unsupported(what));
    }
    let all = (1u32 << units) - 1;
    let mut known = vec![false; all as usize + 1];
    let mut found = Vec::new();
    let mut orbit = Vec::new();
    for set in 1..all {
        if std::mem::replace(&mut known[set as usize], true) {
            continue;
        }
        budget.poll(Poll::Compare)?;
        orbit.clear();
        orbit.push(set);
        let mut next = 0;
        while let Some(&here) = orbit.get(next) {
            next += 1;
            for generator in &symmetries.generators {
                let image = image(here, generator);
                if !std::mem::replace(&mut known[image as usize], true) {
                    orbit.push(image);
                }
            }
        }
        found.push(TwoWay::new(set, units, orbit.len() as u32));
    }
    Ok(found)
}

/// Where a permutation takes a set.
fn image(set: u32, permutation: &[usize]) -> u32 {
    let mut rest = set;
    let mut image = 0;
    while rest != 0 {
        image |= 1 << permutation[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orbits(units: usize, generators: &[&[usize]]) -> Vec<TwoWay> {
        let generators = generators.iter().map(|generator| generator.to_vec()).collect();
        let symmetries = Symmetries { generators, is_complete: true };
        two_way(units, &symmetries, &Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn without_symmetry_there_are_all() {
        let found = orbits(3, &[]);
        let left: Vec<&[usize]> = found.iter().map(|split| &split.left[..]).collect();
        assert_eq!(left, [&[0][..], &[1], &[0, 1], &[2], &[0, 2], &[1, 2]]);
        assert!(found.iter().all(|split| split.stands_for == 1));
        assert_eq!(found[4].right, [1]);
        assert!(orbits(0, &[]).is_empty() && orbits(1, &[]).is_empty());
    }

    #[test]
    fn orbits_are_counted_as_burnside_does() {
        // All permutations of four: one orbit for each number of units on the left.
        let sizes = |found: &[TwoWay]| found.iter().map(|split| split.stands_for).collect::<Vec<_>>();
        assert_eq!(sizes(&orbits(4, &[&[1, 0, 2, 3], &[1, 2, 3, 0]])), [4, 6, 4]);
        // Rotations of five: necklaces of two colours, eight with the two of one colour.
        assert_eq!(sizes(&orbits(5, &[&[1, 2, 3, 4, 0]])), [5; 6]);
        // A swap of two out of three: 2³ − 2 = 6 and 2² fixed by it, less the two that are left out.
        assert_eq!(sizes(&orbits(3, &[&[1, 0, 2]])), [2, 1, 1, 2]);
        for units in 2..10 {
            let turn: Vec<usize> = (0..units).map(|unit| (unit + 1) % units).collect();
            let sum: u32 = sizes(&orbits(units, &[&turn])).iter().sum();
            assert_eq!(sum, (1 << units) - 2);
        }
    }

    #[test]
    fn too_many_units_are_refused() {
        let none = Symmetries { generators: Vec::new(), is_complete: true };
        let refused = two_way(21, &none, &Budget::unlimited());
        assert!(matches!(refused, Err(StopReason::Unsupported(_))));
    }
}
