//! The region-based reduction and the three cases, one after the other until nothing changes (Yao 2012,
//! section 3.3.2, algorithm 8).
//!
//! # Contract
//! The result is equivalent to the original, has no more states and transitions, and none of the four
//! reductions makes it smaller.
//!
//! # The text and the difference
//! The printed loop starts each round again from the same graph: the result of a round is only taken over
//! when it is as large as what the round began with. So it either stops after the first round, or does the
//! same round for ever. Here each step starts where the one before ended, and four in a row without effect
//! are the last.
//!
//! # Complexity
//! A step that changes something removes a transition. A step is about linear, and long chains are done in
//! one; few rounds of four are usual (of 43 000 small graphs none needed more than six), but no better bound
//! than the number of transitions is known.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, large ones; that none of the four changes the result.

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
    let steps = [region, case_one, case_two, case_three];
    let mut in_vain = 0;
    for step in steps.into_iter().cycle() {
        let before = result.graph.lts.num_transitions();
        result = result.then(|graph| step(graph, budget))?;
        in_vain = if result.graph.lts.num_transitions() == before { in_vain + 1 } else { 0 };
        if in_vain == steps.len() {
            break;
        }
    }
    Ok(result)
}
