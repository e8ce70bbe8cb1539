//! Waits: cells that bring an input which may change at any time into a circuit without hazards.
//!
//! `WAIT` has a signal `sig` from outside, perhaps from a sensor, that keeps to no protocol, and a handshake
//! of `ctrl` and `san`. While `ctrl` is up it looks for a moment in which `sig` is 1, and then raises `san`,
//! which stays up until `ctrl` falls. `WAIT0` looks for a 0. These are the names and pins that Workcraft has
//! for them (Sokolov, Khomenko, Mokhov, Dubikhin, Lloyd and Yakovlev 2020 describe the elements).
//!
//! As a gate, `san = ctrl & (sig | san)` would be reported as hazardous when `sig` falls again before `san`
//! has risen. A wait is built so that this does no harm: either it has seen the level or it has not. So it is
//! one net with three places. The silent transition `sample` goes from the first to the second while `ctrl`
//! is up and `sig` has the level, and it samples `sig`: a change of `sig` may disable it and that is no
//! failure. Then `san` rises, whatever `sig` does meanwhile, and falls when `ctrl` does. So `san` may rise
//! when `sig` has already changed back. `ctrl` has no such freedom; if it falls before `san` has answered a
//! level that is there, that is a failure.
//!
//! The functions of these cells say nothing of this, and a gate may well have the same. So waits are
//! recognised by their names, and a library that has cells of these names hides them. Tested in
//! `tests/all/netlist/waits.rs`.

use crate::net::WireId;

/// The built-in cells, with the level for which each waits.
pub(super) const CELLS: [(&str, bool); 2] = [("WAIT", true), ("WAIT0", false)];

/// A wait: what its wires or pins are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The level for which it waits.
    pub level: bool,
    /// What is looked at; it may change at any time.
    pub signal: WireId,
    /// While this is up it waits.
    pub control: WireId,
    /// The answer.
    pub sanitised: WireId,
}

impl Wait {
    /// A wait over the pins of a cell.
    pub(super) fn of_pins(level: bool, pin: impl Fn(&str) -> Option<usize>) -> Option<Self> {
        let pin = |name: &str| pin(name).map(|place| WireId(place as u32));
        Some(Self { level, signal: pin("sig")?, control: pin("ctrl")?, sanitised: pin("san")? })
    }
}
