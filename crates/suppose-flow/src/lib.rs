//! Data-flow verification of tasking programs.

pub mod automata;
mod bits;
pub mod cfg;
mod constraint;
pub mod mhp;
mod model;
mod node_set;
pub mod propagate;
pub mod tfg;
mod tuples;
pub mod verify;
pub use constraint::Constraint;
pub use model::Model;
pub mod choose;
pub mod feasible;
pub mod split;
