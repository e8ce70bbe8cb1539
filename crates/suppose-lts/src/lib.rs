//! Labelled transition systems with an error state, and the algebra on them.
//!
//! The two values everything is made of are [`Lts`], one component as an immutable graph, and [`System`], a
//! list of components that synchronise on shared action names. Functions that turn one LTS into another
//! return a [`Mapped`] value, which says where each old state went, so that a witness found on the result can
//! be carried back.

pub mod check;
mod codes;
pub mod compare;
mod finish;
pub mod io;
mod lts;
mod mapped;
pub mod ops;
mod origins;
pub mod product;
pub mod reduce;
mod state_names;
mod system;
#[cfg(test)]
mod test_support;

pub use codes::CODES;
pub use finish::{Finish, Finished};
pub use lts::{BuildError, Lts, LtsBuilder, RowBuilder, Transition};
pub use mapped::{Mapped, StateMap};
pub use origins::Origins;
pub use state_names::NameStates;
pub use suppose_base::{ActionId, ActionTable, Budget, StateId, StopReason, Verdict};
pub use system::{Component, Priority, Role, System};
