//! Sets of states closed under τ, interned, and the steps between them.
//!
//! The sets are the states of the determinised LTS, found on demand: [`determinise`](super::determinise)
//! takes all of them, trace comparison only those it needs. A set is named by a [`StateId`] of its own, in
//! order of first use; the name of a set with π in it is π. Members are sorted slices of one pool, and an
//! open-addressing table over the pool finds an equal set, so a set costs four bytes for each member and
//! nothing is allocated for it.
//!
//! A step sorts the moves of the members into one bucket for each action and closes each bucket under τ; a
//! stamp per state avoids clearing marks. Time for a step is linear in the transitions of its members and of
//! its successors, plus the sorting of members, for which large sets scan the stamps instead.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use suppose_base::{Budget, Poll, StateId, StopReason};

use super::Members;
use crate::{Lts, Transition};

/// Work for a step, for a move that is sorted, and for a member of a new set.
const STEP: u64 = 70;
const SORT: u64 = 5;
const MEMBER: u64 = 14;

/// The interned sets of one LTS.
pub(crate) struct Subsets<'a> {
    lts: &'a Lts,
    members: Members,
    table: HashTable<u32>,
    /// Place of each action in the alphabet, by raw number.
    place: Vec<u32>,
    /// For each action of the alphabet the targets found in this step.
    buckets: Vec<Vec<StateId>>,
    /// The places of the buckets in use.
    used: Vec<u32>,
    /// A state is in the set being built when its stamp is the current one.
    stamps: Vec<u32>,
    stamp: u32,
    /// The set being built.
    set: Vec<StateId>,
}

impl<'a> Subsets<'a> {
    /// No sets yet.
    pub(crate) fn new(lts: &'a Lts) -> Self {
        let mut place = vec![0; lts.alphabet().last().map_or(0, |a| a.index() + 1)];
        for (i, action) in lts.alphabet().iter().enumerate() {
            place[action.index()] = i as u32;
        }
        Self {
            lts,
            members: Members { offsets: vec![0], states: Vec::new() },
            table: HashTable::new(),
            place,
            buckets: vec![Vec::new(); lts.alphabet().len()],
            used: Vec::new(),
            stamps: vec![0; lts.num_states()],
            stamp: 0,
            set: Vec::new(),
        }
    }

    /// How many sets there are; π is not counted.
    pub(crate) fn len(&self) -> usize {
        self.members.offsets.len() - 1
    }

    /// How many states there are in all sets together.
    pub(crate) fn num_members(&self) -> usize {
        self.members.states.len()
    }

    /// The set of the states that can be reached silently from this one.
    pub(crate) fn start(&mut self, state: StateId) -> StateId {
        self.close(&[state])
    }

    /// The old states in a set.
    pub(crate) fn get(&self, set: StateId) -> &[StateId] {
        self.members.get(set)
    }

    /// Whether the end state is in the set.
    pub(crate) fn has_end(&self, set: StateId) -> bool {
        self.lts.end().is_some_and(|end| self.get(set).binary_search(&end).is_ok())
    }

    /// The members of all sets.
    pub(crate) fn into_members(self) -> Members {
        self.members
    }

    /// Puts the steps of a set into `found`, one for each visible action, in order of actions.
    pub(crate) fn successors(
        &mut self,
        set: StateId,
        found: &mut Vec<Transition>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        found.clear();
        let mut work = STEP;
        for &member in self.members.get(set) {
            let row = self.lts.transitions(member);
            work += SORT * row.len() as u64;
            for t in row {
                if t.action.is_tau() {
                    continue;
                }
                let place = self.place[t.action.index()];
                let bucket = &mut self.buckets[place as usize];
                if bucket.is_empty() {
                    self.used.push(place);
                }
                // Many members often share a target; the others are told apart when the bucket is closed.
                if bucket.last() != Some(&t.target) {
                    bucket.push(t.target);
                }
            }
        }
        let mut used = std::mem::take(&mut self.used);
        used.sort_unstable();
        let mut outcome = Ok(());
        for &place in &used {
            let mut bucket = std::mem::take(&mut self.buckets[place as usize]);
            if outcome.is_ok() {
                let target = self.close(&bucket);
                found.push(Transition { action: self.lts.alphabet()[place as usize], target });
                work += STEP + MEMBER * (bucket.len() + self.set.len()) as u64;
                outcome = self.check(&mut work, budget);
            }
            bucket.clear();
            self.buckets[place as usize] = bucket;
        }
        used.clear();
        self.used = used;
        outcome?;
        self.check(&mut work, budget)
    }

    fn check(&self, work: &mut u64, budget: &Budget) -> Result<(), StopReason> {
        budget.pay(Poll::Determinise, std::mem::take(work))?;
        budget.check_states(self.len() as u64)?;
        budget.check_bytes(self.members.states.len() as u64 * 4)
    }

    /// Interns the closure of these states under τ.
    fn close(&mut self, start: &[StateId]) -> StateId {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.set.clear();
        let (mut ends, mut moves) = (false, false);
        for &state in start {
            if state.is_error() {
                return StateId::ERROR;
            }
            self.mark(state);
        }
        let mut next = 0;
        while let Some(&state) = self.set.get(next) {
            next += 1;
            ends |= self.lts.end() == Some(state);
            for t in self.lts.transitions(state) {
                if !t.action.is_tau() {
                    moves = true;
                    break;
                }
                if t.target.is_error() {
                    return StateId::ERROR;
                }
                self.mark(t.target);
            }
        }
        if ends && !moves {
            self.set.clear();
            self.set.extend(self.lts.end());
        } else if self.set.len() > self.stamps.len() / 16 {
            self.set.clear();
            let marked = self.stamps.iter().enumerate().filter(|&(_, &stamp)| stamp == self.stamp);
            self.set.extend(marked.map(|(i, _)| StateId::from_raw(i as u32)));
        } else {
            self.set.sort_unstable();
        }
        self.intern()
    }

    fn mark(&mut self, state: StateId) {
        let stamp = &mut self.stamps[state.index()];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            self.set.push(state);
        }
    }

    fn intern(&mut self) -> StateId {
        let (members, set) = (&mut self.members, &self.set);
        let hash = hash(set);
        let same = |&name: &u32| members.get(StateId::from_raw(name)) == set.as_slice();
        if let Some(&name) = self.table.find(hash, same) {
            return StateId::from_raw(name);
        }
        let name = StateId::must(members.offsets.len() - 1);
        members.states.extend_from_slice(set);
        members.offsets.push(members.states.len());
        self.table.insert_unique(hash, name.raw(), |&old| hash_of(members, old));
        name
    }
}

fn hash_of(members: &Members, name: u32) -> u64 {
    hash(members.get(StateId::from_raw(name)))
}

fn hash(set: &[StateId]) -> u64 {
    let mut hasher = FxHasher::default();
    for state in set {
        hasher.write_u32(state.raw());
    }
    hasher.finish()
}
