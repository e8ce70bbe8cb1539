//! Nets that are equal but for the names of their wires.
//!
//! A design of a thousand cells often has three kinds of cells. Nets get equal *signatures* when places,
//! marking, transitions, guards and assignments are equal over local numbers of wires, when each wire has the
//! same domain, first value and direction, and when what they can see of each other's events is the same.
//! Local numbers are in the order of first use. So equal signatures mean equal state graphs up to names, and
//! each kind is built once. Nets that differ only in the order in which things are written are missed; that
//! costs time, never correctness. A net with a wire that several nets assign is a class of its own, because
//! its events say who made them.
//!
//! Cost: linear in the text of the nets and in the events they see.

use rustc_hash::FxHashMap;
use suppose_base::ActionId;

use crate::design::{Design, Direction, EventId};
use crate::expr::{Expr, Value};
use crate::net::{Net, Target, WireId};

/// The classes of a design's nets.
#[derive(Clone, Debug)]
pub struct Classes {
    /// For each net its class.
    pub of_net: Vec<usize>,
    /// For each class its first net.
    pub first: Vec<usize>,
    /// For each net the actions that it shares with others, in an order that is the same throughout a class.
    pub actions: Vec<Vec<ActionId>>,
    /// For each net its wires in the local order.
    pub wires: Vec<Vec<WireId>>,
}

impl Classes {
    /// The classes of all nets.
    pub fn of(design: &Design) -> Self {
        let mut known: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
        let mut classes =
            Self { of_net: Vec::new(), first: Vec::new(), actions: Vec::new(), wires: Vec::new() };
        for n in 0..design.nets.len() {
            let mut writer = Writer::new(design, n);
            writer.write();
            let Writer { text, wires, actions, .. } = writer;
            let class = *known.entry(text).or_insert_with(|| {
                classes.first.push(n);
                classes.first.len() - 1
            });
            classes.of_net.push(class);
            classes.actions.push(actions);
            classes.wires.push(wires);
        }
        classes
    }

    /// Each net alone, as if no two were equal.
    pub fn apart(design: &Design) -> Self {
        let mut classes = Self::of(design);
        classes.first = (0..design.nets.len()).collect();
        classes.of_net = classes.first.clone();
        classes
    }
}

/// An event: the local wires it changes with their new values, whether the net makes it, and which it is.
type Seen = (Vec<(usize, Value)>, bool, EventId);

/// Writes a signature.
struct Writer<'d> {
    design: &'d Design,
    n: usize,
    net: &'d Net,
    text: Vec<i64>,
    local: FxHashMap<WireId, usize>,
    wires: Vec<WireId>,
    actions: Vec<ActionId>,
}

impl<'d> Writer<'d> {
    fn new(design: &'d Design, n: usize) -> Self {
        let net = &design.nets[n];
        let (text, wires, actions) = (Vec::new(), Vec::new(), Vec::new());
        Self { design, n, net, text, local: FxHashMap::default(), wires, actions }
    }

    fn write(&mut self) {
        let net = self.net;
        self.number(net.places.len());
        self.list(net.marking.iter().map(|place| i64::from(place.0)));
        self.number(usize::from(net.signals.is_some()));
        self.number(net.transitions.len());
        for transition in &net.transitions {
            self.list(transition.preset.iter().map(|place| i64::from(place.0)));
            self.list(transition.postset.iter().map(|place| i64::from(place.0)));
            self.text.push(i64::from(net.is_following(transition)));
            self.expr(&transition.guard);
            self.number(transition.effects.len());
            for effect in &transition.effects {
                match &effect.target {
                    Target::Wire(wire) => self.wire(*wire),
                    Target::Element(wires, index) => {
                        self.text.push(-1);
                        self.number(wires.len());
                        for &wire in wires {
                            self.wire(wire);
                        }
                        self.expr(index);
                    }
                }
                self.expr(&effect.value);
            }
            self.number(transition.asserts.len());
            transition.asserts.iter().for_each(|assert| self.expr(assert));
            self.number(transition.samples.len());
            transition.samples.iter().for_each(|&wire| self.wire(wire));
        }
        for list in [&net.inputs, &net.follows] {
            self.number(list.len());
            for &wire in list {
                self.wire(wire);
            }
        }
        self.kinds();
        self.events();
    }

    /// What each wire is.
    fn kinds(&mut self) {
        for wire in self.wires.clone() {
            let direction = match self.design.direction(wire, self.n) {
                Direction::Input => 0,
                Direction::Output => 1,
                Direction::Internal => 2,
            };
            self.text.push(direction);
            let about = self.design.wire(wire);
            self.text.push(i64::from(about.free));
            self.text.push(i64::from(about.initial));
            self.list(about.domain.iter().map(|&value| i64::from(value)));
            if about.drivers.len() > 1 {
                self.number(self.n);
            }
        }
    }

    /// The events that it sees, in the order of what it sees of them.
    fn events(&mut self) {
        let events = &self.design.events;
        let mut seen: Vec<Seen> = Vec::new();
        let shared = self.wires.iter().filter(|&&wire| self.design.is_shared(wire, self.n));
        let mut ids: Vec<EventId> =
            shared.flat_map(|wire| events.of_wire[wire.index()].iter().copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let event = events.get(id);
            let known = |&(wire, value): &(WireId, Value)| self.local.get(&wire).map(|&local| (local, value));
            let mut changes: Vec<(usize, Value)> = event.changes.iter().filter_map(known).collect();
            changes.sort_unstable();
            seen.push((changes, event.drivers.contains(&self.n), id));
        }
        seen.sort_unstable();
        for (changes, own, id) in seen {
            self.number(changes.len());
            for (wire, value) in changes {
                self.number(wire);
                self.text.push(i64::from(value));
            }
            self.text.push(i64::from(own));
            self.actions.push(events.get(id).action);
        }
    }

    fn number(&mut self, number: usize) {
        self.text.push(i64::try_from(number).expect("nets are smaller than that"));
    }

    fn list(&mut self, list: impl ExactSizeIterator<Item = i64>) {
        self.number(list.len());
        self.text.extend(list);
    }

    fn wire(&mut self, wire: WireId) {
        let next = self.wires.len();
        let local = *self.local.entry(wire).or_insert(next);
        if local == next {
            self.wires.push(wire);
        }
        self.number(local);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(value) => self.text.extend([0, i64::from(*value)]),
            Expr::Wire(wire) => {
                self.text.push(1);
                self.wire(*wire);
            }
            Expr::Element(wires, index) => {
                self.text.push(2);
                self.number(wires.len());
                for &wire in wires {
                    self.wire(wire);
                }
                self.expr(index);
            }
            Expr::Unary(op, operand) => {
                self.text.extend([3, *op as i64]);
                self.expr(operand);
            }
            Expr::Binary(op, left, right) => {
                self.text.extend([4, *op as i64]);
                self.expr(left);
                self.expr(right);
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.text.push(5);
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}
