//! Elaboration of Ada tasking programs.

mod codes;
mod diagnostics;
mod hoisting;
mod interpreter;
mod limits;
mod mutants;
mod rendezvous;
mod rules;
mod runs;
