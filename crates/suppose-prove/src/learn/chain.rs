//! The engine for chains of assumptions.
//!
//! Level i shows ⟨true⟩ Mi ‖ … ‖ Mn ⟨R⟩, where R is the property at level 1 and the assumption of the level
//! above otherwise. It learns an assumption A over the interface between Mi‖R and the rest. A conjecture that
//! passes ⟨A⟩ Mi ⟨R⟩ becomes the R of the next level; the last level has nothing to suppose and just looks
//! for a trace that violates R. A violation found below is a trace of all parts from there on. If it is
//! harmless to Mi‖R, the conjecture was too strong; otherwise it is joined with the error trace of Mi‖R and
//! handed up. At level 1 it is a trace of the whole.
//!
//! With two parts this is the algorithm of TACAS 2003. A rule that uses a part twice is the same over a
//! longer sequence: both copies see all actions of the part, so they cannot drift apart.
//!
//! # Alphabet refinement (Gheorghiu, Giannakopoulou, Păsăreanu, TACAS 2007)
//! A level may begin with the letters of R only. A violation from below is then asked about again over the
//! full interface. If it is harmless there, it was spurious: the error trace of Mi‖R and the trace from below
//! agree on the small alphabet and differ on the full one. Both are compared from the end, and where they
//! first differ the letters are added. Accepted words stay accepted when letters are added, since then fewer
//! actions are free; rejections are forgotten.

use suppose_base::{ActionId, Budget, StopReason};
use suppose_learn::{Cache, Counter, Limited, Membership};
use suppose_lts::Lts;

use super::teacher::{assumption, by_name, symbols};
use super::{Found, Options, Record, bug};
use crate::outcome::Meaning;
use crate::part::merge;
use crate::verifier::{Obligation, Parts, Verifier};

/// Longest chain; each part of it is a level of recursion.
const LONGEST: usize = 256;

pub(super) fn run<P: Parts>(
    parts: &mut P,
    options: Options,
    record: &mut Record,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let places = parts.places();
    if places > LONGEST {
        let what = format!("a chain of {places} parts; at most {LONGEST} can be used");
        return Err(StopReason::Unsupported(what));
    }
    let assumptions = vec![None; places.saturating_sub(1)];
    let mut chain = Chain { parts, assumptions, options, record, budget };
    Ok(match chain.show(0, Obligation::Watched)? {
        Shown::Holds => Found::Holds(chain.assumptions.into_iter().flatten().collect()),
        Shown::Violated(trace) => Found::Violated(trace),
    })
}

/// What a level found.
enum Shown {
    Holds,
    /// A trace of all parts from this level on, with all their actions.
    Violated(Vec<ActionId>),
}

/// What came of one alphabet.
enum Round {
    Shown(Shown),
    /// The alphabet needs these letters too.
    Grow(Vec<ActionId>),
}

struct Chain<'c, P> {
    parts: &'c mut P,
    assumptions: Vec<Option<Lts>>,
    options: Options,
    record: &'c mut Record,
    budget: &'c Budget,
}

