//! Checks a witness against the definition of parallel composition.
//!
//! This is a second reading of the semantics on purpose: it works on tuples of local states and on the
//! components' transitions, and shares neither code nor tables with the compiled product. No witness is shown
//! to a user before it has passed here.

use std::fmt;

use suppose_base::{ActionId, StateId};

use super::witness::{Violation, Witness};
use crate::{Role, System};

/// Why a witness is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the step, from 1; 0 for the initial state.
    pub step: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} of the witness is wrong: {}", self.step, self.reason)
    }
}

impl std::error::Error for ReplayError {}

/// Follows a witness step by step and checks that it ends in the violation it claims.
///
/// # Errors
/// The first step that the system cannot take, or the claim that does not hold at the end.
pub fn replay(system: &System, witness: &Witness) -> Result<(), ReplayError> {
    let mut now: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
    for (index, step) in witness.steps.iter().enumerate() {
        let fail = |reason: String| Err(ReplayError { step: index + 1, reason });
        if let Some(broken) = now.iter().position(|s| s.is_error()) {
            return fail(format!("component {broken} is already in π, where nothing moves"));
        }
        if step.states.len() != now.len() {
            return fail("it does not give one state for each component".into());
        }
        let expected: Vec<usize> = if step.action.is_tau() {
            if step.movers.len() != 1 {
                return fail("τ is taken by one component alone".into());
            }
            step.movers.clone()
        } else {
            (0..now.len()).filter(|&i| system.components[i].lts.has_action(step.action)).collect()
        };
        if step.movers != expected || expected.is_empty() {
            return fail(format!("components {:?} take part, not {:?}", expected, step.movers));
        }
        for (i, component) in system.components.iter().enumerate() {
            let (from, to) = (now[i], step.states[i]);
            if !expected.contains(&i) {
                if from != to {
                    return fail(format!("component {i} moves without taking part"));
                }
                continue;
            }
            let row = component.lts.transitions(from);
            if !row.iter().any(|t| t.action == step.action && t.target == to) {
                return fail(format!("component {i} has no such transition"));
            }
        }
        if let Some(priority) = &system.priority
            && priority.is_low(step.action)
            && concerns_priority(system, &expected)
            && let Some((higher, _)) = enabled(system, &now)
                .into_iter()
                .find(|(a, movers)| priority.is_high(*a) && concerns_priority(system, movers))
        {
            return fail(format!("{} has priority", system.actions.name(higher)));
        }
        now.clone_from(&step.states);
    }
    let fail = |reason: &str| Err(ReplayError { step: witness.steps.len(), reason: reason.into() });
    match witness.violation {
        Violation::Error { component } if now.get(component).is_none_or(|s| !s.is_error()) => {
            fail("the component it names is not in π")
        }
        Violation::Deadlock if now.iter().any(|s| s.is_error()) => {
            fail("the system is in π, not in a deadlock")
        }
        Violation::Deadlock if !enabled(system, &now).is_empty() => fail("something can still move"),
        Violation::Deadlock if terminated(system, &now) => fail("the system has terminated"),
        _ => Ok(()),
    }
}

/// The moves that are possible in a tuple of ordinary states, priority not applied: the action, and who takes
/// part.
fn enabled(system: &System, now: &[StateId]) -> Vec<(ActionId, Vec<usize>)> {
    let offers =
        |i: usize, a: ActionId| system.components[i].lts.transitions(now[i]).iter().any(|t| t.action == a);
    let mut possible = Vec::new();
    for (i, component) in system.components.iter().enumerate() {
        for t in component.lts.transitions(now[i]) {
            let has = |&j: &usize| system.components[j].lts.has_action(t.action);
            let movers: Vec<usize> =
                if t.action.is_tau() { vec![i] } else { (0..now.len()).filter(has).collect() };
            if movers.iter().all(|&j| offers(j, t.action)) {
                possible.push((t.action, movers));
            }
        }
    }
    possible
}

/// Whether a move in which these take part can remove others or be removed: properties only watch, unless
/// there is nothing else.
fn concerns_priority(system: &System, movers: &[usize]) -> bool {
    let is_part = |i: usize| system.components[i].role == Role::Component;
    movers.iter().any(|&i| is_part(i)) || !(0..system.components.len()).any(is_part)
}

/// Whether a tuple that cannot move is successful termination: all components with an end state are in it,
/// there is one, and the others have no action of their own.
fn terminated(system: &System, now: &[StateId]) -> bool {
    let (ending, other): (Vec<usize>, Vec<usize>) =
        (0..now.len()).partition(|&i| system.components[i].lts.end().is_some());
    let shared = |a: &ActionId| ending.iter().any(|&i| system.components[i].lts.has_action(*a));
    !ending.is_empty()
        && ending.iter().all(|&i| system.components[i].lts.end() == Some(now[i]))
        && other.iter().all(|&i| system.components[i].lts.alphabet().iter().all(shared))
}
