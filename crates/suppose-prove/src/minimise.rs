//! Composition outward from the property.
//!
//! Begin with the watched component, add the components one by one, hide what has become local, reduce (see [`Part`]). Stop as soon as π
//! cannot be reached: the property then holds whatever the components that are left do. Stop too when π is reached silently: nothing
//! that is left can prevent it, and the expanded trace is a violation of the whole. When no component that is left shares an action
//! with what is there, the others change nothing either, and π is reached because every word of the part is possible.
//!
//! After each step the reduced LTS, if it is deterministic, *is* the weakest assumption on all components that are left.
//! So a proof is a chain of assumptions, and its certificate is checked one component at a time.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::Lts;
use suppose_lts::ops::{complete, drop_error};

use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::{Outcome, Proof};
use crate::part::Part;
use crate::premise::first_error;
use crate::rule::RuleKind;

/// Answers a question by composition outward from the property.
///
/// # Errors
/// When the budget is spent.
pub fn minimise(task: &Task, strategy: Strategy, budget: &Budget) -> Result<Outcome, StopReason> {
    let members = task.members().iter().map(|&i| (i, task.lts(i)));
    let mut order = Order::new(members, strategy);
    let mut part = Part::watching(task.shared(task.watched()), |a| order.needs(a), budget)?;
    // The components since the last assumption, and what was proved before.
    let mut block: Vec<usize> = Vec::new();
    let (mut parts, mut assumptions) = (Vec::new(), Vec::new());
    while !part.is_safe() && !part.is_broken() {
        let Some(next) = order.next(part.lts(), true) else { break };
        if part.is_deterministic() && !block.is_empty() {
            parts.push(std::mem::take(&mut block));
            assumptions.push(weakest(part.lts()));
        }
        part.add(task.shared(next), |a| order.needs(a), budget)?;
        block.push(next);
    }
    if part.is_safe() {
        if !block.is_empty() || parts.is_empty() {
            parts.push(block);
        }
        let proof = Proof::chain(RuleKind::Chain, parts, assumptions);
        return Ok(Outcome { proof: Some(proof), effort: part.effort(), ..Outcome::new(Verdict::Holds) });
    }
    let word = first_error(None, part.lts(), budget)?.expect("π can be reached");
    let trace = part.expand(&word, budget)?;
    Ok(Outcome { effort: part.effort(), ..Outcome::new(Verdict::Violated(trace)) })
}

/// The weakest assumption that a deterministic LTS with the traces to π makes: everything else is allowed.
pub(crate) fn weakest(errors: &Lts) -> Lts {
    drop_error(&complete(errors).lts)
}
