//! The parts of a proof, chosen once for all contenders that need them.
//!
//! Building the sides of a hundred decompositions is most of what a short try costs, and every method with
//! assumptions would come to the same choice. So the first of them chooses, and the others wait until it has.

use std::sync::OnceLock;

use suppose_base::Budget;

use crate::Task;
use crate::method::{Applied, Options};
use crate::methods::{ProofMethod, parts};
use crate::outcome::Outcome;

/// The parts, and a sentence about why.
type Chosen = (Vec<Vec<usize>>, Option<String>);

/// A choice that is made once.
#[derive(Debug, Default)]
pub(super) struct Choice {
    made: OnceLock<Chosen>,
}

impl Choice {
    /// Whether it is made.
    pub(super) fn is_made(&self) -> bool {
        self.made.get().is_some()
    }

    /// What a method proves with the parts that were chosen; chooses them if nobody has.
    pub(super) fn prove(
        &self,
        method: &dyn ProofMethod,
        task: &Task<'_>,
        mut options: Options,
        budget: &Budget,
    ) -> (Outcome, Option<Applied>) {
        // Nobody waits for a lock here: whoever holds it may be suspended.
        let chosen = match self.made.get() {
            Some(chosen) => chosen.clone(),
            None => match parts(task, &options, budget) {
                Ok(chosen) => self.made.get_or_init(|| chosen).clone(),
                Err(reason) => return (Outcome::stopped(reason), None),
            },
        };
        let (parts, why) = chosen;
        options.parts = Some(parts);
        let (mut outcome, rule) = method.prove(task, &options, budget);
        outcome.findings.notes.extend(why);
        (outcome, rule)
    }
}
