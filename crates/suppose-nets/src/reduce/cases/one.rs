//! Case 1: what may fail anyway need not be tried (Yao 2012, section 3.3.1).
//!
//! If `s -x-> s'` with `x` internal and `s' -a-> π`, then `a` after `s` is a failure trace, and every
//! transition `s -a-> t` goes, also one to π.
//!
//! # Contract
//! The result is equivalent to the original and has no more states and transitions.
//!
//! # The text and the difference
//! Two states on a cycle of internal transitions that both fail by `a` would each lose that transition
//! because of the other, and a state with an internal loop because of itself: `0 -x-> 0, 0 -a-> π` would no
//! longer fail. If `a` were `x` itself, `s -x-> s' -x-> π` would lose its first step. Here `s'` must be
//! another state, `a` is visible because internal transitions to π are gone before, and the failing
//! transition must still be there when the other is removed. States are looked at before those they silently
//! lead to, so that a chain of them needs one pass.
//!
//! # Complexity
//! For each internal transition the shorter of two rows, with a search in the other.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, figure 3.10, the printed text on counterexamples.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::downwards;
use crate::graph::StateGraph;
use crate::reduce::failing::settle;
use crate::reduce::rest::Rest;
use crate::reduce::{Alphabet, Reduced, in_place, quotient};

/// Removes the transitions of a state by actions that can fail after one internal step.
///
/// # Errors
/// When the budget is spent.
pub fn case_one(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?.then(|graph| {
        let lts = &graph.lts;
        let mut rest = Rest::new(lts);
        let mut failing: Vec<ActionId> = Vec::new();
        for (number, s) in downwards(graph, budget)?.into_iter().enumerate() {
            if number % 256 == 0 {
                budget.poll(Poll::Reduce)?;
            }
            failing.clear();
            for t in lts.transitions(s).iter().filter(|t| t.target != s && graph.is_internal(t.action)) {
                if lts.transitions(s).len() < lts.transitions(t.target).len() {
                    let own = rest.row(s).map(|(_, own)| own.action);
                    failing.extend(own.filter(|&a| rest.contains(t.target, a, StateId::ERROR)));
                } else {
                    let fails = rest.row(t.target).filter(|(_, next)| next.target.is_error());
                    failing.extend(fails.map(|(_, next)| next.action));
                }
            }
            failing.sort_unstable();
            let covered: Vec<usize> = rest
                .row(s)
                .filter(|(_, t)| failing.binary_search(&t.action).is_ok())
                .map(|(at, _)| at)
                .collect();
            for at in covered {
                rest.remove(at);
            }
        }
        Ok(quotient(graph, in_place(lts), Alphabet::Whole, |at, _| rest.has(at)))
    })
}
