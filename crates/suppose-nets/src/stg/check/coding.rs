//! State coding: can a circuit know what to do from the values of its signals alone?
//!
//! *Complete state coding* (Chu 1987; Moon, Stephan and Brayton 1991): markings with equal values of all
//! signals enable the same output and internal signals. *Unique state coding*: different markings have
//! different values. The second implies the first, and only the first is needed to build a circuit.
//!
//! A silent event changes no value, so the marking before it and the one after it always have equal codes.
//! What a marking excites is therefore taken to be the signals that are enabled in it or after silent events.
//! Unique coding is taken literally.
//!
//! Algorithm: excited sets are shared rows, a marking holds the number of its row. They are carried backwards
//! over silent events until nothing changes: a set grows at most once for each signal, so that costs (silent
//! events × signals). Then one pass in breadth-first order compares each marking with the first one of its
//! code and counts pairs.

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, StopReason};

use crate::marking::{Markings, Rows};
use crate::net::{Net, WireId};
use crate::stg::check::consistency::Values;
use crate::stg::check::{Side, sides};
use crate::stg::edge;

/// Two markings with equal values of all signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// A shortest trace to the first marking.
    pub first: Vec<usize>,
    /// A shortest trace to the second. No pair has a second marking that is found sooner.
    pub second: Vec<usize>,
    /// The output and internal signals that are excited in one of them only; empty for unique coding.
    pub signals: Vec<WireId>,
    /// How many pairs of markings there are of this kind.
    pub pairs: u64,
}

/// What markings excite.
#[derive(Debug)]
pub(super) struct Excited {
    /// For each transition its output or internal signal.
    signals: Vec<Option<WireId>>,
    silent: Vec<bool>,
    sets: Rows,
    of_marking: Vec<u32>,
    /// Silent events: from and to.
    steps: Vec<(u32, u32)>,
    scratch: Vec<u64>,
}

/// The two kinds of conflicts; `None` where there is none.
pub(super) struct Coding {
    pub(super) complete: Option<Conflict>,
    pub(super) unique: Option<Conflict>,
}

impl Excited {
    pub(super) fn new(net: &Net) -> Self {
        let sides = sides(net);
        let edges = net.transitions.iter().map(edge);
        let signals: Vec<Option<WireId>> =
            edges.map(|e| e.map(|e| e.signal).filter(|s| sides[s.index()] == Side::Circuit)).collect();
        let silent = net.transitions.iter().map(|t| edge(t).is_none()).collect();
        let scratch = vec![0; sides.len().div_ceil(64)];
        let sets = Rows::new(scratch.len());
        Self { signals, silent, sets, of_marking: Vec::new(), steps: Vec::new(), scratch }
    }

    /// Notes what the next marking enables. Markings come in the order of their numbers.
    pub(super) fn look(&mut self, enabled: &[usize]) {
        self.scratch.fill(0);
        for signal in enabled.iter().filter_map(|&t| self.signals[t]) {
            self.scratch[signal.index() / 64] |= 1 << (signal.index() % 64);
        }
        let (set, _) = self.sets.insert(&self.scratch);
        self.of_marking.push(set as u32);
    }

    /// Takes note of a firing.
    pub(super) fn fired(&mut self, marking: usize, transition: usize, target: usize) {
        if self.silent[transition] && marking != target {
            self.steps.push((marking as u32, target as u32));
        }
    }

    /// Conflicts, when all markings have been looked at.
    pub(super) fn coding(
        mut self,
        values: &Values,
        markings: &Markings,
        budget: &Budget,
    ) -> Result<Coding, StopReason> {
        self.carry_back(budget)?;
        let mut groups: Vec<(usize, u64)> = vec![(usize::MAX, 0); values.codes()];
        let mut classes: FxHashMap<(usize, u32), u64> = FxHashMap::default();
        let (mut complete, mut unique) = (None, None);
        let (mut different, mut equal) = (0, 0);
        for marking in 0..self.of_marking.len() {
            if marking.is_multiple_of(1 << 10) {
                budget.poll(Poll::Explore)?;
            }
            let (code, set) = (values.code(marking), self.of_marking[marking]);
            let (first, before) = groups[code];
            let alike = classes.entry((code, set)).or_insert(0);
            if before > 0 {
                equal += before;
                different += before - *alike;
                unique = unique.or(Some((first, marking)));
                if self.of_marking[first] != set {
                    complete = complete.or(Some((first, marking)));
                }
            }
            *alike += 1;
            groups[code] = (first.min(marking), before + 1);
        }
        let conflict = |pair: Option<(usize, usize)>, pairs: u64| {
            pair.map(|(first, second)| Conflict {
                first: markings.trace(first),
                second: markings.trace(second),
                signals: self.difference(first, second),
                pairs,
            })
        };
        let complete = conflict(complete, different);
        let unique = conflict(unique, equal).map(|conflict| Conflict { signals: Vec::new(), ..conflict });
        Ok(Coding { complete, unique })
    }

    /// Adds what is excited after silent events.
    fn carry_back(&mut self, budget: &Budget) -> Result<(), StopReason> {
        // Predecessors by silent events, as ranges of `steps` sorted by target.
        self.steps.sort_unstable_by_key(|&(from, to)| (to, from));
        let steps = std::mem::take(&mut self.steps);
        let mut work: Vec<u32> = steps.iter().map(|&(_, to)| to).collect();
        work.dedup();
        let mut waiting = vec![false; self.of_marking.len()];
        for &to in &work {
            waiting[to as usize] = true;
        }
        let mut done = 0usize;
        while let Some(to) = work.pop() {
            waiting[to as usize] = false;
            let begin = steps.partition_point(|&(_, t)| t < to);
            for &(from, _) in steps[begin..].iter().take_while(|&&(_, t)| t == to) {
                done += 1;
                if done.is_multiple_of(1 << 10) {
                    budget.poll(Poll::Explore)?;
                }
                let (own, added) = (self.of_marking[from as usize], self.of_marking[to as usize]);
                let (own_set, added_set) = (self.sets.get(own as usize), self.sets.get(added as usize));
                for (word, (a, b)) in self.scratch.iter_mut().zip(own_set.iter().zip(added_set)) {
                    *word = a | b;
                }
                let (union, _) = self.sets.insert(&self.scratch);
                if union as u32 != own {
                    self.of_marking[from as usize] = union as u32;
                    if !waiting[from as usize] {
                        waiting[from as usize] = true;
                        work.push(from);
                    }
                }
            }
        }
        Ok(())
    }

    /// The signals that one of two markings excites.
    fn difference(&self, first: usize, second: usize) -> Vec<WireId> {
        let set = |marking: usize| self.sets.get(self.of_marking[marking] as usize);
        let words = set(first).iter().zip(set(second)).map(|(a, b)| a ^ b);
        let bits = |(w, word): (usize, u64)| {
            (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| WireId(w as u32 * 64 + b))
        };
        words.enumerate().flat_map(bits).collect()
    }
}
