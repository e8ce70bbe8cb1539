//! A graph while transitions are removed from it: marks beside an LTS that stays as it is.

use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, Transition};

/// What is left of a graph.
pub(super) struct Rest<'a> {
    lts: &'a Lts,
    /// For each place in [`Lts::flat_transitions`] whether the transition is left.
    left: Vec<bool>,
}

impl<'a> Rest<'a> {
    /// All of it.
    pub(super) fn new(lts: &'a Lts) -> Self {
        Self { lts, left: vec![true; lts.num_transitions()] }
    }

    /// Whether the transition with this place is left.
    pub(super) fn has(&self, at: usize) -> bool {
        self.left[at]
    }

    /// The transitions that a state has left, each with its place.
    pub(super) fn row(&self, state: StateId) -> impl Iterator<Item = (usize, Transition)> + '_ {
        let start = self.start(state);
        let row = self.lts.transitions(state).iter().enumerate();
        row.map(move |(i, &t)| (start + i, t)).filter(|&(at, _)| self.left[at])
    }

    /// The place of a transition, if it is left.
    pub(super) fn find(&self, source: StateId, action: ActionId, target: StateId) -> Option<usize> {
        let i = self.lts.transitions(source).binary_search(&Transition { action, target }).ok()?;
        Some(self.start(source) + i).filter(|&at| self.left[at])
    }

    /// Whether a transition is left.
    pub(super) fn contains(&self, source: StateId, action: ActionId, target: StateId) -> bool {
        self.find(source, action, target).is_some()
    }

    /// Removes the transition with this place.
    pub(super) fn remove(&mut self, at: usize) {
        self.left[at] = false;
    }

    /// Removes all transitions of a state but that with this place.
    pub(super) fn keep_only(&mut self, source: StateId, at: usize) {
        let start = self.start(source);
        self.left[start..start + self.lts.transitions(source).len()].fill(false);
        self.left[at] = true;
    }

    /// The place of the first transition of a state.
    fn start(&self, state: StateId) -> usize {
        if state.is_error() { 0 } else { self.lts.offsets()[state.index()] as usize }
    }
}
