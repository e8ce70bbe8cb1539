//! Studies: which method pays, on which systems, at which sizes, with which decompositions.

pub mod analysis;
mod numbers;
pub mod page;
mod record;

pub use record::{Outcome, Record, Role, Subject, Verifier};
