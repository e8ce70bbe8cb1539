//! Asynchronous circuits and Petri nets, verified part by part.
//!
//! A front end turns a file into a [`Fragment`]: nets and the wires they use. Fragments are joined by wire names into a
//! [`Design`], whose nets are the components of a system. Everything else starts from the design.

pub mod build;
pub mod classes;
mod cover;
pub mod design;
mod expr;
mod failure;
mod follow;
mod fragment;
mod graph;
mod machine;
mod minimise;
mod net;
pub mod reduce;
pub mod refine;
pub mod replay;
pub mod search;
mod snapshot;
pub mod vcd;
pub mod waveform;

pub use design::Design;
pub use expr::{BinaryOp, EvalError, Expr, UnaryOp, Value};
pub use failure::{Failure, Failures};
pub use fragment::{Fragment, FragmentWire};
pub use graph::{Codes, StateGraph};
pub use net::{Effect, Net, Place, PlaceId, Signals, Target, Transition, WireId};
pub use snapshot::Snapshot;
