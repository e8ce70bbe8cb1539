//! From modules to gates: instances are expanded from the top module down, buses become bits.
//!
//! A port of an instance *is* the wire that is connected to it, so a wire has the name by which the outermost
//! module knows it. Other wires have the path of their instance before their name: `u1.u2.x[3]`. Contract:
//! [`flatten`] gives gates over the wires of a fragment, at most one driver for each wire, or messages of
//! which one is an error. Instances are expanded in the order of the text, with an explicit stack;
//! `hierarchy` has made sure that this ends and how large it gets, so time is linear in the expanded circuit.
//! Tested by the names and guards of expanded circuits, worked out by hand, in `tests/all/netlist/buses.rs`.

mod instance;
mod scope;
mod terms;
mod values;
mod wires;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, Span};

use self::scope::{Bit, Scope};
use self::terms::Terms;
use self::values::Claim;
use self::wires::{Driver, Wires};
use super::arbiter::{self, Protocol};
use super::function;
use super::library::Library;
use super::verilog::{Direction, Item, Module, Range, Signal, Term, TermKind};
use crate::expr::Expr;
use crate::fragment::Fragment;
use crate::net::WireId;
use suppose_base::Reports;

/// Most outcomes of a random choice.
const CHOICES: u32 = 16;

/// What a gate does.
#[derive(Clone, Debug)]
pub(super) enum Behaviour {
    /// Each output with its next value.
    Functions(Vec<(WireId, Expr)>),
    /// Requests and grants of a mutual exclusion element.
    Arbiter { protocol: Protocol, requests: [Expr; 2], grants: [WireId; 2] },
    /// A wait for a level of a signal.
    Wait { level: bool, signal: Expr, control: Expr, sanitised: WireId },
}

/// A gate of the circuit.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    pub(super) name: String,
    pub(super) behaviour: Behaviour,
    pub(super) span: Span,
}

/// A module that is being expanded.
struct Frame<'m> {
    module: &'m Module,
    scope: Scope,
    next: usize,
    /// The instance, counted in the order of expansion.
    id: usize,
    depth: usize,
    instances: FxHashSet<&'m str>,
}

struct Flattener<'m> {
    modules: &'m [Module],
    by_name: &'m FxHashMap<&'m str, usize>,
    /// The ports of each module by name.
    ports: Vec<FxHashMap<&'m str, usize>>,
    library: &'m Library,
    wires: Wires,
    gates: Vec<Gate>,
    claims: Vec<Claim>,
    /// The outputs of the circuit.
    outputs: Vec<(WireId, Span)>,
    /// Bits and operators of all statements so far.
    work: usize,
    /// Cells that were reported as missing.
    missing: FxHashSet<&'m str>,
    messages: &'m mut Reports,
}

/// The gates of a circuit and its wires, whose first values are set where the text says them.
pub(super) fn flatten<'m>(
    name: &str,
    modules: &'m [Module],
    by_name: &'m FxHashMap<&'m str, usize>,
    top: usize,
    library: &'m Library,
    messages: &'m mut Reports,
) -> Option<(Fragment, Vec<Gate>)> {
    let mut flattener = Flattener {
        modules,
        by_name,
        ports: modules.iter().map(ports).collect(),
        library,
        wires: Wires::new(name),
        gates: Vec::new(),
        claims: Vec::new(),
        outputs: Vec::new(),
        work: 0,
        missing: FxHashSet::default(),
        messages,
    };
    flattener.expand(&modules[top]);
    if flattener.messages.has_errors() {
        return None;
    }
    values::settle_claims(&flattener.claims, &mut flattener.wires, flattener.messages);
    flattener.report_undriven();
    Some((flattener.wires.fragment, flattener.gates))
}

fn ports(module: &Module) -> FxHashMap<&str, usize> {
    module.ports.iter().map(|&port| (module.signals[port].name.text.as_str(), port)).collect()
}

