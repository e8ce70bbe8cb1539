//! Decompositions of a system: which there are, which of them are the same, and which is likely to be cheap.
//!
//! A decomposition puts every *unit* into one of the parts of a proof. A unit is a component, or several that
//! stay together because they are one thing in the source. With n units there are 2ⁿ − 2 ways to cut a system
//! into two parts, M1 and M2, both of them with something in it.
//!
//! * `symmetry`: permutations of units that change nothing but names;
//! * `two_way`: all decompositions into two parts, up to symmetry;
//! * `predict`: which of them to take, without trying them.

mod predict;
mod symmetry;
mod two_way;

pub(crate) use predict::choose;
pub use predict::{Prediction, Split, predict};
pub use symmetry::{Symmetries, symmetries};
pub use two_way::{MOST_UNITS, TwoWay, two_way};

use crate::Task;

/// What stays together when a system is taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// For each unit its components, sorted. The watched component is in none.
    pub members: Vec<Vec<usize>>,
    /// For each unit its kind: only units of one kind are ever called equal.
    pub kinds: Vec<u32>,
    /// Components in no unit: each goes with M1 if somebody there shares an action with it.
    pub free: Vec<usize>,
}

impl Units {
    /// Every component by itself.
    pub fn single(task: &Task<'_>) -> Self {
        let members: Vec<Vec<usize>> = task.members().iter().map(|&member| vec![member]).collect();
        Self { kinds: vec![0; members.len()], members, free: Vec::new() }
    }

    /// These components together, where the watched one is left out and so are units without anything else.
    /// All are of one kind, and whoever is in none is free.
    pub fn new(groups: impl IntoIterator<Item = Vec<usize>>, task: &Task<'_>) -> Self {
        let without_watched = |mut group: Vec<usize>| {
            group.retain(|member| task.members().binary_search(member).is_ok());
            group.sort_unstable();
            group
        };
        let members: Vec<Vec<usize>> =
            groups.into_iter().map(without_watched).filter(|group| !group.is_empty()).collect();
        let is_free = |member: &usize| !members.iter().flatten().any(|known| known == member);
        let free = task.members().iter().copied().filter(is_free).collect();
        Self { kinds: vec![0; members.len()], members, free }
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The components of both parts of a decomposition, given the units of each.
    pub fn parts(&self, task: &Task<'_>, left: &[usize], right: &[usize]) -> [Vec<usize>; 2] {
        let members = |units: &[usize]| -> Vec<usize> {
            units.iter().flat_map(|&unit| self.members[unit].iter().copied()).collect()
        };
        let mut parts = [members(left), members(right)];
        let known = task.alphabet(&parts[0]);
        for &free in &self.free {
            let is_used = task.lts(free).alphabet().iter().any(|action| known.binary_search(action).is_ok());
            parts[usize::from(!is_used)].push(free);
        }
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts
    }
}
