//! The transition-based reduction: no internal transition is left, and each state does at once what it could
//! do after internal steps (Yao 2012, section 3.2, algorithm 4, `tranReduce`).
//!
//! # Contract
//! The result is equivalent to the original and has no internal transition; internal actions leave the
//! alphabet. The states are the initial one and the targets of visible transitions; the others go nowhere in
//! the map. It may be nondeterministic where the original was not, and have many more transitions; see
//! [`redundant`](super::redundant()). A state that could only go on silently for ever becomes a state that
//! does nothing: divergence is not kept.
//!
//! # The text and the difference
//! `tranReduce` walks back from each visible transition over internal ones, and gives the transition to every
//! state on the way that is entered by a visible action or is initial. As printed
//! * it looks at transitions *into* the source of a visible one, so an initial state that nothing enters
//!   loses its transitions;
//! * the walk has one current state, so where several internal transitions meet it follows one of them, and
//!   on a cycle of internal transitions it does not end;
//! * an internal transition to π is not visible and is not copied: a failure that is reached silently is
//!   lost.
//!
//! Here states that silently reach π become π first; then a state gets the visible transitions of all states
//! that it silently reaches.
//!
//! # Algorithm
//! The strongly connected parts of the internal transitions are contracted. A part without visible
//! transitions that leads to one other part only stands for that one, and a part that leads to no visible
//! transition is forgotten. Then, breadth-first from the initial state, the row of each state is collected by
//! walking what is left of the internal graph below it. Beyond linear time this costs the walks, which where
//! nothing branches silently is the size of the result; the result can be quadratic in the original, so bytes
//! are counted against the budget.
//!
//! # Tests
//! `tests/all/reduce`: all small graphs, random ones, figures 3.3 and 3.4, the printed text on
//! counterexamples, a long chain of internal steps.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::ops::{Components, strongly_connected};
use suppose_lts::{LtsBuilder, StateMap, Transition};

use super::failing::settle;
use super::{Alphabet, Reduced, finish};
use crate::graph::StateGraph;

/// Removes all internal transitions.
///
/// # Errors
/// When the budget is spent.
pub fn transition(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?.then(|graph| compress(graph, budget))
}

/// Gives each state that stays what it can do after internal steps.
fn compress(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    let lts = &graph.lts;
    let internal = |action: ActionId| graph.is_internal(action);
    let parts = strongly_connected(lts, |_, t| internal(t.action), budget)?;
    let silent = Silent::new(graph, &parts, budget)?;
    let mut next = LtsBuilder::new(lts.num_states());
    next.set_initial(lts.initial());
    let mut known = vec![false; lts.num_states()];
    let mut order = Vec::new();
    if !lts.initial().is_error() {
        known[lts.initial().index()] = true;
        order.push(lts.initial());
    }
    let mut walk = Walk { seen: vec![u32::MAX; parts.len()], stack: Vec::new() };
    let mut copied = 0u64;
    let mut at = 0;
    while let Some(&s) = order.get(at) {
        let stamp = at as u32;
        at += 1;
        budget.poll(Poll::Reduce)?;
        for t in walk.below(&silent, parts.of(s), stamp) {
            next.add(s, t.action, t.target);
            copied += 1;
            if !t.target.is_error() && !std::mem::replace(&mut known[t.target.index()], true) {
                order.push(t.target);
            }
        }
        let bytes = copied * size_of::<(StateId, Transition)>() as u64;
        budget.check_bytes(bytes)?;
        if copied >= u64::from(u32::MAX) {
            // More than an LTS can number.
            return Err(StopReason::Memory(bytes));
        }
    }
    Ok(finish(graph, next, Alphabet::Visible, &StateMap::identity(lts.num_states())))
}

/// The internal transitions between contracted parts, without what makes no difference.
struct Silent {
    /// For each part which part stands for it; `None` when no visible transition is below it.
    stands_for: Vec<Option<u32>>,
    /// For each part the visible transitions of its states.
    visible: Rows<Transition>,
    /// For each part the different parts one internal step below it, each by the part that stands for it.
    below: Rows<u32>,
}

impl Silent {
    fn new(graph: &StateGraph, parts: &Components, budget: &Budget) -> Result<Self, StopReason> {
        let lts = &graph.lts;
        let members = members(graph, parts);
        let mut silent = Self {
            stands_for: Vec::with_capacity(parts.len()),
            visible: Rows::default(),
            below: Rows::default(),
        };
        // Parts are numbered from the end: those below are known already.
        for part in 0..parts.len() {
            if part % 1024 == 0 {
                budget.poll(Poll::Reduce)?;
            }
            let (mut visible, mut below) = (Vec::new(), Vec::new());
            for &s in members.get(part) {
                for &t in lts.transitions(s) {
                    if !graph.is_internal(t.action) {
                        visible.push(t);
                    } else if parts.of(t.target) != part {
                        below.extend(silent.stands_for[parts.of(t.target)]);
                    }
                }
            }
            below.sort_unstable();
            below.dedup();
            silent.stands_for.push(match (visible.is_empty(), &below[..]) {
                (true, []) => None,
                (true, &[only]) => Some(only),
                _ => Some(part as u32),
            });
            silent.visible.push(visible);
            silent.below.push(below);
        }
        Ok(silent)
    }
}

/// The states of each part.
fn members(graph: &StateGraph, parts: &Components) -> Rows<StateId> {
    let mut states: Vec<StateId> = graph.lts.states().collect();
    states.sort_by_key(|&s| parts.of(s));
    let mut rows = Rows::default();
    for part in 0..parts.len() {
        let start = rows.items.len();
        rows.push(states[start..].iter().copied().take_while(|&s| parts.of(s) == part));
    }
    rows
}

/// Lists one after the other.
struct Rows<T> {
    offsets: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

impl<T> Rows<T> {
    fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.offsets.push(self.items.len());
    }

    fn get(&self, row: usize) -> &[T] {
        &self.items[self.offsets[row]..self.offsets[row + 1]]
    }
}

/// A walk over parts that is done again and again.
struct Walk {
    /// For each part the number of the last walk that saw it.
    seen: Vec<u32>,
    stack: Vec<u32>,
}

impl Walk {
    /// The visible transitions at or below a part; some perhaps several times.
    fn below<'a>(
        &'a mut self,
        silent: &'a Silent,
        part: usize,
        stamp: u32,
    ) -> impl Iterator<Item = Transition> + 'a {
        self.stack.clear();
        if let Some(part) = silent.stands_for[part] {
            self.seen[part as usize] = stamp;
            self.stack.push(part);
        }
        std::iter::from_fn(move || {
            let part = self.stack.pop()? as usize;
            for &lower in silent.below.get(part) {
                if self.seen[lower as usize] != stamp {
                    self.seen[lower as usize] = stamp;
                    self.stack.push(lower);
                }
            }
            Some(silent.visible.get(part).iter().copied())
        })
        .flatten()
    }
}