impl<'m> Flattener<'m> {
    fn expand(&mut self, top: &'m Module) {
        let mut scope = Scope::new(String::new());
        for signal in &top.signals {
            let bits = self.new_bits("", signal);
            for &bit in &bits {
                let Bit::Wire(wire) = bit else { continue };
                match signal.direction {
                    Direction::Input => self.wires.set_driver(wire, Driver::Environment),
                    Direction::Inout => self.wires.set_driver(wire, Driver::Perhaps),
                    Direction::Output => self.outputs.push((wire, signal.name.span)),
                    Direction::Wire | Direction::Supply(_) => {}
                }
            }
            scope.add(&signal.name.text, signal.direction, signal.range, bits);
        }
        let mut instances = 1;
        let mut stack =
            vec![Frame { module: top, scope, next: 0, id: 0, depth: 0, instances: FxHashSet::default() }];
        while let Some(mut frame) = stack.pop() {
            let module: &'m Module = frame.module;
            let Some(item) = module.items.get(frame.next) else { continue };
            frame.next += 1;
            let result = match item {
                Item::Assign { target, value } => self.assign(&mut frame, target, value).map(|()| None),
                Item::Values { list, comment } => {
                    self.claim(&frame, list, *comment);
                    Ok(None)
                }
                Item::Instance { .. } => self.instance(&mut frame, item),
            };
            let depth = frame.depth + 1;
            stack.push(frame);
            match result {
                Err(message) => self.messages.push(message),
                Ok(None) => {}
                Ok(Some((module, scope))) => {
                    let id = instances;
                    instances += 1;
                    let instances = FxHashSet::default();
                    stack.push(Frame { module, scope, next: 0, id, depth, instances });
                }
            }
        }
    }

    /// New wires for a signal that nothing outside is connected to.
    fn new_bits(&mut self, path: &str, signal: &Signal) -> Vec<Bit> {
        if let Direction::Supply(value) = signal.direction {
            return vec![Bit::Const(value); signal.range.map_or(1, Range::width)];
        }
        let Signal { name, range, .. } = signal;
        match range {
            None => vec![Bit::Wire(self.wires.add(&format!("{path}{}", name.text), name.span))],
            Some(range) => {
                let names =
                    (0..range.width()).map(|place| format!("{path}{}[{}]", name.text, range.index(place)));
                names.map(|bit| Bit::Wire(self.wires.add(&bit, name.span))).collect()
            }
        }
    }

    fn terms<'a>(&'a mut self, scope: &'a mut Scope, random: u32) -> Terms<'a> {
        let Self { wires, messages, work, .. } = self;
        Terms { scope, wires, messages, random, work: 0, total: work }
    }

    /// Each bit of an assignment is a gate, but a pair of grants is one.
    fn assign(&mut self, frame: &mut Frame<'m>, target: &Term, value: &Term) -> Result<(), Diagnostic> {
        let wires = self.terms(&mut frame.scope, 0).target(target)?;
        let (low, high) = random_range(value)?;
        let mut variants: Vec<Vec<Expr>> = Vec::new();
        for random in low..=high {
            let mut bits = self.terms(&mut frame.scope, random).bits(value, wires.len())?;
            if random == low && bits.iter().skip(wires.len()).any(|bit| *bit != Expr::Const(0)) {
                let message = format!(
                    "{} bits are assigned to {}, so the first ones are lost",
                    bits.len(),
                    wires.len()
                );
                self.messages.push(Diagnostic::warning("W0864", message).at(target.span.to(value.span), ""));
            }
            bits.truncate(wires.len());
            variants.push(bits);
        }
        for &wire in &wires {
            self.wires.drive(wire, target.span, frame.id)?;
        }
        if let Some(gate) = self.joint_arbiter(&wires, &variants, target.span) {
            self.gates.push(gate);
            return Ok(());
        }
        let first = variants.swap_remove(0);
        for other in &variants {
            let equal = first.iter().zip(other).all(|(a, b)| a == b || function::same(a, b) == Some(true));
            if !equal {
                let message = "a random choice is not supported here";
                let help = "only a mutual exclusion element may choose at random";
                return Err(Diagnostic::error("E0861", message).at(value.span, "").help(help));
            }
        }
        for (wire, function) in wires.into_iter().zip(first) {
            let name = self.wires.name(wire).to_owned();
            let behaviour = Behaviour::Functions(vec![(wire, function)]);
            self.gates.push(Gate { name, behaviour, span: target.span });
        }
        Ok(())
    }

