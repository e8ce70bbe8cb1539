//! The reachable states of a product, breadth-first. Members take an action together when it is in their alphabets, and
//! τ alone. All known states lie in one vector, which is also the queue; a table of open addressing finds them. Time
//! and memory are linear in the product.

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
    let (mut known, mut parties) = (Known::new(members, limits), Vec::<Vec<usize>>::new());
    let (mut here, mut choices, mut order) = (0, Vec::new(), (0..members.len()).collect::<Vec<_>>());
    // Who takes part in each action, the least busy first. That one leads: the action is tried when it can do it.
    order.sort_by_key(|&m| (members[m].total, members[m].actions.len() / (members[m].error as usize + 1)));
    for m in order {
        for action in members[m].alphabet.iter().map(|action| action.cast_unsigned() as usize) {
            parties.resize(parties.len().max(action + 1), Vec::new());
            parties[action].push(m);
        }
    }
    let mut at: Vec<u32> = members.iter().map(|member| member.initial).collect();
    (0..members.len()).for_each(|m| known.set(m, at[m]));
    known.insert()?;
    while known.get(here, &mut at) {
        here += 1;
        visit(&at)?;
        let late = limits.deadline.is_some_and(|deadline| here % 16 == 1 && Instant::now() >= deadline);
        if late || limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Outcome::Unfinished);
        }
        let ended = members.iter().zip(&at).any(|(member, &local)| !member.total && local == member.error);
        for (m, member) in members.iter().enumerate().filter(|_| !ended) {
            known.insert_all(here - 1, &[(m, member.targets(at[m], TAU))])?;
            let candidates = if member.total { &member.alphabet } else { member.actions(at[m]) };
            let led = |same: &&[i32]| same[0] != TAU && parties[same[0].cast_unsigned() as usize][0] == m;
            for same in candidates.chunk_by(|a, b| a == b).filter(led) {
                let parties = &parties[same[0].cast_unsigned() as usize];
                let targets = |&p: &usize| (p, members[p].targets(at[p], same[0]));
                choices.clear();
                choices.extend(parties.iter().map(targets).take_while(|(_, targets)| !targets.is_empty()));
                if choices.len() == parties.len() {
                    known.insert_all(here - 1, &choices)?;
                }
            }
        }
    }
    Ok(here)
}

/// The states reached so far, and the one being put together. A state is a few words, with a field of bits for each member.
struct Known<'a> {
    limits: &'a Limits,
    /// Word, shift and mask of each field.
    fields: Vec<(usize, u32, u64)>,
    /// Words of a state. The lowest bit of the first is always set, so that 0 marks a free place in the table.
    width: usize,
    states: Vec<u64>,
    /// The states by hash, with open addressing. It has places for a power of two.
    table: Vec<u64>,
    state: Vec<u64>,
}

impl<'a> Known<'a> {
    fn new(members: &[&Rows], limits: &'a Limits) -> Self {
        let (mut word, mut used, mut fields) = (0, 1, Vec::new());
        for member in members {
            let bits = (u32::BITS - member.error.leading_zeros()).max(1);
            (word, used) = if used + bits > u64::BITS { (word + 1, 0) } else { (word, used) };
            fields.push((word, used, (1 << bits) - 1));
            used += bits;
        }
        let (width, mut state) = (word + 1, vec![0; word + 1]);
        state[0] = 1;
        Self { limits, fields, width, states: Vec::new(), table: vec![0; 256 * width], state }
    }

    fn set(&mut self, member: usize, local: u32) {
        let (word, shift, mask) = self.fields[member];
        self.state[word] = self.state[word] & !(mask << shift) | u64::from(local) << shift;
    }

    /// Unpacks a state by its number; false when there is none.
    fn get(&self, number: usize, locals: &mut [u32]) -> bool {
        let Some(words) = self.states.chunks_exact(self.width).nth(number) else { return false };
        for (local, &(word, shift, mask)) in locals.iter_mut().zip(&self.fields) {
            *local = (words[word] >> shift & mask) as u32;
        }
        true
    }

    /// Adds the states that state `from` leads to when each of these members goes to one of its targets.
    fn insert_all(&mut self, from: usize, choices: &[(usize, &[u32])]) -> Try<()> {
        let combinations = choices.iter().fold(1_usize, |n, (_, targets)| n.saturating_mul(targets.len()));
        for mut rest in 0..combinations {
            self.state.copy_from_slice(&self.states[from * self.width..][..self.width]);
            for &(member, targets) in choices {
                self.set(member, targets[rest % targets.len()]);
                rest /= targets.len();
            }
            self.insert()?;
        }
        Ok(())
    }

    /// Where the table has the state or has room for it.
    fn find(&self, state: &[u64]) -> usize {
        let hash = state.iter().fold(0, |hash: u64, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        });
        let places = self.table.len() / self.width;
        let mut place = (hash >> 32) as usize & (places - 1);
        while self.table[place * self.width] != 0 && self.table[place * self.width..][..self.width] != *state
        {
            place = (place + 1) & (places - 1);
        }
        place * self.width
    }

    /// Adds the state that was put together, unless it is known.
    fn insert(&mut self) -> Try<()> {
        let place = self.find(&self.state);
        if self.table[place] != 0 {
            return Ok(());
        }
        if self.states.len() + self.width > self.limits.max_states {
            return Err(Outcome::Unfinished);
        }
        self.table[place..][..self.width].copy_from_slice(&self.state);
        self.states.extend_from_slice(&self.state);
        if self.states.len() > self.table.len() / 3 * 2 {
            self.table = vec![0; self.table.len() * 2];
            for state in self.states.chunks_exact(self.width) {
                let place = self.find(state);
                self.table[place..][..self.width].copy_from_slice(state);
            }
        }
        Ok(())
    }
}
