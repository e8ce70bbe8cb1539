//! Case 3: a state that is entered by one internal transition only joins the state before it (Yao 2012,
//! section 3.3.1).
//!
//! If `s -x-> s'` with `x` internal is the only transition to `s'`, the transitions of `s'` go to `s`, and
//! `s'` goes. After that, shortcuts past an internal step that comes second go too, see
//! [`shortcut`](super::shortcut).
//!
//! # Contract
//! The result is equivalent to the original and has no more states and transitions. A state that is left out
//! goes to the one that took over its transitions and can do more than it could.
//!
//! # The text and the difference
//! * The initial state is entered without a transition too: in `0 -a-> 1 -x-> 0`, where 0 is initial and only
//!   1 leads to it, nothing would be left of 0. Here the initial state stays.
//! * If `s' = s`, the state would go and all that it can do with it; it can only be reached at all if it is
//!   initial.
//! * Only transitions that can be reached count.
//! * A tree of such states is taken over by its root in one pass.
//!
//! # Complexity
//! Linear for the first step.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, figure 3.13, the printed text on counterexamples, a
//! long chain.

use suppose_base::{Budget, Poll, StateId, StopReason};

use super::shortcut::internal_second;
use crate::graph::StateGraph;
use crate::reduce::failing::settle;
use crate::reduce::{Alphabet, Reduced, quotient};

/// Joins states that are entered by a single internal transition to the state before them.
///
/// # Errors
/// When the budget is spent.
pub fn case_three(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?
        .then(|graph| {
            budget.poll(Poll::Reduce)?;
            let lts = &graph.lts;
            let entry = single_entries(graph);
            let mut keep = vec![true; lts.num_transitions()];
            entry.iter().flatten().for_each(|&(at, _)| keep[at] = false);
            Ok(quotient(graph, roots(&entry), Alphabet::Whole, |at, _| keep[at]))
        })?
        .then(|graph| internal_second(graph, budget))
}

/// For each state that is entered by one internal transition only, the place and the source of that
/// transition. All states can be reached.
fn single_entries(graph: &StateGraph) -> Vec<Option<(usize, StateId)>> {
    let lts = &graph.lts;
    let mut entries = vec![0u32; lts.num_states()];
    if !lts.initial().is_error() {
        entries[lts.initial().index()] = 1;
    }
    let targets = || lts.all_transitions().enumerate().filter(|(_, (_, t))| !t.target.is_error());
    for (_, (_, t)) in targets() {
        entries[t.target.index()] += 1;
    }
    let mut entry = vec![None; lts.num_states()];
    for (at, (source, t)) in targets() {
        // A state that can be reached and is entered once is not entered from itself, nor on a cycle of such
        // states.
        if entries[t.target.index()] == 1 && t.target != lts.initial() && graph.is_internal(t.action) {
            entry[t.target.index()] = Some((at, source));
        }
    }
    entry
}

/// For each state the first one upwards without such an entry.
fn roots(entry: &[Option<(usize, StateId)>]) -> Vec<StateId> {
    let mut place: Vec<Option<StateId>> = vec![None; entry.len()];
    for start in 0..entry.len() {
        let mut way = Vec::new();
        let mut here = StateId::must(start);
        let root = loop {
            if let Some(root) = place[here.index()] {
                break root;
            }
            way.push(here);
            match entry[here.index()] {
                Some((_, up)) => here = up,
                None => break here,
            }
        };
        for s in way {
            place[s.index()] = Some(root);
        }
    }
    place.into_iter().enumerate().map(|(s, root)| root.unwrap_or(StateId::must(s))).collect()
}
