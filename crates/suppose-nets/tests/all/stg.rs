//! Tests of signal transition graphs, through the public interface only.

mod checks;
mod corpus;
mod initial;
mod messages;
mod mutants;
mod reading;
mod support;
mod twin;
