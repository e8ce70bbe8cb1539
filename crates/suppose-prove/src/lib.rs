//! Proofs by parts.
//!
//! A [`Task`] is a question about a system. Methods answer it without building the whole.

pub mod decomposition;
pub mod direct;
pub mod learn;
pub mod method;
pub mod minimise;
pub mod order;
pub mod outcome;
pub mod part;
pub mod premise;
mod refine;
pub mod rule;
pub mod run;
pub mod shrink;
pub mod sides;
mod task;
#[cfg(test)]
mod test_support;

pub use refine::refine;
pub use task::Task;
