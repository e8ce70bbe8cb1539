//! The reachable states of a product, breadth-first.
//!
//! Members take an action together when it is in their alphabets, and τ alone. All known states lie in one vector,
//! which is also the queue; a table of open addressing finds them. Time and memory are linear in the product.

use std::{sync::atomic::Ordering, time::Instant};

use crate::format::{ERROR, Lts, TAU};
use crate::{Limits, Outcome, Try};

/// An LTS with its transitions by source and action. π is the last state.
pub(crate) struct Rows {
    pub(crate) alphabet: Vec<i32>,
    pub(crate) initial: u32,
    pub(crate) error: u32,
    /// Whether each action of the alphabet that a state lacks leads to π, from π too. Otherwise π can do nothing.
    pub(crate) total: bool,
    offsets: Vec<usize>,
    actions: Vec<i32>,
    targets: Vec<u32>,
}

impl Rows {
    /// The transitions of `lts` whose places `keep` holds for. `shape` must have passed the LTS.
    pub(crate) fn new(lts: &Lts, total: bool, keep: impl Fn(usize) -> bool) -> Self {
        let number = |state: i32| if state == ERROR { lts.states } else { state.cast_unsigned() };
        let (mut offsets, mut actions, mut targets) = (vec![0], Vec::new(), Vec::new());
        let kept = lts.triples().iter().enumerate().filter(|&(place, _)| keep(place));
        for (_, &[source, action, target]) in kept {
            offsets.resize(number(source) as usize + 1, actions.len());
            actions.push(action);
            targets.push(number(target));
        }
        offsets.resize(lts.states as usize + 2, actions.len());
        let (alphabet, initial, error) = (lts.alphabet.clone(), number(lts.initial), lts.states);
        Self { alphabet, initial, error, total, offsets, actions, targets }
    }

    /// The actions of the transitions from `state`, ascending.
    pub(crate) fn actions(&self, state: u32) -> &[i32] {
        &self.actions[self.offsets[state as usize]..self.offsets[state as usize + 1]]
    }

    /// Where `action`, τ or one of the alphabet, leads from `state`.
    pub(crate) fn targets(&self, state: u32, action: i32) -> &[u32] {
        let row = self.actions(state);
        let first = row.partition_point(|&other| other < action);
        let count = row[first..].iter().take_while(|&&other| other == action).count();
        if self.total && action != TAU && count == 0 {
            return std::slice::from_ref(&self.error);
        }
        &self.targets[self.offsets[state as usize] + first..][..count]
    }
}

/// Searches the product of `members` and gives the number of its states. `visit` is called for each of them and may end
/// the search. A run ends when a member is in π that is not total.
pub(crate) fn search(members: &[&Rows], limits: &Limits, visit: impl Fn(&[u32]) -> Try<()>) -> Try<usize> {
    // Who takes part in each action. The first leads: the action is tried when it can do it.
    let mut parties: Vec<Vec<usize>> = Vec::new();
    for (m, member) in members.iter().enumerate() {
        for action in member.alphabet.iter().map(|action| action.cast_unsigned() as usize) {
            parties.resize(parties.len().max(action + 1), Vec::new());
            parties[action].push(m);
        }
    }
    let (width, state) = (members.len(), members.iter().map(|member| member.initial).collect());
    let mut known = Known { limits, width, states: Vec::new(), table: vec![0; 256], state };
    known.insert()?;
    let (mut here, mut at, mut choices) = (0, known.state.clone(), Vec::new());
    while here * width < known.states.len() {
        at.copy_from_slice(known.number(here));
        here += 1;
        visit(&at)?;
        let late = limits.deadline.is_some_and(|deadline| here % 16 == 1 && Instant::now() >= deadline);
        if late || limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Outcome::Unfinished);
        }
        if members.iter().zip(&at).any(|(member, &local)| !member.total && local == member.error) {
            continue;
        }
        for (m, member) in members.iter().enumerate() {
            known.insert_all(&at, &[(m, member.targets(at[m], TAU))])?;
            let candidates = if member.total { &member.alphabet } else { member.actions(at[m]) };
            for same in candidates.chunk_by(|a, b| a == b).filter(|same| same[0] != TAU) {
                let parties = &parties[same[0].cast_unsigned() as usize];
                if parties[0] == m {
                    choices.clear();
                    choices.extend(parties.iter().map(|&p| (p, members[p].targets(at[p], same[0]))));
                    known.insert_all(&at, &choices)?;
                }
            }
        }
    }
    Ok(here)
}

/// The states reached so far, in the order in which they were, each the states of the `width` members.
struct Known<'a> {
    limits: &'a Limits,
    width: usize,
    states: Vec<u32>,
    /// The upper half of the hash and the number of the state plus one; 0 is free. The length is a power of two.
    table: Vec<u64>,
    /// The state that is being put together.
    state: Vec<u32>,
}

impl Known<'_> {
    fn number(&self, place: usize) -> &[u32] {
        &self.states[place * self.width..][..self.width]
    }

    /// Adds the states that `from` leads to when each of these members goes to one of its targets.
    fn insert_all(&mut self, from: &[u32], choices: &[(usize, &[u32])]) -> Try<()> {
        let combinations = choices.iter().fold(1_usize, |n, (_, targets)| n.saturating_mul(targets.len()));
        for mut combination in 0..combinations {
            self.state.copy_from_slice(from);
            for &(member, targets) in choices {
                self.state[member] = targets[combination % targets.len()];
                combination /= targets.len();
            }
            self.insert()?;
        }
        Ok(())
    }

    /// The slot of the table where the state is or would be, and its tag.
    fn find(&self, state: &[u32]) -> (usize, u64) {
        let hash = state.iter().fold(0, |hash: u64, &local| {
            let mixed = (hash.rotate_left(29) ^ u64::from(local)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        });
        let (tag, mut slot) = (hash >> 32, hash as usize & (self.table.len() - 1));
        let other = |entry: u64| entry >> 32 != tag || self.number(entry as u32 as usize - 1) != state;
        while self.table[slot] != 0 && other(self.table[slot]) {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        (slot, tag << 32)
    }

    /// Adds the state that was put together, unless it is known.
    fn insert(&mut self) -> Try<()> {
        let (slot, tag) = self.find(&self.state);
        if self.table[slot] != 0 {
            return Ok(());
        }
        let count = self.states.len() / self.width;
        if count >= (self.limits.max_states / self.width.div_ceil(16)).min(u32::MAX as usize - 1) {
            return Err(Outcome::Unfinished);
        }
        self.table[slot] = tag | (count as u64 + 1);
        self.states.extend_from_slice(&self.state);
        if count * 4 > self.table.len() * 3 {
            self.table = vec![0; self.table.len() * 2];
            for place in 0..=count {
                let (slot, tag) = self.find(self.number(place));
                self.table[slot] = tag | (place as u64 + 1);
            }
        }
        Ok(())
    }
}
