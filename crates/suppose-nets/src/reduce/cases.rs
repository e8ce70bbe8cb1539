//! The case-based simplifications: three small patterns around one internal transition (Yao 2012, section
//! 3.3.1).
//!
//! Each file has one case. They share the order in which states are looked at: the text describes one place
//! in a graph, and applying a pattern everywhere at once would let two places rely on each other. So
//! transitions are removed one after the other, each only if what makes it superfluous is still there.

mod one;
mod shortcut;
mod three;
mod two;

use suppose_base::{Budget, StateId, StopReason};
use suppose_lts::ops::strongly_connected;

pub use one::case_one;
pub use three::case_three;
pub use two::case_two;

use crate::graph::StateGraph;

/// For each state its place in an order in which internal transitions lead to lower places, but for cycles of
/// them, whose states share one.
fn ranks(graph: &StateGraph, budget: &Budget) -> Result<Vec<usize>, StopReason> {
    let parts = strongly_connected(&graph.lts, |_, t| graph.is_internal(t.action), budget)?;
    Ok(graph.lts.states().map(|s| parts.of(s)).collect())
}

/// The states, so that internal transitions lead to later ones, but for cycles of them.
fn downwards(graph: &StateGraph, budget: &Budget) -> Result<Vec<StateId>, StopReason> {
    let ranks = ranks(graph, budget)?;
    let mut states: Vec<StateId> = graph.lts.states().collect();
    states.sort_by_key(|s| std::cmp::Reverse(ranks[s.index()]));
    Ok(states)
}
