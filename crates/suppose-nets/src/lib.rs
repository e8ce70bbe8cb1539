//! Asynchronous circuits and Petri nets, verified part by part.
//!
//! A front end turns a file into a [`Fragment`]: nets and the wires they use. Fragments are joined by wire names into a
//! [`Design`], whose nets are the components of a system. Everything else starts from the design.

pub mod design;
mod expr;
mod fragment;
mod graph;
mod net;
pub mod netlist;

pub use design::Design;
pub use expr::{BinaryOp, EvalError, Expr, UnaryOp, Value};
pub use fragment::{Fragment, FragmentWire};
pub use graph::{Codes, StateGraph};
pub use net::{Effect, Level, Net, Place, PlaceId, Signals, Target, Transition, WireId};
