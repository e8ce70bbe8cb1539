//! Which places of different tasks may coexist: may-happen-in-parallel analysis.
//!
//! # Contract
//! If in some execution one task is at place `p` while another is at `q`, then [`Coexistence::places`] says
//! so for `p` and `q`. The converse does not hold: pairs are looked at, never triples, and no data.
//!
//! # Algorithm
//! The least solution of these rules, after the idea of Naumovich, Avrunin and Clarke (1999), whose algorithm
//! works on nodes:
//! * the places where tasks begin coexist;
//! * a task that is at `p` and acts alone is then at the place after that node, and everything that coexists
//!   with `p` coexists with that place;
//! * a call at `p` and an accept at `q` can meet if `p` and `q` coexist. Then the places after them coexist,
//!   and what coexists with both `p` and `q` coexists with either of those places.
//!
//! Deviation from the literature: the unknowns are places, not nodes. A node that belongs to two places does
//! not mix what coexists with each of them, so the result is never larger, and there is one row for a choice
//! and not one for each of its branches.
//!
//! Rows are bit sets. A place whose row has grown waits in a queue with the bits that are new, and its rules
//! are applied to those bits at once. The rule for a meeting is applied from both sides, so whatever comes
//! last completes it.
//!
//! # Invariants
//! The relation is symmetric, and no place coexists with one of its own task.
//!
//! # Complexity
//! Each pair is added once. With `n` places, `e` edges and `m` possible meetings the worst case is O((e + m)
//! · n²) word operations over 64, and in practice a few rounds of (e + m) · n / 64.
//!
//! # Tests
//! Contains the exact relation of the product of all tasks, on all small graphs and on random ones, which
//! also report how much larger it is (`tests/all/graphs`); equals a fixpoint by pairs that shares no code.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, StopReason};

use crate::bits::{self, Set, Table};
use crate::cfg::{Act, Flow};

/// What may coexist.
#[derive(Clone, Debug)]
pub struct Coexistence {
    rows: Table,
    reached: Set,
}

impl Coexistence {
    /// Analyses the tasks.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(flow: &Flow, budget: &Budget) -> Result<Self, StopReason> {
        let n = flow.places.len();
        budget.check_bytes(2 * Table::bytes(n, n))?;
        let rules = Rules::new(flow, budget)?;
        let mut work = Work {
            rows: Table::new(n, n),
            fresh: Table::new(n, n),
            queue: VecDeque::new(),
            queued: bits::empty(n),
        };
        let mut others = bits::empty(n);
        for task in &flow.tasks {
            work.add(task.start as usize, &others);
            bits::insert(&mut others, task.start as usize);
        }
        let mut both = bits::empty(n);
        while let Some(place) = work.queue.pop_front() {
            budget.poll(Poll::Flow)?;
            let fresh = work.take(place);
            for &after in &rules.alone[place] {
                work.add(after as usize, &fresh);
            }
            for meeting in &rules.together[place] {
                let other = meeting.other as usize;
                if !work.rows.has(place, other) {
                    continue;
                }
                if bits::contains(&fresh, other) {
                    both.copy_from_slice(work.rows.row(place));
                    work.pair(meeting.after as usize, meeting.other_after as usize);
                } else {
                    both.copy_from_slice(&fresh);
                }
                bits::intersect(&mut both, work.rows.row(other));
                work.add(meeting.after as usize, &both);
                work.add(meeting.other_after as usize, &both);
            }
        }
        let reached = reached(flow, &rules, &work.rows);
        Ok(Self { rows: work.rows, reached })
    }

    /// Whether two places of different tasks may coexist.
    pub fn places(&self, a: u32, b: u32) -> bool {
        self.rows.has(a as usize, b as usize)
    }

    /// Whether a task may come to a place at all.
    pub fn reached(&self, place: u32) -> bool {
        bits::contains(&self.reached, place as usize)
    }

    /// How many unordered pairs coexist.
    pub fn pairs(&self) -> u64 {
        bits::iter(&self.reached).map(|p| bits::count(self.rows.row(p))).sum::<u64>() / 2
    }

    /// The places that may coexist with one.
    pub(crate) fn row(&self, place: u32) -> &[u64] {
        self.rows.row(place as usize)
    }
}

/// A call and an accept that agree, seen from the place of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Meeting {
    /// The place of the other half.
    other: u32,
    /// The place after the own half.
    after: u32,
    /// The place after the other half.
    other_after: u32,
}

