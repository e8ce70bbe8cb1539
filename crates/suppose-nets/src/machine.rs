//! Some nets of a design, compiled for search.
//!
//! One machine serves three purposes: with all nets it is the flat design; with one net it is that component
//! in its maximal environment, where every change that the others could make may come at any time; with
//! several it is a cluster. A state is an array of words ([`layout`]); guards are cubes over its bits, the
//! preset included ([`compile`]); [`step`] lists what can happen.
//!
//! A state holds the marking of the members and the wires that can matter: those that a member reads or that
//! its assignments may leave as they are, and those that others know. So the states of a closed signal
//! transition graph are its markings.

mod compile;
mod layout;
mod step;

pub(crate) use layout::Layout;
pub(crate) use step::{Scratch, Step};

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use suppose_base::ActionId;

use crate::design::Design;
use crate::expr::{Expr, Value};
use crate::machine::layout::Field;
use crate::net::{PlaceId, WireId};
use crate::snapshot::Snapshot;

/// Bits of one word.
#[derive(Clone, Copy, Debug)]
struct Bits {
    word: u32,
    mask: u64,
}

/// A comparison of bits of one word.
#[derive(Clone, Copy, Debug)]
struct Test {
    word: u32,
    mask: u64,
    value: u64,
}

/// When a transition is enabled: in one of the cubes, and where the rest, if any, is true.
#[derive(Clone, Debug)]
struct Guard {
    /// First and end of its cubes in `Machine::cubes`.
    cubes: (u32, u32),
    /// A guard over too many wires for cubes, or one that may have no value.
    rest: Option<Box<Expr>>,
}

/// How a step of a transition is called, and what changes.
#[derive(Clone, Debug)]
enum Label {
    /// It changes no wire, or it is the edge of a signal.
    Fixed { action: ActionId, edge: Option<(WireId, Value)> },
    /// It sets one wire to a constant: what it is called depends on whether that changes the wire.
    Assign { test: Test, moved: ActionId, still: ActionId, change: (WireId, Value) },
    /// It has to be worked out.
    Computed,
}

/// A transition of a member that happens by itself.
#[derive(Clone, Debug)]
struct Move {
    /// The net and the transition.
    net: u32,
    transition: u32,
    guard: Guard,
    /// Bits that become 0, then bits that become 1.
    clear: Vec<Bits>,
    set: Vec<Bits>,
    /// Places that must not have a token before.
    twice: Vec<Bits>,
    /// Moves that it might disable in a way that is a failure.
    at_risk: Vec<u32>,
    /// Bits of the wires that it samples.
    sampled: Vec<Bits>,
    label: Label,
    /// Whether some members might follow it.
    followed: bool,
}

/// A transition that follows a change. It has no guard.
#[derive(Clone, Debug)]
struct Follower {
    preset: Vec<Bits>,
    clear: Vec<Bits>,
    set: Vec<Bits>,
    twice: Vec<Bits>,
}

/// The moves of the places of one word.
#[derive(Clone, Debug)]
struct Leads {
    mask: u64,
    /// For each of 64 bits first and end in `moves`.
    of_bit: Vec<(u32, u32)>,
    moves: Vec<u32>,
}

/// A change that comes from outside.
#[derive(Clone, Debug)]
struct Input {
    action: ActionId,
    /// It can come where none of these hold: the wires have other values before. There are none for the edges
    /// of a graph.
    differ: Vec<Test>,
    clear: Vec<Bits>,
    set: Vec<Bits>,
    at_risk: Vec<u32>,
    changes: Vec<(WireId, Value)>,
    followed: bool,
}

/// For each change the alternatives of every member that follows it.
type Followers = FxHashMap<(WireId, Value), Vec<Vec<Follower>>>;

