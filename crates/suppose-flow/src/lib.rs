//! Data-flow verification of tasking programs.

pub mod automata;
mod bits;
pub mod cfg;
pub mod mhp;
pub mod propagate;
pub mod tfg;
mod tuples;
