//! The region-based reduction: where an internal step can be taken first without giving anything up, it is
//! taken first (Yao 2012, section 3.3, algorithms 6 and 7).
//!
//! For one internal action ζ a set of *concurrent* ζ transitions is found (definition 3.3.1, in
//! [`mod@concurrent`]): from `s -ζ-> s'` in the set, whatever `s` can do, `s'` can still do. Then `s` needs
//! nothing but its ζ transition: the others go, and with them what only they reached. This is the priority
//! for confluent τ steps of Groote and van de Pol (State space reduction using partial τ-confluence, MFCS
//! 2000), for one action at a time.
//!
//! # Contract
//! The result is equivalent to the original and has no more states and transitions. One pass over the
//! internal actions, each on what the one before left; a further pass may find more, see
//! [`overall`](super::overall()).
//!
//! # Why it is sound
//! Let `s -ζ-> s'` be concurrent. By the definition `s'` simulates `s`: a path of length k from `s` has a
//! path of length at most k from `s'` with the same trace, or one that fails earlier. Let each state `s` that
//! loses transitions keep one concurrent transition, its *witness*, such that witnesses form no cycle, and
//! take a path of the original. At a state that lost nothing it can be followed. At another the witness leads
//! to a state with a path that is no longer; and witnesses end. So in the smaller graph there is a path with
//! the same trace, by induction on length and then on the number of witnesses ahead.
//!
//! # The text and the difference
//! * *Nothing may rely on itself.* Definition 3.3.1 lets every transition of a cycle of ζ, and every loop
//!   `s -ζ-> s`, be concurrent. Removing the rest at each of them, as lemma 3.3.1 does, leaves a graph that
//!   only does ζ: `0 -ζ-> 0, 0 -a-> 1` loses `a`. This is the *ignoring problem* of partial-order methods.
//!   Here witnesses form a forest: they are chosen backwards from states without concurrent transitions, and
//!   in a cycle without exit the state with the least number keeps everything.
//! * *Algorithm 6 tests less than the definition.* Its two conditions for *essential* look at enabled actions
//!   and at π only; algorithm 7 then searches for concurrent successors of essential transitions. If
//!   `s -a-> t` and `s' -a-> t'` but there is no ζ from `t` to `t'`, nothing is found to be essential, and
//!   the behaviour of `t` is lost: `0 -ζ-> 1, 0 -a-> 2, 1 -a-> 3, 2 -b-> 3` loses `a b`. Here the definition
//!   decides.
//! * *Two ζ transitions of one state.* The definition excuses ζ itself, so with `t -ζ-> t'` and `t -ζ-> u`
//!   only `t'` need be matched and what `u` can do is lost, and lemma 3.3.1 removes the second ζ too. Here
//!   another ζ transition is matched like any other transition.
//! * *Several ζ.* Each must be done with before the next is looked at, as in algorithm 6. In
//!   `0 -x-> 1 -y-> 3, 0 -y-> 2 -x-> 3` all transitions are concurrent; removing for both at once would take
//!   everything from 0.
//! * Algorithm 6, line 7 removes `(s_i, a_i, s_{i+1})`; it means `(s_i, a_i, s_j)`. Algorithm 7 adds to the
//!   set that its loop runs over; it means a fixpoint.
//!
//! # Complexity
//! For each ζ, the rows of states with a ζ transition and of their targets; see [`mod@concurrent`].
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, figures 3.7 to 3.9, a counterexample for each point
//! above, a large grid.

mod concurrent;

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::failing::settle;
use super::rest::Rest;
use super::{Alphabet, Reduced, in_place, quotient};
use crate::graph::StateGraph;
use concurrent::concurrent;

/// Lets concurrent internal transitions go first, one internal action after the other.
///
/// # Errors
/// When the budget is spent.
pub fn region(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?.then(|graph| {
        let mut rest = Rest::new(&graph.lts);
        let mut priority = Priority { known: vec![ActionId::from_raw(u32::MAX); graph.lts.num_states()] };
        for (action, steps) in internal_steps(graph) {
            budget.poll(Poll::Reduce)?;
            let steps: Vec<Step> = steps.into_iter().filter(|step| rest.has(step.at)).collect();
            let kept = concurrent(graph, &rest, &steps, budget)?;
            for step in priority.witnesses(action, &kept) {
                rest.keep_only(step.source, step.at);
            }
        }
        Ok(quotient(graph, in_place(&graph.lts), Alphabet::Whole, |at, _| rest.has(at)))
    })
}

/// A transition on the internal action in question.
#[derive(Clone, Copy)]
struct Step {
    /// Its place in [`flat_transitions`](suppose_lts::Lts::flat_transitions).
    at: usize,
    source: StateId,
    target: StateId,
}

/// For each internal action its transitions, without loops: from a state to itself there is nothing to gain.
fn internal_steps(graph: &StateGraph) -> Vec<(ActionId, Vec<Step>)> {
    let mut all: Vec<(ActionId, Step)> = Vec::new();
    for (at, (source, t)) in graph.lts.all_transitions().enumerate() {
        if t.target != source && graph.is_internal(t.action) {
            all.push((t.action, Step { at, source, target: t.target }));
        }
    }
    // A stable sort: the steps of an action stay in the order of their places.
    all.sort_by_key(|&(action, _)| action);
    all.chunk_by(|(a, _), (b, _)| a == b)
        .map(|steps| (steps[0].0, steps.iter().map(|&(_, step)| step).collect()))
        .collect()
}

/// The choice of witnesses.
struct Priority {
    /// For each state the last action for which it was decided what the state keeps.
    known: Vec<ActionId>,
}

impl Priority {
    /// For each source of a concurrent step one such step, but for one state in each cycle of them without
    /// exit, so that they form no cycle.
    fn witnesses(&mut self, action: ActionId, steps: &[Step]) -> Vec<Step> {
        let mut entering: Vec<Step> = steps.to_vec();
        entering.sort_by_key(|step| step.target);
        let is_source = |s: StateId| steps.binary_search_by_key(&s, |step| step.source).is_ok();
        let mut witnesses = Vec::new();
        let mut pending = Vec::new();
        let ends = entering.iter().map(|step| step.target).filter(|&s| !is_source(s));
        // Sources that no end can be reached from are tried last, in order.
        for root in ends.chain(steps.iter().map(|step| step.source)) {
            if std::mem::replace(&mut self.known[root.index()], action) == action {
                continue;
            }
            pending.push(root);
            while let Some(state) = pending.pop() {
                let first = entering.partition_point(|step| step.target < state);
                for &step in entering[first..].iter().take_while(|step| step.target == state) {
                    if std::mem::replace(&mut self.known[step.source.index()], action) != action {
                        witnesses.push(step);
                        pending.push(step.source);
                    }
                }
            }
        }
        witnesses
    }
}
