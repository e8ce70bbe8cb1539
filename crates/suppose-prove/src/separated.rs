//! A proof with an assumption that need not be the weakest.
//!
//! Given M2, an assumption only has to separate what M2 does from what leads M1 with the property to π. Any
//! such assumption will do; two ways of finding one are in [`separate`](crate::separate): the cheap one walks
//! M1 along M2, the other looks for the smallest.

use suppose_base::{Budget, StopReason, Verdict, counted};

use crate::Task;
use crate::outcome::{Learning, Outcome, Proof};
use crate::rule::RuleKind;
use crate::separate::{Separation, Separator, lazy, smallest};
use crate::sides::Sides;

/// Which assumption to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum How {
    /// The first that comes along.
    Lazily,
    /// One with as few states as possible.
    Smallest,
}

/// Answers a question with an assumption that separates the two parts of a split.
///
/// # Errors
/// When the budget is spent before anything is known.
pub(crate) fn separated(
    task: &Task<'_>,
    left: &[usize],
    right: &[usize],
    how: How,
    budget: &Budget,
) -> Result<Outcome, StopReason> {
    let sides = match Sides::new(task, left, right, budget)? {
        Sides::Decided(outcome) => return Ok(outcome),
        Sides::Open(sides) => sides,
    };
    let find = match how {
        How::Lazily => lazy,
        How::Smallest => smallest,
    };
    let found = find(sides.traces.lts(), sides.errors.lts(), &sides.sigma, budget)?;
    let mut outcome = match found {
        Separation::Inseparable(word) => Outcome::new(Verdict::Violated(sides.violation(&word, budget)?)),
        Separation::Assumption(Separator { lts, at_least, .. }) => {
            let parts = vec![left.to_vec(), right.to_vec()];
            let states = lts.num_states();
            let mut outcome = Outcome::proved(Proof::chain(RuleKind::Asymmetric, parts, vec![lts]));
            if how == How::Smallest {
                outcome.findings.notes.push(if states == at_least {
                    let size = counted(states, "state");
                    format!("no assumption with fewer than {size} separates the two parts")
                } else {
                    let size = counted(at_least, "state");
                    format!("an assumption may need as few as {size}; the search for one was stopped")
                });
            }
            outcome
        }
    };
    outcome.findings.effort = sides.effort();
    outcome.findings.learning = Some(Learning { interface: sides.sigma, ..Learning::default() });
    Ok(outcome)
}
