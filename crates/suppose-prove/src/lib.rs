//! Proofs by parts.
//!
//! A [`Task`] is a question about a system. Methods answer it without building the whole.

pub mod certificate;
mod codes;
pub mod decomposition;
pub mod direct;
pub mod learn;
pub mod method;
pub mod methods;
pub mod minimise;
pub mod order;
pub mod outcome;
pub mod part;
pub mod premise;
pub mod race;
mod refine;
pub mod rule;
pub mod run;
pub mod separate;
pub mod separated;
pub mod shrink;
pub mod sides;
pub mod steps;
mod task;
#[cfg(test)]
mod test_support;
pub mod verifier;
pub mod weakest;

pub use codes::CODES;
pub use refine::{none_fails, refine};
pub use task::Task;
