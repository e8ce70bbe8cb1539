//! The semantics of programs by definition, and exploration, one configuration after the other.
//!
//! This is the reference for everything else in this crate, and it shares no code with the symbolic
//! exploration: states and events are plain lists here, and a set is what was found in it. It is meant for
//! components of moderate size; clarity comes before speed.
//!
//! - `valuation`: which events are present, with which values.
//! - `step`: enabled transitions, one microstep, legal inputs.
//! - `run`: a run as data, which is the witness of this crate, and the check by definition that it is one
//!   ([`replay`]).
//! - `explore`: everything that a program can do under an assumption ([`explore()`]), soundly or as in the
//!   paper.
//! - `tables`: what was found as a [`Table`](crate::table::Table), and tables and rules as assumptions.

mod explore;
mod run;
mod step;
mod tables;
mod valuation;

pub use explore::{Exploration, Judged, Listed, Mode, Options, explore, judge};
pub use run::{Ended, Ending, Macrostep, Micro, Occurred, Replayed, Run, replay, replay_for_ever};
pub use step::{Clash, Successor, inputs, micro, properties};
pub(crate) use step::{enabled, successors};
pub use tables::{allows, obeys, table};
pub use valuation::{Valuation, valuations};
