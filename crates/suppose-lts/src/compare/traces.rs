//! The first trace on which two states of one LTS differ.
//!
//! Walks the determinised behaviours of both states side by side, breadth-first, so the trace found is a
//! shortest one, and the first of these in the order of actions. Sets of both sides are interned in one
//! table: a pair of equal sets is no difference and is not pursued. Pairs are found once; the number of sets
//! and of pairs counts against the budget's limit of states. Exponential in the worst case, as
//! determinisation is.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use crate::Lts;
use crate::ops::Subsets;

/// A trace that shows a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceDifference {
    /// The visible actions. None of its proper prefixes shows a difference.
    pub trace: Vec<ActionId>,
    /// What is different about it.
    pub kind: TraceDifferenceKind,
}

/// What a trace does on one side only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TraceDifferenceKind {
    /// Only the left side has the trace.
    OnlyLeft,
    /// Only the right side has the trace.
    OnlyRight,
    /// The trace can lead to π on the left side only.
    ErrorOnlyLeft,
    /// The trace can lead to π on the right side only.
    ErrorOnlyRight,
    /// The trace can lead to the end state on the left side only.
    EndOnlyLeft,
    /// The trace can lead to the end state on the right side only.
    EndOnlyRight,
}

/// The first difference between the traces of two states, or `None` when they have the same.
pub(super) fn first_difference(
    lts: &Lts,
    [left, right]: [StateId; 2],
    budget: &Budget,
) -> Result<Option<TraceDifference>, StopReason> {
    let mut sets = Subsets::new(lts);
    let start = (sets.start(left), sets.start(right));
    let mut pairs = Trail::new(start);
    if let Some(kind) = difference_at(&sets, start) {
        return Ok(Some(TraceDifference { trace: Vec::new(), kind }));
    }
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    let mut next = 0;
    while let Some(&(left, right)) = pairs.items.get(next) {
        budget.poll(Poll::Compare)?;
        let here = next;
        next += 1;
        // Equal sets have equal futures; π has none.
        if left == right {
            continue;
        }
        sets.successors(left, &mut lefts, budget)?;
        sets.successors(right, &mut rights, budget)?;
        let (mut i, mut j) = (0, 0);
        while i < lefts.len() || j < rights.len() {
            let (l, r) = (lefts.get(i).copied(), rights.get(j).copied());
            let action = match (l, r) {
                (Some(l), Some(r)) => l.action.min(r.action),
                (Some(t), None) | (None, Some(t)) => t.action,
                (None, None) => break,
            };
            let l = l.filter(|t| t.action == action).map(|t| t.target);
            let r = r.filter(|t| t.action == action).map(|t| t.target);
            i += usize::from(l.is_some());
            j += usize::from(r.is_some());
            let kind = match (l, r) {
                (Some(l), Some(r)) => {
                    pairs.add((l, r), here, action);
                    difference_at(&sets, (l, r))
                }
                (Some(StateId::ERROR), None) => Some(TraceDifferenceKind::ErrorOnlyLeft),
                (None, Some(StateId::ERROR)) => Some(TraceDifferenceKind::ErrorOnlyRight),
                (Some(_), None) => Some(TraceDifferenceKind::OnlyLeft),
                (None, _) => Some(TraceDifferenceKind::OnlyRight),
            };
            if let Some(kind) = kind {
                return Ok(Some(TraceDifference { trace: pairs.trace(here, action), kind }));
            }
        }
        budget.check_states((pairs.items.len() + sets.len()) as u64)?;
    }
    Ok(None)
}

/// What is different about the empty trace.
fn difference_at(sets: &Subsets<'_>, (left, right): (StateId, StateId)) -> Option<TraceDifferenceKind> {
    match (left.is_error(), right.is_error()) {
        (true, false) => return Some(TraceDifferenceKind::ErrorOnlyLeft),
        (false, true) => return Some(TraceDifferenceKind::ErrorOnlyRight),
        _ => {}
    }
    match (sets.has_end(left), sets.has_end(right)) {
        (true, false) => Some(TraceDifferenceKind::EndOnlyLeft),
        (false, true) => Some(TraceDifferenceKind::EndOnlyRight),
        _ => None,
    }
}

/// Pairs in the order in which they were found, each with the way back.
pub(super) struct Trail {
    pub(super) items: Vec<(StateId, StateId)>,
    /// The pair from which each was found, and the action; the first has none.
    from: Vec<(usize, ActionId)>,
    known: FxHashSet<(StateId, StateId)>,
}

impl Trail {
    pub(super) fn new(start: (StateId, StateId)) -> Self {
        let mut known = FxHashSet::default();
        known.insert(start);
        Self { items: vec![start], from: vec![(0, ActionId::TAU)], known }
    }

    /// Adds a pair and says whether it is new.
    pub(super) fn add(&mut self, pair: (StateId, StateId), from: usize, action: ActionId) -> bool {
        let new = self.known.insert(pair);
        if new {
            self.items.push(pair);
            self.from.push((from, action));
        }
        new
    }

    /// The visible actions on the way to a pair, and one more.
    pub(super) fn trace(&self, mut at: usize, last: ActionId) -> Vec<ActionId> {
        let mut trace = vec![last];
        while at != 0 {
            let (before, action) = self.from[at];
            trace.push(action);
            at = before;
        }
        trace.reverse();
        trace.retain(|a| !a.is_tau());
        trace
    }
}
