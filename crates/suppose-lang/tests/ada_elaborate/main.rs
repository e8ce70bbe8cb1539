//! Elaboration of Ada tasking programs.

mod codes;
