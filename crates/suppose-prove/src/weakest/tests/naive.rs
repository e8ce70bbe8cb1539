//! The definition, in the plainest way: tuples of local states, sets of tuples, words one by one.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::StateId;
use suppose_lts::Lts;

use crate::test_support::PI;

/// An LTS as a list.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub initial: usize,
    pub edges: Vec<(usize, u32, usize)>,
    pub alphabet: BTreeSet<u32>,
    pub end: Option<usize>,
}

impl Plain {
    pub(super) fn of(lts: &Lts) -> Self {
        let number = |s: StateId| if s.is_error() { PI } else { s.index() };
        let edges = lts.all_transitions().map(|(s, t)| (s.index(), t.action.raw(), number(t.target)));
        Self {
            initial: number(lts.initial()),
            edges: edges.collect(),
            alphabet: lts.alphabet().iter().map(|a| a.raw()).collect(),
            end: lts.end().map(StateId::index),
        }
    }

    /// Whether it can do a word; it is deterministic and has no τ.
    pub(super) fn can(&self, word: &[u32]) -> bool {
        let step = |at: Option<usize>, a: &u32| {
            let from = at?;
            self.edges.iter().find(|e| e.0 == from && e.1 == *a).map(|e| e.2)
        };
        word.iter().fold(Some(self.initial), step).is_some()
    }
}

/// A state of the whole: the components, then what is watched.
pub(super) type Tuple = Vec<usize>;

/// Where an action leads; actions that somebody knows and cannot do lead nowhere. τ is taken by one of them.
pub(super) fn moves(all: &[Plain], from: &Tuple, action: u32) -> Vec<Tuple> {
    if action == 0 {
        let mut found = Vec::new();
        for (i, part) in all.iter().enumerate() {
            for e in part.edges.iter().filter(|e| e.0 == from[i] && e.1 == 0) {
                let mut to = from.clone();
                to[i] = e.2;
                found.push(to);
            }
        }
        return found;
    }
    let mut found = vec![from.clone()];
    for (i, part) in all.iter().enumerate().filter(|(_, part)| part.alphabet.contains(&action)) {
        let mut next = Vec::new();
        for tuple in &found {
            for e in part.edges.iter().filter(|e| e.0 == from[i] && e.1 == action) {
                let mut to = tuple.clone();
                to[i] = e.2;
                next.push(to);
            }
        }
        found = next;
    }
    found
}

/// The words over Σ up to a length.
pub(super) fn words(sigma: &[u32], longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|w: &Vec<u32>| sigma.iter().map(|&a| [&w[..], &[a]].concat())).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Whether some trace of the whole that shows this word over Σ takes what is watched, the last of them, to π.
pub(super) fn can_fail(all: &[Plain], sigma: &[u32], word: &[u32]) -> bool {
    let known: BTreeSet<u32> = all.iter().flat_map(|p| p.alphabet.iter().copied()).collect();
    let hidden: Vec<u32> = [0].into_iter().chain(known.into_iter().filter(|a| !sigma.contains(a))).collect();
    let failed = |set: &BTreeSet<Tuple>| set.iter().any(|t| t.last() == Some(&PI));
    let close = |mut set: BTreeSet<Tuple>| {
        loop {
            let more: BTreeSet<Tuple> = set
                .iter()
                .filter(|t| t.last() != Some(&PI))
                .flat_map(|t| hidden.iter().flat_map(|&a| moves(all, t, a)))
                .collect();
            let before = set.len();
            set.extend(more);
            if set.len() == before {
                return set;
            }
        }
    };
    let mut set = close([all.iter().map(|p| p.initial).collect()].into());
    for &letter in word {
        if failed(&set) {
            return true;
        }
        set = close(set.iter().flat_map(|t| moves(all, t, letter)).collect());
    }
    failed(&set)
}

/// A graph for the removal of deadlocks: numbered states, and which of them have ended well.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub states: usize,
    pub edges: BTreeSet<(usize, u32, usize)>,
    pub ended: Vec<bool>,
    pub lost: Vec<bool>,
}

