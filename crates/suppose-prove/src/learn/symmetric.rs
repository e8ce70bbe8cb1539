//! The symmetric rule: one assumption for each part, and a condition on what all of them forbid.
//!
//! Each part has a learner of its own for the weakest Ai with ⟨Ai⟩ Mi ⟨P⟩, over the property's actions and
//! those that the part shares with others. When all conjectures pass their premise, the side condition is
//! searched: a trace that every Ai forbids and that violates P. If a part is harmless on its projection of
//! that trace, its assumption was too strong. If none is, every part can perform its projection, and the
//! trace is a violation of the whole: the property is deterministic and sees its actions in all parts alike,
//! so the error in each part comes with the last letter of the trace and not before.
//!
//! The rule is that of Barringer, Giannakopoulou and Păsăreanu (SAVCBS 2003); figure 2.5d of Cobleigh's
//! dissertation is its case for two parts.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_learn::{Cache, Counter, Kind, Learner, Limited, Membership};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use super::chain::projected;
use super::teacher::{assumption, by_name, symbols};
use super::{Found, Record, bug};
use crate::outcome::Meaning;
use crate::part::merge;
use crate::verifier::{Obligation, Parts, Runs, Verifier};

/// The oracle of one part.
type Oracle<'a> = Cache<Counter<Limited<'a, Box<dyn Runs + 'a>>>>;

pub(super) fn run<P: Parts>(
    parts: &mut P,
    kind: Kind,
    record: &mut Record,
    budget: &Budget,
) -> Result<Found, StopReason> {
    if parts.watched().initial().is_error() {
        return Ok(Found::Violated(Vec::new()));
    }
    let mut sigmas = Vec::new();
    let mut errors = Vec::new();
    for place in 0..parts.places() {
        let mut sigma = parts.shared(place);
        sigma.extend(parts.watched().alphabet());
        sigma.sort_unstable();
        sigma.dedup();
        let sigma = by_name(sigma, parts.actions());
        errors.push(parts.verifier(place, Obligation::Watched, &sigma, &mut record.effort, budget)?);
        sigmas.push(sigma);
    }
    if let Some(first) = sigmas.first() {
        record.learning.interface.clone_from(first);
    }
    let mut pupils: Vec<Pupil<'_, P::Verifier>> = Vec::new();
    for (number, (sigma, part)) in sigmas.iter().zip(&errors).enumerate() {
        pupils.push(Pupil::new(number, sigma, part, kind, budget));
    }
    let found = converse(parts.watched(), &mut pupils, record, budget);
    for pupil in &pupils {
        let counter = pupil.oracle.inner();
        record.learning.queries += counter.queries();
        record.walked(counter.inner().inner().held());
    }
    found
}

/// Learners and teachers, until the rule applies or a violation is found.
fn converse<V: Verifier>(
    watch: &Lts,
    pupils: &mut [Pupil<'_, V>],
    record: &mut Record,
    budget: &Budget,
) -> Result<Found, StopReason> {
    for pupil in pupils.iter_mut() {
        pupil.learner.start(&mut pupil.oracle)?;
        pupil.satisfy_premise(record, budget)?;
    }
    // The side condition counts as the premise after the last.
    let side = pupils.len() + 1;
    loop {
        let Some(trace) = forbidden_by_all(watch, pupils, &mut record.effort, budget)? else {
            for pupil in pupils.iter() {
                record.learning.conjectures[pupil.conjecture].passed = 2;
            }
            return Ok(Found::Holds(pupils.iter().map(|p| p.lts.clone()).collect()));
        };
        let mut learned = false;
        for pupil in pupils.iter_mut() {
            let word = projected(&trace, pupil.sigma);
            let letters = symbols(&word, pupil.sigma);
            if pupil.oracle.member(&letters)? {
                pupil.learner.refine(&letters, &mut pupil.oracle).map_err(|e| bug(&e))?;
                record.refute(pupil.conjecture, side, word, Meaning::TooStrong);
                pupil.satisfy_premise(record, budget)?;
                learned = true;
            }
        }
        if !learned {
            let mut whole = trace.clone();
            for pupil in pupils.iter() {
                let word = projected(&trace, pupil.sigma);
                let own = pupil.errors.trace(&word, budget)?;
                whole = merge(&whole, &own, |a| pupil.sigma.contains(&a));
            }
            return Ok(Found::Violated(whole));
        }
    }
}

/// A part with its learner.
struct Pupil<'a, V> {
    number: usize,
    sigma: &'a [ActionId],
    errors: &'a V,
    oracle: Oracle<'a>,
    learner: Box<dyn Learner>,
    /// The current conjecture and its number in the record.
    lts: Lts,
    conjecture: usize,
}

