//! Normal forms that keep deadlocks: traces and stable failures (Roscoe, *The Theory and Practice of
//! Concurrency*, 1997, §8.4; Valmari's weakest congruence that tells deadlock, 1995).
//!
//! A state is stable if it has no silent step. What matters for deadlock is which actions a part accepts when
//! it is stable after a trace: a composition is stuck only if all its parts are stable and accept nothing in
//! common. So the part is determinised, and each set of states keeps the *smallest acceptance sets* of its
//! stable members; larger ones follow. As an LTS: a node for each set, with its actions; from a node a silent
//! step to one stable state for each smallest acceptance set, which has just these actions. A node without
//! stable members goes round silently: it is never stuck. Equal nodes are then merged.
//!
//! The result is much smaller than by branching bisimilarity, since it does not matter when a hidden choice
//! is made; but determinising can be exponential, so there is a limit. Traces and stable failures are
//! preserved by composition and hiding, so the form may be used in place of the part. Tested with all of
//! [`minimise`](super) against the flat search.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder, reduce};

/// Work for a node.
const NODE: u64 = 1_000;

/// The normal form of an LTS over local actions; none if it would have more nodes than the budget allows
/// states.
///
/// # Errors
/// When the budget is spent.
pub(super) fn normal_form(lts: &Lts, budget: &Budget) -> Result<Option<Lts>, StopReason> {
    debug_assert!(!lts.has_error());
    let limit = budget.max_states().unwrap_or(u64::MAX);
    let mut nodes = Nodes::new(lts);
    let first = nodes.add(vec![lts.initial()]);
    debug_assert_eq!(first, 0);
    // For each node its successors by action and its smallest acceptance sets.
    let mut rows: Vec<Vec<(ActionId, u32)>> = Vec::new();
    let mut accepted: Vec<Vec<Vec<ActionId>>> = Vec::new();
    budget.poll(Poll::Determinise)?;
    let mut toll = budget.toll(Poll::Determinise);
    let mut next = 0;
    while next < nodes.sets.len() {
        toll.add(NODE)?;
        if nodes.sets.len() as u64 > limit {
            return Ok(None);
        }
        let set = nodes.sets[next].clone();
        next += 1;
        let mut steps: Vec<(ActionId, StateId)> = Vec::new();
        let mut sets: Vec<Vec<ActionId>> = Vec::new();
        for &state in &set {
            let transitions = lts.transitions(state);
            steps.extend(transitions.iter().filter(|t| !t.action.is_tau()).map(|t| (t.action, t.target)));
            if transitions.iter().all(|t| !t.action.is_tau()) {
                let mut actions: Vec<ActionId> = transitions.iter().map(|t| t.action).collect();
                actions.dedup();
                sets.push(actions);
            }
        }
        steps.sort_unstable();
        steps.dedup();
        let mut row = Vec::new();
        for group in steps.chunk_by(|a, b| a.0 == b.0) {
            let target = nodes.add(group.iter().map(|&(_, target)| target).collect());
            row.push((group[0].0, target));
        }
        rows.push(row);
        accepted.push(smallest(sets));
    }
    toll.settle()?;
    Ok(Some(reduce::strong(&as_lts(lts, &rows, &accepted), budget)?.lts))
}

/// The sets of which none other is a part.
fn smallest(mut sets: Vec<Vec<ActionId>>) -> Vec<Vec<ActionId>> {
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    sets.dedup();
    let mut kept: Vec<Vec<ActionId>> = Vec::new();
    for set in sets {
        let inside = |small: &Vec<ActionId>| small.iter().all(|action| set.binary_search(action).is_ok());
        if !kept.iter().any(inside) {
            kept.push(set);
        }
    }
    kept
}

fn as_lts(lts: &Lts, rows: &[Vec<(ActionId, u32)>], accepted: &[Vec<Vec<ActionId>>]) -> Lts {
    let mut builder = RowBuilder::new();
    builder.extend_alphabet(lts.alphabet().iter().copied());
    let mut stable = rows.len() as u32;
    for (node, (row, sets)) in rows.iter().zip(accepted).enumerate() {
        for &(action, target) in row {
            builder.add(action, StateId::from_raw(target));
        }
        for _ in sets {
            builder.add(ActionId::TAU, StateId::from_raw(stable));
            stable += 1;
        }
        if sets.is_empty() {
            builder.add(ActionId::TAU, StateId::from_raw(node as u32));
        }
        builder.end_row();
    }
    for (row, sets) in rows.iter().zip(accepted) {
        for set in sets {
            for &(action, target) in row.iter().filter(|(action, _)| set.binary_search(action).is_ok()) {
                builder.add(action, StateId::from_raw(target));
            }
            builder.end_row();
        }
    }
    builder.finish(StateId::from_raw(0), None).expect("targets are rows")
}

