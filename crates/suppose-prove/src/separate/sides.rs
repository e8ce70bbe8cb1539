//! The two languages to separate, made ready: over exactly Σ, and without what cannot matter.
//!
//! Both LTSs get a loop in every state for each action of Σ that they do not have. Of the errors only what
//! leads to π is kept, and π is moved before silent steps. All of it is linear.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::check::Effort;
use suppose_lts::ops::{compose_pair, interface, propagate_error, reachable, towards_error};
use suppose_lts::{Lts, RowBuilder, Transition};

use crate::premise::first_error;

/// Traces and errors over the same alphabet.
pub(super) struct Sides {
    pub(super) traces: Lts,
    pub(super) errors: Lts,
    /// Sorted.
    pub(super) sigma: Vec<ActionId>,
}

impl Sides {
    pub(super) fn new(traces: &Lts, errors: &Lts, sigma: &[ActionId]) -> Self {
        assert!(!traces.has_error(), "traces have no error state");
        let mut sigma: Vec<ActionId> = sigma.iter().copied().filter(|a| !a.is_tau()).collect();
        sigma.sort_unstable();
        sigma.dedup();
        let traces = reachable(&widen(traces, &sigma)).lts;
        let errors = towards_error(&propagate_error(&widen(errors, &sigma)).lts).lts;
        Self { traces, errors, sigma }
    }

    /// A shortest trace that is an error. This needs no determinisation: it is a path in the product.
    pub(super) fn common(&self, budget: &Budget) -> Result<Option<Vec<ActionId>>, StopReason> {
        if self.traces.is_deterministic() {
            return first_error(Some(&self.traces), &self.errors, &mut Effort::default(), budget);
        }
        let both = compose_pair(&self.traces, &self.errors, |_| true, budget)?;
        first_error(None, &both, &mut Effort::default(), budget)
    }

    /// The part of a separator that the traces use, numbered breadth-first. Still a separator: it only allows
    /// less.
    pub(super) fn trim(&self, separator: &Lts, budget: &Budget) -> Result<Lts, StopReason> {
        let start = (self.traces.initial(), separator.initial());
        let mut known = FxHashSet::from_iter([start]);
        let mut pending = vec![start];
        let mut used: Vec<Vec<Transition>> = vec![Vec::new(); separator.num_states()];
        let mut toll = budget.toll(Poll::Separate);
        while let Some((state, allowed)) = pending.pop() {
            let row = self.traces.transitions(state);
            toll.add(40 + 40 * row.len() as u64)?;
            for t in row {
                let after = if t.action.is_tau() {
                    allowed
                } else {
                    let step = separator.successors(allowed, t.action)[0];
                    if let Err(place) = used[allowed.index()].binary_search(&step) {
                        used[allowed.index()].insert(place, step);
                    }
                    step.target
                };
                if known.insert((t.target, after)) {
                    pending.push((t.target, after));
                }
            }
        }
        Ok(reachable(&lts_of(&used, separator.initial(), &self.sigma)).lts)
    }
}

/// An LTS without π and end from its rows.
pub(super) fn lts_of(rows: &[Vec<Transition>], initial: StateId, alphabet: &[ActionId]) -> Lts {
    let mut builder = RowBuilder::new();
    for row in rows {
        for t in row {
            builder.add(t.action, t.target);
        }
        builder.end_row();
    }
    builder.extend_alphabet(alphabet.iter().copied());
    builder.finish(initial, None).expect("the rows of a smaller LTS")
}

/// The LTS over exactly this alphabet: actions outside are silent, those that it does not have do not move
/// it.
fn widen(lts: &Lts, sigma: &[ActionId]) -> Lts {
    let narrow = interface(lts, |a| sigma.binary_search(&a).is_ok());
    let missing: Vec<ActionId> = sigma.iter().copied().filter(|&a| !narrow.has_action(a)).collect();
    if missing.is_empty() {
        return narrow;
    }
    let mut rows = RowBuilder::new();
    for state in narrow.states() {
        for t in narrow.transitions(state) {
            rows.add(t.action, t.target);
        }
        for &action in &missing {
            rows.add(action, state);
        }
        rows.end_row();
    }
    rows.extend_alphabet(sigma.iter().copied());
    rows.finish(narrow.initial(), None).expect("loops on known states")
}
