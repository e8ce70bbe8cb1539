//! From names and arcs to a net.
//!
//! What a node of the graph is follows from its form and from the declarations, in this order: a name with an
//! edge is a transition of a signal; the bare name of a silent event is that event; the bare name of a signal
//! is its toggle; anything else is a place. An arc between two transitions makes an implicit place, one for
//! each pair. Transitions are named by their labels, with a number if that is not 0.
//!
//! Places, transitions and implicit places are numbered in the order in which the graph first mentions them.
//! Linear time but for the search of near names, which is done for the few messages that are kept. `footer`
//! does what follows the graph.

mod footer;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, Span, closest};

use crate::expr::Expr;
use crate::fragment::Fragment;
use crate::net::{Net, PlaceId, Signals, Transition, WireId};
use crate::stg::Stg;
use crate::stg::lines::Word;
use crate::stg::node::{Node, is_name};
use crate::stg::parse::{Class, Source};
use suppose_base::Reports;

/// What a declared name stands for.
#[derive(Clone, Copy)]
enum Symbol {
    Signal(WireId),
    Silent,
}

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    Place(PlaceId),
    Transition(usize),
}

/// A transition whose places are still being collected.
struct Growing {
    name: String,
    edge: Option<(WireId, char)>,
    preset: Vec<PlaceId>,
    postset: Vec<PlaceId>,
    span: Span,
}

struct Lowering<'t, 'm> {
    fragment: Fragment,
    net: Net,
    transitions: Vec<Growing>,
    symbols: FxHashMap<&'t str, (Class, Symbol, Span)>,
    vertices: FxHashMap<String, Vertex>,
    implicit: FxHashMap<(usize, usize), PlaceId>,
    arcs: FxHashSet<(Vertex, Vertex)>,
    /// Signals that are not declared, each reported once.
    missing: FxHashSet<&'t str>,
    /// For each signal whether `a+` or `a-` occurs, and where it occurs without an edge.
    edges: Vec<(bool, Option<Span>)>,
    messages: &'m mut Reports,
}

/// The graph of a file. What is wrong is left out.
pub(super) fn lower(source: &Source<'_>, name: &str, messages: &mut Reports) -> Stg {
    let mut lowering = Lowering {
        fragment: Fragment::new(name),
        net: Net::new(name),
        transitions: Vec::new(),
        symbols: FxHashMap::default(),
        vertices: FxHashMap::default(),
        implicit: FxHashMap::default(),
        arcs: FxHashSet::default(),
        missing: FxHashSet::default(),
        edges: Vec::new(),
        messages,
    };
    let declared = source.declared.first().map(|(_, word)| *word);
    let first = source.graph.first().and_then(|line| line.words.first().copied());
    lowering.net.span = source.model.or(declared).or(first).map(|word| word.span);
    lowering.declare(source);
    for line in &source.graph {
        lowering.arcs(&line.words);
    }
    lowering.mixed_edges();
    lowering.marking(source);
    lowering.initial(source);
    Stg {
        fragment: lowering.finish(),
        model: source.model.map(|word| word.text.to_owned()),
        inferred: Vec::new(),
    }
}

