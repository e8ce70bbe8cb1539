//! Decompositions of a system: which there are, which of them are the same, and which is likely to be cheap.
//!
//! A decomposition puts every *unit* into one of the parts of a proof. A unit is a component, or several that
//! stay together because they are one thing in the source. With n units there are 2ⁿ − 2 ways to cut a system
//! into two parts, M1 and M2, both of them with something in it.
//!
//! * `symmetry`: permutations of units that change nothing but names;
//! * `two_way`: all decompositions into two parts, up to symmetry;
//! * `chain`: more than two parts;
//! * `candidates`: how promising they look from the outside, `probe`: what their sides say about their cost, and
//!   `predict`: which of them to take.

mod candidates;
mod chain;
mod predict;
mod probe;
mod symmetry;
mod two_way;

pub use candidates::Candidate;
pub use chain::{Chain, chain};
pub(crate) use predict::choose;
pub use predict::{Prediction, Ranking, predict, rank};
pub use probe::{Probe, Side};
pub use symmetry::{Symmetries, symmetries};
pub use two_way::{MOST_UNITS, TwoWay, two_way};

use suppose_base::ActionId;

use crate::Task;

/// What stays together when a system is taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// For each unit its components, sorted. The watched component is in none.
    pub members: Vec<Vec<usize>>,
    /// For each unit its kind: only units of one kind are ever called equal.
    pub kinds: Vec<u32>,
    /// Components in no unit, which go with whoever uses them.
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

    /// The components of some units.
    fn components(&self, units: &[usize]) -> Vec<usize> {
        units.iter().flat_map(|&unit| self.members[unit].iter().copied()).collect()
    }

    /// The components of the parts of a decomposition, each sorted, given the units of each. What is free goes
    /// to the first part that shares an action with it, or else to the last.
    pub fn parts(&self, task: &Task<'_>, groups: &[impl AsRef<[usize]>]) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = groups.iter().map(|units| self.components(units.as_ref())).collect();
        let known: Vec<Vec<ActionId>> = parts.iter().map(|part| task.alphabet(part)).collect();
        for &free in &self.free {
            let is_used = |known: &Vec<ActionId>| {
                task.lts(free).alphabet().iter().any(|action| known.binary_search(action).is_ok())
            };
            let place = known.iter().position(is_used).unwrap_or(parts.len().saturating_sub(1));
            if let Some(part) = parts.get_mut(place) {
                part.push(free);
            }
        }
        for part in &mut parts {
            part.sort_unstable();
        }
        parts
    }
}
