//! Netlists and gate libraries, through the public interface only.

mod arbiters;
mod buses;
mod cells;
mod codes;
use crate::common;
mod corpus;
mod environment;
mod expressions;
mod figure;
mod first_values;
mod large;
mod library;
mod mutants;
mod support;
mod verilog;
mod waits;
