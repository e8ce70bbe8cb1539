//! The weakest assumption by learning, without an environment to learn against.
//!
//! # Algorithm
//! Cobleigh, Giannakopoulou and Păsăreanu, "Learning Assumptions for Compositional Verification", TACAS 2003,
//! section 5.3. The learner is any of `suppose-learn`. A membership query walks the lazily determinised
//! traces to π: a word is good when it does not get there. A conjecture is asked about twice:
//! 1. Premise ⟨A⟩ M ⟨P⟩ ([`first_error`]): does it allow something that leads to π? Then it is too weak.
//! 2. Does it forbid something harmless? Then it is too strong. The paper tests this with the W-method, since
//!    it knows nothing of the component but its answers, and goes on testing for longer and longer words
//!    without knowing that it is done ([`Oracle::W`], up to a bound). Here the component is known, and
//!    [`Oracle::Exact`] decides it.
//!
//! Each conjecture that passes the first is good: an environment that keeps to it is safe. So there is
//! something to give at any time, and when the budget ends the last of these is the answer, with the reason.
//! See [`Certainty`].
//!
//! # Why this is right
//! A conjecture is an automaton; the assumption is its part that is reached through accepting states only. A
//! word of the assumption is accepted, and the first letter that leaves the assumption is rejected with all
//! before it accepted. So what either oracle finds is a counterexample to the automaton as well, and the
//! learner makes progress; and when both find nothing the assumption is the weakest, even if the automaton
//! accepts words beyond rejected ones. Tests look at the automaton itself, and so find such words too.
//!
//! # Tests
//! `weakest/tests`: equal to the direct construction, byte for byte, with each learner, on all small
//! components and random ones; the conjectures of the paper's example.

use std::cell::RefCell;

use suppose_base::{ActionId, Budget, StopReason};
use suppose_learn::{
    Cache, Counter, Equivalence, Kind, Learner, Limited, Membership, Symbol, WMethod, WpMethod,
};
use suppose_lts::Lts;
use suppose_lts::check::Effort;
use suppose_lts::reduce::strong;

use super::exact::first_harmless;
use super::{Certainty, Ending, Environment, OpenSystem, Weakest};
use crate::learn::bug;
use crate::learn::teacher::{Teacher, assumption, symbols};
use crate::outcome::{Conjecture, Learning, Meaning, Refutation};
use crate::premise::first_error;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learn {
    /// The learner.
    pub learner: Kind,
    /// Who decides whether an assumption is too strong.
    pub oracle: Oracle,
}

/// Who decides whether an assumption forbids something harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// A comparison with the component; certain.
    Exact,
    /// The W-method: tests that find every mistake when the weakest assumption, its rejecting state counted,
    /// has at most so many states more than the conjecture.
    W {
        /// So many states more.
        extra: usize,
    },
    /// The partial W-method: fewer tests, the same promise.
    Wp {
        /// So many states more.
        extra: usize,
    },
}

impl Oracle {
    /// What is known of a conjecture that it finds no mistake in.
    fn certainty(self) -> Certainty {
        match self {
            Self::Exact => Certainty::Exact,
            Self::W { extra } | Self::Wp { extra } => Certainty::Tested { extra },
        }
    }
}

/// The weakest assumption by learning.
///
/// # Errors
/// When the budget is spent before any conjecture is known to be good.
pub fn learn(open: &OpenSystem, how: Learn, budget: &Budget) -> Result<Weakest, StopReason> {
    let part = open.errors(budget)?;
    if part.is_broken() {
        let environment = Environment::None { trace: part.expand(&[], budget)?, ending: Ending::Error };
        return Ok(Weakest::new(environment, part.effort()));
    }
    let letters = open.interface();
    let teacher = RefCell::new(Teacher::new(part.lts(), letters, budget));
    let mut run = Run {
        errors: part.lts(),
        teacher: &teacher,
        letters,
        oracle: Cache::prefix_closed(Counter::new(Limited::new(Shared(&teacher), budget))),
        learner: how.learner.build(letters.len()),
        learning: Learning { interface: letters.to_vec(), ..Learning::default() },
        budget,
    };
    let ended = run.learn(how.oracle);
    run.learning.queries = run.oracle.inner().queries();
    let learning = run.learning;
    let (assumption, certainty) = settled(ended, &learning.conjectures)?;
    let mut effort = part.effort();
    let sets = teacher.borrow_mut().steps().num_sets() as u64;
    effort.states_explored += sets;
    effort.max_states = effort.max_states.max(sets);
    let free = assumption.num_states() == 1 && assumption.num_transitions() == letters.len();
    let environment = if free { Environment::Any } else { Environment::Assumption(assumption) };
    Ok(Weakest { certainty, learning: Some(learning), ..Weakest::new(environment, effort) })
}

