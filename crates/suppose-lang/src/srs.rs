//! Synchronous reactive systems: components made of finite state machines that react to events in macrosteps.
//!
//! The [`Model`] is the resolved file, as plain data.

mod model;

pub use model::{
    Assumption, Atom, Comparison, Component, ComponentId, Event, EventId, Expr, Machine, MachineId, Model,
    Property, Role, Rule, StateIx, Transition, ValueIx,
};
