//! The smallest assumption that separates the traces of one part from the errors of another.
//!
//! Given all traces of the environment over the interface alphabet Σ and the words over Σ that can lead the
//! component to π, a *separator* is a deterministic LTS over Σ that allows every trace and no error. It
//! proves both premises of the asymmetric rule: ⟨true⟩ M2 ⟨A⟩ and ⟨A⟩ M1 ⟨P⟩. [`smallest`] finds one with the
//! fewest states, [`lazy()`] one that is cheap. The weakest assumption is a separator too, but it depends on
//! M1 alone and is often far larger than what this M2 needs.
//!
//! # Contract
//! Both LTSs are over Σ. An action of Σ that is not in the alphabet of one of them is not its business, as in
//! a product: it may happen at any time and changes nothing. Actions outside Σ are silent. What follows an
//! error is an error. When a trace is an error there is no separator; a shortest such trace is the answer.
//!
//! # Algorithm
//! Gupta, McMillan and Fu (CAV 2007; FMSD 32, 2008): guess a separator of k states for a sample with a SAT
//! solver, check it against the whole, enlarge the sample by the counterexample; when there is no guess, k
//! grows. Deviations:
//! * the sample is not a tree of words but a fragment of each LTS (`fragment`): the transitions on the paths
//!   of the counterexamples so far. The guess has to separate all words of the two fragments, of any length.
//!   A counterexample always brings a new transition, so there are at most as many guesses as the LTSs have
//!   transitions, plus one for each k; words have no such bound;
//! * before the first guess it is worked out which states must never meet (`clash`) and which traces have to
//!   end in different states (`basis`, as in L# for separating automata, Laumen, Snel and Vaandrager, 2026,
//!   but without queries). The basis is where k starts, and its states have their numbers; the other states
//!   are numbered breadth-first (Ulyantsev, Zakirzyanov and Shalyto, LATA 2015), which leaves one of the many
//!   copies of each guess;
//! * only prefix-closed languages are asked for, so there are no final states: an absent transition rejects
//!   (as in the safety mode of DFAMiner, Dell'Erba, Li and Schewe, FM 2024);
//! * the separator of [`lazy()`] bounds k from above: when all smaller k are refuted, it is the answer.
//!
//! A solver and not a search of our own: the hard part is to refute k - 1, and there clauses that are learnt
//! from conflicts cut off what plain backtracking would visit again and again. batsat is MiniSat in Rust: no
//! C build, deterministic, and it can be stopped.
//!
//! # Invariants
//! Fewer than `at_least` states are refuted, on fragments, which have fewer words than the whole, or by the
//! basis. What is returned was checked with the searches behind the premises, never taken from the solver on
//! trust, or is right by construction (`lazy`). Transitions that no trace needs are removed, states are
//! numbered breadth-first, and all steps are deterministic, so the same input gives the same bytes.
//!
//! # Complexity
//! The problem is NP-hard. A guess of k states has k²|Σ| variables and k for each state touched, k³|Σ|
//! clauses and k² for each transition of a fragment; checking it is linear in k times the transitions of both
//! LTSs. Clashes take time in the product of both. On random systems of 500 to 20000 transitions whose
//! smallest separator has 10 to 30 states it took 0.01 to 0.7 seconds; without clashes and basis some of them
//! did not end within 20 seconds.
//!
//! # Tests
//! `tests/all/separating`: all partial automata of up to four states are tried, on all pairs of small LTSs
//! and on random ones. The unit tests beside this file: without clashes and basis the result has as many
//! states.

mod basis;
mod clash;
mod fragment;
mod guess;
mod lazy;
mod sides;
#[cfg(test)]
mod tests;

use suppose_base::{ActionId, Budget, StopReason, optional};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

pub use lazy::lazy;

use crate::premise::{first_error, first_escape};
use basis::basis;
use clash::Clashes;
use fragment::Fragment;
use guess::Guess;
use sides::Sides;

/// What was found about two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separation {
    /// An assumption that allows all traces and no error.
    Assumption(Separator),
    /// A shortest trace that is an error: there is no such assumption.
    Inseparable(Vec<ActionId>),
}

/// An assumption that allows all traces and no error, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separator {
    /// The assumption: deterministic, over Σ, without π; what it has no transition for it forbids.
    pub lts: Lts,
    /// No assumption with fewer states than this separates the two.
    pub at_least: usize,
    /// Why the search for a smaller one ended early; `None` when it did not.
    pub stopped: Option<StopReason>,
    /// How many guesses of the solver were checked.
    pub candidates: usize,
    /// How many transitions of the two LTSs the guesses were made from.
    pub samples: usize,
}