/// The assumption that a run of a learner ends with. One that was stopped leaves the last that was good.
fn settled(
    ended: Result<Certainty, StopReason>,
    conjectures: &[Conjecture],
) -> Result<(Lts, Certainty), StopReason> {
    match ended {
        Ok(certainty) => Ok((conjectures.last().expect("the last conjecture").lts.clone(), certainty)),
        Err(reason) if reason.is_internal() => Err(reason),
        Err(reason) => match conjectures.iter().rfind(|c| c.passed > 0) {
            Some(good) => Ok((good.lts.clone(), Certainty::Stopped(reason))),
            None => Err(reason),
        },
    }
}

/// One run of a learner.
struct Run<'r, M> {
    errors: &'r Lts,
    teacher: &'r RefCell<Teacher<'r>>,
    letters: &'r [ActionId],
    oracle: Cache<Counter<M>>,
    learner: Box<dyn Learner>,
    learning: Learning,
    budget: &'r Budget,
}

impl<M: Membership> Run<'_, M> {
    /// Learns until both oracles are content with the last conjecture.
    fn learn(&mut self, oracle: Oracle) -> Result<Certainty, StopReason> {
        self.learner.start(&mut self.oracle)?;
        loop {
            let lts = assumption(self.learner.conjecture(), self.letters);
            let lts = lts.expect("the learner has asked for the empty word, which is harmless");
            self.learning.conjectures.push(Conjecture { assumption: 0, lts, refuted: None, passed: 0 });
            let Some(refutation) = self.judge(oracle)? else {
                let last = self.learning.conjectures.last_mut().expect("one conjecture at least");
                last.lts = strong(&last.lts, self.budget)?.lts;
                return Ok(oracle.certainty());
            };
            let word = symbols(&refutation.word, self.letters);
            self.last().refuted = Some(refutation);
            self.learner.refine(&word, &mut self.oracle).map_err(|error| bug(&error))?;
        }
    }

    fn last(&mut self) -> &mut Conjecture {
        self.learning.conjectures.last_mut().expect("one conjecture at least")
    }

    /// Asks both oracles about the last conjecture.
    fn judge(&mut self, oracle: Oracle) -> Result<Option<Refutation>, StopReason> {
        let conjecture = self.last().lts.clone();
        if let Some(word) = first_error(Some(&conjecture), self.errors, &mut Effort::default(), self.budget)?
        {
            return Ok(Some(Refutation { premise: 1, word, meaning: Meaning::TooWeak }));
        }
        self.last().passed = 1;
        let found = match oracle {
            Oracle::Exact => {
                first_harmless(self.teacher.borrow_mut().steps(), self.letters, &conjecture, self.budget)?
            }
            Oracle::W { extra } => self.test(&mut WMethod { extra })?,
            Oracle::Wp { extra } => self.test(&mut WpMethod { extra })?,
        };
        let Some(word) = found else {
            self.last().passed = 2;
            return Ok(None);
        };
        let accepted = self.learner.conjecture().accepts(&symbols(&word, self.letters));
        let meaning = if accepted { Meaning::TooWeak } else { Meaning::TooStrong };
        Ok(Some(Refutation { premise: 2, word, meaning }))
    }

    /// Tests the automaton behind the last conjecture.
    fn test(&mut self, tests: &mut dyn Equivalence) -> Result<Option<Vec<ActionId>>, StopReason> {
        let found = tests.find(self.learner.conjecture(), &mut self.oracle)?;
        Ok(found.map(|word| word.into_iter().map(|s| self.letters[s as usize]).collect()))
    }
}

/// A teacher that answers the learner, and is asked by the second oracle between its questions.
struct Shared<'s, 't>(&'s RefCell<Teacher<'t>>);

impl Membership for Shared<'_, '_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.0.borrow_mut().member(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::lts_of;

    #[test]
    fn a_good_conjecture_is_kept_when_time_runs_out_and_not_when_a_check_fails() {
        let conjecture =
            |passed| Conjecture { assumption: 0, lts: lts_of(1, &[], &[]), refuted: None, passed };
        let good = [conjecture(1), conjecture(0)];
        let found = settled(Err(StopReason::Timeout), &good);
        assert_eq!(found, Ok((lts_of(1, &[], &[]), Certainty::Stopped(StopReason::Timeout))));
        assert_eq!(settled(Err(StopReason::Timeout), &good[1..]), Err(StopReason::Timeout));
        let internal = StopReason::Internal("broken".into());
        assert_eq!(settled(Err(internal.clone()), &good), Err(internal));
    }
}
