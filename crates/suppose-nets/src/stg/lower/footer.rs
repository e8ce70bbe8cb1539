//! What names places and signals of a graph that is already there: the marking, capacities, first values.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span, closest};

use crate::net::{PlaceId, WireId};
use crate::stg::lines::Word;
use crate::stg::lower::{Lowering, Symbol, Vertex};
use crate::stg::node::Node;
use crate::stg::parse::{Entry, PlaceName, Source};

impl<'t> Lowering<'t, '_> {
    /// Which places have a token.
    pub(super) fn marking(&mut self, source: &Source<'t>) {
        let mut marked: FxHashMap<PlaceId, Span> = FxHashMap::default();
        for entry in &source.marking {
            let Some(place) = self.find(entry) else { continue };
            let first = marked.insert(place, entry.span);
            if entry.count > 1 || first.is_some() {
                let name = &self.net.places[place.index()].name;
                let message = format!("place `{name}` has more than one token");
                let mut message = Diagnostic::error("E0843", message).at(entry.span, "");
                if let Some(first) = first {
                    message = message.at(first, "the first one");
                }
                self.messages
                    .push(message.help("only safe nets are supported: at most one token on each place"));
            }
            if entry.count == 1 {
                self.net.marking.push(place);
            }
        }
        self.net.marking.sort_unstable();
        self.net.marking.dedup();
        for entry in &source.capacity {
            // A larger capacity changes nothing: no place may ever get a second token.
            if self.find(entry).is_some() && entry.count == 0 {
                let help = "a capacity is at least 1";
                self.error("E0844", "a place that can hold no token".to_owned(), entry.span, help);
            }
        }
    }

    /// The place of an entry.
    fn find(&mut self, entry: &Entry<'t>) -> Option<PlaceId> {
        match entry.place {
            PlaceName::Explicit(word) => match self.vertices.get(word.text) {
                Some(Vertex::Place(place)) => return Some(*place),
                _ if Node::parse(word.text).is_some_and(|node| self.symbols.contains_key(node.name)) => {
                    let message = format!("`{}` is a signal or silent event and not a place", word.text);
                    self.error("E0842", message, entry.span, "an implicit place is written `<a+,b->`");
                }
                _ => self.no_place(word.text, entry.span),
            },
            PlaceName::Between(from, to) => {
                let transitions = (self.transition(from), self.transition(to));
                if let (Some(from), Some(to)) = transitions
                    && let Some(&place) = self.implicit.get(&(from, to))
                {
                    return Some(place);
                }
                let missing = [(from, transitions.0), (to, transitions.1)];
                let help = match missing.iter().find(|(_, known)| known.is_none()) {
                    Some((word, _)) => format!("the graph has no transition `{}`", word.text),
                    None => format!("the graph has no arc from `{}` to `{}`", from.text, to.text),
                };
                let message = format!("there is no place `<{},{}>`", from.text, to.text);
                self.error("E0841", message, entry.span, help);
            }
        }
        None
    }

    fn no_place(&mut self, name: &str, span: Span) {
        let places = &self.net.places;
        self.messages.add(|| {
            let help = match closest(name, places.iter().map(|place| place.name.as_str()).take(1000)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a place is made by an arc of the graph".to_owned(),
            };
            Diagnostic::error("E0841", format!("there is no place `{name}`")).at(span, "").help(help)
        });
    }

    /// The transition that a word names, if the graph has it.
    fn transition(&self, word: Word<'_>) -> Option<usize> {
        let node = Node::parse(word.text)?;
        let edge = match self.symbols.get(node.name)?.1 {
            Symbol::Signal(_) => Some(node.edge.unwrap_or('~')),
            Symbol::Silent => node.edge,
        };
        match self.vertices.get(&node.label(edge))? {
            Vertex::Transition(transition) => Some(*transition),
            Vertex::Place(_) => None,
        }
    }

    /// First values that the file gives.
    pub(super) fn initial(&mut self, source: &Source<'t>) {
        let mut given: Vec<(WireId, bool, Span)> = Vec::new();
        if let Some(vector) = source.vector {
            if vector.text.len() == self.fragment.wires.len() {
                for (i, byte) in vector.text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()) {
                    given.push((WireId(i as u32), byte == b'1', vector.part(i, i + 1).span));
                }
            } else {
                let (has, needs) = (vector.text.len(), self.fragment.wires.len());
                let message = format!("the initial state has {has} values for {needs} signals");
                let help = "give one for each signal, in the order inputs, outputs, internal";
                self.error("E0845", message, vector.span, help);
            }
        }
        for &(word, value) in &source.literals {
            match self.symbols.get(word.text) {
                Some(&(_, Symbol::Signal(wire), _)) => given.push((wire, value, word.span)),
                _ => self.undeclared(word.text, word.span),
            }
        }
        let mut places: Vec<Option<Span>> = vec![None; self.fragment.wires.len()];
        for (wire, value, span) in given {
            let known = &mut self.fragment.wires[wire.index()];
            if known.initial.is_some_and(|first| first != i32::from(value)) {
                let message = format!("signal `{}` is given two values", known.name);
                let mut message = Diagnostic::error("E0845", message).at(span, "");
                if let Some(first) = places[wire.index()] {
                    message = message.at(first, "the first one");
                }
                self.messages.push(message.help("leave one of them out"));
            } else {
                known.initial = Some(i32::from(value));
                places[wire.index()] = Some(span);
            }
        }
    }
}