/// Sets of states, closed under silent steps, each once.
struct Nodes<'l> {
    lts: &'l Lts,
    sets: Vec<Vec<StateId>>,
    known: HashTable<u32>,
    seen: Vec<bool>,
}

impl<'l> Nodes<'l> {
    fn new(lts: &'l Lts) -> Self {
        Self { lts, sets: Vec::new(), known: HashTable::new(), seen: vec![false; lts.num_states()] }
    }

    /// The node of some states and what they reach silently.
    fn add(&mut self, mut set: Vec<StateId>) -> u32 {
        for state in &set {
            self.seen[state.index()] = true;
        }
        let mut next = 0;
        while next < set.len() {
            for t in self.lts.transitions(set[next]).iter().filter(|t| t.action.is_tau()) {
                if !std::mem::replace(&mut self.seen[t.target.index()], true) {
                    set.push(t.target);
                }
            }
            next += 1;
        }
        for state in &set {
            self.seen[state.index()] = false;
        }
        set.sort_unstable();
        set.dedup();
        let sets = &self.sets;
        let hash = FxBuildHasher.hash_one(&set);
        let same = |&at: &u32| sets[at as usize] == set;
        match self.known.entry(hash, same, |&at| FxBuildHasher.hash_one(&sets[at as usize])) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let at = sets.len() as u32;
                place.insert(at);
                self.sets.push(set);
                at
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use suppose_lts::LtsBuilder;

    fn lts(states: usize, edges: &[(usize, u32, usize)]) -> Lts {
        let mut builder = LtsBuilder::new(states);
        for &(from, action, to) in edges {
            let state = |at: usize| StateId::from_raw(at as u32);
            builder.add(state(from), ActionId::from_raw(action), state(to));
        }
        builder.finish().expect("states exist")
    }

    #[test]
    fn when_a_hidden_choice_is_made_does_not_matter() {
        let budget = Budget::unlimited().with_max_states(100);
        let form = |lts: &Lts| normal_form(lts, &budget).expect("no limit").expect("small");
        // a.(τ.b + τ.c) against τ.a.b + τ.a.c: after a, one of b and c is refused.
        let late = lts(6, &[(0, 1, 1), (1, 0, 2), (1, 0, 3), (2, 2, 4), (3, 3, 5)]);
        let early = lts(7, &[(0, 0, 1), (0, 0, 2), (1, 1, 3), (2, 1, 4), (3, 2, 5), (4, 3, 6)]);
        assert_eq!(form(&late), form(&early));
        // a.(b + c) refuses neither.
        let open = lts(4, &[(0, 1, 1), (1, 2, 2), (1, 3, 3)]);
        assert_ne!(form(&late), form(&open));
    }

    #[test]
    fn what_goes_on_silently_is_not_stuck() {
        let budget = Budget::unlimited().with_max_states(100);
        let form = |lts: &Lts| normal_form(lts, &budget).expect("no limit").expect("small");
        let busy = form(&lts(2, &[(0, 1, 1), (1, 0, 1)]));
        assert_eq!(busy.deadlocks().count(), 0);
        let stuck = form(&lts(2, &[(0, 1, 1)]));
        assert_eq!(stuck.deadlocks().count(), 1);
        // Silently busy or stuck: it can be stuck.
        let either = form(&lts(2, &[(0, 0, 0), (0, 0, 1)]));
        assert_eq!(either.deadlocks().count(), 1);
    }

    #[test]
    fn there_is_a_limit() {
        let edges: Vec<(usize, u32, usize)> = (0..9).map(|i| (i, 1, i + 1)).collect();
        let few = Budget::unlimited().with_max_states(5);
        assert!(normal_form(&lts(10, &edges), &few).expect("no other limit").is_none());
    }
}
