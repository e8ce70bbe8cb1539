//! Studies: which method pays, on which systems, at which sizes, with which decompositions.

pub mod analysis;
mod numbers;
mod record;

pub use record::{Outcome, Record, Role, Subject, Verifier};
