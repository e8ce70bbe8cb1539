//! Studies: which method pays, on which systems, at which sizes, with which decompositions.

mod record;

pub use record::{Outcome, Record, Role, Subject, Verifier};
