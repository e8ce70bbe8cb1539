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
use suppose_lts::check::Effort;
use suppose_lts::ops::{complete, drop_error};

use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::{Outcome, Proof};
use crate::part::Part;
use crate::premise::first_error;
use crate::rule::RuleKind;

/// So many states a composition may have when a strategy is tried for the first time.
const FIRST_TRY: u64 = 1 << 12;
/// How much more it may have each time after.
const NEXT_TRY: u64 = 8;

/// Answers a question by composition outward from the property, with the order that turns out to need the fewest states: all
/// strategies are tried with a small limit, then with larger ones.
pub fn minimise_any(task: &Task<'_>, budget: &Budget) -> Outcome {
    let mut limit = FIRST_TRY;
    let mut effort = Effort::default();
    loop {
        let last = budget.max_states().is_some_and(|most| most <= limit);
        let tried = budget.clone().with_max_states(budget.max_states().unwrap_or(limit).min(limit));
        for strategy in Strategy::ALL {
            match minimise(task, strategy, &tried) {
                Ok(mut outcome) => {
                    let sizes = outcome.effort.max_states;
                    outcome.notes.push(format!("order: {strategy}; largest composition: {sizes} states"));
                    outcome.effort.states_explored += effort.states_explored;
                    outcome.effort.max_states = outcome.effort.max_states.max(effort.max_states);
                    return outcome;
                }
                Err(StopReason::States(most)) if !last => {
                    effort.states_explored += most;
                    effort.max_states = effort.max_states.max(most);
                }
                Err(StopReason::States(_)) => {}
                Err(reason) => return Outcome { effort, ..Outcome::stopped(reason) },
            }
        }
        if last {
            let reason = StopReason::States(budget.max_states().unwrap_or(limit));
            return Outcome { effort, ..Outcome::stopped(reason) };
        }
        limit = limit.saturating_mul(NEXT_TRY);
    }
}

/// Answers a question by composition outward from the property, in one order.
///
/// # Errors
/// When the budget is spent.
pub fn minimise(task: &Task<'_>, strategy: Strategy, budget: &Budget) -> Result<Outcome, StopReason> {
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
