//! Membership queries: does a word over Σ lead a part to an error?
//!
//! # Contract
//! A word leads to an error when a path of the part's graph reaches π whose actions of Σ are a prefix of the word.
//!
//! # Algorithm
//! A walk in the lazily determinised part: a state is the set of all (tuple, node) pairs that a word can lead to, sets are interned, steps are remembered. So a
//! query costs its unseen suffix. A word that has led to an error keeps leading to it.
//!
//! # Complexity
//! Exponentially many sets in the worst case; the budget counts their members.
//!
//! # Tests
//! Against propagation with the word as a constraint (`tests/programs`).

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::side::Side;
use crate::bits::{self, Set};
use crate::node_set::NodeSet;
use crate::tfg::Tfg;
use crate::tuples::{Among, Expansion, Start, Tuples};

/// A tuple and the nodes where it holds, sorted.
type Member = (u32, Vec<u32>);

/// Where words over Σ lead.
#[derive(Debug)]
pub struct Walk<'s> {
    side: &'s Side,
    tuples: Tuples,
    /// Nodes without an action of Σ.
    hidden: Set,
    /// For each letter its nodes.
    letters: Vec<Set>,
    /// Sets by number.
    sets: Vec<Rc<[Member]>>,
    numbers: FxHashMap<Rc<[Member]>, u32>,
    /// From a set by a letter to a set; `None` is an error. From [`NOWHERE`] the empty word leads to the first set.
    steps: FxHashMap<(u32, u32), Option<u32>>,
    members: u64,
    scratch: Expansion,
}

/// Where walks begin.
const NOWHERE: u32 = u32::MAX;

/// A set of pairs that grows.
#[derive(Default)]
struct Growing {
    nodes: BTreeMap<u32, NodeSet>,
    /// What is new and not looked at yet.
    fresh: Vec<Member>,
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
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            steps: FxHashMap::default(),
            members: 0,
            scratch: Expansion::new(n),
        }
    }

    /// How long the shortest prefix of a word is that leads to an error; `None` when none does. Actions outside of Σ are not in words.
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

    /// How many pairs all sets have together.
    pub fn members(&self) -> u64 {
        self.members
    }

    fn start(&mut self, budget: &Budget) -> Result<Option<u32>, StopReason> {
        if let Some(&known) = self.steps.get(&(NOWHERE, 0)) {
            return Ok(known);
        }
        let mut growing = Growing::default();
        let first = match self.tuples.start() {
            Start::Error => None,
            Start::Nowhere => self.close(growing, budget)?,
            Start::At(tuple) => {
                growing.add(tuple, Tfg::INITIAL, self.side.tfg.nodes().len());
                self.close(growing, budget)?
            }
        };
        self.steps.insert((NOWHERE, 0), first);
        Ok(first)
    }

    fn step(&mut self, set: u32, letter: u32, budget: &Budget) -> Result<Option<u32>, StopReason> {
        if let Some(&known) = self.steps.get(&(set, letter)) {
            return Ok(known);
        }
        let members = Rc::clone(&self.sets[set as usize]);
        let mut growing = Growing::default();
        let mut error = false;
        for (tuple, nodes) in members.iter() {
            error |= self.expand(*tuple, nodes, Some(letter), &mut growing, budget)?;
        }
        let next = if error { None } else { self.close(growing, budget)? };
        self.steps.insert((set, letter), next);
        Ok(next)
    }

    /// Adds what hidden nodes lead to, and finds the number of the set; `None` if an error is among it.
    fn close(&mut self, mut growing: Growing, budget: &Budget) -> Result<Option<u32>, StopReason> {
        while let Some((tuple, nodes)) = growing.fresh.pop() {
            if self.expand(tuple, &nodes, None, &mut growing, budget)? {
                return Ok(None);
            }
        }
        let set: Rc<[Member]> =
            growing.nodes.into_iter().map(|(tuple, nodes)| (tuple, nodes.iter().collect())).collect();
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(Some(number));
        }
        let number = self.sets.len() as u32;
        self.members += set.iter().map(|(_, nodes)| nodes.len() as u64).sum::<u64>();
        budget.check_states(self.members)?;
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, number);
        Ok(Some(number))
    }

    /// Adds what comes after some nodes by a letter, or by hidden nodes; whether that is an error.
    fn expand(
        &mut self,
        tuple: u32,
        nodes: &[u32],
        letter: Option<u32>,
        growing: &mut Growing,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        budget.poll(Poll::Flow)?;
        let within = letter.map_or(&self.hidden, |l| &self.letters[l as usize]);
        self.tuples.expand(
            &self.side.tfg,
            tuple,
            nodes.iter().copied(),
            Among::These(within),
            &mut self.scratch,
        );
        if self.scratch.error.is_some() {
            return Ok(true);
        }
        let n = self.side.tfg.nodes().len();
        growing.add_all(tuple, &mut self.scratch.same, n);
        for &(node, after) in &self.scratch.moved {
            growing.add(after, node, n);
        }
        Ok(false)
    }
}

impl Growing {
    /// Adds a node of a tuple.
    fn add(&mut self, tuple: u32, node: u32, nodes: usize) {
        if self.nodes.entry(tuple).or_insert(NodeSet::EMPTY).insert(node, nodes) {
            self.fresh.push((tuple, vec![node]));
        }
    }

    /// Adds nodes of a tuple.
    fn add_all(&mut self, tuple: u32, new: &mut [u64], nodes: usize) {
        if bits::is_empty(new) {
            return;
        }
        let known = self.nodes.entry(tuple).or_insert(NodeSet::EMPTY);
        known.remove_from(new);
        let count = bits::count(new);
        if count != 0 {
            known.extend(new, count, nodes);
            self.fresh.push((tuple, bits::iter(new).map(|node| node as u32).collect()));
        }
    }
}
