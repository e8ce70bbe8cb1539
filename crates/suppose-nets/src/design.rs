//! A design: nets joined by the names of their wires (Yao 2012, definition 2.1.9), checked and ready for
//! search.
//!
//! Joining decides three things that a single file cannot know. **Directions:** a wire that another net
//! drives is an input. A signal transition graph follows what another file drives and drives the rest; so the
//! same `.g` file is a component beside other graphs, and the environment of a circuit beside its netlist.
//! **Domains:** the values a wire can ever have, by `domain`. **Events:** what nets can see of each other, by
//! `event`; each is an action of the system.
//!
//! A closed design has a driver for each wire that a net declares as its input. Where the fragments are open,
//! such a wire is driven by the *maximal environment*, which may change it at any time.

mod domain;
mod event;
mod join;
mod label;

use suppose_base::{ActionTable, Diagnostic, Span};

pub(crate) use event::{EventId, Events};
pub(crate) use label::Labels;

use crate::expr::Value;
use crate::fragment::Fragment;
use crate::net::{Net, WireId};

/// A wire of a design.
#[derive(Clone, Debug)]
pub struct Wire {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub initial: Value,
    /// All values it can have, sorted; a constant has one.
    pub domain: Vec<Value>,
    /// The nets that assign it; sorted.
    pub drivers: Vec<usize>,
    /// The nets that read, follow or assign it; sorted.
    pub users: Vec<usize>,
    /// Whether the maximal environment drives it.
    pub free: bool,
    /// Where it is declared.
    pub span: Option<Span>,
}

impl Wire {
    /// Whether it has only the values 0 and 1, so that its changes are edges.
    pub(crate) fn is_boolean(&self) -> bool {
        self.domain.iter().all(|&value| value == 0 || value == 1)
    }
}

/// What a wire is for one net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Changed by others only.
    Input,
    /// Changed by this net, known to others. Perhaps others change it too.
    Output,
    /// Known to this net alone.
    Internal,
}

/// Nets that belong together.
#[derive(Clone, Debug)]
pub struct Design {
    /// Its name.
    pub name: String,
    /// The components.
    pub nets: Vec<Net>,
    /// The wires of all nets.
    pub wires: Vec<Wire>,
    /// What nets can see of each other and of the environment.
    pub(crate) events: Events,
    /// The names of events, and of what only one net can see.
    pub actions: ActionTable,
    labels: Vec<Vec<Labels>>,
}

impl Design {
    /// Joins fragments.
    ///
    /// # Errors
    /// When they do not fit together.
    pub fn join(name: &str, fragments: Vec<Fragment>) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        join::join(name, fragments)
    }

    /// The wire with this id.
    pub fn wire(&self, wire: WireId) -> &Wire {
        &self.wires[wire.index()]
    }

    /// Whether other nets than `net`, or the environment, know the wire.
    pub(crate) fn is_shared(&self, wire: WireId, net: usize) -> bool {
        let wire = self.wire(wire);
        wire.free || wire.users.iter().any(|&user| user != net)
    }

    /// What the wire is for a net that uses it.
    pub(crate) fn direction(&self, wire: WireId, net: usize) -> Direction {
        if !self.is_shared(wire, net) {
            Direction::Internal
        } else if self.wire(wire).drivers.contains(&net) {
            Direction::Output
        } else {
            Direction::Input
        }
    }

    /// Whether the maximal environment is part of it.
    pub fn is_open(&self) -> bool {
        self.wires.iter().any(|wire| wire.free)
    }
}
