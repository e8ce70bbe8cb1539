//! The two ways to make an [`Lts`]: transitions in any order, or row by row.
//!
//! [`LtsBuilder`] sorts by counting the sources, so building is linear but for the sorting of each row.
//! [`RowBuilder`] is for producers that visit states in order; it needs no second copy of the transitions.

use std::fmt;

use suppose_base::{ActionId, StateId};

use super::{Lts, Transition};

/// Why no LTS could be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A state number is not below the number of states.
    NoSuchState(StateId),
    /// The end state has a transition.
    EndMoves(StateId),
    /// There are more than 2^32 - 2 states or 2^32 - 1 transitions.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchState(state) => write!(f, "state {} does not exist", state.raw()),
            Self::EndMoves(state) => write!(f, "the end state {} has a transition", state.raw()),
            Self::TooLarge => f.write_str("more states or transitions than 32-bit numbers can count"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Collects transitions in any order.
#[derive(Clone, Debug, Default)]
pub struct LtsBuilder {
    num_states: u32,
    initial: StateId0,
    end: Option<StateId>,
    edges: Vec<(StateId, Transition)>,
    alphabet: Vec<ActionId>,
}

/// An initial state that defaults to state 0.
#[derive(Clone, Copy, Debug)]
struct StateId0(StateId);

impl Default for StateId0 {
    fn default() -> Self {
        Self(StateId::must(0))
    }
}

impl LtsBuilder {
    /// A builder with this many states; more can be added.
    pub fn new(num_states: usize) -> Self {
        assert!(num_states < StateId::LIMIT as usize, "too many states");
        Self { num_states: num_states as u32, ..Self::default() }
    }

    /// Makes room for this many transitions.
    #[must_use]
    pub fn with_capacity(mut self, transitions: usize) -> Self {
        self.edges.reserve_exact(transitions);
        self
    }

    /// Adds a state.
    pub fn add_state(&mut self) -> StateId {
        let state = StateId::must(self.num_states as usize);
        self.num_states += 1;
        state
    }

    /// Adds a transition. Its action joins the alphabet.
    #[inline]
    pub fn add(&mut self, source: StateId, action: ActionId, target: StateId) {
        self.edges.push((source, Transition { action, target }));
    }

    /// Adds actions to the alphabet.
    pub fn extend_alphabet(&mut self, actions: impl IntoIterator<Item = ActionId>) {
        self.alphabet.extend(actions);
    }

    /// Sets the initial state, which is state 0 otherwise.
    pub fn set_initial(&mut self, state: StateId) {
        self.initial = StateId0(state);
    }

    /// Sets the end state.
    pub fn set_end(&mut self, state: Option<StateId>) {
        self.end = state;
    }

    /// Builds the LTS. Repeated transitions count once.
    ///
    /// # Errors
    /// When a state does not exist, the end state moves, or there are too many transitions.
    pub fn finish(self) -> Result<Lts, BuildError> {
        let n = self.num_states as usize;
        if self.edges.len() >= u32::MAX as usize {
            return Err(BuildError::TooLarge);
        }
        let exists = |s: StateId| s.is_error() || s.index() < n;
        let mut offsets = vec![0u32; n + 1];
        for &(source, t) in &self.edges {
            if source.is_error() || source.index() >= n {
                return Err(BuildError::NoSuchState(source));
            }
            if !exists(t.target) {
                return Err(BuildError::NoSuchState(t.target));
            }
            offsets[source.index() + 1] += 1;
        }
        for i in 0..n {
            offsets[i + 1] += offsets[i];
        }
        let filler = Transition { action: ActionId::TAU, target: StateId::ERROR };
        let mut transitions = vec![filler; self.edges.len()];
        let mut next = offsets.clone();
        for &(source, t) in &self.edges {
            let slot = &mut next[source.index()];
            transitions[*slot as usize] = t;
            *slot += 1;
        }
        drop(self.edges);
        let mut rows = RowBuilder {
            offsets: Vec::with_capacity(n + 1),
            transitions,
            kept: 0,
            row_start: 0,
            alphabet: self.alphabet,
        };
        rows.offsets.push(0);
        for s in 0..n {
            rows.sort_row(offsets[s] as usize, offsets[s + 1] as usize);
        }
        rows.transitions.truncate(rows.kept);
        rows.transitions.shrink_to_fit();
        rows.finish(self.initial.0, self.end)
    }
}

/// Collects transitions row by row, from state 0 on.
#[derive(Clone, Debug)]
pub struct RowBuilder {
    offsets: Vec<u32>,
    transitions: Vec<Transition>,
    /// How many transitions of finished rows there are; only differs from the rows' end while sorting in
    /// place.
    kept: usize,
    /// Where the current row begins.
    row_start: usize,
    alphabet: Vec<ActionId>,
}

impl Default for RowBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl RowBuilder {
    /// A builder without rows.
    pub fn new() -> Self {
        Self { offsets: vec![0], transitions: Vec::new(), kept: 0, row_start: 0, alphabet: Vec::new() }
    }

    /// Adds a transition to the current row. Targets may be states whose rows come later.
    #[inline]
    pub fn add(&mut self, action: ActionId, target: StateId) {
        self.transitions.push(Transition { action, target });
    }

    /// Ends the current row.
    pub fn end_row(&mut self) {
        let end = self.transitions.len();
        self.sort_row(self.row_start, end);
        self.transitions.truncate(self.kept);
        self.row_start = self.kept;
    }

    /// How many rows are finished.
    pub fn num_rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many transitions the finished rows hold.
    pub(crate) fn num_transitions(&self) -> usize {
        self.kept
    }

    /// Adds actions to the alphabet.
    pub fn extend_alphabet(&mut self, actions: impl IntoIterator<Item = ActionId>) {
        self.alphabet.extend(actions);
    }

    /// Sorts `from..to`, moves it without repetitions behind the kept rows and records the row.
    fn sort_row(&mut self, from: usize, to: usize) {
        let row = &mut self.transitions[from..to];
        if !row.is_sorted() {
            row.sort_unstable();
        }
        let start = self.kept;
        for i in from..to {
            let t = self.transitions[i];
            if self.kept == start || self.transitions[self.kept - 1] != t {
                self.transitions[self.kept] = t;
                self.kept += 1;
            }
        }
        self.offsets.push(self.kept as u32);
    }

    /// Builds the LTS from the finished rows.
    ///
    /// # Errors
    /// When a state does not exist, the end state moves, or there are too many transitions.
    pub fn finish(mut self, initial: StateId, end: Option<StateId>) -> Result<Lts, BuildError> {
        let n = self.num_rows();
        if n >= StateId::LIMIT as usize || self.transitions.len() >= u32::MAX as usize {
            return Err(BuildError::TooLarge);
        }
        let mut highest = 0;
        for t in &self.transitions {
            if !t.target.is_error() && t.target.index() >= n {
                return Err(BuildError::NoSuchState(t.target));
            }
            highest = highest.max(t.action.index());
        }
        if !initial.is_error() && initial.index() >= n {
            return Err(BuildError::NoSuchState(initial));
        }
        if let Some(end) = end {
            if end.is_error() || end.index() >= n {
                return Err(BuildError::NoSuchState(end));
            }
            if self.offsets[end.index()] != self.offsets[end.index() + 1] {
                return Err(BuildError::EndMoves(end));
            }
        }
        if highest > self.transitions.len() {
            // A small LTS with a large table of actions, one of many in a system: do not pay for the table.
            self.alphabet.extend(self.transitions.iter().map(|t| t.action));
        } else {
            let mut used = vec![false; highest + 1];
            self.transitions.iter().for_each(|t| used[t.action.index()] = true);
            let occurring =
                used.iter().enumerate().filter(|&(_, &u)| u).map(|(i, _)| ActionId::from_raw(i as u32));
            self.alphabet.extend(occurring);
        }
        self.alphabet.retain(|a| !a.is_tau());
        self.alphabet.sort_unstable();
        self.alphabet.dedup();
        self.alphabet.shrink_to_fit();
        let lts = Lts {
            initial,
            end,
            offsets: self.offsets,
            transitions: self.transitions,
            alphabet: self.alphabet,
        };
        debug_assert_eq!(lts.check_invariants(), Ok(()));
        Ok(lts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(n: usize) -> StateId {
        StateId::must(n)
    }
    fn a(n: u32) -> ActionId {
        ActionId::from_raw(n)
    }

    #[test]
    fn rows_are_sorted_and_without_repetition() {
        let mut b = LtsBuilder::new(3);
        b.add(s(1), a(2), s(0));
        b.add(s(0), a(2), s(1));
        b.add(s(0), a(1), StateId::ERROR);
        b.add(s(0), a(1), s(2));
        b.add(s(0), a(2), s(1));
        b.extend_alphabet([a(9)]);
        let lts = b.finish().expect("valid");
        assert_eq!(lts.num_transitions(), 4);
        let row: Vec<_> = lts.transitions(s(0)).iter().map(|t| (t.action, t.target)).collect();
        assert_eq!(row, [(a(1), s(2)), (a(1), StateId::ERROR), (a(2), s(1))]);
        assert_eq!(lts.alphabet(), [a(1), a(2), a(9)]);
        assert_eq!(lts.successors(s(0), a(1)).len(), 2);
        assert_eq!(lts.deadlocks().collect::<Vec<_>>(), [s(2)]);
        assert_eq!(lts.transitions(StateId::ERROR), []);
        assert!(lts.has_error() && !lts.is_deterministic());
    }

    #[test]
    fn row_builder_agrees_with_the_other() {
        let mut rows = RowBuilder::new();
        rows.add(a(2), s(1));
        rows.add(a(1), s(0));
        rows.add(a(2), s(1));
        rows.end_row();
        rows.end_row();
        let mut any = LtsBuilder::new(2);
        any.add(s(0), a(1), s(0));
        any.add(s(0), a(2), s(1));
        any.set_end(Some(s(1)));
        assert_eq!(rows.finish(s(0), Some(s(1))).expect("valid"), any.finish().expect("valid"));
    }

    #[test]
    fn impossible_graphs_are_refused() {
        let mut b = LtsBuilder::new(1);
        b.add(s(0), a(1), s(3));
        assert_eq!(b.finish(), Err(BuildError::NoSuchState(s(3))));
        let mut b = LtsBuilder::new(1);
        b.add(s(0), a(1), s(0));
        b.set_end(Some(s(0)));
        assert_eq!(b.finish(), Err(BuildError::EndMoves(s(0))));
        let mut b = LtsBuilder::new(1);
        b.add(StateId::ERROR, a(1), s(0));
        assert_eq!(b.finish(), Err(BuildError::NoSuchState(StateId::ERROR)));
    }
}
