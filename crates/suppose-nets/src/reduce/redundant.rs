//! Removal of what nondeterminism made redundant (Yao 2012, section 3.2.1, algorithm 5, `rmRed`).
//!
//! # What it does
//! * If an action of a state can lead to π, its other transitions with that action go: they are *failure
//!   equivalent* (definition 3.2.2).
//! * Two states with the same incoming transitions, the same sources by the same actions, are reached by the
//!   same traces. They become one state, which can do what either could (definition 3.2.1).
//!
//! Both are repeated until neither applies. The result is equivalent to the original.
//!
//! # The text and the difference
//! The definition asks that the state to be removed is not initial. That is not enough: the *other* one must
//! not be initial either. The initial state is also reached by the empty trace. In
//! `0 -a-> 0, 0 -a-> 1, 1 -b-> 2` the states 0 and 1 have the same incoming transitions, but merging them
//! makes `b` possible at once. Here the initial state is never merged. With that, loops and transitions
//! between the two states do no harm: if `R(s)` is the set of action sequences that lead to `s`, then `R(s)`
//! is the union of `R(p) a` over the incoming `(p, a)`, so equal incoming sets mean equal `R`, and by
//! induction on length the merged state is reached by exactly `R(s)`. The argument holds for all classes of
//! equal states merged at once and also with internal actions. Codes: the source and the action decide the
//! values of visible wires, so two such states have the same code; should they differ they are not merged.
//!
//! The printed algorithm runs once over all pairs, which is quadratic and misses pairs that become equal by a
//! later merge, and removes failure-equivalent transitions only at the beginning, though a merge can bring
//! new ones.
//!
//! Merging only what is equal by name is weaker than the coarsest backward bisimulation: two states that
//! differ only in loops on themselves stay apart.
//!
//! # Algorithm
//! For each state the sum of a hash over its incoming `(source, action)` is kept up to date while states are
//! merged, the smaller set of outgoing transitions into the larger. A state whose sum changed is looked up
//! among the others; equal sums are compared in full. Transitions are moved O(log n) times each, so a round
//! is O(m log n) expected. Unreachable sources count in definition 3.2.1, so the unreachable is dropped and,
//! if that changed something, a further round begins.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs and random ones for equivalence, and against a naive fixpoint for the
//! number of states; figures 3.5 and 3.6; a long ladder of pairs.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::failing::settle;
use super::{Alphabet, Reduced, quotient};
use crate::graph::StateGraph;

/// Removes failure-equivalent transitions and merges states with equal incoming transitions.
///
/// # Errors
/// When the budget is spent.
pub fn redundant(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let mut result = settle(graph, budget)?;
    loop {
        let before = (result.graph.lts.num_states(), result.graph.lts.num_transitions());
        result = result.then(|graph| round(graph, budget))?;
        if (result.graph.lts.num_states(), result.graph.lts.num_transitions()) == before {
            return Ok(result);
        }
    }
}

/// Merges until no more can be merged, then drops what is not reached.
fn round(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let mut merger = Merger::new(graph);
    merger.run(budget)?;
    let place: Vec<StateId> = graph.lts.states().map(|s| merger.find(s)).collect();
    let edges = &merger.edges;
    let put = |s: StateId| if s.is_error() { s } else { place[s.index()] };
    let kept: Vec<bool> = graph
        .lts
        .all_transitions()
        .map(|(source, t)| edges.contains(&(put(source), t.action, put(t.target))))
        .collect();
    Ok(quotient(graph, place, Alphabet::Whole, |at, _| kept[at]))
}

/// A graph while its states are merged.
///
/// Invariant: `edges` are the transitions between states that stand for themselves. `out` and `incoming` hold
/// them too, but perhaps also some that are gone and some that name a state by one that was merged into it.
struct Merger<'a> {
    graph: &'a StateGraph,
    /// For each state the state it was merged into, or itself.
    parent: Vec<StateId>,
    edges: FxHashSet<(StateId, ActionId, StateId)>,
    out: Vec<BTreeMap<ActionId, Vec<StateId>>>,
    /// How many targets `out` lists for each state.
    out_size: Vec<usize>,
    incoming: Vec<Vec<(StateId, ActionId)>>,
    /// For each state the sum of the hashes of its incoming transitions.
    sum: Vec<u64>,
    /// States whose incoming transitions are new or changed.
    pending: Vec<StateId>,
}

impl<'a> Merger<'a> {
    /// The graph without failure-equivalent transitions.
    fn new(graph: &'a StateGraph) -> Self {
        let lts = &graph.lts;
        let n = lts.num_states();
        let mut merger = Self {
            graph,
            parent: lts.states().collect(),
            edges: FxHashSet::default(),
            out: vec![BTreeMap::new(); n],
            out_size: vec![0; n],
            incoming: vec![Vec::new(); n],
            sum: vec![0; n],
            pending: Vec::new(),
        };
        for s in lts.states() {
            for same_action in lts.transitions(s).chunk_by(|t, u| t.action == u.action) {
                // π sorts last.
                let fails = same_action.last().is_some_and(|t| t.target.is_error());
                for t in &same_action[if fails { same_action.len() - 1 } else { 0 }..] {
                    merger.insert(s, t.action, t.target);
                }
            }
        }
        merger.pending = lts.states().collect();
        merger
    }

