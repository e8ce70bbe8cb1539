//! Failures spread backwards: a state from which a path of selected actions leads to π becomes π.
//!
//! With internal actions selected the result is equivalent to the original: a trace that leads to such a
//! state is a failure trace already. Every reduction begins with this, so that none of them meets an internal
//! transition to π. With outputs selected too it is the autofailure reduction.
//!
//! A backward walk from π over the turned graph, each state once: linear in states and transitions. What can
//! no longer be reached is dropped.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::ops::Predecessors;

use super::{Alphabet, Reduced, in_place, quotient};
use crate::graph::StateGraph;

/// Makes π of every state with a path of selected actions to π.
pub(super) fn spread(
    graph: &StateGraph,
    selected: impl Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<Reduced, StopReason> {
    budget.poll(Poll::Reduce)?;
    let before = Predecessors::of(&graph.lts, selected);
    let mut place = in_place(&graph.lts);
    let mut pending = vec![StateId::ERROR];
    let mut steps = 0u32;
    while let Some(state) = pending.pop() {
        steps += 1;
        if steps.is_multiple_of(1024) {
            budget.poll(Poll::Reduce)?;
        }
        for &source in before.get(state) {
            if !std::mem::replace(&mut place[source.index()], StateId::ERROR).is_error() {
                pending.push(source);
            }
        }
    }
    Ok(quotient(graph, place, Alphabet::Whole, |_, _| true))
}

/// Makes π of every state that reaches π silently.
pub(super) fn settle(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    spread(graph, |action| graph.is_internal(action), budget)
}
