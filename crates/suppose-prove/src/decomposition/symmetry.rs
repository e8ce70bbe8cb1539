//! Permutations of units that change nothing but names.
//!
//! A symmetry of a question is a permutation of the units together with one of the actions that takes every
//! component to one with the same behaviour and leaves the watched component what it is. Under a symmetry
//! each decomposition has an image, and proofs along both are the same but for names. Components are compared
//! after strong minimisation, so that equal behaviour means equal graphs.
//!
//! # Algorithm
//! All components are one coloured graph whose vertices are units, components, states and actions, so that
//! symmetries are its automorphisms. They are found as in programs for graph isomorphism (`nauty`, by B. `McKay`):
//! colours are refined until equal colours mean equal neighbourhoods; then one vertex gets a colour of its own
//! in two copies of the graph, its image in the second one, and so on until every vertex has its own colour
//! and the two copies can be read as a map. One search is made for each pair of units k < j: for a symmetry
//! that leaves units before k where they are and takes k to j. All that are found generate the group.
//!
//! # Invariant
//! Colours are hashes, and a search may give up, so this only guesses: *no map is believed before every
//! transition was looked up under it*. What is missed makes more decompositions differ, which is safe.
//!
//! # Complexity
//! A refinement takes as many rounds as the graph is deep, each linear in the transitions; there are at most
//! n² searches. All together stop at a fixed amount of work.
//!
//! # Tests
//! Against brute force over all permutations of components and all bijections of actions on small random
//! systems (`tests`), and on rings, stars and cliques whose groups are known.

mod graph;
#[cfg(test)]
mod tests;

use suppose_base::{Budget, StopReason};

use super::Units;
use crate::Task;
use graph::Graph;

/// So many transitions may be looked at in all searches together.
const WORK: u64 = 1 << 27;

/// Symmetries of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// Permutations that generate all that are known: unit i goes to place `generator[i]`.
    pub generators: Vec<Vec<usize>>,
    /// Whether no search was given up.
    pub is_complete: bool,
}

/// The symmetries of a question about a system of units.
///
/// # Errors
/// When the budget is spent.
pub fn symmetries(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Symmetries, StopReason> {
    if task.system().priority.is_some() {
        // Which actions have priority is not part of the graph.
        return Ok(Symmetries::default());
    }
    let graph = Graph::new(task, units, budget)?;
    let mut work = WORK;
    let mut found = Symmetries { generators: Vec::new(), is_complete: true };
    for first in 0..units.len() {
        for second in first + 1..units.len() {
            if found.takes(first, second) {
                continue;
            }
            match graph.map(first, second, &mut work, budget)? {
                graph::Search::Found(map) => found.generators.push(map),
                graph::Search::None => {}
                graph::Search::GivenUp => found.is_complete = false,
            }
        }
    }
    Ok(found)
}

impl Symmetries {
    /// Whether those that leave every unit before the first one where it is take the first to the second.
    fn takes(&self, first: usize, second: usize) -> bool {
        let fixing: Vec<&Vec<usize>> =
            self.generators.iter().filter(|map| (0..first).all(|unit| map[unit] == unit)).collect();
        let mut orbit = vec![first];
        let mut next = 0;
        while let Some(&here) = orbit.get(next) {
            next += 1;
            for map in &fixing {
                if !orbit.contains(&map[here]) {
                    orbit.push(map[here]);
                }
            }
        }
        orbit.contains(&second)
    }
}