impl<'t> Lowering<'t, '_> {
    fn error(&mut self, code: &'static str, message: String, span: Span, help: impl Into<String>) {
        self.messages.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    /// Makes the wires, in the order inputs, outputs, internal.
    fn declare(&mut self, source: &Source<'t>) {
        let mut signals = Signals::default();
        for class in [Class::Input, Class::Output, Class::Internal, Class::Silent] {
            for &(_, word) in source.declared.iter().filter(|(c, _)| *c == class) {
                if !is_name(word.text) {
                    let message = format!("`{}` cannot be a name", word.text);
                    self.error(
                        "E0833",
                        message,
                        word.span,
                        "a name is a letter or `_`, then letters, digits, `_` and `.`",
                    );
                    continue;
                }
                if let Some(&(other, _, first)) = self.symbols.get(word.text) {
                    if other != class {
                        let message = format!("`{}` is declared in two classes", word.text);
                        let message =
                            Diagnostic::error("E0834", message).at(word.span, "").at(first, "first here");
                        self.messages.push(message.help("a name is an input, an output, internal or silent"));
                    }
                    continue;
                }
                let list = match class {
                    Class::Input => Some(&mut signals.inputs),
                    Class::Output => Some(&mut signals.outputs),
                    Class::Internal => Some(&mut signals.internal),
                    Class::Silent => None,
                };
                let symbol = match list {
                    Some(list) => {
                        let wire = self.fragment.wire(word.text);
                        self.fragment.wires[wire.index()].span = Some(word.span);
                        self.edges.push((false, None));
                        list.push(wire);
                        Symbol::Signal(wire)
                    }
                    None => Symbol::Silent,
                };
                self.symbols.insert(word.text, (class, symbol, word.span));
            }
        }
        // Inputs are not listed as such: alone, the graph drives them itself.
        self.net.outputs = signals.outputs.iter().chain(&signals.internal).copied().collect();
        self.net.signals = Some(signals);
    }

    /// One line: arcs from its first node to the others.
    fn arcs(&mut self, words: &[Word<'t>]) {
        let vertices: Vec<Option<Vertex>> = words.iter().map(|&word| self.vertex(word)).collect();
        let Some(Some(from)) = vertices.first().copied() else { return };
        for (&to, &word) in vertices.iter().zip(words).skip(1) {
            let Some(to) = to else { continue };
            if !self.arcs.insert((from, to)) {
                let message = format!("the arc from `{}` to `{}` is repeated", words[0].text, word.text);
                let message = Diagnostic::warning("W0832", message).at(word.span, "");
                self.messages.push(message.help("arcs have no weights; the second one is left out"));
                continue;
            }
            match (from, to) {
                (Vertex::Place(place), Vertex::Transition(t)) => self.transitions[t].preset.push(place),
                (Vertex::Transition(t), Vertex::Place(place)) => self.transitions[t].postset.push(place),
                (Vertex::Transition(t), Vertex::Transition(u)) => {
                    let name = format!("<{},{}>", self.transitions[t].name, self.transitions[u].name);
                    let place = self.net.add_place(name);
                    self.implicit.insert((t, u), place);
                    self.transitions[t].postset.push(place);
                    self.transitions[u].preset.push(place);
                }
                (Vertex::Place(_), Vertex::Place(_)) => {
                    let message = format!("`{}` and `{}` are both places", words[0].text, word.text);
                    let help = "an arc joins a place and a transition, or two transitions; a signal or \
                        silent event is declared";
                    self.error("E0838", message, words[0].span.to(word.span), help);
                }
            }
        }
    }

    /// The node of a word, made if it is new.
    fn vertex(&mut self, word: Word<'t>) -> Option<Vertex> {
        let Some(node) = Node::parse(word.text) else {
            let message = format!("`{}` is neither a transition nor a place", word.text);
            self.error(
                "E0833",
                message,
                word.span,
                "transitions are written `a+`, `a-/1`, `a~` or `d`, places `p`",
            );
            return None;
        };
        let symbol = self.symbols.get(node.name).map(|&(_, symbol, _)| symbol);
        let (label, edge) = match (symbol, node.edge) {
            (Some(Symbol::Signal(_)), _) if node.copy.is_some() => {
                let message = format!("`{}` is a signal and cannot be a place", node.name);
                self.error("E0842", message, word.span, "rename the place");
                return None;
            }
            (Some(Symbol::Signal(wire)), edge) => {
                match edge {
                    None => self.edges[wire.index()].1 = self.edges[wire.index()].1.or(Some(word.span)),
                    Some('+' | '-') => self.edges[wire.index()].0 = true,
                    _ => {}
                }
                let edge = edge.unwrap_or('~');
                (node.label(Some(edge)), Some((wire, edge)))
            }
            (Some(Symbol::Silent), None) if node.copy.is_none() => (node.label(None), None),
            (Some(Symbol::Silent), _) => {
                let message = format!("`{}` is silent and has no edges", node.name);
                let help = format!("write `{}`, or declare it by `.internal`", node.name);
                self.error("E0836", message, word.span, help);
                return None;
            }
            (None, None) if node.instance.is_none() => return Some(self.place(word.text)),
            (None, Some(_)) => {
                self.undeclared(node.name, word.span);
                return None;
            }
            (None, None) => {
                let message = format!("`{}` is not declared, and a place has no number", node.name);
                self.error(
                    "E0837",
                    message,
                    word.span,
                    "declare it by `.dummy`, or write a place without `/`",
                );
                return None;
            }
        };
        Some(*self.vertices.entry(label.clone()).or_insert_with(|| {
            if let Some((_, '*')) = edge {
                let message = format!("`{label}` is read as a toggle");
                self.messages.push(
                    Diagnostic::warning("W0831", message)
                        .at(word.span, "")
                        .help("`*` allows any number of changes; the graph that is read has one"),
                );
            }
            let growing =
                Growing { name: label, edge, preset: Vec::new(), postset: Vec::new(), span: word.span };
            self.transitions.push(growing);
            Vertex::Transition(self.transitions.len() - 1)
        }))
    }

    fn place(&mut self, name: &str) -> Vertex {
        if let Some(&known) = self.vertices.get(name) {
            return known;
        }
        let vertex = Vertex::Place(self.net.add_place(name));
        self.vertices.insert(name.to_owned(), vertex);
        vertex
    }

    fn undeclared(&mut self, name: &'t str, span: Span) {
        if !self.missing.insert(name) {
            return;
        }
        let wires = &self.fragment.wires;
        self.messages.add(|| {
            let help = match closest(name, wires.iter().map(|wire| wire.name.as_str()).take(1000)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it by `.inputs {name}`, `.outputs {name}` or `.internal {name}`"),
            };
            Diagnostic::error("E0835", format!("signal `{name}` is not declared")).at(span, "").help(help)
        });
    }

    /// A signal that rises or falls and is also written without an edge was perhaps meant as a place there.
    fn mixed_edges(&mut self) {
        for (wire, &(directed, bare)) in self.fragment.wires.iter().zip(&self.edges) {
            if let (true, Some(span)) = (directed, bare) {
                let message = format!("`{0}` without an edge is the toggle `{0}~`", wire.name);
                let mut message = Diagnostic::warning("W0834", message).at(span, "");
                if let Some(declared) = wire.span {
                    message = message.at(declared, "it is a signal");
                }
                self.messages.push(message.help("if a place was meant, rename it"));
            }
        }
    }

    fn finish(mut self) -> Fragment {
        for growing in self.transitions {
            let mut transition =
                Transition::new(growing.name, growing.preset, growing.postset).at(growing.span);
            if let Some((wire, edge)) = growing.edge {
                transition = transition.sets(
                    wire,
                    match edge {
                        '+' => Expr::Const(1),
                        '-' => Expr::Const(0),
                        _ => Expr::Wire(wire).negated(),
                    },
                );
            }
            self.net.transitions.push(transition);
        }
        self.fragment.nets.push(self.net);
        self.fragment
    }
}
