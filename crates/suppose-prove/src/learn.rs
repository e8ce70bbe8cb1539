//! Proofs with learned assumptions (Cobleigh, Giannakopoulou and Păsăreanu, TACAS 2003).
//!
//! A learner proposes assumptions, a teacher judges them. A query is answered by walking the lazily determinised part M1‖P over the
//! interface: no model checker is called. A conjecture goes to the premises of the rule; a counterexample says that it is too weak, too strong,
//! or that the system violates the property. The target of the learner is the weakest assumption, so this ends; it often ends earlier.
//!
//! * `teacher`: membership queries, and conjectures as LTSs;
//! * `chain`: the rules without a side condition, by recursion on the right-hand side of the second premise, with
//!   alphabet refinement;
//! * `symmetric`: the rule with the condition on complements.

mod chain;
mod symmetric;
pub(crate) mod teacher;

pub(crate) use chain::{behaviour, watching};
pub(crate) use teacher::{Teacher, by_name};

use suppose_base::{ActionId, Budget, StateId, StopReason, Verdict};
use suppose_learn::{Kind, LearnError};
use suppose_lts::check::Effort;
use suppose_lts::{Lts, RowBuilder};

use crate::Task;
use crate::outcome::{Conjecture, Learning, Meaning, Outcome, Proof, Refutation, sum};
use crate::rule::{Alphabet, RuleKind, Side};

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

    /// Notes what refuted a conjecture.
    fn refute(&mut self, number: usize, premise: usize, word: Vec<ActionId>, meaning: Meaning) {
        self.learning.conjectures[number].refuted = Some(Refutation { premise, word, meaning });
    }

    /// Adds the effort of something that was built or searched.
    fn spend(&mut self, effort: Effort) {
        self.effort = sum(self.effort, effort);
    }
}

/// Answers a question with learned assumptions over a decomposition: the parts in the order of the rule.
pub fn learn(task: &Task<'_>, parts: &[Vec<usize>], options: Options, budget: &Budget) -> Outcome {
    let mut record = Record::default();
    let rule = options.rule.rule(parts.len());
    debug_assert_eq!(rule.side.is_none(), rule.alphabet == Alphabet::SharedWithLater);
    let found = match rule.side {
        None => chain::run(task, parts, &rule, options, &mut record, budget),
        Some(Side::Complements) => symmetric::run(task, parts, options.learner, &mut record, budget),
    };
    let mut outcome = match found {
        Ok(Found::Holds(assumptions)) => {
            let parts = rule.premises.iter().map(|premise| parts[premise.part].clone()).collect();
            let proof = Proof { restriction: None, rule: options.rule, parts, assumptions };
            Outcome { proof: Some(proof), ..Outcome::new(Verdict::Holds) }
        }
        Ok(Found::Violated(trace)) => Outcome::new(Verdict::Violated(trace)),
        Err(reason) => Outcome::stopped(reason),
    };
    outcome.effort = record.effort;
    outcome.learning = Some(record.learning);
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

/// A counterexample that did not change the conjecture: never expected, and better said than repeated for ever.
pub(crate) fn bug(error: &LearnError) -> StopReason {
    match error {
        LearnError::Stopped(reason) => reason.clone(),
        other => StopReason::Unsupported(format!(
            "an internal check failed: a counterexample was of no use: {other}"
        )),
    }
}