impl Separator {
    /// Whether it is proved that no assumption with fewer states exists.
    pub fn is_smallest(&self) -> bool {
        self.lts.num_states() == self.at_least
    }
}

/// So many pairs are walked for an upper bound before the search for the smallest begins.
const HEAD_START: u64 = 1 << 18;

/// Finds a separator with the fewest states.
///
/// When the budget is spent, the answer is the best separator known by then, with `stopped` set and
/// `at_least` saying what was proved.
///
/// # Errors
/// When the budget is spent before any separator is known.
///
/// # Panics
/// When `traces` has π.
pub fn smallest(
    traces: &Lts,
    errors: &Lts,
    sigma: &[ActionId],
    budget: &Budget,
) -> Result<Separation, StopReason> {
    let sides = Sides::new(traces, errors, sigma);
    if let Some(word) = sides.common(budget)? {
        return Ok(Separation::Inseparable(word));
    }
    let bound = match lazy::separator(&sides, &budget.capped(HEAD_START)) {
        Ok(lts) => Some(lts),
        Err(StopReason::States(_)) => None,
        Err(other) => return Err(other),
    };
    let mut search = Search::new(&sides);
    let (lts, stopped) = best(search.run(bound.as_ref(), budget), bound)?;
    Ok(Separation::Assumption(Separator {
        lts: optional(sides.trim(&lts, budget))?.unwrap_or(lts),
        at_least: search.least,
        stopped,
        candidates: search.candidates,
        samples: search.traces.len() + search.errors.len(),
    }))
}

/// The best separator known when the search for a smaller one has ended, and why it ended early.
fn best(
    found: Result<Option<Lts>, StopReason>,
    bound: Option<Lts>,
) -> Result<(Lts, Option<StopReason>), StopReason> {
    match (found, bound) {
        (Ok(Some(found)), _) => Ok((found, None)),
        (Ok(None), bound) => Ok((bound.expect("it was not beaten"), None)),
        (Err(reason), Some(bound)) if !reason.is_internal() => Ok((bound, Some(reason))),
        (Err(reason), _) => Err(reason),
    }
}

/// The search for a smallest separator, between two guesses.
struct Search<'a> {
    sides: &'a Sides,
    traces: Fragment<'a>,
    errors: Fragment<'a>,
    /// All smaller numbers of states are refuted.
    least: usize,
    candidates: usize,
}

impl<'a> Search<'a> {
    fn new(sides: &'a Sides) -> Self {
        let (traces, errors) = (Fragment::new(&sides.traces), Fragment::new(&sides.errors));
        Self { sides, traces, errors, least: 1, candidates: 0 }
    }

    /// A smallest separator; `None` when the bound is one.
    fn run(&mut self, bound: Option<&Lts>, budget: &Budget) -> Result<Option<Lts>, StopReason> {
        let clashes = Clashes::new(&self.sides.traces, &self.sides.errors, budget)?;
        self.run_with(&clashes, bound, budget)
    }

    fn run_with(
        &mut self,
        clashes: &Clashes,
        bound: Option<&Lts>,
        budget: &Budget,
    ) -> Result<Option<Lts>, StopReason> {
        let basis = basis(self.sides, clashes, budget)?;
        self.least = basis.len();
        while bound.is_none_or(|known| self.least < known.num_states()) {
            let mut guess = Guess::new(self.least, self.sides, clashes, &basis, budget)?;
            guess.add_traces(self.traces.all());
            guess.add_errors(self.errors.all());
            while let Some(candidate) = guess.next(budget)? {
                self.candidates += 1;
                let effort = &mut Effort::default();
                let escape = first_escape(&self.sides.traces, &candidate, effort, budget)?;
                let error = first_error(Some(&candidate), &self.sides.errors, effort, budget)?;
                if escape.is_none() && error.is_none() {
                    return Ok(Some(candidate));
                }
                if let Some(word) = escape {
                    guess.add_traces(self.traces.add(&word, false, budget)?);
                }
                if let Some(word) = error {
                    guess.add_errors(self.errors.add(&word, true, budget)?);
                }
            }
            self.least += 1;
        }
        Ok(None)
    }
}