    /// Two grants that are assigned together. Both change at once, so neither protocol is visible; taking it
    /// as the late one is right, since the second grant cannot be seen before the first one has fallen.
    fn joint_arbiter(&self, wires: &[WireId], variants: &[Vec<Expr>], span: Span) -> Option<Gate> {
        let &[second, first] = wires else { return None };
        let functions: Vec<[Expr; 2]> =
            variants.iter().map(|bits| [bits[1].clone(), bits[0].clone()]).collect();
        let found = arbiter::recognise([first, second], &functions)?;
        let name = format!("{}_{}", self.wires.name(first), self.wires.name(second));
        let requests = found.requests.map(Expr::Wire);
        let behaviour = Behaviour::Arbiter { protocol: Protocol::Late, requests, grants: found.grants };
        Some(Gate { name, behaviour, span })
    }

    /// Wires that a gate or the environment reads and that nobody drives.
    fn report_undriven(&mut self) {
        let mut read = vec![None; self.wires.fragment.wires.len()];
        for gate in &self.gates {
            let mut note = |wire: WireId| read[wire.index()] = Some(gate.span);
            match &gate.behaviour {
                Behaviour::Functions(outputs) => {
                    for (_, function) in outputs {
                        function.for_each_wire(&mut note);
                    }
                }
                Behaviour::Arbiter { requests, .. } => {
                    for request in requests {
                        request.for_each_wire(&mut note);
                    }
                }
                Behaviour::Wait { signal, control, .. } => {
                    signal.for_each_wire(&mut note);
                    control.for_each_wire(&mut note);
                }
            }
        }
        for &(wire, span) in &self.outputs {
            read[wire.index()].get_or_insert(span);
        }
        for (place, reader) in read.into_iter().enumerate() {
            let wire = WireId(place as u32);
            if let (Some(reader), Driver::Nobody) = (reader, self.wires.driver(wire)) {
                let name = self.wires.name(wire);
                let message = format!("nothing drives `{name}`, so it is taken for an input of the circuit");
                self.messages.push(Diagnostic::warning("W0863", message).at(reader, "it is used here"));
            }
        }
    }
}

/// The range of the one random choice in a term.
fn random_range(value: &Term) -> Result<(u32, u32), Diagnostic> {
    let mut found: Option<(u32, u32)> = None;
    let mut stack = vec![value];
    while let Some(term) = stack.pop() {
        match &term.kind {
            TermKind::Random(low, high) => {
                if found.is_some() || high - low >= CHOICES {
                    let message = "more than one random choice, or one among many values, is not supported";
                    return Err(Diagnostic::error("E0861", message).at(term.span, ""));
                }
                found = Some((*low, *high));
            }
            TermKind::Number { .. } | TermKind::Reference(..) => {}
            TermKind::Concat(parts) | TermKind::Chain(_, parts) => stack.extend(parts),
            TermKind::Repeat(_, inner)
            | TermKind::Invert(inner)
            | TermKind::Not(inner)
            | TermKind::Reduce(_, _, inner) => stack.push(inner),
            TermKind::Equal(_, left, right) => stack.extend([&**left, &**right]),
            TermKind::Conditional(condition, then, otherwise) => {
                stack.extend([&**condition, &**then, &**otherwise]);
            }
        }
    }
    Ok(found.unwrap_or((0, 0)))
}
