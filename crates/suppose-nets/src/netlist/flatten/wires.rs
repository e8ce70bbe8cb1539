//! The wires of the whole circuit, and who drives them.

use suppose_base::{Diagnostic, Span};

use crate::fragment::Fragment;
use crate::net::WireId;

/// Who drives a wire.
#[derive(Clone, Copy, Debug)]
pub(super) enum Driver {
    Nobody,
    /// Nobody inside, but it is a port that may be an input.
    Perhaps,
    Environment,
    /// A gate, with its place in the text and the instance it is in.
    Gate(Span, usize),
}

/// The wires, as a fragment without nets.
pub(super) struct Wires {
    pub(super) fragment: Fragment,
    drivers: Vec<Driver>,
}

impl Wires {
    pub(super) fn new(name: &str) -> Self {
        Self { fragment: Fragment::new(name), drivers: Vec::new() }
    }

    /// A new wire. If there is one of this name, which can only be with names that have a backslash in the
    /// text, this one keeps it.
    pub(super) fn add(&mut self, name: &str, span: Span) -> WireId {
        let mut name = name.to_owned();
        while self.fragment.find_wire(&name).is_some() {
            name.insert(0, '\\');
        }
        let wire = self.fragment.wire(&name);
        self.fragment.wires[wire.index()].span = Some(span);
        self.drivers.push(Driver::Nobody);
        wire
    }

    pub(super) fn name(&self, wire: WireId) -> &str {
        &self.fragment.wires[wire.index()].name
    }

    pub(super) fn driver(&self, wire: WireId) -> Driver {
        self.drivers[wire.index()]
    }

    /// Says who drives a wire before gates are looked at.
    pub(super) fn set_driver(&mut self, wire: WireId, driver: Driver) {
        self.drivers[wire.index()] = driver;
    }

    /// Notes that a gate drives the wire; two drivers are an error.
    pub(super) fn drive(&mut self, wire: WireId, span: Span, instance: usize) -> Result<(), Diagnostic> {
        let message = match self.drivers[wire.index()] {
            Driver::Nobody | Driver::Perhaps => {
                self.drivers[wire.index()] = Driver::Gate(span, instance);
                return Ok(());
            }
            Driver::Environment => {
                let message =
                    format!("`{}` is an input of the circuit, so no gate may drive it", self.name(wire));
                let message = Diagnostic::error("E0868", message).at(span, "");
                match self.fragment.wires[wire.index()].span {
                    Some(declared) => message.at(declared, "declared here"),
                    None => message,
                }
            }
            Driver::Gate(first, _) => {
                let message = format!("`{}` has two drivers", self.name(wire));
                Diagnostic::error("E0868", message).at(span, "the second one").at(first, "the first one")
            }
        };
        Err(message)
    }
}
