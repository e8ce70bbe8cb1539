//! Synchronisation of a few graphs: which transitions of each happen at all next to the others (Yao 2012,
//! section 4.3 and algorithm 12).
//!
//! # Contract
//! The tuples of states that the graphs reach together are explored from the initial one. A transition that
//! takes part in a step from such a tuple is *synchronised*; the others never happen, neither here nor in any
//! system that these graphs are part of. For each member the fate of each transition is returned: kept,
//! refused (its source occurs in a tuple, but no step uses it) or unreachable (its source occurs in none).
//!
//! # Steps
//! * An action is taken by **all** members that have it in their alphabet, each choosing one of its
//!   transitions; others stay. What components outside the cluster do about it is left open, so actions
//!   shared only with them are free. Algorithm 12 looks at members two at a time and moves those two on a
//!   shared action. Where three have it, that lets two go ahead without the third, and a move of one member
//!   on a private action is recorded for the other one of the pair as well. Both readings differ from the
//!   parallel composition that section 4.3.2 defines synchronised transitions by, and the second loses
//!   states. The composition is what is done here.
//! * Internal actions are private, whatever they are called.
//! * A step in which some member goes to π is a step: all transitions that can take part in it are
//!   synchronised. Nothing happens after it.
//!
//! # Complexity
//! Linear in the steps of the product; only its tuples are stored. When all transitions have been seen the
//! search ends, because nothing can be removed any more. Above a limit of tuples it gives up.
//!
//! # Tests
//! `refine/tests/soundness.rs`: against the product by definition, on all pairs and triples of tiny graphs
//! and on random ones. `refine/tests/dissertation.rs`: tables 4.1 and 4.2, figures 4.7 and 4.11 to 4.15.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;

use super::record::Fate;
use crate::graph::StateGraph;

/// A member of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    pub(super) lts: &'a Lts,
    /// For each action of its alphabet, in order, the number that the members of the cluster share for it.
    pub(super) numbers: &'a [u32],
}

/// What synchronisation found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synced {
    /// For each member the fate of each of its transitions, in the order of [`Lts::flat_transitions`];
    /// nothing when all are kept.
    pub fates: Vec<Option<Vec<Fate>>>,
    /// How many tuples were explored.
    pub tuples: u64,
}

/// Gives each action of each graph a number, the same for an action that several share and a private one to
/// internal actions. `action` gives the name of an action of a graph among the others.
pub(super) fn numbers<'a>(
    members: impl Iterator<Item = (&'a Lts, Private<'a>)>,
    action: impl Fn(usize, ActionId) -> ActionId,
) -> Vec<Vec<u32>> {
    let mut known: FxHashMap<ActionId, u32> = FxHashMap::default();
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    members
        .enumerate()
        .map(|(m, (lts, private))| {
            let number = |&local: &ActionId| {
                if private.has(local) {
                    fresh()
                } else {
                    *known.entry(action(m, local)).or_insert_with(&mut fresh)
                }
            };
            lts.alphabet().iter().map(number).collect()
        })
        .collect()
}

/// The visible actions of a graph; the others are private.
#[derive(Clone, Copy, Debug)]
pub(super) struct Private<'a> {
    pub(super) inputs: &'a [ActionId],
    pub(super) outputs: &'a [ActionId],
}

impl Private<'_> {
    fn has(self, action: ActionId) -> bool {
        self.inputs.binary_search(&action).is_err() && self.outputs.binary_search(&action).is_err()
    }
}

/// Synchronises graphs with each other; nothing when they reach more than `most` tuples together.
///
/// # Errors
/// When the budget is spent.
pub fn sync(graphs: &[&StateGraph], most: u64, budget: &Budget) -> Result<Option<Synced>, StopReason> {
    let members = graphs.iter().map(|g| (&g.lts, Private { inputs: &g.inputs, outputs: &g.outputs }));
    let numbers = numbers(members, |_, action| action);
    let members: Vec<Member> =
        graphs.iter().zip(&numbers).map(|(g, numbers)| Member { lts: &g.lts, numbers }).collect();
    explore(&members, most, budget)
}

/// Work for a tuple, for each of its members.
const TUPLE: u64 = 100;

