//! Several automata at once: tuples of their states, and what nodes do to a tuple.
//!
//! # Contract
//! The first automaton is the property, the only one that can go to π; the others are constraints. [`Tuples::expand`] takes a tuple and a set of nodes at which it holds, and gives the nodes that may
//! come next: those that leave the tuple as it is, all at once as a set, and each other one with the tuple after it.
//!
//! # Algorithm
//! State propagation for one tuple and many nodes together. The successors of the nodes are united row by row; the nodes that some constraint forbids in its state, and those that change nothing, are
//! masks of bits that each automaton has for each state. Only nodes that change the tuple are looked at one by one.
//!
//! # Invariants
//! Tuples are numbered in the order in which they were first met, so equal work gives equal numbers.
//!
//! # Complexity
//! For a graph of `n` nodes and `k` automata (|nodes| + 2k) · n / 64, and k look-ups for each successor that changes something.

use rustc_hash::FxHashMap;

use crate::automata::{Automaton, Next};
use crate::bits::{self, Set};
use crate::node_set::NodeSet;
use crate::tfg::Tfg;

/// Automata that read the same path.
#[derive(Clone, Debug)]
pub(crate) struct Tuples {
    automata: Vec<Automaton>,
    states: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
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
    Untried(&'a mut NodeSet),
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
    /// Scratch: all of them.
    all: Set,
}

impl Expansion {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { same: bits::empty(nodes), moved: Vec::new(), error: None, all: bits::empty(nodes) }
    }
}

impl Tuples {
    /// The first automaton is the property.
    pub(crate) fn new(automata: Vec<Automaton>) -> Self {
        Self { automata, states: Vec::new(), numbers: FxHashMap::default() }
    }

    /// How many tuples have been met.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// How many automata there are.
    pub(crate) fn width(&self) -> usize {
        self.automata.len()
    }

    /// The tuple of initial states.
    pub(crate) fn start(&mut self) -> Start {
        let mut tuple = Vec::with_capacity(self.automata.len());
        for (k, automaton) in self.automata.iter().enumerate() {
            match automaton.initial() {
                Next::To(state) => tuple.push(state),
                Next::Error if k == 0 => return Start::Error,
                Next::Error => return Start::Nowhere,
            }
        }
        Start::At(self.number(&tuple))
    }

    /// The number of a tuple, all of whose states are prepared.
    fn number(&mut self, tuple: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(tuple) {
            return number;
        }
        for (automaton, &state) in self.automata.iter_mut().zip(tuple) {
            automaton.prepare(state);
        }
        let number = self.states.len() as u32;
        self.states.push(tuple.into());
        self.numbers.insert(tuple.into(), number);
        number
    }

    /// What comes after some nodes.
    pub(crate) fn expand(
        &mut self,
        tfg: &Tfg,
        tuple: u32,
        nodes: impl Iterator<Item = u32>,
        among: Among<'_>,
        result: &mut Expansion,
    ) {
        let Expansion { same, moved, error, all } = result;
        all.fill(0);
        for node in nodes {
            bits::unite(all, tfg.successors(node as usize));
        }
        let states = self.states[tuple as usize].clone();
        for (automaton, &state) in self.automata.iter().zip(&states) {
            bits::intersect(all, &automaton.row(state).allowed);
        }
        match among {
            Among::Untried(tried) => {
                tried.remove_from(all);
                tried.extend(all, bits::count(all), tfg.nodes().len());
            }
            Among::These(set) => bits::intersect(all, set),
        }
        same.copy_from_slice(all);
        for (automaton, &state) in self.automata.iter().zip(&states) {
            bits::intersect(same, &automaton.row(state).same);
        }
        bits::subtract(all, same);
        moved.clear();
        *error = None;
        let mut after = states.to_vec();
        let mut last: Option<(Box<[u32]>, u32)> = None;
        for node in bits::iter(all) {
            if self.step(&states, node as u32, &mut after) {
                error.get_or_insert(node as u32);
                continue;
            }
            let number = match &last {
                Some((known, number)) if **known == *after => *number,
                _ => {
                    let number = self.number(&after);
                    last = Some((after.as_slice().into(), number));
                    number
                }
            };
            moved.push((node as u32, number));
        }
    }

    /// Puts the states after a possible node into `after`; whether the property is in π then.
    fn step(&self, states: &[u32], node: u32, after: &mut [u32]) -> bool {
        for (k, automaton) in self.automata.iter().enumerate() {
            match automaton.next(states[k], node) {
                Some(Next::To(state)) => after[k] = state,
                Some(Next::Error) => return true,
                None => unreachable!("only possible nodes are asked about"),
            }
        }
        false
    }

    /// The tuple after a node, if the node is possible and does not lead to π.
    pub(crate) fn after(&self, tuple: u32, node: u32) -> Option<u32> {
        let states = &self.states[tuple as usize];
        let step = |(automaton, &state): (&Automaton, &u32)| match automaton.next(state, node)? {
            Next::To(next) => Some(next),
            Next::Error => None,
        };
        let after: Option<Vec<u32>> = self.automata.iter().zip(states.iter()).map(step).collect();
        self.numbers.get(after?.as_slice()).copied()
    }
}
