//! Elaboration of Ada tasking programs.

mod codes;
mod interpreter;
mod mutants;
mod rules;
mod runs;
