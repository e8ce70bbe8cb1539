//! The two sides of a proof with one assumption, each as a small LTS over the interface.

use suppose_base::{ActionId, Budget, StopReason};
use suppose_lts::check::Effort;

use crate::Task;
use crate::learn::{Teacher, behaviour, by_name, projected, watching};
use crate::outcome::sum;
use crate::part::{Part, merge};

/// M1 with the property, and M2.
#[derive(Debug)]
pub struct Sides {
    /// Σ, in the order of names.
    pub sigma: Vec<ActionId>,
    /// M1 with the property: the traces to π over Σ.
    pub errors: Part,
    /// M2: all its traces over Σ.
    pub traces: Part,
}

impl Sides {
    /// The two sides of a split. Without M2 there is nothing to suppose.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(
        task: &Task<'_>,
        left: &[usize],
        right: &[usize],
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let sigma = interface(task, left, right);
        let errors = watching(task, left, &sigma, budget)?;
        let traces = behaviour(task, right, |a| sigma.contains(&a), budget)?;
        Ok(Self { sigma, errors, traces })
    }

    /// A trace of the whole for a word that M2 can perform and that leads M1 with the property to π.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the word is not such a word.
    pub fn violation(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let fatal = Teacher::new(self.errors.lts(), &self.sigma, budget).fatal(word)?;
        let word = &word[..fatal.expect("the word leads to an error")];
        let left = self.errors.expand(word, budget)?;
        let right = self.traces.expand(word, budget)?;
        Ok(merge(&left, &right, |a| projected(&[a], &self.sigma).len() == 1))
    }

    /// What building both sides took.
    pub fn effort(&self) -> Effort {
        sum(self.errors.effort(), self.traces.effort())
    }
}

/// Σ = (αM1 ∪ αP) ∩ αM2, in the order of names.
pub fn interface(task: &Task<'_>, left: &[usize], right: &[usize]) -> Vec<ActionId> {
    let mine = task.alphabet(left);
    let watch = task.lts(task.watched());
    let mut sigma = task.alphabet(right);
    sigma.retain(|a| mine.binary_search(a).is_ok() || watch.has_action(*a));
    by_name(sigma, &task.system().actions)
}
