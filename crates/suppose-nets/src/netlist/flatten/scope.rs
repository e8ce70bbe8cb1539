//! The signals of one instance of a module, as bits of the whole circuit.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span, closest};

use super::super::verilog::{Direction, Range, Select};
use super::wires::Wires;
use crate::expr::Expr;
use crate::net::WireId;
use suppose_base::Reports;

/// A bit of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    Wire(WireId),
    Const(bool),
}

impl Bit {
    pub(super) fn expr(self) -> Expr {
        match self {
            Self::Wire(wire) => Expr::Wire(wire),
            Self::Const(value) => super::super::function::constant(value),
        }
    }
}

/// A signal; bits from the least significant one on.
enum Entry {
    Declared {
        direction: Direction,
        range: Option<Range>,
        bits: Vec<Bit>,
    },
    /// Used by single bits without a declaration.
    Loose(BTreeMap<i32, Bit>),
}

/// Names of one instance.
pub(super) struct Scope {
    /// The path of the instance, with a dot at its end; empty for the top module.
    pub(super) path: String,
    signals: FxHashMap<String, Entry>,
    /// The names in order of declaration, for suggestions.
    names: Vec<String>,
}

impl Scope {
    pub(super) fn new(path: String) -> Self {
        Self { path, signals: FxHashMap::default(), names: Vec::new() }
    }

    pub(super) fn add(&mut self, name: &str, direction: Direction, range: Option<Range>, bits: Vec<Bit>) {
        self.signals.insert(name.to_owned(), Entry::Declared { direction, range, bits });
        self.names.push(name.to_owned());
    }

    /// What the signal is; `None` if it is not declared.
    pub(super) fn direction(&self, name: &str) -> Option<Direction> {
        match self.signals.get(name) {
            Some(Entry::Declared { direction, .. }) => Some(*direction),
            _ => None,
        }
    }

    /// Some bits of a signal, if it is declared and has them.
    pub(super) fn find(&self, name: &str, select: Select) -> Option<Vec<Bit>> {
        match (self.signals.get(name)?, select) {
            (Entry::Declared { bits, .. }, Select::All) => Some(bits.clone()),
            (Entry::Declared { range, bits, .. }, select) => selected((*range)?, bits, select),
            (Entry::Loose(bits), Select::Bit(index)) => bits.get(&index).map(|&bit| vec![bit]),
            (Entry::Loose(_), _) => None,
        }
    }

    /// Some bits of a signal. A name that is not declared becomes a wire, with a warning.
    pub(super) fn bits(
        &mut self,
        name: &str,
        select: Select,
        span: Span,
        wires: &mut Wires,
        messages: &mut Reports,
    ) -> Result<Vec<Bit>, Diagnostic> {
        if let Some(bits) = self.find(name, select) {
            return Ok(bits);
        }
        match (self.signals.get_mut(name), select) {
            (None, Select::Bit(_) | Select::All) => {
                messages.warn(|| self.undeclared(name, span));
                if let Select::Bit(index) = select {
                    let bit = Bit::Wire(wires.add(&format!("{}{name}[{index}]", self.path), span));
                    self.signals.insert(name.to_owned(), Entry::Loose(BTreeMap::from([(index, bit)])));
                    return Ok(vec![bit]);
                }
                let bits = vec![Bit::Wire(wires.add(&format!("{}{name}", self.path), span))];
                self.add(name, Direction::Wire, None, bits.clone());
                Ok(bits)
            }
            (Some(Entry::Loose(bits)), Select::Bit(index)) => {
                let bit = Bit::Wire(wires.add(&format!("{}{name}[{index}]", self.path), span));
                bits.insert(index, bit);
                Ok(vec![bit])
            }
            (None | Some(Entry::Loose(_)), _) => {
                let message = format!("`{name}` is not declared, so its width is not known");
                Err(Diagnostic::error("E0874", message).at(span, ""))
            }
            (Some(Entry::Declared { range: None, .. }), _) => {
                let message = format!("`{name}` is a single wire and has no index");
                Err(Diagnostic::error("E0874", message).at(span, ""))
            }
            (Some(Entry::Declared { range: Some(range), .. }), _) => {
                let message = format!("`{name}` is declared as `[{}:{}]`", range.left, range.right);
                Err(Diagnostic::error("E0874", message).at(span, "this is not part of it"))
            }
        }
    }
}

impl Scope {
    fn undeclared(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("`{name}` is not declared, so it is taken for a wire");
        let message = Diagnostic::warning("W0860", message).at(span, "");
        match closest(name, self.names.iter().map(String::as_str)) {
            Some(near) => message.help(format!("did you mean `{near}`?")),
            None => message,
        }
    }
}

/// Some bits of a declared signal. A part may be written in the other order than the declaration; its right
/// end is the least significant bit.
fn selected(range: Range, bits: &[Bit], select: Select) -> Option<Vec<Bit>> {
    match select {
        Select::All => Some(bits.to_vec()),
        Select::Bit(index) => Some(vec![bits[range.place(index)?]]),
        Select::Part(part) => {
            range.place(part.left)?;
            range.place(part.right)?;
            (0..part.width()).map(|place| Some(bits[range.place(part.index(place))?])).collect()
        }
    }
}
