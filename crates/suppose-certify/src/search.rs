//! The reachable states of a product, breadth-first. Members take an action together when it is in their
//! alphabets, and τ alone. All known states lie in one vector, which is also the queue; a hash table finds
//! them. Time and memory are linear in the product.

use hashbrown::hash_table::{Entry, HashTable};
use std::ops::Range;

use crate::format::{ERROR, Lts, TAU};
use crate::symmetry::{Exchange, settle};
use crate::{Limits, Try};

/// An LTS with its transitions by source and action. π is the last state.
pub(crate) struct Rows {
    pub(crate) alphabet: Vec<i32>,
    pub(crate) initial: u32,
    pub(crate) error: u32,
    /// Whether each action of the alphabet that a state lacks leads to π, from π too. Otherwise π can do
    /// nothing.
    pub(crate) total: bool,
    offsets: Vec<usize>,
    pub(crate) actions: Vec<i32>,
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

    /// The places of the transitions from `state` among those that were kept.
    pub(crate) fn places(&self, state: u32) -> Range<usize> {
        self.offsets[state as usize]..self.offsets[state as usize + 1]
    }

    /// The actions of these, ascending.
    fn actions(&self, state: u32) -> &[i32] {
        &self.actions[self.places(state)]
    }

    /// Where `action`, τ or one of the alphabet, leads from `state`.
    fn targets(&self, state: u32, action: i32) -> &[u32] {
        let row = self.actions(state);
        let first = row.partition_point(|&other| other < action);
        let count = row[first..].iter().take_while(|&&other| other == action).count();
        if self.total && action != TAU && count == 0 {
            return std::slice::from_ref(&self.error);
        }
        &self.targets[self.offsets[state as usize] + first..][..count]
    }
}

/// Searches the product of `members` and gives the number of its states. `visit` is called for each of them
/// and may end the search. A run ends when a member is in π that is not total. Of states that exchanges make
/// of each other one will do.
pub(crate) fn search(
    members: &[&Rows],
    exchanges: &[Exchange],
    limits: &Limits,
    mut visit: impl FnMut(&[u32]) -> Try<()>,
) -> Try<usize> {
    let (mut known, mut parties) = (Known::new(members, exchanges, limits), Vec::<Vec<usize>>::new());
    let (mut here, mut choices, mut order) = (0, Vec::new(), (0..members.len()).collect::<Vec<_>>());
    // Who takes part in each action, the least busy first. That one leads: the action is tried when it can do
    // it.
    order.sort_by_key(|&m| (members[m].total, members[m].actions.len() / (members[m].error as usize + 1)));
    let least = members.iter().filter_map(|member| member.alphabet.first()).min().copied().unwrap_or(0);
    let place = |action: i32| (action - least).cast_unsigned() as usize;
    for (m, &action) in order.into_iter().flat_map(|m| members[m].alphabet.iter().map(move |a| (m, a))) {
        parties.resize(parties.len().max(place(action) + 1), Vec::new());
        parties[place(action)].push(m);
    }
    let mut at: Vec<u32> = members.iter().map(|member| member.initial).collect();
    known.states.resize(known.width, 0);
    (0..members.len()).for_each(|m| known.set(m, at[m]));
    known.settle()?;
    while known.get(here, &mut at) {
        here += 1;
        visit(&at)?;
        if here % 16 == 1 {
            limits.have_time()?;
        }
        let ended = members.iter().zip(&at).any(|(member, &local)| !member.total && local == member.error);
        for (m, member) in members.iter().enumerate().filter(|_| !ended) {
            known.insert_all(here - 1, &[(m, member.targets(at[m], TAU))])?;
            let candidates = if member.total { &member.alphabet } else { member.actions(at[m]) };
            let led = |same: &&[i32]| same[0] != TAU && parties[place(same[0])][0] == m;
            for same in candidates.chunk_by(|a, b| a == b).filter(led) {
                let parties = &parties[place(same[0])];
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

/// The states reached so far, one after the other. A state is a few words, with a field of bits for each
/// member.
struct Known<'a> {
    limits: &'a Limits,
    exchanges: &'a [Exchange],
    /// Room for a state in pieces.
    locals: Vec<u32>,
    /// Word, shift and mask of each field.
    fields: Vec<(usize, u32, u64)>,
    /// Words of a state.
    width: usize,
    states: Vec<u64>,
    /// Numbers of states, by hash.
    table: HashTable<usize>,
}

impl<'a> Known<'a> {
    fn new(members: &[&Rows], exchanges: &'a [Exchange], limits: &'a Limits) -> Self {
        let (mut word, mut used, mut fields) = (0, 0, Vec::new());
        for member in members {
            let bits = (u32::BITS - member.error.leading_zeros()).max(1);
            (word, used) = if used + bits > u64::BITS { (word + 1, 0) } else { (word, used) };
            fields.push((word, used, (1 << bits) - 1));
            used += bits;
        }
        Self {
            limits,
            exchanges,
            locals: vec![0; members.len()],
            fields,
            width: word + 1,
            states: Vec::new(),
            table: HashTable::new(),
        }
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
            self.states.extend_from_within(from * self.width..(from + 1) * self.width);
            for &(member, targets) in choices {
                self.set(member, targets[rest % targets.len()]);
                rest /= targets.len();
            }
            self.exchange()?;
            self.settle()?;
        }
        Ok(())
    }

    /// Puts the image that stands for all of them in place of the last state.
    fn exchange(&mut self) -> Try<()> {
        if self.exchanges.is_empty() {
            return Ok(());
        }
        self.limits.have_time()?;
        let mut locals = std::mem::take(&mut self.locals);
        self.get(self.states.len() / self.width - 1, &mut locals);
        settle(self.exchanges, &mut locals);
        locals.iter().enumerate().for_each(|(m, &local)| self.set(m, local));
        self.locals = locals;
        Ok(())
    }

    /// Changes the last state.
    fn set(&mut self, member: usize, local: u32) {
        let ((word, shift, mask), last) = (self.fields[member], self.states.len() - self.width);
        self.states[last + word] = self.states[last + word] & !(mask << shift) | u64::from(local) << shift;
    }

    /// Keeps the last state if it is new.
    fn settle(&mut self) -> Try<()> {
        let words = |number: usize| &self.states[number * self.width..][..self.width];
        let mix = |hash: u64, word: &u64| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hash = |&number: &usize| words(number).iter().fold(0, mix);
        let last = self.states.len() / self.width - 1;
        match self.table.entry(hash(&last), |&old| words(old) == words(last), hash) {
            Entry::Occupied(_) => self.states.truncate(last * self.width),
            Entry::Vacant(_) if self.states.len() > self.limits.max_states => {
                return Err(None);
            }
            Entry::Vacant(place) => _ = place.insert(last),
        }
        Ok(())
    }
}
