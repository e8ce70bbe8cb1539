//! Whether variables that were split off a task can be part of its rendezvous.
//!
//! # Contract
//! A rendezvous is one action for the task and for each variable that it touches, so what it does with a
//! variable may depend on nothing but the name of the action: wherever the task can take the action, each way
//! in which it may touch variables goes with each state that may follow, and each value found in one variable
//! with each in another; and it is the same wherever the task can take it. Then the composition of task and
//! variables has exactly the rendezvous that the task with all its values has, and none of them waits for a step
//! of the task alone. [`unclear`] gives variables for which that is not so; without them there may be more, so
//! it is asked again.
//!
//! A table of what is registered is clear: `Look (Piece, There)` says which element is read and what was found.
//! So is a counter: whatever it was, it is one more afterwards. A buffer is not: where `Put` leaves the value
//! depends on how many there are.
//!
//! # Complexity
//! Linear in the graphs but for sorting.
//!
//! # Tests
//! `lower/tests` by hand; `tests/all/random` compares all that is split with an interpreter.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{Follow, Graph, Meeting, Step, Touch, Unfolding};
use crate::program::VarId;

/// One way in which a rendezvous touches variables.
type Way<'g> = &'g [Touch];

/// Variables that cannot be part of the rendezvous that touch them, sorted; none if all can.
pub(super) fn unclear(unfolding: &Unfolding) -> Vec<VarId> {
    let mut known: FxHashMap<&Meeting, Vec<Way<'_>>> = FxHashMap::default();
    let mut unclear = Vec::new();
    for graph in unfolding.tasks.iter().filter(|graph| graph.nodes.iter().any(|n| !n.touches.is_empty())) {
        let mut seen: FxHashSet<&Follow> = FxHashSet::default();
        for follow in graph.nodes.iter().map(|node| &node.follow).chain([&graph.start]) {
            if !seen.insert(follow) {
                continue;
            }
            for (meeting, mut taken) in rendezvous(graph, follow) {
                taken.sort_unstable_by_key(|&(way, follow)| (way, &follow.nodes, follow.end));
                taken.dedup();
                let mut ways: Vec<Way<'_>> = taken.iter().map(|&(way, _)| way).collect();
                ways.dedup();
                let targets: FxHashSet<&Follow> = taken.iter().map(|&(_, follow)| follow).collect();
                let before = known.entry(meeting).or_insert_with(|| ways.clone());
                if *before != ways {
                    unclear.extend(different(before, &ways));
                } else if taken.len() != ways.len() * targets.len() || !is_product(&ways) {
                    unclear.extend(those_found(ways.concat().iter()));
                }
            }
        }
    }
    unclear.sort_unstable();
    unclear.dedup();
    unclear
}

/// The rendezvous that a task accepts in one of its states as one step, with how they touch variables and what
/// follows.
fn rendezvous<'g>(graph: &'g Graph, follow: &Follow) -> BTreeMap<&'g Meeting, Vec<(Way<'g>, &'g Follow)>> {
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &node in &follow.nodes {
        let node = &graph.nodes[node as usize];
        if let Step::Accept(meeting, None) = &node.step {
            found.entry(meeting).or_default().push((&*node.touches, &node.follow));
        }
    }
    found
}

/// The variables that are touched in one of two places and not so in the other.
fn different(one: &[Way<'_>], other: &[Way<'_>]) -> Vec<VarId> {
    let [here, there] = [one, other].map(|ways| ways.concat().into_iter().collect::<FxHashSet<Touch>>());
    let differing = those_found(here.symmetric_difference(&there));
    // The same touches of single variables, but not together.
    if differing.is_empty() { those_found(here.iter()) } else { differing }
}

/// The variables whose values are found, or if none is, all.
fn those_found<'t>(touches: impl Iterator<Item = &'t Touch>) -> Vec<VarId> {
    let (found, left): (Vec<&Touch>, Vec<&Touch>) = touches.partition(|touch| touch.found.is_some());
    let counted = if found.is_empty() { left } else { found };
    counted.into_iter().map(|touch| touch.variable).collect()
}

/// Whether all ways touch the same variables, and what is done with one does not depend on another.
fn is_product(ways: &[Way<'_>]) -> bool {
    let Some(first) = ways.first() else { return true };
    let alike = |way: &Way<'_>| {
        way.len() == first.len() && way.iter().zip(*first).all(|(one, other)| one.variable == other.variable)
    };
    let ways_of = |place: usize| ways.iter().map(|way| way[place]).collect::<FxHashSet<Touch>>().len();
    ways.iter().all(alike) && (0..first.len()).map(ways_of).product::<usize>() == ways.len()
}
