//! Transitions that two others stand for: the second steps of cases 2 and 3 (Yao 2012, section 3.3.1).
//!
//! With `x` internal, `s -a-> t` is a *shortcut* if there is a way `s -x-> s' -a-> t` (case 2) or
//! `s -a-> t' -x-> t` (case 3). Then it goes.
//!
//! # The text and the difference
//! The text looks at transitions made in the first step of a case; here at all. It forgets that the way can
//! use the shortcut itself, if `a = x` and one of the two steps is a loop, and that on a cycle of internal
//! transitions two shortcuts can stand for each other: `0 -x-> 1 -x-> 0, 0 -a-> 2, 1 -a-> 2` would lose both
//! `a`. Here a transition of the way is never the shortcut, and both must still be there. Sources are looked
//! at from above and targets from below, so that a way is not removed before the shortcuts for which it
//! stands.
//!
//! # Complexity
//! For each internal transition its source's row (case 2), and for each transition the internal ones of its
//! target (case 3), each with a search in a sorted row.

use suppose_base::{Budget, Poll, StateId, StopReason};

use super::{downwards, ranks};
use crate::graph::StateGraph;
use crate::reduce::rest::Rest;
use crate::reduce::{Alphabet, Reduced, in_place, quotient};

/// Removes shortcuts past an internal step that comes first.
pub(super) fn internal_first(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let mut rest = Rest::new(&graph.lts);
    let mut covered = Vec::new();
    for (number, s) in downwards(graph, budget)?.into_iter().enumerate() {
        if number % 256 == 0 {
            budget.poll(Poll::Reduce)?;
        }
        let steps: Vec<_> = internal_from(graph, &rest, s).collect();
        for (first, middle) in steps {
            if rest.has(first) {
                let row = rest.row(s).filter(|&(at, _)| at != first);
                covered.extend(row.filter(|&(_, t)| rest.contains(middle, t.action, t.target)));
                covered.drain(..).for_each(|(at, _)| rest.remove(at));
            }
        }
    }
    Ok(quotient(graph, in_place(&graph.lts), Alphabet::Whole, |at, _| rest.has(at)))
}

/// Removes shortcuts past an internal step that comes second.
pub(super) fn internal_second(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let ranks = ranks(graph, budget)?;
    let mut rest = Rest::new(&graph.lts);
    let mut covered = Vec::new();
    for s in graph.lts.states() {
        if s.index() % 256 == 0 {
            budget.poll(Poll::Reduce)?;
        }
        let mut row: Vec<_> = rest.row(s).filter(|(_, t)| !t.target.is_error()).collect();
        row.sort_by_key(|(_, t)| ranks[t.target.index()]);
        for (first, t) in row {
            if rest.has(first) {
                for (second, end) in internal_from(graph, &rest, t.target) {
                    covered.extend(rest.find(s, t.action, end).filter(|&at| at != second));
                }
                covered.drain(..).for_each(|at| rest.remove(at));
            }
        }
    }
    Ok(quotient(graph, in_place(&graph.lts), Alphabet::Whole, |at, _| rest.has(at)))
}

/// The internal steps that a state has left, without loops: place and target.
fn internal_from(
    graph: &StateGraph,
    rest: &Rest<'_>,
    state: StateId,
) -> impl Iterator<Item = (usize, StateId)> {
    rest.row(state)
        .filter(move |(_, t)| t.target != state && graph.is_internal(t.action))
        .map(|(at, t)| (at, t.target))
}
