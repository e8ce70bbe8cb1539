//! The labelled transition system: an immutable graph in compressed rows.
//!
//! # Invariants
//! * states are `0..num_states`; π is [`StateId::ERROR`], is not counted and has no transitions;
//! * each row is sorted by (action, target) without repetition, so equal graphs have equal bytes; π sorts
//!   last;
//! * every action on a transition other than τ is in the alphabet, which is sorted, has no repetition and no
//!   τ;
//! * `end`, if present, is an ordinary state without transitions;
//! * the initial state is an ordinary state, or π when the system is broken from the start.
//!
//! Space is 8 bytes for a transition and 4 for a state.

mod build;

use std::fmt;

use suppose_base::{ActionId, StateId};

pub use build::{BuildError, LtsBuilder, RowBuilder};

/// One outgoing transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The action; τ is [`ActionId::TAU`].
    pub action: ActionId,
    /// The target; π is [`StateId::ERROR`].
    pub target: StateId,
}

/// A labelled transition system. Built by [`LtsBuilder`] or [`RowBuilder`].
#[derive(Clone, PartialEq, Eq)]
pub struct Lts {
    initial: StateId,
    end: Option<StateId>,
    /// Row `s` is `transitions[offsets[s]..offsets[s + 1]]`.
    offsets: Vec<u32>,
    transitions: Vec<Transition>,
    alphabet: Vec<ActionId>,
}

impl Lts {
    /// How many states there are; π is not counted.
    pub fn num_states(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many transitions there are; those to π are counted.
    pub fn num_transitions(&self) -> usize {
        self.transitions.len()
    }

    /// The initial state; π when the system is broken from the start.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// The state of successful termination.
    pub fn end(&self) -> Option<StateId> {
        self.end
    }

    /// The alphabet: sorted, without τ. It may hold actions that occur on no transition, which then block
    /// others.
    pub fn alphabet(&self) -> &[ActionId] {
        &self.alphabet
    }

    /// Whether the action is in the alphabet.
    pub fn has_action(&self, action: ActionId) -> bool {
        self.alphabet.binary_search(&action).is_ok()
    }

    /// All ordinary states in order.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + Clone + use<> {
        (0..self.num_states() as u32).map(StateId::from_raw)
    }

    /// The transitions of a state, sorted by (action, target). π has none.
    #[inline]
    pub fn transitions(&self, state: StateId) -> &[Transition] {
        if state.is_error() {
            return &[];
        }
        let index = state.index();
        &self.transitions[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// The transitions of a state with this action.
    pub fn successors(&self, state: StateId, action: ActionId) -> &[Transition] {
        let row = self.transitions(state);
        let start = row.partition_point(|t| t.action < action);
        let length = row[start..].partition_point(|t| t.action == action);
        &row[start..start + length]
    }

    /// All transitions as (source, transition), by source.
    pub fn all_transitions(&self) -> impl Iterator<Item = (StateId, Transition)> + '_ {
        self.states().flat_map(|s| self.transitions(s).iter().map(move |&t| (s, t)))
    }

    /// The row offsets, one more than there are states.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// All transitions, row after row.
    pub fn flat_transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// Whether π is the initial state or the target of some transition.
    pub fn has_error(&self) -> bool {
        self.initial.is_error() || self.transitions.iter().any(|t| t.target.is_error())
    }

    /// Whether there is a τ transition.
    pub fn has_tau(&self) -> bool {
        self.transitions.iter().any(|t| t.action.is_tau())
    }

    /// Whether no state has two transitions with the same action, and there is no τ.
    pub fn is_deterministic(&self) -> bool {
        self.states().all(|s| {
            let row = self.transitions(s);
            row.first().is_none_or(|t| !t.action.is_tau())
                && row.windows(2).all(|w| w[0].action != w[1].action)
        })
    }

    /// States without transitions other than the end state.
    pub fn deadlocks(&self) -> impl Iterator<Item = StateId> + '_ {
        self.states().filter(|&s| self.transitions(s).is_empty() && Some(s) != self.end)
    }

    /// The same graph with more actions in its alphabet.
    #[must_use]
    pub fn with_alphabet(mut self, extra: impl IntoIterator<Item = ActionId>) -> Self {
        self.alphabet.extend(extra.into_iter().filter(|a| !a.is_tau()));
        self.alphabet.sort_unstable();
        self.alphabet.dedup();
        self
    }

    /// The same graph without an end state: the state stays, its meaning is gone.
    #[must_use]
    pub fn without_end(mut self) -> Self {
        self.end = None;
        self
    }

    /// Checks the invariants stated at the top of the file; used by tests and after every construction in
    /// debug builds.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check_invariants(&self) -> Result<(), String> {
        let n = self.num_states();
        if self.offsets[0] != 0 || self.offsets[n] as usize != self.transitions.len() {
            return Err("row offsets do not span the transitions".into());
        }
        if !self.offsets.is_sorted() {
            return Err("row offsets are not sorted".into());
        }
        if !self.alphabet.windows(2).all(|w| w[0] < w[1]) || self.alphabet.first().is_some_and(|a| a.is_tau())
        {
            return Err("the alphabet is not a sorted set without τ".into());
        }
        let valid = |s: StateId| s.is_error() || s.index() < n;
        if !valid(self.initial) {
            return Err(format!("the initial state {:?} does not exist", self.initial));
        }
        if let Some(end) = self.end
            && (end.is_error() || end.index() >= n || !self.transitions(end).is_empty())
        {
            return Err(format!("the end state {end:?} does not exist or has transitions"));
        }
        for s in self.states() {
            let row = self.transitions(s);
            if !row.windows(2).all(|w| w[0] < w[1]) {
                return Err(format!("the row of {s:?} is not sorted"));
            }
            for t in row {
                if !valid(t.target) {
                    return Err(format!("{s:?} has a transition to {:?}, which does not exist", t.target));
                }
                if !t.action.is_tau() && !self.has_action(t.action) {
                    return Err(format!("{:?} on a transition of {s:?} is not in the alphabet", t.action));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Lts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Lts {{ initial {:?}, end {:?}, alphabet {:?}", self.initial, self.end, self.alphabet)?;
        for (s, t) in self.all_transitions() {
            writeln!(f, "  {s:?} -{:?}-> {:?}", t.action, t.target)?;
        }
        f.write_str("}")
    }
}
