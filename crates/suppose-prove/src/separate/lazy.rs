//! A separator without learning and without a solver: follow the errors as far as the traces go.
//!
//! # Algorithm
//! Walk pairs of a state of the traces and a set of states of the errors, the set being what the same word
//! can lead to ([`Lazy`]). The sets are the states of the assumption, and it has exactly the steps that some
//! trace took from a set. It is deterministic because the next set depends on the set and the letter only; it
//! allows every trace; and as no set holds π, it allows no error. When the errors can do nothing more, the
//! set is empty and what follows can never fail: such words go to one state that allows everything, and are
//! not followed any further. At last bisimilar states are merged, which keeps the language of a deterministic
//! LTS.
//!
//! This is determinisation of the component with its property restricted to what M2 does, the most that a
//! proof by this M2 can need. Where the weakest assumption cannot be built, it often can.
//!
//! Whether there is a separator at all is decided first, on pairs of single states. For that question sets
//! would be a waste: a set can lead to π exactly when one of its members can, so the antichain of sets that
//! have to be looked at holds singletons only. In the walk itself no set may stand for a larger one: the
//! larger one might forbid what a trace does.
//!
//! # Complexity
//! One step for each pair and transition of the traces; exponential in the states of the errors in the worst
//! case, so the budget's limit of states counts pairs, and sets.
//!
//! # Tests
//! As for [`separate`](super).

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::ops::Lazy;
use suppose_lts::reduce::strong;
use suppose_lts::{Lts, Transition};

use super::sides::{Sides, lts_of};
use super::{Separation, Separator};

/// Work for a pair, and for a step of it.
const PAIR: u64 = 70;
const STEP: u64 = 70;

/// Finds a separator, which need not be a smallest one.
///
/// # Errors
/// When the budget is spent.
///
/// # Panics
/// When `traces` has π.
pub fn lazy(
    traces: &Lts,
    errors: &Lts,
    sigma: &[ActionId],
    budget: &Budget,
) -> Result<Separation, StopReason> {
    let sides = Sides::new(traces, errors, sigma);
    Ok(match sides.common(budget)? {
        Some(word) => Separation::Inseparable(word),
        None => Separation::Assumption(Separator {
            lts: separator(&sides, budget)?,
            at_least: 1,
            stopped: None,
            candidates: 0,
            samples: 0,
        }),
    })
}

/// The separator for sides that have no word in common.
pub(super) fn separator(sides: &Sides, budget: &Budget) -> Result<Lts, StopReason> {
    let mut walk = Walk::new(sides);
    let start = walk.state_of(Some(walk.sets.initial()));
    walk.visit(sides.traces.initial(), walk.sets.initial());
    let mut toll = budget.toll(Poll::Separate);
    while let Some((state, set)) = walk.pending.pop() {
        let row = sides.traces.transitions(state);
        toll.add(PAIR + STEP * row.len() as u64)?;
        for t in row {
            if t.action.is_tau() {
                walk.visit(t.target, set);
                continue;
            }
            let after = walk.sets.step(set, t.action, budget)?;
            let (source, target) = (walk.state_of(Some(set)), walk.state_of(after));
            walk.add(source, t.action, target);
            if let Some(after) = after {
                walk.visit(t.target, after);
            }
        }
        budget.check_states(walk.known.len() as u64)?;
    }
    toll.settle()?;
    let assumption = lts_of(&walk.rows, start, &sides.sigma);
    Ok(strong(&assumption, budget)?.lts)
}

struct Walk<'a> {
    sides: &'a Sides,
    sets: Lazy<'a>,
    known: FxHashSet<(StateId, StateId)>,
    pending: Vec<(StateId, StateId)>,
    /// The states of the assumption, and which set is which.
    rows: Vec<Vec<Transition>>,
    states: Vec<Option<StateId>>,
    /// The state for the empty set.
    free: Option<StateId>,
}

impl<'a> Walk<'a> {
    fn new(sides: &'a Sides) -> Self {
        Self {
            sides,
            sets: Lazy::new(&sides.errors),
            known: FxHashSet::default(),
            pending: Vec::new(),
            rows: Vec::new(),
            states: Vec::new(),
            free: None,
        }
    }

    fn visit(&mut self, state: StateId, set: StateId) {
        if self.known.insert((state, set)) {
            self.pending.push((state, set));
        }
    }

    /// The state of the assumption for a set of errors, or for the empty set.
    fn state_of(&mut self, set: Option<StateId>) -> StateId {
        let next = StateId::must(self.rows.len());
        let Some(set) = set else {
            return *self.free.get_or_insert_with(|| {
                let all = self.sides.sigma.iter().map(|&action| Transition { action, target: next });
                self.rows.push(all.collect());
                next
            });
        };
        debug_assert!(!set.is_error(), "the two sides have no word in common");
        if self.states.len() <= set.index() {
            self.states.resize(set.index() + 1, None);
        }
        *self.states[set.index()].get_or_insert_with(|| {
            self.rows.push(Vec::new());
            next
        })
    }

    fn add(&mut self, source: StateId, action: ActionId, target: StateId) {
        let row = &mut self.rows[source.index()];
        if let Err(place) = row.binary_search_by_key(&action, |t| t.action) {
            row.insert(place, Transition { action, target });
        }
    }
}
