//! Case 2: a state that can only pass on is left out (Yao 2012, section 3.3.1).
//!
//! If `s -x-> s'` with `x` internal is the only transition of `s`, whatever leads to `s` leads to `s'`
//! instead, and `s` goes. After that, shortcuts past an internal step that comes first go too, see
//! [`shortcut`](super::shortcut).
//!
//! # Contract
//! The result is equivalent to the original and has no more states and transitions. A state that is left out
//! goes to where it passed on to, which has the same traces.
//!
//! # The text and the difference
//! * If `s` is initial, `s'` becomes initial; the text would leave a graph without initial state.
//! * If `s' = s`, the text redirects what leads to `s` to `s` and then deletes all of it:
//!   `0 -a-> 1, 1 -x-> 1` loses `a`. Here such a state stays. A cycle of states that only pass on becomes one
//!   of them, the least, with a loop.
//! * A row of such states is left out in one pass.
//!
//! # Complexity
//! Linear for the first step.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, figure 3.12, the printed text on counterexamples, a
//! long chain.

use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::Transition;

use super::shortcut::internal_first;
use crate::graph::StateGraph;
use crate::reduce::failing::settle;
use crate::reduce::{Alphabet, Reduced, quotient};

/// Leaves out states that can only pass on silently.
///
/// # Errors
/// When the budget is spent.
pub fn case_two(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?
        .then(|graph| {
            budget.poll(Poll::Reduce)?;
            let place = destinations(graph);
            let offsets = graph.lts.offsets();
            let mut keep = vec![true; graph.lts.num_transitions()];
            for s in graph.lts.states().filter(|s| place[s.index()] != *s) {
                keep[offsets[s.index()] as usize] = false;
            }
            Ok(quotient(graph, place, Alphabet::Whole, |at, _| keep[at]))
        })?
        .then(|graph| internal_first(graph, budget))
}

/// For each state the first one on its way that does not only pass on; on a cycle the least state.
fn destinations(graph: &StateGraph) -> Vec<StateId> {
    let passes_to = |s: StateId| match graph.lts.transitions(s) {
        [Transition { action, target }] if *target != s && graph.is_internal(*action) => Some(*target),
        _ => None,
    };
    let mut place: Vec<Option<StateId>> = vec![None; graph.lts.num_states()];
    let mut on_way = vec![false; graph.lts.num_states()];
    for start in graph.lts.states() {
        let mut way = Vec::new();
        let mut here = start;
        let end = loop {
            if let Some(end) = place[here.index()] {
                break end;
            }
            if on_way[here.index()] {
                // Back on the way itself: its end is a cycle.
                let cycle = way.iter().rposition(|&s| s == here).unwrap_or(0);
                break way[cycle..].iter().copied().min().unwrap_or(here);
            }
            on_way[here.index()] = true;
            way.push(here);
            match passes_to(here) {
                Some(next) => here = next,
                None => break here,
            }
        };
        for s in way {
            place[s.index()] = Some(end);
        }
    }
    graph.lts.states().zip(place).map(|(s, place)| place.unwrap_or(s)).collect()
}
