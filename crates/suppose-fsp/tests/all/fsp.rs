//! Tests of the FSP front end, in one program.

mod bad_input;
mod codes;
mod corpus;
mod exported;
mod large;
mod mistakes;
mod mutants;
mod naive;
mod origins;
mod quirks;
mod round_trip;
mod support;
mod unknown;