impl<P: Parts> Chain<'_, P> {
    /// Shows that the parts from this place on guarantee something.
    fn show(&mut self, place: usize, right: Obligation<'_>) -> Result<Shown, StopReason> {
        if place + 1 >= self.parts.places() {
            return self.show_last(place, right);
        }
        let full = self.parts.interface(place, right);
        let mut sigma = full.clone();
        if self.options.refine_alphabet {
            sigma.retain(|&a| self.parts.obliges(right, a));
        }
        let mut known = Cache::prefix_closed(());
        loop {
            if place == 0 {
                self.record.learning.interface.clone_from(&sigma);
            }
            match self.round(place, right, &sigma, &full, &mut known)? {
                Round::Shown(shown) => return Ok(shown),
                Round::Grow(letters) => sigma.extend(letters),
            }
        }
    }

    /// Learns an assumption over one alphabet.
    fn round(
        &mut self,
        place: usize,
        right: Obligation<'_>,
        sigma: &[ActionId],
        full: &[ActionId],
        known: &mut Cache<()>,
    ) -> Result<Round, StopReason> {
        let errors = self.verifier(place, right, sigma)?;
        let remembered = std::mem::replace(known, Cache::prefix_closed(()));
        let runs = Limited::new(errors.runs(self.budget), self.budget);
        let mut oracle = remembered.without_rejections(Counter::new(runs));
        let found = self.converse(place, sigma, &errors, &mut oracle);
        let counter = oracle.inner();
        self.record.learning.queries += counter.queries();
        self.record.walked(counter.inner().inner().held());
        *known = oracle.without_rejections(());
        match found? {
            None => Ok(Round::Shown(Shown::Holds)),
            Some((number, below)) => self.judge(place, right, (sigma, full), &errors, number, &below),
        }
    }

    /// Learner and teacher, until an assumption stands (`None`) or a trace of the parts below is known that
    /// leads this level to an error; with it the number of the conjecture that it escaped.
    fn converse(
        &mut self,
        place: usize,
        sigma: &[ActionId],
        errors: &P::Verifier,
        oracle: &mut dyn Membership,
    ) -> Result<Option<(usize, Vec<ActionId>)>, StopReason> {
        let mut learner = self.options.learner.build(sigma.len());
        learner.start(oracle)?;
        loop {
            let candidate = assumption(learner.conjecture(), sigma);
            let number = self.record.conjecture(place, candidate.as_ref(), sigma);
            let below = match candidate {
                // Not even doing nothing is allowed, and that much the parts below can do.
                None => Vec::new(),
                Some(lts) => {
                    let effort = &mut self.record.effort;
                    if let Some(word) = errors.check(Some(&lts), effort, self.budget)? {
                        learner.refine(&symbols(&word, sigma), oracle).map_err(|e| bug(&e))?;
                        self.record.refute(number, place + 1, word, Meaning::TooWeak);
                        continue;
                    }
                    self.record.learning.conjectures[number].passed = 1;
                    match self.show(place + 1, Obligation::Assumption(&lts))? {
                        Shown::Violated(trace) => trace,
                        Shown::Holds => {
                            self.record.learning.conjectures[number].passed = 2;
                            self.assumptions[place] = Some(lts);
                            return Ok(None);
                        }
                    }
                }
            };
            let word = projected(&below, sigma);
            let letters = symbols(&word, sigma);
            if !oracle.member(&letters)? {
                return Ok(Some((number, below)));
            }
            learner.refine(&letters, oracle).map_err(|e| bug(&e))?;
            self.record.refute(number, place + 2, word, Meaning::TooStrong);
        }
    }

    /// A trace from below leads this level to an error over the small alphabet: is that so over the full one
    /// too?
    fn judge(
        &mut self,
        place: usize,
        right: Obligation<'_>,
        (sigma, full): (&[ActionId], &[ActionId]),
        errors: &P::Verifier,
        number: usize,
        below: &[ActionId],
    ) -> Result<Round, StopReason> {
        let small = projected(below, sigma);
        let exact = if sigma.len() == full.len() { None } else { Some(self.verifier(place, right, full)?) };
        let precise = exact.as_ref().unwrap_or(errors);
        let word = projected(below, full);
        let mut runs = precise.runs(self.budget);
        let fatal = runs.fatal(&word)?;
        self.record.walked(runs.held());
        drop(runs);
        if let Some(length) = fatal {
            let own = precise.trace(&word[..length], self.budget)?;
            let trace = merge(&own, cut(below, full, length), |a| full.contains(&a));
            self.record.refute(number, place + 2, small, Meaning::Violation);
            return Ok(Round::Shown(Shown::Violated(trace)));
        }
        let length = errors.runs(self.budget).fatal(&small)?;
        let length = length.expect("the word was rejected");
        let own = projected(&errors.trace(&small[..length], self.budget)?, full);
        let other = projected(cut(below, sigma, length), full);
        self.record.refute(number, place + 2, small, Meaning::TooCoarse);
        Ok(Round::Grow(by_name(last_difference(&own, &other, sigma), self.parts.actions())))
    }

    /// The last part has nothing to suppose.
    fn show_last(&mut self, place: usize, right: Obligation<'_>) -> Result<Shown, StopReason> {
        if matches!(right, Obligation::Assumption(lts) if allows_everything(lts)) {
            return Ok(Shown::Holds);
        }
        let found = self.parts.escape(place, right, &mut self.record.effort, self.budget)?;
        Ok(found.map_or(Shown::Holds, Shown::Violated))
    }

    /// The verifier of the part at a place with its obligation, over an alphabet.
    fn verifier(
        &mut self,
        place: usize,
        right: Obligation<'_>,
        sigma: &[ActionId],
    ) -> Result<P::Verifier, StopReason> {
        self.parts.verifier(place, right, sigma, &mut self.record.effort, self.budget)
    }
}

/// Whether an assumption has every action of its alphabet in every state: then any part satisfies it.
pub(super) fn allows_everything(lts: &Lts) -> bool {
    lts.num_transitions() == lts.num_states() * lts.alphabet().len()
}

/// The letters of a trace that are in an alphabet.
pub fn projected(trace: &[ActionId], alphabet: &[ActionId]) -> Vec<ActionId> {
    trace.iter().copied().filter(|a| alphabet.contains(a)).collect()
}

/// The shortest prefix of a trace with this many letters of an alphabet.
fn cut<'t>(trace: &'t [ActionId], alphabet: &[ActionId], letters: usize) -> &'t [ActionId] {
    let mut left = letters;
    let enough = |a: &ActionId| {
        if left == 0 {
            return true;
        }
        left -= usize::from(alphabet.contains(a));
        false
    };
    let length = trace.iter().position(enough).unwrap_or(trace.len());
    &trace[..length]
}

/// The letters outside an alphabet at the last place where two words differ, one word going on counting as a
/// difference.
fn last_difference(left: &[ActionId], right: &[ActionId], alphabet: &[ActionId]) -> Vec<ActionId> {
    let same = left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| l == r).count();
    let from_end = |word: &[ActionId]| word.len().checked_sub(same + 1).map(|i| word[i]);
    let mut letters: Vec<ActionId> =
        [from_end(left), from_end(right)].into_iter().flatten().filter(|a| !alphabet.contains(a)).collect();
    letters.dedup();
    letters
}
