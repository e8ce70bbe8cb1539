//! Labelled transition systems with an error state, and the algebra on them.
//!
//! The two values everything is made of are [`Lts`], one component as an immutable graph, and [`System`], a
//! list of components that synchronise on shared action names. Functions that turn one LTS into another
//! return a [`Mapped`] value, which says where each old state went, so that a witness found on the result can
//! be carried back.
//!
//! ```
//! use std::sync::Arc;
//! use suppose_lts::check::{Question, check};
//! use suppose_lts::{Budget, Component, LtsBuilder, Role, StateId, System};
//!
//! // Two components that wait for each other: one does `a` then `b`, the other `b` then `a`.
//! let mut system = System::default();
//! let [a, b] = ["a", "b"].map(|name| system.actions.intern(name));
//! for (name, first, second) in [("Left", a, b), ("Right", b, a)] {
//!     let [start, middle] = [0, 1].map(StateId::must);
//!     let mut lts = LtsBuilder::new(2);
//!     lts.add(start, first, middle);
//!     lts.add(middle, second, start);
//!     let lts = Arc::new(lts.finish().unwrap());
//!     system.components.push(Component { name: name.into(), lts, role: Role::Component });
//! }
//! let answers = check(&system, &[Question::DeadlockFree], 1, &Budget::unlimited());
//! let witness = answers[0].verdict.witness().expect("neither can begin");
//! assert!(witness.steps.is_empty());
//! ```

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
