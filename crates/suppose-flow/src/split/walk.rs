//! Membership queries: does a word over Σ lead a part to an error?
//!
//! # Contract
//! A word leads to an error when a path of the part's graph reaches π whose actions of Σ are a prefix of the
//! word.
//!
//! # Algorithm
//! A walk in the lazily determinised part: a state is the set of all (tuple, node) pairs that a word can lead
//! to, sets are interned, steps are remembered. So a query costs its unseen suffix. A word that has led to an
//! error keeps leading to it.
//!
//! # Complexity
//! Exponentially many sets in the worst case; the budget counts their members.
//!
//! # Tests
//! Against propagation with the word as a constraint (`tests/all/programs`).

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::side::Side;
use crate::bits::{self, Set};
use crate::interned::Interned;
use crate::node_set::{NodeSet, Sets};
use crate::tfg::Tfg;
use crate::tuples::{Among, Expansion, Start, Tuples};

/// Where words over Σ lead.
#[derive(Debug)]
pub struct Walk<'s> {
    side: &'s Side,
    tuples: Tuples,
    /// Nodes without an action of Σ.
    hidden: Set,
    /// For each letter its nodes.
    letters: Vec<Set>,
    /// Sets, each as a row: tuples in order, each with the number of its nodes and these in order.
    sets: Interned,
    /// From a set by a letter to a set; `None` is an error. From [`NOWHERE`] the empty word leads to the
    /// first set.
    steps: FxHashMap<(u32, u32), Option<u32>>,
    members: u64,
    growing: Growing,
    /// Scratch: the set that a step begins with, or the row of one.
    row: Vec<u32>,
    scratch: Expansion,
}

/// Where walks begin.
const NOWHERE: u32 = u32::MAX;

/// A set of pairs that grows.
#[derive(Debug)]
struct Growing {
    sets: Sets,
    /// For each tuple the nodes where it holds.
    nodes: Vec<NodeSet>,
    /// The tuples that hold somewhere.
    tuples: Vec<u32>,
    /// Tuples with nodes that are new and not looked at yet: where these begin in `fresh_nodes`.
    fresh: Vec<(u32, usize)>,
    fresh_nodes: Vec<u32>,
}

impl<'s> Walk<'s> {
    pub(super) fn new(side: &'s Side) -> Self {
        let n = side.tfg.nodes().len();
        let mut hidden = bits::empty(n);
        let mut letters = vec![bits::empty(n); side.sigma.len()];
        for node in 0..n {
            let label = side.tfg.label(node as u32);
            match label.and_then(|a| side.sigma.binary_search(&a).ok()) {
                Some(letter) => bits::insert(&mut letters[letter], node),
                None => bits::insert(&mut hidden, node),
            };
        }
        Self {
            side,
            tuples: Tuples::new(side.automata.clone()),
            hidden,
            letters,
            sets: Interned::default(),
            steps: FxHashMap::default(),
            members: 0,
            growing: Growing::new(n),
            row: Vec::new(),
            scratch: Expansion::new(n),
        }
    }

