//! Permutations of units that change nothing but names.
//!
//! A symmetry of a question is a permutation of the units together with one of the actions that takes every
//! component to one with the same behaviour and leaves the watched component what it is. Under a symmetry
//! each decomposition has an image, and proofs along both are the same but for names. Components are compared
//! after strong minimisation, so that equal behaviour means equal graphs.
//!
//! # Algorithm
//! All components are one coloured graph whose vertices are units, components, states and actions, so that
//! symmetries are its automorphisms (see `automorphism`). One search is made for each pair of units k < j: for
//! a symmetry that leaves units before k where they are and takes k to j. All that are found generate the
//! group. What a search misses makes more decompositions differ, which is safe.
//!
//! # Complexity
//! There are at most n² searches. All together stop at a fixed amount of work.
//!
//! # Tests
//! Against brute force over all permutations of components and all bijections of actions on small random
//! systems (`tests`), and on rings, stars and cliques whose groups are known.

#[cfg(test)]
mod tests;

use suppose_base::{Budget, StopReason};
use suppose_lts::Lts;
use suppose_lts::reduce::strong;

use super::Units;
use crate::Task;
use crate::automorphism::{Graph, Kind, Search};

/// So many transitions may be looked at in all searches together.
const WORK: u64 = 1 << 27;
/// So many vertices are tried in a search.
const TRIES: u32 = 256;

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
    let (graph, vertices) = graph(task, units, budget)?;
    let mut work = WORK;
    let mut found = Symmetries { generators: Vec::new(), is_complete: true };
    for first in 0..units.len() {
        for second in first + 1..units.len() {
            if found.takes(first, second) {
                continue;
            }
            let mut pairs: Vec<(u32, u32)> = vertices[..first].iter().map(|&unit| (unit, unit)).collect();
            pairs.push((vertices[first], vertices[second]));
            match graph.map(pairs, TRIES, &mut work, budget)? {
                Search::Found(map) => {
                    let image = |unit: &u32| vertices.binary_search(&map[*unit as usize]);
                    let to = vertices.iter().map(|unit| image(unit).expect("a unit goes to a unit"));
                    found.generators.push(to.collect());
                }
                Search::None => {}
                Search::GivenUp => found.is_complete = false,
            }
        }
    }
    Ok(found)
}

/// The graph of a question, and the vertices of its units in order.
fn graph(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<(Graph, Vec<u32>), StopReason> {
    let mut graph = Graph::new(task.alphabet(&task.searched()));
    let vertices: Vec<u32> = units.kinds.iter().map(|&kind| graph.add(Kind::Unit(kind))).collect();
    let mut add = |kind: Kind, member: usize| {
        // Where a run ends well is of no interest to safety.
        let lts = Lts::clone(&task.system().components[member].lts).without_end();
        Ok(graph.add_lts(kind, &strong(&lts, budget)?.lts, None))
    };
    let mut owned = Vec::new();
    for (&unit, members) in vertices.iter().zip(&units.members) {
        for &member in members {
            owned.push((unit, add(Kind::Component, member)?));
        }
    }
    for &member in &units.free {
        add(Kind::Component, member)?;
    }
    add(Kind::Watched, task.watched())?;
    for (unit, component) in owned {
        graph.own(unit, component);
    }
    Ok((graph.finish(), vertices))
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