impl<'a, V: Verifier> Pupil<'a, V> {
    fn new(number: usize, sigma: &'a [ActionId], errors: &'a V, kind: Kind, budget: &'a Budget) -> Self {
        let oracle = Cache::prefix_closed(Counter::new(Limited::new(errors.runs(budget), budget)));
        let learner = kind.build(sigma.len());
        Self { number, sigma, errors, oracle, learner, lts: super::nothing(sigma), conjecture: 0 }
    }

    /// Strengthens the conjecture until the part keeps the property under it.
    fn satisfy_premise(&mut self, record: &mut Record, budget: &Budget) -> Result<(), StopReason> {
        loop {
            // A part fails only with an action of the property, which is in the alphabet; so doing nothing is
            // always allowed.
            self.lts = assumption(self.learner.conjecture(), self.sigma).expect("the empty word is allowed");
            self.conjecture = record.conjecture(self.number, Some(&self.lts), self.sigma);
            let found = self.errors.check(Some(&self.lts), &mut record.effort, budget)?;
            let Some(word) = found else {
                record.learning.conjectures[self.conjecture].passed = 1;
                return Ok(());
            };
            self.learner.refine(&symbols(&word, self.sigma), &mut self.oracle).map_err(|e| bug(&e))?;
            record.refute(self.conjecture, self.number + 1, word, Meaning::TooWeak);
        }
    }

    /// Where a letter leads in the conjecture; π stands for what is forbidden.
    fn step(&self, state: StateId, action: ActionId) -> StateId {
        if state.is_error() || !self.lts.has_action(action) {
            return state;
        }
        self.lts.successors(state, action).first().map_or(StateId::ERROR, |t| t.target)
    }
}

/// A shortest trace that every conjecture forbids and that takes the property to π.
fn forbidden_by_all<V: Verifier>(
    watch: &Lts,
    pupils: &[Pupil<'_, V>],
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Option<Vec<ActionId>>, StopReason> {
    let mut letters: Vec<ActionId> =
        pupils.iter().flat_map(|p| p.sigma).chain(watch.alphabet()).copied().collect();
    letters.sort_unstable();
    letters.dedup();
    let mut start: Vec<StateId> = pupils.iter().map(|p| p.lts.initial()).collect();
    start.push(watch.initial());
    let mut known: FxHashSet<Vec<StateId>> = FxHashSet::default();
    known.insert(start.clone());
    let mut found: Vec<(Vec<StateId>, ActionId, usize)> = vec![(start, ActionId::TAU, 0)];
    let mut next = 0;
    while next < found.len() {
        effort.states_explored += 1;
        effort.max_states = effort.max_states.max(found.len() as u64);
        if next.is_multiple_of(64) {
            budget.poll(Poll::Premise)?;
            budget.check_states(found.len() as u64)?;
        }
        for &letter in &letters {
            let here = &found[next].0;
            let mut there: Vec<StateId> =
                pupils.iter().zip(here).map(|(pupil, &state)| pupil.step(state, letter)).collect();
            let watched = *here.last().expect("the property is last");
            let after = if watch.has_action(letter) {
                watch.successors(watched, letter).first().expect("a property can do all its actions").target
            } else {
                watched
            };
            let violates = after.is_error();
            if violates && there.iter().all(|s| s.is_error()) {
                let mut trace = vec![letter];
                while next != 0 {
                    let (_, action, from) = found[next];
                    trace.push(action);
                    next = from;
                }
                trace.reverse();
                return Ok(Some(trace));
            }
            there.push(after);
            if !violates && known.insert(there.clone()) {
                found.push((there, letter, next));
            }
        }
        next += 1;
    }
    Ok(None)
}
