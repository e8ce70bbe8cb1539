//! Learned proofs about tasking programs, premises decided by data flow.
//!
//! The elevator of Cobleigh's dissertation under every set of constraints, with the engine and with a loop of
//! its own; names that are easily mistaken; a variable that all parts share; random programs against the
//! verdict of their LTSs. `SUPPOSE_PROGRAMS` says how many of those are tried; a failure prints the seed and
//! the text.

#![expect(clippy::print_stdout, reason = "the tests say how much they compared")]

mod elevator;
mod names;
use crate::ada_programs as programs;
use crate::programs::property;
mod random;
mod shared;
