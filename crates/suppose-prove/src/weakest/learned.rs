//! The weakest assumption by learning, without an environment to learn against.
//!
//! # Algorithm
//! Cobleigh, Giannakopoulou and Păsăreanu, "Learning Assumptions for Compositional Verification", TACAS 2003, section 5.3. The learner is any
//! of `suppose-learn`. A membership query walks the lazily determinised traces to π: a word is good when it does not
//! get there. A conjecture is asked about twice:
//! 1. Premise ⟨A⟩ M ⟨P⟩ ([`first_error`]): does it allow something that leads to π? Then it is too weak.
//! 2. Does it forbid something harmless? Then it is too strong. The paper tests this with the W-method, since it knows nothing of the
//!    component but its answers, and goes on testing for longer and longer words without knowing that it is done ([`Oracle::W`], up to a
//!    bound). Here the component is known, and [`Oracle::Exact`] decides it.
//!
//! Each conjecture that passes the first is good: an environment that keeps to it is safe. So there is something to give at any time,
//! and when the budget ends the last of these is the answer, with the reason. See [`Certainty`].
//!
//! # Why this is right
//! A conjecture is an automaton; the assumption is its part that is reached through accepting states only. A word of the assumption is
//! accepted, and the first letter that leaves the assumption is rejected with all before it accepted. So what either oracle finds is a
//! counterexample to the automaton as well, and the learner makes progress; and when both find nothing the assumption is the weakest, even if
//! the automaton accepts words beyond rejected ones. Tests look at the automaton itself, and so find such words too.
//!
//! # Tests
//! `weakest/tests`: equal to the direct construction, byte for byte, with each learner, on all small components and random ones; the
//! conjectures of the paper's example.

use std::cell::RefCell;

use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_learn::{
    Cache, Counter, Dfa, Equivalence, Kind, LearnError, Learner, Limited, Membership, Symbol, WMethod,
    WpMethod,
};
use suppose_lts::ops::{Lazy, reachable};
use suppose_lts::reduce::strong;
use suppose_lts::{Lts, RowBuilder};

use super::exact::first_harmless;
use super::{Certainty, Ending, Environment, OpenSystem, Weakest};
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
    /// The W-method: tests that find every mistake when the weakest assumption, its rejecting state counted, has at most so many states more
    /// than the conjecture.
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
    let walk = RefCell::new(Lazy::new(part.lts()));
    let letters = open.interface();
    let mut run = Run {
        errors: part.lts(),
        walk: &walk,
        letters,
        oracle: Cache::prefix_closed(Counter::new(Limited::new(
            Walker { walk: &walk, letters, budget },
            budget,
        ))),
        learner: how.learner.build(letters.len()),
        learning: Learning { interface: letters.to_vec(), ..Learning::default() },
        budget,
    };
    let ended = run.learn(how.oracle);
    run.learning.queries = run.oracle.inner().queries();
    let learning = run.learning;
    let (assumption, certainty) = match ended {
        Ok(certainty) => (learning.conjectures.last().map(|c| c.lts.clone()), certainty),
        Err(reason) => {
            let good = learning.conjectures.iter().rfind(|c| c.passed > 0).map(|c| c.lts.clone());
            if good.is_none() {
                return Err(reason);
            }
            (good, Certainty::Stopped(reason))
        }
    };
    let mut effort = part.effort();
    effort.states_explored += walk.borrow().num_sets() as u64;
    effort.max_states = effort.max_states.max(walk.borrow().num_sets() as u64);
    let assumption = assumption.expect("the last conjecture");
    let free = assumption.num_states() == 1 && assumption.num_transitions() == letters.len();
    let environment = if free { Environment::Any } else { Environment::Assumption(assumption) };
    Ok(Weakest { certainty, learning: Some(learning), ..Weakest::new(environment, effort) })
}

