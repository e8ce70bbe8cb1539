//! Proofs by parts.
//!
//! A [`Task`] is a question about a system. Methods answer it without building the whole.

pub mod minimise;
pub mod order;
pub mod outcome;
pub mod part;
pub mod premise;
pub mod rule;
pub mod run;
pub mod shrink;
mod task;
#[cfg(test)]
mod test_support;
pub mod weakest;

pub use task::Task;
