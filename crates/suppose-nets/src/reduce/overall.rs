//! The region-based reduction and the three cases, one after the other until nothing changes (Yao 2012, section 3.3.2, algorithm 8).
//!
//! # Contract
//! The result is equivalent to the original, has no more states and transitions, and none of the four reductions makes it smaller.
//!
//! # The text and the difference
//! The printed loop starts each round again from the same graph: the result of a round is only taken over when it is as large as what the round began with. So it either stops
//! after the first round, or does the same round for ever. Here each round starts where the one before ended.
//!
//! # Complexity
//! Each round that changes something removes a transition. A round is about linear, and long chains are done in one; few rounds are usual, but no better bound than the
//! number of transitions is known.
//!
//! # Tests
//! `tests/reduce`: all small graphs, random ones, large ones; that a second application changes nothing.

use suppose_base::{Budget, StopReason};

use super::failing::settle;
use super::{Reduced, case_one, case_three, case_two, region};
use crate::graph::StateGraph;

/// Applies region, case 1, case 2 and case 3 until nothing changes.
///
/// # Errors
/// When the budget is spent.
pub fn overall(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let mut result = settle(graph, budget)?;
    loop {
        let before = result.graph.lts.num_transitions();
        for step in [region, case_one, case_two, case_three] {
            result = result.then(|graph| step(graph, budget))?;
        }
        if result.graph.lts.num_transitions() == before {
            return Ok(result);
        }
    }
}