/// One run of a learner.
struct Run<'r, M> {
    errors: &'r Lts,
    walk: &'r RefCell<Lazy<'r>>,
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
            self.learning.conjectures.push(Conjecture { assumption: 0, lts, refuted: None, passed: 0 });
            let Some(refutation) = self.judge(oracle)? else {
                let last = self.learning.conjectures.last_mut().expect("one conjecture at least");
                last.lts = strong(&last.lts, self.budget)?.lts;
                return Ok(oracle.certainty());
            };
            let word = self.symbols(&refutation.word);
            self.last().refuted = Some(refutation);
            match self.learner.refine(&word, &mut self.oracle) {
                Ok(()) => {}
                Err(LearnError::Stopped(reason)) => return Err(reason),
                Err(error) => unreachable!("a counterexample to the conjecture: {error}"),
            }
        }
    }

    fn last(&mut self) -> &mut Conjecture {
        self.learning.conjectures.last_mut().expect("one conjecture at least")
    }

    /// Asks both oracles about the last conjecture.
    fn judge(&mut self, oracle: Oracle) -> Result<Option<Refutation>, StopReason> {
        let conjecture = self.last().lts.clone();
        if let Some(word) = first_error(Some(&conjecture), self.errors, self.budget)? {
            return Ok(Some(Refutation { premise: 1, word, meaning: Meaning::TooWeak }));
        }
        self.last().passed = 1;
        let found = match oracle {
            Oracle::Exact => {
                first_harmless(&mut self.walk.borrow_mut(), self.letters, &conjecture, self.budget)?
            }
            Oracle::W { extra } => self.test(&mut WMethod { extra })?,
            Oracle::Wp { extra } => self.test(&mut WpMethod { extra })?,
        };
        let Some(word) = found else {
            self.last().passed = 2;
            return Ok(None);
        };
        let symbols: Vec<Symbol> = self.symbols(&word);
        let accepted = self.learner.conjecture().accepts(&symbols);
        let meaning = if accepted { Meaning::TooWeak } else { Meaning::TooStrong };
        Ok(Some(Refutation { premise: 2, word, meaning }))
    }

    /// Tests the automaton behind the last conjecture.
    fn test(&mut self, tests: &mut dyn Equivalence) -> Result<Option<Vec<ActionId>>, StopReason> {
        let found = tests.find(self.learner.conjecture(), &mut self.oracle)?;
        Ok(found.map(|word| word.into_iter().map(|s| self.letters[s as usize]).collect()))
    }

    /// The places of the letters of a word.
    fn symbols(&self, word: &[ActionId]) -> Vec<Symbol> {
        let place = |a: &ActionId| self.letters.binary_search(a).expect("a letter of the interface");
        word.iter().map(|a| place(a) as Symbol).collect()
    }
}

/// The part of an automaton that is reached through accepting states, numbered breadth-first. The empty word is harmless, so the
/// first state of every conjecture is accepting.
fn assumption(automaton: &Dfa, letters: &[ActionId]) -> Lts {
    let mut rows = RowBuilder::new();
    for state in 0..automaton.size() as u32 {
        for (&letter, &target) in letters.iter().zip(automaton.row(state)) {
            if automaton.is_accepting(target) {
                rows.add(letter, StateId::from_raw(target));
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(letters.iter().copied());
    debug_assert!(automaton.is_accepting(0), "the learner has asked for the empty word");
    reachable(&rows.finish(StateId::must(0), None).expect("an automaton is small")).lts
}

/// Answers whether words keep out of π.
struct Walker<'w> {
    walk: &'w RefCell<Lazy<'w>>,
    letters: &'w [ActionId],
    budget: &'w Budget,
}

impl Membership for Walker<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        let mut walk = self.walk.borrow_mut();
        let mut set = walk.initial();
        for &symbol in word {
            match walk.step(set, self.letters[symbol as usize], self.budget)? {
                Some(next) => set = next,
                None => return Ok(true),
            }
            if set.is_error() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
