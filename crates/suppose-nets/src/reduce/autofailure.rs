//! The autofailure reduction: a failure that the component can bring about alone is blamed on the last input
//! before it (Yao 2012, section 3.1, algorithm 2; the idea is Dill's *autofailure manifestation*, thesis,
//! Carnegie Mellon 1988).
//!
//! A state from which outputs and internal actions lead to π becomes π. If the initial state is one of them,
//! the component fails whatever its environment does. Afterwards every transition to π is on an input.
//!
//! # What is kept
//! Lemma 3.1.1 says that the result is equivalent to the original. It is not: `input → output → π` becomes
//! `input → π`, and the trace *input* was no failure trace. With *I* and *O* the inputs and outputs, and `T`
//! and `F` the traces and failure traces of the original, with all continuations of failure traces, those of
//! the result are exactly
//! * failure traces: all `w v` such that `w u` is in `F` for some `u` in *O*\*;
//! * traces: those and `T`.
//!
//! So nothing is lost, and what is gained cannot matter to an environment that is *receptive*, that is, can
//! do every output of the component in each of its states: **for every receptive environment the composition
//! with the result can fail if and only if the composition with the original can.** (If the result fails
//! after `w`, the original can go on with `u`, which nothing refuses, and fail; or the environment fails on
//! the way.) With an environment that refuses an output the result may fail where the original does not,
//! never the other way round.
//!
//! # Algorithm and differences
//! The walk of [`failing`](super::failing) over outputs and internal actions. The printed loop keeps a single
//! "current" state, so it follows one path back; the text means all paths. Linear.
//!
//! # Tests
//! `tests/all/reduce/autofailure.rs`: the two equations above by subset construction and the statement in
//! bold with all small receptive environments, on all small graphs; figure 3.2.

use suppose_base::{Budget, StopReason};

use super::Reduced;
use super::failing::spread;
use crate::graph::StateGraph;

/// Makes π of every state from which the component can fail without another input.
///
/// # Errors
/// When the budget is spent.
pub fn autofailure(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    spread(graph, |action| !graph.is_input(action), budget)
}
