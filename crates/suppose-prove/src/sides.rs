//! The two sides of a proof with one assumption, each as a small LTS over the interface.
//!
//! The side of M1 and the property comes first. When it cannot fail, or fails without anybody's help, M2 does
//! not matter and is not built.

use suppose_base::{ActionId, Budget, StateId, StopReason, Verdict};
use suppose_lts::check::Effort;
use suppose_lts::{Lts, RowBuilder};

use crate::Task;
use crate::learn::{Teacher, behaviour, by_name, watching};
use crate::outcome::{Learning, Outcome, Proof, sum};
use crate::part::{Part, merge};
use crate::rule::RuleKind;
use crate::verifier::Runs;

/// What can be said about a split.
#[derive(Debug)]
pub(crate) enum Sides {
    /// The question is answered by M1 alone.
    Decided(Outcome),
    /// It depends on M2.
    Open(Open),
}

/// M1 with the property, and M2.
#[derive(Debug)]
pub(crate) struct Open {
    /// Σ, in the order of names.
    pub sigma: Vec<ActionId>,
    /// M1 with the property: the traces to π over Σ.
    pub errors: Part,
    /// M2: all its traces over Σ.
    pub traces: Part,
}

impl Sides {
    /// The two sides of a split.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn new(
        task: &Task<'_>,
        left: &[usize],
        right: &[usize],
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let sigma = interface(task, left, right);
        let errors = watching(task, left, &sigma, budget)?;
        let decided = |mut outcome: Outcome| {
            outcome.findings.effort = errors.effort();
            outcome.findings.learning = Some(Learning { interface: sigma.clone(), ..Learning::default() });
            outcome
        };
        if errors.is_safe() {
            let parts = vec![left.to_vec(), right.to_vec()];
            let proof = Proof::chain(RuleKind::Asymmetric, parts, vec![anything(&sigma)]);
            return Ok(Self::Decided(decided(Outcome::proved(proof))));
        }
        if errors.is_broken() {
            let outcome = Outcome::new(Verdict::Violated(errors.expand(&[], budget)?));
            return Ok(Self::Decided(decided(outcome)));
        }
        let letters = shared(task, left, right);
        let traces = behaviour(task, right, |a| letters.binary_search(&a).is_ok(), budget)?;
        Ok(Self::Open(Open { sigma, errors, traces }))
    }
}

impl Open {
    /// A trace of the whole for a word that M2 can perform and that leads M1 with the property to π.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the word is not such a word.
    pub(crate) fn violation(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let fatal = Teacher::new(self.errors.lts(), &self.sigma, budget).fatal(word)?;
        let word = &word[..fatal.expect("the word leads to an error")];
        let left = self.errors.expand(word, budget)?;
        let right = self.traces.expand(word, budget)?;
        Ok(merge(&left, &right, |a| self.sigma.contains(&a)))
    }

    /// What building both sides took.
    pub(crate) fn effort(&self) -> Effort {
        sum(self.errors.effort(), self.traces.effort())
    }
}

/// The assumption that allows everything.
fn anything(sigma: &[ActionId]) -> Lts {
    let mut rows = RowBuilder::new();
    for &action in sigma {
        rows.add(action, StateId::must(0));
    }
    rows.end_row();
    rows.finish(StateId::must(0), None).expect("one state")
}

/// Σ = (αM1 ∪ αP) ∩ αM2, in the order of names.
pub fn interface(task: &Task<'_>, left: &[usize], right: &[usize]) -> Vec<ActionId> {
    by_name(shared(task, left, right), &task.system().actions)
}

/// Σ in the order of numbers.
pub(crate) fn shared(task: &Task<'_>, left: &[usize], right: &[usize]) -> Vec<ActionId> {
    let mine = task.alphabet(left);
    let watch = task.lts(task.watched());
    let mut sigma = task.alphabet(right);
    sigma.retain(|a| mine.binary_search(a).is_ok() || watch.has_action(*a));
    sigma
}
