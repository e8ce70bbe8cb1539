//! Operations that turn one LTS into another, and the graph walks they need.
//!
//! Those that keep the states return an [`Lts`](crate::Lts); those that drop, merge or renumber states also
//! say where each state went, so that a witness on the result can be carried back.

mod complete;
mod determinise;
mod error;
mod hide;
mod pair;
mod predecessors;
mod property;
mod reachable;
mod relabel;
mod scc;
mod silent;

pub use complete::{Completed, complete};
pub(crate) use determinise::Subsets;
pub use determinise::{Determinised, Lazy, Members, determinise};
pub use error::{drop_error, propagate_error, towards_error};
pub use hide::{hide, interface};
pub use pair::compose_pair;
pub use predecessors::Predecessors;
pub use property::{PropertyError, error_lts};
pub use reachable::reachable;
pub use relabel::{Relabelling, prefix, relabel, share};
pub use scc::{Components, strongly_connected};
pub(crate) use silent::skip_silent;
