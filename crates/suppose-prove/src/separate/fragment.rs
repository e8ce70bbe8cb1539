//! The part of an LTS that counterexamples have led through.
//!
//! A fragment is a set of transitions and so an LTS with fewer words. It grows by paths: for a word of the
//! whole a shortest path is searched level by level over (letters done, state), and the transitions on it
//! that are new are added, in order. At most one step for each letter and transition. Tested through
//! `separate`, which would not end if a counterexample added nothing.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, Transition};

/// A transition with its source.
pub(super) type Step = (StateId, Transition);

/// Some transitions of an LTS.
pub(super) struct Fragment<'a> {
    whole: &'a Lts,
    order: Vec<Step>,
    known: FxHashSet<Step>,
}

impl<'a> Fragment<'a> {
    /// No transition yet.
    pub(super) fn new(whole: &'a Lts) -> Self {
        Self { whole, order: Vec::new(), known: FxHashSet::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// All transitions, in the order in which they came.
    pub(super) fn all(&self) -> &[Step] {
        &self.order
    }

    /// Adds a path for a word of the whole, one to π if asked for, and returns what is new.
    ///
    /// # Panics
    /// When there is no such path.
    pub(super) fn add(
        &mut self,
        word: &[ActionId],
        to_error: bool,
        budget: &Budget,
    ) -> Result<&[Step], StopReason> {
        let path = self.path(word, to_error, budget)?;
        let before = self.order.len();
        for step in path {
            if self.known.insert(step) {
                self.order.push(step);
            }
        }
        if self.order.len() == before {
            // A guess separates the fragments, so its errors lie outside. Never expected; but better said
            // than repeated for ever.
            let what = "a counterexample was of no use: it brings no transition";
            return Err(StopReason::Internal(what.into()));
        }
        Ok(&self.order[before..])
    }

    fn path(&self, word: &[ActionId], to_error: bool, budget: &Budget) -> Result<Vec<Step>, StopReason> {
        // Places in order: letters done, state, the step that led there and where from.
        let mut found: Vec<(usize, StateId, Option<Step>, usize)> = vec![(0, self.whole.initial(), None, 0)];
        let mut known = FxHashSet::from_iter([(0, self.whole.initial())]);
        let mut next = 0;
        loop {
            let &(done, state, _, _) = found.get(next).expect("the word is one of the LTS");
            if done == word.len() && state.is_error() == to_error {
                break;
            }
            if next.is_multiple_of(1024) {
                budget.poll(Poll::Separate)?;
            }
            let silent = self.whole.successors(state, ActionId::TAU).iter().map(|&t| (done, t));
            let letter = word.get(done).map_or(&[][..], |&a| self.whole.successors(state, a));
            for (after, t) in silent.chain(letter.iter().map(|&t| (done + 1, t))) {
                if known.insert((after, t.target)) {
                    found.push((after, t.target, Some((state, t)), next));
                }
            }
            next += 1;
        }
        let mut path = Vec::new();
        while let (_, _, Some(step), from) = found[next] {
            path.push(step);
            next = from;
        }
        path.reverse();
        Ok(path)
    }
}