/// Compiled nets.
#[derive(Clone, Debug)]
pub(crate) struct Machine<'d> {
    pub(crate) design: &'d Design,
    /// The nets; sorted.
    pub(crate) members: Vec<usize>,
    pub(crate) layout: Layout,
    tests: Vec<Test>,
    /// First and end of each cube's tests.
    cubes: Vec<(u32, u32)>,
    moves: Vec<Move>,
    /// For each word the places that some move needs, and for each of its bits the moves that are looked at
    /// when it is set.
    leads: Vec<Leads>,
    /// Moves that need no place.
    always: Vec<u32>,
    followers: Followers,
    inputs: Vec<Input>,
}

impl<'d> Machine<'d> {
    /// Compiles some nets of a design.
    pub(crate) fn new(design: &'d Design, members: &[usize]) -> Self {
        compile::compile(design, members)
    }

    /// Work for finding the steps of a state, without following them.
    pub(crate) fn look(&self) -> u64 {
        3 * (self.moves.len() + self.inputs.len()) as u64
    }

    /// How many words a state has.
    pub(crate) fn words(&self) -> usize {
        self.layout.words
    }

    /// The first state.
    pub(crate) fn initial<const W: usize>(&self) -> [u64; W] {
        let mut state = [0; W];
        for (m, &net) in self.members.iter().enumerate() {
            for &place in &self.design.nets[net].marking {
                let (word, bit) = self.layout.place(m, place);
                state[word as usize] |= bit;
            }
        }
        for &wire in self.layout.wires() {
            let field = self.layout.field(wire).expect("part of the state");
            let value = self.design.wire(wire).initial;
            let bits = layout::encoded(self.design, wire, field, value).expect("in the domain");
            if bits != 0 {
                state[field.word as usize] |= bits;
            }
        }
        state
    }

    /// The actions of its members' own steps that others can see, and those that come from outside; both
    /// sorted.
    pub(crate) fn interface(&self) -> (Vec<ActionId>, Vec<ActionId>) {
        let mut outputs = Vec::new();
        for &net in &self.members {
            for &event in &self.design.events.of_driver[net] {
                let event = self.design.events.get(event);
                let seen = |&(wire, _): &(WireId, Value)| self.is_visible(wire);
                if event.changes.iter().any(seen) {
                    outputs.push(event.action);
                }
            }
        }
        let mut inputs: Vec<ActionId> = self.inputs.iter().map(|input| input.action).collect();
        for list in [&mut outputs, &mut inputs] {
            list.sort_unstable();
            list.dedup();
        }
        (inputs, outputs)
    }

    /// Whether somebody outside knows the wire.
    pub(crate) fn is_visible(&self, wire: WireId) -> bool {
        let wire = self.design.wire(wire);
        wire.free || wire.users.iter().any(|user| self.members.binary_search(user).is_err())
    }

    /// The wires of the state that somebody outside knows; sorted.
    pub(crate) fn visible_wires(&self) -> Vec<WireId> {
        self.layout.wires().iter().copied().filter(|&wire| self.is_visible(wire)).collect()
    }

    /// The value of a wire of the state.
    pub(crate) fn value(&self, state: &[u64], wire: WireId) -> Value {
        self.layout.value(self.design, state, wire)
    }

    /// A state in the open. Wires that are not part of the state keep their first values.
    pub(crate) fn snapshot(&self, state: &[u64]) -> Snapshot {
        let mut snapshot = Snapshot { marking: BTreeSet::new(), ..Snapshot::initial(self.design) };
        for (m, &net) in self.members.iter().enumerate() {
            for place in (0..self.design.nets[net].places.len() as u32).map(PlaceId) {
                let (word, bit) = self.layout.place(m, place);
                if state[word as usize] & bit != 0 {
                    snapshot.marking.insert((net, place));
                }
            }
        }
        for &wire in self.layout.wires() {
            snapshot.values[wire.index()] = self.value(state, wire);
        }
        snapshot
    }

    fn field(&self, wire: WireId) -> Field {
        self.layout.field(wire).expect("part of the state")
    }
}
