//! Tests of PNML, through the public interface only.

mod additions;
mod corpus;
mod mutants;
mod reading;
mod support;