    /// How long the shortest prefix of a word is that leads to an error; `None` when none does. Actions
    /// outside of Σ are not in words.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn fatal(&mut self, word: &[ActionId], budget: &Budget) -> Result<Option<usize>, StopReason> {
        let Some(mut set) = self.start(budget)? else { return Ok(Some(0)) };
        for (place, action) in word.iter().enumerate() {
            let Ok(letter) = self.side.sigma.binary_search(action) else { return Ok(None) };
            match self.step(set, letter as u32, budget)? {
                Some(next) => set = next,
                None => return Ok(Some(place + 1)),
            }
        }
        Ok(None)
    }

    /// How many pairs of a tuple and a node there are in all sets so far.
    pub fn held(&self) -> u64 {
        self.members
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<u32>, StopReason> {
        if let Some(&known) = self.steps.get(&(NOWHERE, 0)) {
            return Ok(known);
        }
        self.growing.clear();
        let first = match self.tuples.start() {
            Start::Error => None,
            Start::Nowhere => self.close(budget)?,
            Start::At(tuple) => {
                self.growing.add(tuple, Tfg::INITIAL);
                self.close(budget)?
            }
        };
        self.steps.insert((NOWHERE, 0), first);
        Ok(first)
    }

    fn step(&mut self, set: u32, letter: u32, budget: &Budget) -> Result<Option<u32>, StopReason> {
        if let Some(&known) = self.steps.get(&(set, letter)) {
            return Ok(known);
        }
        self.growing.clear();
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.extend_from_slice(self.sets.row(set));
        let (mut rest, mut error) = (&row[..], false);
        while let [tuple, count, members @ ..] = rest {
            let (nodes, others) = members.split_at(*count as usize);
            error |= self.expand(*tuple, nodes.iter().copied(), Some(letter), budget)?;
            rest = others;
        }
        self.row = row;
        let next = if error { None } else { self.close(budget)? };
        self.steps.insert((set, letter), next);
        Ok(next)
    }

    /// Adds what hidden nodes lead to, and finds the number of the set; `None` if an error is among it.
    fn close(&mut self, budget: &Budget) -> Result<Option<u32>, StopReason> {
        let mut nodes = Vec::new();
        while let Some((tuple, start)) = self.growing.fresh.pop() {
            nodes.clear();
            nodes.extend(self.growing.fresh_nodes.drain(start..));
            if self.expand(tuple, nodes.iter().copied(), None, budget)? {
                return Ok(None);
            }
        }
        let members = self.growing.encode(&mut self.row);
        let (number, new) = self.sets.number(&self.row);
        if new {
            self.members += members;
            budget.check_states(self.members)?;
            budget.check_bytes(self.sets.bytes() + self.tuples.bytes())?;
        }
        Ok(Some(number))
    }

    /// Adds what comes after some nodes by a letter, or by hidden nodes; whether that is an error.
    fn expand(
        &mut self,
        tuple: u32,
        nodes: impl Iterator<Item = u32>,
        letter: Option<u32>,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        budget.poll(Poll::Flow)?;
        let within = letter.map_or(&self.hidden, |l| &self.letters[l as usize]);
        self.scratch.begin(&self.side.tfg, nodes);
        self.tuples.expand(tuple, Among::These(within), &mut self.scratch);
        if self.scratch.error.is_some() {
            return Ok(true);
        }
        self.growing.add_all(tuple, &mut self.scratch.same);
        for &(node, after) in &self.scratch.moved {
            self.growing.add(after, node);
        }
        Ok(false)
    }
}

impl Growing {
    fn new(nodes: usize) -> Self {
        let (tuples, fresh, fresh_nodes) = (Vec::new(), Vec::new(), Vec::new());
        Self { sets: Sets::new(nodes), nodes: Vec::new(), tuples, fresh, fresh_nodes }
    }

    /// Begins anew.
    fn clear(&mut self) {
        for tuple in self.tuples.drain(..) {
            self.nodes[tuple as usize] = NodeSet::EMPTY;
        }
        self.sets.clear();
        self.fresh.clear();
        self.fresh_nodes.clear();
    }

    /// The set of a tuple.
    fn of(&mut self, tuple: u32) -> NodeSet {
        if self.nodes.len() <= tuple as usize {
            self.nodes.resize(tuple as usize + 1, NodeSet::EMPTY);
        }
        self.nodes[tuple as usize]
    }

    /// Changes the set of a tuple.
    fn put(&mut self, tuple: u32, set: NodeSet) {
        let place = &mut self.nodes[tuple as usize];
        if place.is_empty() {
            self.tuples.push(tuple);
        }
        *place = set;
    }

    /// Adds a node of a tuple.
    fn add(&mut self, tuple: u32, node: u32) {
        let mut set = self.of(tuple);
        if self.sets.insert(&mut set, node) {
            self.put(tuple, set);
            self.fresh.push((tuple, self.fresh_nodes.len()));
            self.fresh_nodes.push(node);
        }
    }

    /// Adds nodes of a tuple.
    fn add_all(&mut self, tuple: u32, new: &mut [u64]) {
        let mut set = self.of(tuple);
        self.sets.remove_from(set, new);
        let count = bits::count(new);
        if count != 0 {
            self.sets.extend(&mut set, new, count);
            self.put(tuple, set);
            self.fresh.push((tuple, self.fresh_nodes.len()));
            self.fresh_nodes.extend(bits::iter(new).map(|node| node as u32));
        }
    }

    /// Writes the set as a row; how many pairs it has.
    fn encode(&mut self, row: &mut Vec<u32>) -> u64 {
        row.clear();
        self.tuples.sort_unstable();
        for &tuple in &self.tuples {
            row.extend([tuple, 0]);
            let start = row.len();
            row.extend(self.sets.iter(self.nodes[tuple as usize]));
            row[start - 1] = (row.len() - start) as u32;
        }
        (row.len() - 2 * self.tuples.len()) as u64
    }
}
