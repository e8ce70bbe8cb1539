//! What a front end makes of one file: nets, and the wires they use by name.

use rustc_hash::FxHashMap;
use suppose_base::Span;

use crate::expr::Value;
use crate::net::{Net, WireId};

/// A wire as one file knows it.
#[derive(Clone, Debug)]
pub struct FragmentWire {
    /// The name by which wires of several files are the same wire.
    pub name: String,
    /// The first value, where the file says or implies one.
    pub initial: Option<Value>,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// The nets of one file.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// The name of the design, if it is the only file.
    pub name: String,
    /// The wires, with distinct names.
    pub wires: Vec<FragmentWire>,
    /// The nets.
    pub nets: Vec<Net>,
    /// Whether wires that nobody drives are inputs from outside. A class of a design that is read alone, or a
    /// circuit without an environment, is open; a file that says how everything is connected is closed.
    pub open: bool,
    by_name: FxHashMap<String, WireId>,
}

impl Fragment {
    /// A fragment without wires and nets.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The wire of a name, made if it is new.
    pub fn wire(&mut self, name: &str) -> WireId {
        if let Some(&wire) = self.by_name.get(name) {
            return wire;
        }
        let wire = WireId(self.wires.len() as u32);
        self.wires.push(FragmentWire { name: name.to_owned(), initial: None, span: None });
        self.by_name.insert(name.to_owned(), wire);
        wire
    }

    /// The wire of a name, if there is one.
    pub fn find_wire(&self, name: &str) -> Option<WireId> {
        self.by_name.get(name).copied()
    }

    /// Sets the first value of a wire.
    pub fn set_initial(&mut self, wire: WireId, value: Value) {
        self.wires[wire.index()].initial = Some(value);
    }
}