/// The product of components and a property with everything outside Σ as 0. The first state is initial.
pub(super) fn product(all: &[Plain], sigma: &[u32]) -> Graph {
    let known: BTreeSet<u32> = all.iter().flat_map(|p| p.alphabet.iter().copied()).collect();
    let parts = &all[..all.len() - 1];
    let may_end = parts
        .iter()
        .filter(|p| p.end.is_none())
        .flat_map(|p| &p.alphabet)
        .all(|a| parts.iter().any(|p| p.end.is_some() && p.alphabet.contains(a)));
    let ends = |t: &Tuple| {
        let mut with_end = parts.iter().zip(t).filter(|(p, _)| p.end.is_some()).peekable();
        may_end && with_end.peek().is_some() && with_end.all(|(p, &s)| p.end == Some(s))
    };
    let mut numbers: BTreeMap<Tuple, usize> = BTreeMap::new();
    let start: Tuple = all.iter().map(|p| p.initial).collect();
    let mut order = vec![start.clone()];
    numbers.insert(start, 0);
    let mut edges = BTreeSet::new();
    let mut next = 0;
    while next < order.len() {
        let from = order[next].clone();
        for action in [0].into_iter().chain(known.iter().copied()) {
            if from.last() == Some(&PI) {
                break;
            }
            for to in moves(all, &from, action) {
                let number = *numbers.entry(to.clone()).or_insert_with(|| {
                    order.push(to);
                    order.len() - 1
                });
                edges.insert((next, if sigma.contains(&action) { action } else { 0 }, number));
            }
        }
        next += 1;
    }
    let lost = order.iter().map(|t| t.last() == Some(&PI)).collect();
    Graph { states: order.len(), edges, ended: order.iter().map(ends).collect(), lost }
}

impl Graph {
    /// Identifies deadlocks as errors and spreads errors backwards over silent steps until nothing changes.
    pub(super) fn remove_deadlocks(&mut self, joint: &[u32]) {
        loop {
            let before = self.lost.clone();
            let stuck: Vec<bool> = (0..self.states).map(|s| self.is_stuck(s, joint)).collect();
            for (lost, stuck) in self.lost.iter_mut().zip(stuck) {
                *lost |= stuck;
            }
            for _ in 0..self.states {
                for &(s, a, t) in &self.edges {
                    if a == 0 && self.lost[t] {
                        self.lost[s] = true;
                    }
                }
            }
            if self.lost == before {
                return;
            }
        }
    }

    /// Whether no path from here, transitions to errors ignored, has a joint action or comes to an end.
    fn is_stuck(&self, start: usize, joint: &[u32]) -> bool {
        let kept = |e: &&(usize, u32, usize)| !self.lost[e.0] && !self.lost[e.2];
        let mut reached: BTreeSet<usize> = [start].into();
        for _ in 0..self.states {
            let more: Vec<usize> =
                self.edges.iter().filter(kept).filter(|e| reached.contains(&e.0)).map(|e| e.2).collect();
            reached.extend(more);
        }
        let acts = self.edges.iter().filter(kept).any(|e| reached.contains(&e.0) && joint.contains(&e.1));
        !acts && !reached.iter().any(|&s| self.ended[s])
    }

    /// Sets of states, those with an error being one error. The first set is initial.
    pub(super) fn determinised(&self, sigma: &[u32]) -> Self {
        let close = |mut set: BTreeSet<usize>| {
            for _ in 0..self.states {
                let more: Vec<usize> =
                    self.edges.iter().filter(|e| e.1 == 0 && set.contains(&e.0)).map(|e| e.2).collect();
                set.extend(more);
            }
            if set.iter().any(|&s| self.lost[s]) { [usize::MAX].into() } else { set }
        };
        let mut order: Vec<BTreeSet<usize>> = vec![close([0].into())];
        let mut edges = BTreeSet::new();
        let mut next = 0;
        while next < order.len() {
            let from = order[next].clone();
            for &a in sigma {
                let to: BTreeSet<usize> =
                    self.edges.iter().filter(|e| e.1 == a && from.contains(&e.0)).map(|e| e.2).collect();
                if to.is_empty() {
                    continue;
                }
                let to = close(to);
                let number = order.iter().position(|s| *s == to).unwrap_or_else(|| {
                    order.push(to);
                    order.len() - 1
                });
                edges.insert((next, a, number));
            }
            next += 1;
        }
        let lost: Vec<bool> = order.iter().map(|s| s.contains(&usize::MAX)).collect();
        let ended = order.iter().zip(&lost).map(|(s, &l)| !l && s.iter().any(|&m| self.ended[m])).collect();
        Self { states: order.len(), edges, ended, lost }
    }

    /// Whether a deterministic graph keeps out of errors along a word; what is missing does no harm.
    pub(super) fn allows(&self, word: &[u32]) -> bool {
        let mut at = 0;
        for &a in word {
            if self.lost[at] {
                return false;
            }
            match self.edges.iter().find(|e| e.0 == at && e.1 == a) {
                Some(e) => at = e.2,
                None => return true,
            }
        }
        !self.lost[at]
    }
}
