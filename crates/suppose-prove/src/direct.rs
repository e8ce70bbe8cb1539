//! A proof with the weakest assumption, built directly (Giannakopoulou, Păsăreanu and Barringer, ASE 2002).
//!
//! The weakest assumption of M1 decides: M2 satisfies it exactly when the system satisfies the property. So
//! one construction and one check of M2 are enough. Determinisation can be exponential in M1; learning and
//! the lazy method do not pay for what M2 never does.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::ops::determinise;

use crate::Task;
use crate::outcome::{Learning, Outcome, Proof};
use crate::premise::first_escape;
use crate::rule::RuleKind;
use crate::sides::Sides;
use crate::weakest::allowed;

/// Answers a question with the weakest assumption of the first part, checked on the second.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn direct(
    task: &Task<'_>,
    left: &[usize],
    right: &[usize],
    budget: &Budget,
) -> Result<Outcome, StopReason> {
    let sides = match Sides::new(task, left, right, budget)? {
        Sides::Decided(outcome) => return Ok(outcome),
        Sides::Open(sides) => sides,
    };
    let sets = determinise(sides.errors.lts(), budget)?.lts;
    debug_assert_eq!(sets.alphabet().len(), sides.sigma.len(), "both sides speak about all of Σ");
    let assumption = allowed(&sets, budget)?;
    let mut effort = sides.effort();
    let escape = first_escape(sides.traces.lts(), &assumption, &mut effort, budget)?;
    let mut outcome = if let Some(word) = escape {
        Outcome::new(Verdict::Violated(sides.violation(&word, budget)?))
    } else {
        let parts = vec![left.to_vec(), right.to_vec()];
        let proof = Proof::chain(RuleKind::Asymmetric, parts, vec![assumption]);
        Outcome::proved(proof)
    };
    outcome.findings.effort = effort;
    outcome.findings.learning = Some(Learning { interface: sides.sigma, ..Learning::default() });
    Ok(outcome)
}