/// What can happen at each place.
struct Rules {
    /// Where the task comes by acting alone.
    alone: Vec<Vec<u32>>,
    /// With whom it may meet.
    together: Vec<Vec<Meeting>>,
}

impl Rules {
    fn new(flow: &Flow, budget: &Budget) -> Result<Self, StopReason> {
        let mut places_of: Vec<Vec<u32>> = vec![Vec::new(); flow.nodes.len()];
        let mut alone = vec![Vec::new(); flow.places.len()];
        for (p, place) in flow.places.iter().enumerate() {
            for &node in &place.nodes {
                places_of[node as usize].push(p as u32);
                if let Act::Local { .. } = flow.nodes[node as usize].act {
                    alone[p].push(flow.nodes[node as usize].follow);
                }
            }
            alone[p].sort_unstable();
            alone[p].dedup();
        }
        let mut together: Vec<Vec<Meeting>> = vec![Vec::new(); flow.places.len()];
        for (call, accept) in meetings(flow) {
            budget.poll(Poll::Flow)?;
            let (after_call, after_accept) =
                (flow.nodes[call as usize].follow, flow.nodes[accept as usize].follow);
            for &p in &places_of[call as usize] {
                for &q in &places_of[accept as usize] {
                    let forth = Meeting { other: q, after: after_call, other_after: after_accept };
                    let back = Meeting { other: p, after: after_accept, other_after: after_call };
                    together[p as usize].push(forth);
                    together[q as usize].push(back);
                }
            }
        }
        for list in &mut together {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Self { alone, together })
    }
}

/// The calls and accepts of different tasks that agree on entry, values and caller, as pairs of nodes in
/// order.
pub(crate) fn meetings(flow: &Flow) -> Vec<(u32, u32)> {
    let mut accepts: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (index, node) in flow.nodes.iter().enumerate() {
        if let Act::Accept { meeting, .. } = node.act {
            accepts.entry(meeting).or_default().push(index as u32);
        }
    }
    let mut pairs = Vec::new();
    for (index, node) in flow.nodes.iter().enumerate() {
        let Act::Call { meeting, caller, .. } = node.act else { continue };
        for &accept in accepts.get(&meeting).into_iter().flatten() {
            let other = &flow.nodes[accept as usize];
            let fits =
                matches!(other.act, Act::Accept { caller: known, .. } if known.is_none_or(|k| k == caller));
            if fits && other.task != node.task {
                pairs.push((index as u32, accept));
            }
        }
    }
    pairs
}

/// The relation as far as it is known, and what is new in it.
struct Work {
    rows: Table,
    fresh: Table,
    queue: VecDeque<usize>,
    queued: Set,
}

impl Work {
    /// A place coexists with these.
    fn add(&mut self, place: usize, others: &[u64]) {
        for (word, &bits) in others.iter().enumerate() {
            let mut new = bits & !self.rows.row(place)[word];
            while new != 0 {
                let other = word * 64 + new.trailing_zeros() as usize;
                new &= new - 1;
                self.pair(place, other);
            }
        }
    }

    /// Two places coexist.
    fn pair(&mut self, a: usize, b: usize) {
        if !bits::insert(self.rows.row_mut(a), b) {
            return;
        }
        bits::insert(self.rows.row_mut(b), a);
        for (place, other) in [(a, b), (b, a)] {
            bits::insert(self.fresh.row_mut(place), other);
            if bits::insert(&mut self.queued, place) {
                self.queue.push_back(place);
            }
        }
    }

    /// What is new about a place; it is not new afterwards.
    fn take(&mut self, place: usize) -> Set {
        let fresh: Set = self.fresh.row(place).into();
        self.fresh.row_mut(place).fill(0);
        self.queued[place / 64] &= !(1 << (place % 64));
        fresh
    }
}

/// The places that tasks may come to.
fn reached(flow: &Flow, rules: &Rules, rows: &Table) -> Set {
    let mut reached = bits::empty(flow.places.len());
    let mut stack: Vec<u32> = flow.tasks.iter().map(|t| t.start).collect();
    for &start in &stack {
        bits::insert(&mut reached, start as usize);
    }
    while let Some(place) = stack.pop() {
        let place = place as usize;
        let met = rules.together[place].iter().filter(|m| rows.has(place, m.other as usize));
        let after = rules.alone[place].iter().copied().chain(met.map(|m| m.after));
        stack.extend(after.filter(|&p| bits::insert(&mut reached, p as usize)));
    }
    reached
}