    /// The state that stands for a state.
    fn find(&mut self, mut state: StateId) -> StateId {
        while !state.is_error() && self.parent[state.index()] != state {
            let up = self.parent[state.index()];
            self.parent[state.index()] = self.parent[up.index()];
            state = up;
        }
        state
    }

    fn insert(&mut self, source: StateId, action: ActionId, target: StateId) {
        if !self.edges.insert((source, action, target)) {
            return;
        }
        self.out[source.index()].entry(action).or_default().push(target);
        self.out_size[source.index()] += 1;
        if !target.is_error() {
            self.incoming[target.index()].push((source, action));
            let sum = &mut self.sum[target.index()];
            *sum = sum.wrapping_add(hash(source, action));
            self.pending.push(target);
        }
    }

    /// Deletes a transition; false if there is none.
    fn remove(&mut self, source: StateId, action: ActionId, target: StateId) -> bool {
        if !self.edges.remove(&(source, action, target)) {
            return false;
        }
        if !target.is_error() {
            let sum = &mut self.sum[target.index()];
            *sum = sum.wrapping_sub(hash(source, action));
            self.pending.push(target);
        }
        true
    }

    /// Merges as long as two states have the same incoming transitions.
    fn run(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let mut alike: FxHashMap<(u64, u32), Vec<StateId>> = FxHashMap::default();
        let mut steps = 0u32;
        while let Some(state) = self.pending.pop() {
            steps += 1;
            if steps.is_multiple_of(1024) {
                budget.poll(Poll::Reduce)?;
            }
            if state == self.graph.lts.initial() || self.parent[state.index()] != state {
                continue;
            }
            let key = self.key(state);
            let mut others = alike.remove(&key).unwrap_or_default();
            others.retain(|&s| s != state && self.parent[s.index()] == s && self.key(s) == key);
            // Only when sums agree is it worth looking at the sets; they then nearly always agree too.
            let own = if others.is_empty() { Vec::new() } else { self.incoming_of(state) };
            if let Some(at) = others.iter().position(|&other| self.incoming_of(other) == own) {
                let other = others.swap_remove(at);
                // The smaller goes into the larger, so that a transition moves rarely.
                let state_is_larger = self.out_size[state.index()] > self.out_size[other.index()];
                let (gone, stays) = if state_is_larger { (other, state) } else { (state, other) };
                self.merge(gone, stays, &own);
                self.pending.push(stays);
            } else {
                others.push(state);
            }
            if !others.is_empty() {
                alike.insert(key, others);
            }
        }
        Ok(())
    }

    /// What states must have in common before their incoming transitions are compared.
    fn key(&self, state: StateId) -> (u64, u32) {
        // Without visible wires there are no codes.
        let code = self.graph.codes.of_state.get(state.index()).copied();
        (self.sum[state.index()], code.unwrap_or(0))
    }

    /// The incoming transitions of a state, sorted.
    fn incoming_of(&mut self, state: StateId) -> Vec<(StateId, ActionId)> {
        let mut list = std::mem::take(&mut self.incoming[state.index()]);
        for (source, _) in &mut list {
            *source = self.find(*source);
        }
        list.retain(|&(source, action)| self.edges.contains(&(source, action, state)));
        list.sort_unstable();
        list.dedup();
        self.incoming[state.index()].clone_from(&list);
        list
    }

    /// Merges one state into another with the same incoming transitions.
    fn merge(&mut self, gone: StateId, stays: StateId, incoming: &[(StateId, ActionId)]) {
        for &(source, action) in incoming {
            self.edges.remove(&(source, action, gone));
        }
        self.parent[gone.index()] = stays;
        for (action, targets) in std::mem::take(&mut self.out[gone.index()]) {
            let failed = self.edges.contains(&(stays, action, StateId::ERROR));
            if !failed && self.edges.contains(&(gone, action, StateId::ERROR)) {
                for target in self.out[stays.index()].remove(&action).unwrap_or_default() {
                    let target = self.find(target);
                    self.remove(stays, action, target);
                }
            }
            for target in targets {
                let target = self.find(target);
                if self.remove(gone, action, target) && !failed {
                    self.insert(stays, action, target);
                }
            }
        }
    }
}

/// `SplitMix64` of a source and an action.
fn hash(source: StateId, action: ActionId) -> u64 {
    let mut z = (u64::from(source.raw()) << 32 | u64::from(action.raw())).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