/// Synchronises the members of a cluster; nothing when they reach more than `most` tuples together.
///
/// # Errors
/// When the budget is spent.
pub(super) fn explore(
    members: &[Member<'_>],
    most: u64,
    budget: &Budget,
) -> Result<Option<Synced>, StopReason> {
    let mut search = Search::new(members);
    budget.poll(Poll::Explore)?;
    let mut toll = budget.toll(Poll::Explore);
    let mut tuple = Vec::new();
    let mut at = 0;
    while at < search.len && search.unseen > 0 {
        toll.add(TUPLE * members.len() as u64)?;
        tuple.clear();
        tuple.extend_from_slice(&search.tuples[at * members.len()..(at + 1) * members.len()]);
        search.steps(&tuple);
        if search.len as u64 > most {
            return Ok(None);
        }
        at += 1;
    }
    toll.settle()?;
    Ok(Some(Synced { fates: search.fates(), tuples: search.len as u64 }))
}

struct Search<'a> {
    members: &'a [Member<'a>],
    /// For each shared number the members that have the action, and how they call it.
    participants: Vec<Vec<(usize, ActionId)>>,
    /// All tuples, one after the other.
    tuples: Vec<u32>,
    len: usize,
    known: HashTable<u32>,
    /// For each member which of its transitions are synchronised.
    seen: Vec<Vec<bool>>,
    /// How many are not.
    unseen: usize,
    /// Room for a step: for each participant its place, and its first and behind its last transition.
    ranges: Vec<(usize, u32, u32)>,
    choice: Vec<u32>,
    next: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(members: &'a [Member<'a>]) -> Self {
        let most = members.iter().flat_map(|m| m.numbers).max().map_or(0, |&n| n as usize + 1);
        let mut participants = vec![Vec::new(); most];
        for (m, member) in members.iter().enumerate() {
            for (&action, &number) in member.lts.alphabet().iter().zip(member.numbers) {
                participants[number as usize].push((m, action));
            }
        }
        let mut search = Self {
            members,
            participants,
            tuples: Vec::new(),
            len: 0,
            known: HashTable::new(),
            seen: members.iter().map(|m| vec![false; m.lts.num_transitions()]).collect(),
            unseen: members.iter().map(|m| m.lts.num_transitions()).sum(),
            ranges: Vec::new(),
            choice: Vec::new(),
            next: members.iter().map(|m| m.lts.initial().raw()).collect(),
        };
        // When a member is in π from the start, nothing happens.
        if members.iter().all(|m| !m.lts.initial().is_error()) {
            search.add();
        }
        search
    }

    /// Takes all steps from a tuple.
    fn steps(&mut self, tuple: &[u32]) {
        for (m, member) in self.members.iter().enumerate() {
            let state = StateId::from_raw(tuple[m]);
            let row = member.lts.transitions(state);
            let first = member.lts.offsets()[state.index()];
            let mut start = 0;
            while start < row.len() {
                let action = row[start].action;
                let end = start + row[start..].partition_point(|t| t.action == action);
                let range = (m, first + start as u32, first + end as u32);
                start = end;
                if self.join(tuple, range, action) {
                    self.see();
                    self.combine(tuple);
                }
            }
        }
    }

    /// Finds what all participants of an action can choose from; false when somebody has nothing, or when
    /// this member is not the one that leads.
    fn join(&mut self, tuple: &[u32], range: (usize, u32, u32), action: ActionId) -> bool {
        self.ranges.clear();
        self.ranges.push(range);
        if action.is_tau() {
            return true;
        }
        let member = self.members[range.0];
        let place = member.lts.alphabet().binary_search(&action).expect("in the alphabet");
        let participants = &self.participants[member.numbers[place] as usize];
        if participants[0].0 != range.0 {
            return false;
        }
        for &(other, name) in &participants[1..] {
            let lts = self.members[other].lts;
            let state = StateId::from_raw(tuple[other]);
            let row = lts.transitions(state);
            let start = row.partition_point(|t| t.action < name);
            let end = start + row[start..].partition_point(|t| t.action == name);
            if start == end {
                return false;
            }
            let first = lts.offsets()[state.index()];
            self.ranges.push((other, first + start as u32, first + end as u32));
        }
        true
    }

    /// Marks the transitions of a step.
    fn see(&mut self) {
        for &(m, start, end) in &self.ranges {
            for seen in &mut self.seen[m][start as usize..end as usize] {
                self.unseen -= usize::from(!std::mem::replace(seen, true));
            }
        }
    }

    /// Adds the tuples after a step, for all choices of the participants.
    fn combine(&mut self, tuple: &[u32]) {
        self.choice.clear();
        self.choice.extend(self.ranges.iter().map(|&(_, start, _)| start));
        loop {
            self.next.clear();
            self.next.extend_from_slice(tuple);
            let mut fails = false;
            for (&(m, _, _), &t) in self.ranges.iter().zip(&self.choice) {
                let target = self.members[m].lts.flat_transitions()[t as usize].target;
                fails |= target.is_error();
                self.next[m] = target.raw();
            }
            if !fails {
                self.add();
            }
            // The next combination, as an odometer.
            let mut wheels = self.ranges.iter().zip(&mut self.choice);
            let turned = wheels.any(|(&(_, start, end), t)| {
                *t = if *t + 1 == end { start } else { *t + 1 };
                *t != start
            });
            if !turned {
                return;
            }
        }
    }

    /// Adds the tuple that was put together, if it is new.
    fn add(&mut self) {
        let width = self.members.len();
        let (tuples, next) = (&self.tuples, &self.next);
        let get = |at: u32| &tuples[at as usize * width..(at as usize + 1) * width];
        let hash = hash_of(next);
        if self.known.find(hash, |&at| get(at) == next).is_none() {
            self.known.insert_unique(hash, self.len as u32, |&at| hash_of(get(at)));
            self.tuples.extend_from_slice(&self.next);
            self.len += 1;
        }
    }

    fn fates(&self) -> Vec<Option<Vec<Fate>>> {
        let fates = |(m, seen): (usize, &Vec<bool>)| {
            if self.unseen == 0 || seen.iter().all(|&s| s) {
                return None;
            }
            let lts = self.members[m].lts;
            let mut occurs = vec![false; lts.num_states()];
            self.tuples.chunks(self.members.len()).for_each(|tuple| occurs[tuple[m] as usize] = true);
            let fate = |source: StateId, seen: bool| match (seen, occurs[source.index()]) {
                (true, _) => Fate::Kept,
                (false, true) => Fate::Refused,
                (false, false) => Fate::Unreachable,
            };
            Some(lts.all_transitions().zip(seen).map(|((source, _), &seen)| fate(source, seen)).collect())
        };
        self.seen.iter().enumerate().map(fates).collect()
    }
}

fn hash_of(tuple: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    tuple.hash(&mut hasher);
    hasher.finish()
}
