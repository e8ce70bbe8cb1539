//! Proofs with learned assumptions (Cobleigh, Giannakopoulou and Păsăreanu, TACAS 2003).
//!
//! A learner proposes assumptions, a teacher judges them. A query is answered by walking the lazily
//! determinised part M1‖P over the interface: no model checker is called. A conjecture goes to the premises
//! of the rule; a counterexample says that it is too weak, too strong, or that the system violates the
//! property. The target of the learner is the weakest assumption, so this ends; it often ends earlier.
//!
//! * `chain`: the rules without a side condition, by recursion on the right-hand side of the second premise,
//!   with alphabet refinement;
//! * `symmetric`: the rule with the condition on complements;
//! * `premises`: the premises alone, with assumptions that are known;
//! * `reduced`: parts as reduced LTSs, and `teacher`: membership queries about them, and conjectures as LTSs.
//!
//! The engines work over any [`Parts`]. [`learn`] runs them over LTSs, where every answer is right. [`over`]
//! runs them over whatever it is given: a proof is as good as the verifier's premises, and a violation may be
//! one that only the verifier sees.

mod chain;
mod premises;
mod reduced;
mod symmetric;
pub(crate) mod teacher;

pub use chain::projected;
pub use premises::{premises, premises_over};
pub(crate) use reduced::{behaviour, watching};
pub(crate) use teacher::Teacher;
pub use teacher::by_name;

use suppose_base::{ActionId, Budget, StateId, StopReason, Verdict};
use suppose_learn::{Kind, LearnError};
use suppose_lts::check::Effort;
use suppose_lts::{Lts, Role, RowBuilder};

use crate::Task;
use crate::outcome::{Conjecture, Learning, Meaning, Outcome, Proof, Refutation, sum};
use crate::rule::{Alphabet, Rule, RuleKind, Side};
use crate::verifier::Parts;
use reduced::Reduced;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The learner.
    pub learner: Kind,
    /// The rule.
    pub rule: RuleKind,
    /// Whether to begin with the property's part of the interface and add actions as they are needed.
    pub refine_alphabet: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { learner: Kind::RivestSchapire, rule: RuleKind::Asymmetric, refine_alphabet: false }
    }
}

/// What an engine has done so far; it outlives a stop.
#[derive(Debug, Default)]
struct Record {
    learning: Learning,
    effort: Effort,
}

impl Record {
    /// Keeps a conjecture for an assumption and gives its number.
    fn conjecture(&mut self, assumption: usize, lts: Option<&Lts>, sigma: &[ActionId]) -> usize {
        let lts = lts.cloned().unwrap_or_else(|| nothing(sigma));
        let conjectures = &mut self.learning.conjectures;
        conjectures.push(Conjecture { assumption, lts, refuted: None, passed: 0 });
        conjectures.len() - 1
    }

    /// Counts what membership queries had to remember: it takes as much room as the states of a premise.
    fn walked(&mut self, states: u64) {
        let walked = Effort { states_explored: states, max_states: states, ..Effort::default() };
        self.effort = sum(self.effort, walked);
    }

    /// Notes what refuted a conjecture.
    fn refute(&mut self, number: usize, premise: usize, word: Vec<ActionId>, meaning: Meaning) {
        self.learning.conjectures[number].refuted = Some(Refutation { premise, word, meaning });
    }
}

/// Answers a question with learned assumptions over a decomposition: the parts in the order of the rule.
pub fn learn(task: &Task<'_>, parts: &[Vec<usize>], options: Options, budget: &Budget) -> Outcome {
    let rule = options.rule.rule(parts.len());
    if rule.side.is_some() && task.system().components[task.watched()].role != Role::Property {
        let what = "the symmetric rule for a component that can fail by itself: it needs a property";
        let mut outcome = Outcome::stopped(StopReason::Unsupported(what.into()));
        outcome.findings.learning = Some(Learning::default());
        return outcome;
    }
    let sequence = rule.premises.iter().map(|premise| parts[premise.part].as_slice()).collect();
    over(&mut Reduced::new(task, sequence), &rule, options, budget)
}

/// The same over parts at the places of a rule that somebody else verifies.
pub fn over<P: Parts>(parts: &mut P, rule: &Rule, options: Options, budget: &Budget) -> Outcome {
    let mut record = Record::default();
    debug_assert_eq!(rule.side.is_none(), rule.alphabet == Alphabet::SharedWithLater);
    let found = match rule.side {
        None => chain::run(parts, options, &mut record, budget),
        Some(Side::Complements) => symmetric::run(parts, options.learner, &mut record, budget),
    };
    let mut outcome = match found {
        Ok(Found::Holds(assumptions)) => {
            let parts = (0..parts.places()).map(|place| parts.components(place)).collect();
            let proof = Proof::new(options.rule, parts, assumptions);
            Outcome::proved(proof)
        }
        Ok(Found::Violated(trace)) => Outcome::new(Verdict::Violated(trace)),
        Err(reason) => Outcome::stopped(reason),
    };
    outcome.findings.effort = record.effort;
    outcome.findings.learning = Some(record.learning);
    outcome
}

/// What an engine found.
enum Found {
    /// The property holds with these assumptions.
    Holds(Vec<Lts>),
    /// A trace of the whole that violates it.
    Violated(Vec<ActionId>),
}

/// The conjecture that allows nothing at all: no states.
fn nothing(sigma: &[ActionId]) -> Lts {
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(sigma.iter().copied());
    rows.finish(StateId::ERROR, None).expect("no states")
}

/// A counterexample that did not change the conjecture: never expected, and better said than repeated for
/// ever.
pub(crate) fn bug(error: &LearnError) -> StopReason {
    match error {
        LearnError::Stopped(reason) => reason.clone(),
        other => StopReason::Internal(format!("a counterexample was of no use: {other}")),
    }
}
