//! Determinisation: closure under τ and the subset construction (Rabin and Scott, 1959), with π absorbing.
//!
//! A state of the result is the set of states that a trace can lead to, closed under τ. Deviations from the
//! textbook:
//! * a set with π in it *is* π: once a trace may fail, nothing after it matters. This holds for the initial
//!   set too;
//! * the set of successful termination. A set that holds the end state and no state with a visible action is
//!   the end state of the result; all such sets are taken for one, whose only member is the end state. A set
//!   that holds the end state beside a state that can still act is an ordinary state: that the system might
//!   have ended there is lost (reduction by trace equivalence keeps it, see `reduce`);
//! * what is lost, always, is which deadlocks and choices there were: only traces and π are preserved.
//!
//! States are numbered breadth-first in order of actions, the initial one is 0; an LTS that starts in π gives
//! one without states. The alphabet is kept. Exponential in the worst case, so the budget's limit of states
//! counts the sets, and its limit of bytes their members.

mod lazy;
mod subsets;

use suppose_base::{Budget, StateId, StopReason};

pub use lazy::Lazy;
pub(crate) use subsets::Subsets;

use crate::{Lts, RowBuilder};

/// The result of [`determinise`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Determinised {
    /// A deterministic LTS without τ.
    pub lts: Lts,
    /// Which old states each of its states stands for.
    pub members: Members,
}

/// For each state of a determinised LTS the old states it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// Row `s` is `states[offsets[s]..offsets[s + 1]]`.
    offsets: Vec<usize>,
    states: Vec<StateId>,
}

impl Members {
    /// The old states that a new state stands for, sorted. π stands for itself, and nothing is listed.
    pub fn get(&self, state: StateId) -> &[StateId] {
        if state.is_error() {
            return &[];
        }
        &self.states[self.offsets[state.index()]..self.offsets[state.index() + 1]]
    }
}

/// Makes an LTS deterministic and free of τ with the same traces.
///
/// # Errors
/// When the budget is spent.
pub fn determinise(lts: &Lts, budget: &Budget) -> Result<Determinised, StopReason> {
    let mut subsets = Subsets::new(lts);
    let initial = subsets.start(lts.initial());
    let mut rows = RowBuilder::new();
    let mut found = Vec::new();
    let mut end = None;
    while rows.num_rows() < subsets.len() {
        let set = StateId::must(rows.num_rows());
        subsets.successors(set, &mut found, budget)?;
        if found.is_empty() && subsets.has_end(set) {
            end = Some(set);
        }
        for t in &found {
            rows.add(t.action, t.target);
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    let new = rows.finish(initial, end).map_err(|_| StopReason::States(u64::from(StateId::LIMIT)))?;
    Ok(Determinised { lts: new, members: subsets.into_members() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};
    use crate::{ActionId, LtsBuilder};
    use suppose_base::Poll;

    fn s(n: usize) -> StateId {
        StateId::must(n)
    }

    fn det(lts: &Lts) -> Determinised {
        determinise(lts, &Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn choice_and_silence_become_sets() {
        // 0 -a-> 1, 0 -τ-> 2 -a-> 3; 1 -b-> 0, 3 -c-> 3.
        let lts = lts_of(4, &[(0, 1, 1), (0, 0, 2), (2, 1, 3), (1, 2, 0), (3, 3, 3)], &[9]);
        let Determinised { lts: new, members } = det(&lts);
        assert_eq!(rows_of(&new), [(0, 1, 1), (1, 2, 0), (1, 3, 2), (2, 3, 2)]);
        assert_eq!(members.get(s(0)), [s(0), s(2)]);
        assert_eq!(members.get(s(1)), [s(1), s(3)]);
        assert_eq!(members.get(s(2)), [s(3)]);
        assert_eq!(new.alphabet(), lts.alphabet());
        assert!(new.is_deterministic());
    }

    #[test]
    fn the_error_state_absorbs() {
        // After a the system may be in 1, or silently in π.
        let lts = lts_of(3, &[(0, 1, 1), (0, 1, 2), (2, 0, PI), (1, 2, 0)], &[]);
        assert_eq!(rows_of(&det(&lts).lts), [(0, 1, PI)]);
        let broken = det(&lts_of(2, &[(0, 0, 1), (1, 0, PI), (0, 1, 0)], &[]));
        assert!(broken.lts.initial().is_error());
        assert_eq!(broken.lts.num_states(), 0);
    }

    #[test]
    fn the_end_is_kept_only_when_nothing_can_move() {
        // 0 -a-> 1 (end), 0 -a-> 2 (deadlock), 0 -b-> 1, 0 -b-> 3 -a-> 1, 0 -c-> 4 -τ-> 1.
        let mut b = LtsBuilder::new(5);
        let edges = [(0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 3), (3, 1, 1), (0, 3, 4), (4, 0, 1)];
        for (from, action, to) in edges {
            b.add(s(from), ActionId::from_raw(action), s(to));
        }
        b.set_end(Some(s(1)));
        let Determinised { lts: new, members } = det(&b.finish().expect("valid"));
        assert_eq!(rows_of(&new), [(0, 1, 1), (0, 2, 2), (0, 3, 1), (2, 1, 1)]);
        assert_eq!(new.end(), Some(s(1)));
        assert_eq!(members.get(s(1)), [s(1)]);
        assert_eq!(members.get(s(2)), [s(1), s(3)]);
    }

    #[test]
    fn limits_stop_it() {
        // The n-th action from the end was an `a`: 2^n sets.
        let n = 12;
        let mut edges = vec![(0, 1, 0), (0, 2, 0), (0, 1, 1)];
        for i in 1..n {
            edges.extend([(i, 1, i + 1), (i, 2, i + 1)]);
        }
        let lts = lts_of(n + 1, &edges, &[]);
        assert_eq!(det(&lts).lts.num_states(), 1 << n);
        let few = Budget::unlimited().with_max_states(1000);
        assert_eq!(determinise(&lts, &few), Err(StopReason::States(1000)));
        let small = Budget::unlimited().with_max_bytes(1000);
        assert_eq!(determinise(&lts, &small), Err(StopReason::Memory(1000)));
        let stopped = Budget::unlimited().tripping_at(Poll::Determinise);
        assert_eq!(determinise(&lts, &stopped), Err(StopReason::Interrupted));
    }
}
