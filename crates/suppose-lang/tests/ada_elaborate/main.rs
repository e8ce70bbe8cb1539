//! Elaboration of Ada tasking programs.

mod codes;
mod interpreter;
mod rules;
mod runs;
