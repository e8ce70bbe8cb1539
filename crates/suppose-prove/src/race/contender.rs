//! Those who take part in the race beside the plain search.

use suppose_base::Budget;

use crate::Task;
use crate::decomposition::{Split, choose};
use crate::method::Method;
use crate::minimise::Outward;
use crate::outcome::Outcome;
use crate::refine::refine;
use crate::separated::{How, separated};

/// The fewest states that a cluster of neighbours may have.
const LEAST: u64 = 64;

/// A method that can be continued, or tried again with more states.
pub trait Contender {
    /// The method that it is.
    fn method(&self) -> Method;

    /// More precisely.
    fn variant(&self) -> String {
        String::new()
    }

    /// How many components a composition has got to; nothing for those that begin anew each time.
    fn progress(&self) -> Option<usize> {
        None
    }

    /// How many pieces of a turn it gets, unless it has got furthest.
    fn pieces(&self) -> u64 {
        1
    }

    /// The split it works on, if it does.
    fn split(&self) -> Option<&Split> {
        None
    }

    /// A try with this many states.
    fn advance(&mut self, task: &Task<'_>, states: u64, budget: &Budget) -> Outcome;
}

impl Contender for Outward<'_> {
    fn method(&self) -> Method {
        Method::Minimise
    }

    fn variant(&self) -> String {
        self.describe()
    }

    fn progress(&self) -> Option<usize> {
        Some(Outward::progress(self))
    }

    fn advance(&mut self, _: &Task<'_>, states: u64, budget: &Budget) -> Outcome {
        Outward::advance(self, states, &budget.capped(states)).unwrap_or_else(Outcome::stopped)
    }
}

/// Refinement of neighbours.
pub(crate) struct RefineContender;

impl Contender for RefineContender {
    fn method(&self) -> Method {
        Method::Refine
    }

    fn advance(&mut self, task: &Task<'_>, states: u64, budget: &Budget) -> Outcome {
        // The limit is one for each cluster, of which there are as many as components.
        let each = states / (task.members().len() as u64 + 1);
        refine(task, &budget.capped(states.min(each.max(LEAST))))
    }
}

/// The lazy method on the split that is predicted to be cheapest, which is chosen when it is first needed.
#[derive(Default)]
pub(crate) struct LazyContender(Option<(Split, String)>);

impl Contender for LazyContender {
    fn method(&self) -> Method {
        Method::Lazy
    }

    fn pieces(&self) -> u64 {
        4
    }

    fn split(&self) -> Option<&Split> {
        self.0.as_ref().map(|(split, _)| split)
    }

    fn advance(&mut self, task: &Task<'_>, states: u64, budget: &Budget) -> Outcome {
        let budget = budget.capped(states);
        let chosen = match self.0.take() {
            Some(chosen) => Ok(chosen),
            None => choose(task, &budget),
        };
        let found = chosen.and_then(|chosen| {
            let (chosen, why) = self.0.insert(chosen);
            let mut outcome = separated(task, &chosen.left, &chosen.right, How::Lazily, &budget)?;
            outcome.findings.notes.push(why.clone());
            Ok(outcome)
        });
        found.unwrap_or_else(Outcome::stopped)
    }
}
