//! Tests of the front end of synchronous reactive systems, in one program.

mod assumptions;
mod bad_input;
mod codes;
mod formatting;
mod large;
mod models;
mod mutants;
mod round_trip;
mod support;
