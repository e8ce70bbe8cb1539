//! Several automata at once: tuples of their states, and what nodes do to a tuple.
//!
//! # Contract
//! The first automaton is the property, the only one that can go to π; the others are constraints.
//! [`Tuples::expand`] takes a tuple and a set of nodes at which it holds, and gives the nodes that may come
//! next: those that leave the tuple as it is, all at once as a set, and each other one with the tuple after
//! it.
//!
//! # Algorithm
//! State propagation for one tuple and many nodes together. The successors of the nodes are united row by
//! row; the nodes that some constraint forbids in its state, and those that change nothing, are masks of bits
//! that each automaton has for each state. Only nodes that change the tuple are looked at one by one.
//!
//! # Invariants
//! Tuples are numbered in the order in which they were first met, so equal work gives equal numbers.
//!
//! # Complexity
//! For a graph of `n` nodes and `k` automata (|nodes| + 2k) · n / 64, and k look-ups for each successor that
//! changes something.

use crate::automata::{Automaton, Next};
use crate::bits::{self, Set};
use crate::interned::Interned;
use crate::node_set::{NodeSet, Sets};
use crate::tfg::Tfg;

/// Automata that read the same path.
#[derive(Clone, Debug)]
pub(crate) struct Tuples {
    automata: Vec<Automaton>,
    states: Interned,
    /// Scratch: the tuple that is looked at, and one after it.
    here: Vec<u32>,
    after: Vec<u32>,
}

/// Where a path can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With this tuple.
    At(u32),
    /// The property is in π.
    Error,
    /// Nowhere: a constraint forbids everything.
    Nowhere,
}

/// Which successors are asked for.
pub(crate) enum Among<'a> {
    /// Those that are not in the set, which has them afterwards.
    Untried(&'a mut Sets, &'a mut NodeSet),
    /// Those that are in the set.
    These(&'a [u64]),
}

/// What may come next.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    /// Nodes after which the tuple is the same.
    pub(crate) same: Set,
    /// Nodes after which it is another one.
    pub(crate) moved: Vec<(u32, u32)>,
    /// The first node that leads the property to π.
    pub(crate) error: Option<u32>,
    /// Before the tuple is looked at: what comes after some nodes in the graph.
    all: Set,
}

impl Expansion {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { same: bits::empty(nodes), moved: Vec::new(), error: None, all: bits::empty(nodes) }
    }

    /// Begins with what comes after some nodes in the graph.
    pub(crate) fn begin(&mut self, tfg: &Tfg, nodes: impl Iterator<Item = u32>) {
        self.all.fill(0);
        for node in nodes {
            bits::unite(&mut self.all, tfg.successors(node as usize));
        }
    }
}

impl Tuples {
    /// The first automaton is the property.
    pub(crate) fn new(automata: Vec<Automaton>) -> Self {
        Self { automata, states: Interned::default(), here: Vec::new(), after: Vec::new() }
    }

    /// How many tuples have been met.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// How much memory the tuples take.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes()
    }

    /// The tuple of initial states.
    pub(crate) fn start(&mut self) -> Start {
        self.after.clear();
        for (k, automaton) in self.automata.iter().enumerate() {
            match automaton.initial() {
                Next::To(state) => self.after.push(state),
                Next::Error if k == 0 => return Start::Error,
                Next::Error => return Start::Nowhere,
            }
        }
        Start::At(self.number())
    }

    /// The number of the tuple in `after`, all of whose states are prepared.
    fn number(&mut self) -> u32 {
        let (number, new) = self.states.number(&self.after);
        if new {
            for (automaton, &state) in self.automata.iter_mut().zip(&self.after) {
                automaton.prepare(state);
            }
        }
        number
    }

    /// What comes after the nodes that the result began with, at which this tuple holds.
    pub(crate) fn expand(&mut self, tuple: u32, among: Among<'_>, result: &mut Expansion) {
        let Expansion { same, moved, error, all } = result;
        self.here.clear();
        self.here.extend_from_slice(self.states.row(tuple));
        for (automaton, &state) in self.automata.iter().zip(&self.here) {
            bits::intersect(all, &automaton.row(state).allowed);
        }
        match among {
            Among::Untried(sets, tried) => {
                sets.remove_from(*tried, all);
                sets.extend(tried, all, bits::count(all));
            }
            Among::These(set) => bits::intersect(all, set),
        }
        same.copy_from_slice(all);
        for (automaton, &state) in self.automata.iter().zip(&self.here) {
            bits::intersect(same, &automaton.row(state).same);
        }
        bits::subtract(all, same);
        moved.clear();
        *error = None;
        let mut last: Option<u32> = None;
        for node in bits::iter(all) {
            let node = node as u32;
            let Some(changed) = self.step(node) else {
                error.get_or_insert(node);
                last = None;
                continue;
            };
            let number = match last {
                Some(known) if !changed => known,
                _ => self.number(),
            };
            last = Some(number);
            moved.push((node, number));
        }
    }

    /// Puts the states after a possible node from `here` into `after`; whether something else was there.
    /// `None` if it leads to π, and then nobody knows what is there.
    fn step(&mut self, node: u32) -> Option<bool> {
        let mut changed = self.after.len() != self.here.len();
        if changed {
            self.after.clone_from(&self.here);
        }
        for (k, automaton) in self.automata.iter().enumerate() {
            match automaton.next(self.here[k], node) {
                Some(Next::To(state)) => {
                    changed |= self.after[k] != state;
                    self.after[k] = state;
                }
                Some(Next::Error) => return None,
                None => unreachable!("only possible nodes are asked about"),
            }
        }
        Some(changed)
    }

    /// Whether a node leads from one tuple to another, and not to π.
    pub(crate) fn leads(&self, tuple: u32, node: u32, target: u32) -> bool {
        let pairs = self.states.row(tuple).iter().zip(self.states.row(target));
        self.automata.iter().zip(pairs).all(|(automaton, (&state, &after))| {
            matches!(automaton.next(state, node), Some(Next::To(next)) if next == after)
        })
    }
}
