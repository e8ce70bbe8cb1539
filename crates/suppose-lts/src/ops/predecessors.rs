//! Transitions backwards: for each state, π included, the states that lead to it.
//!
//! Stored in compressed rows like the LTS, without the actions, in 4 bytes for a transition. Made by
//! counting, in linear time; sources are in increasing order, and a source with several selected transitions
//! to one target stands there several times.

use suppose_base::{ActionId, StateId};

use crate::Lts;

/// The sources of the transitions to each state.
#[derive(Clone, Debug)]
pub struct Predecessors {
    /// Row `s` is `sources[offsets[s]..offsets[s + 1]]`; the last row is that of π.
    offsets: Vec<u32>,
    sources: Vec<StateId>,
}

impl Predecessors {
    /// Turns round the transitions whose action is selected.
    pub fn of(lts: &Lts, selected: impl Fn(ActionId) -> bool) -> Self {
        let n = lts.num_states();
        let row = |target: StateId| if target.is_error() { n } else { target.index() };
        let mut offsets = vec![0u32; n + 2];
        for t in lts.flat_transitions() {
            if selected(t.action) {
                offsets[row(t.target) + 1] += 1;
            }
        }
        for i in 0..=n {
            offsets[i + 1] += offsets[i];
        }
        let mut next = offsets.clone();
        let mut sources = vec![StateId::ERROR; offsets[n + 1] as usize];
        for (source, t) in lts.all_transitions() {
            if selected(t.action) {
                let slot = &mut next[row(t.target)];
                sources[*slot as usize] = source;
                *slot += 1;
            }
        }
        Self { offsets, sources }
    }

    /// The states with a selected transition to `state`, which may be π.
    #[inline]
    pub fn get(&self, state: StateId) -> &[StateId] {
        let row = if state.is_error() { self.offsets.len() - 2 } else { state.index() };
        &self.sources[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of};

    #[test]
    fn rows_are_turned_round() {
        let lts = lts_of(3, &[(0, 1, 1), (2, 1, 1), (2, 2, 1), (1, 0, PI), (0, 2, PI)], &[]);
        let s = StateId::must;
        let all = Predecessors::of(&lts, |_| true);
        assert_eq!(all.get(s(1)), [s(0), s(2), s(2)]);
        assert_eq!(all.get(s(0)), []);
        assert_eq!(all.get(StateId::ERROR), [s(0), s(1)]);
        let silent = Predecessors::of(&lts, ActionId::is_tau);
        assert_eq!(silent.get(s(1)), []);
        assert_eq!(silent.get(StateId::ERROR), [s(1)]);
    }
}
