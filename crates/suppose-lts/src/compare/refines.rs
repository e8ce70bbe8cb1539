//! Inclusion of weak traces.
//!
//! # Contract
//! An implementation refines a specification when each of its traces is one of the specification, and each
//! trace that can lead it to π can lead the specification to π. π absorbs, as everywhere: a specification
//! that may have failed on a trace allows everything after it. So fewer transitions always refine more, and
//! two LTSs that refine each other have the same traces in the sense of [`Relation::Trace`], but for the end
//! state, which is not looked at: an implementation may end where the specification goes on.
//!
//! # Algorithm
//! Both are reduced by branching bisimilarity. Then pairs of a state of the implementation and the set of
//! states in which the specification can be after the same trace are searched, level by level in the number
//! of visible actions, so a counterexample is a shortest one. Sets are made on demand. Time is linear in the
//! product of the implementation and the determinised specification, of which only what is needed is made.

use suppose_base::{Budget, Poll, StateId, StopReason, Verdict};

use super::traces::{TraceDifference, TraceDifferenceKind, Trail};
use crate::Lts;
use crate::ops::Lazy;
use crate::reduce::{Relation, reduce};

/// Whether every trace of the implementation, and every one to π, is one of the specification. The witness is
/// a shortest trace that is not, with [`TraceDifferenceKind::OnlyLeft`] or
/// [`TraceDifferenceKind::ErrorOnlyLeft`].
///
/// # Errors
/// When the budget is spent.
///
/// [`Relation::Trace`]: crate::reduce::Relation::Trace
pub fn refines(
    implementation: &Lts,
    specification: &Lts,
    budget: &Budget,
) -> Result<Verdict<TraceDifference>, StopReason> {
    let lts = reduce(implementation, Relation::Branching, budget)?.lts;
    let specification = reduce(specification, Relation::Branching, budget)?.lts;
    let mut allowed_steps = Lazy::new(&specification);
    let start = (lts.initial(), allowed_steps.initial());
    if start.1.is_error() {
        return Ok(Verdict::Holds);
    }
    if start.0.is_error() {
        let kind = TraceDifferenceKind::ErrorOnlyLeft;
        return Ok(Verdict::Violated(TraceDifference { trace: Vec::new(), kind }));
    }
    let mut trail = Trail::new(start);
    let mut level = 0;
    while level < trail.items.len() {
        // First the pairs that are reached by the same number of visible actions, over τ ...
        let mut here = level;
        while here < trail.items.len() {
            poll(here, budget)?;
            let (state, set) = trail.items[here];
            for t in lts.transitions(state).iter().take_while(|t| t.action.is_tau()) {
                if t.target.is_error() {
                    let trace = trail.trace(here, t.action);
                    let kind = TraceDifferenceKind::ErrorOnlyLeft;
                    return Ok(Verdict::Violated(TraceDifference { trace, kind }));
                }
                trail.add((t.target, set), here, t.action);
            }
            here += 1;
        }
        // ... then those by one more.
        let next_level = trail.items.len();
        for here in level..next_level {
            poll(here, budget)?;
            let (state, set) = trail.items[here];
            let allowed = allowed_steps.steps(set, budget)?;
            for t in lts.transitions(state).iter().skip_while(|t| t.action.is_tau()) {
                let step = allowed.binary_search_by_key(&t.action, |step| step.action);
                let kind = match step.map(|i| allowed[i].target) {
                    Ok(StateId::ERROR) => continue,
                    Ok(after) if !t.target.is_error() => {
                        trail.add((t.target, after), here, t.action);
                        continue;
                    }
                    Err(_) if !t.target.is_error() => TraceDifferenceKind::OnlyLeft,
                    _ => TraceDifferenceKind::ErrorOnlyLeft,
                };
                let trace = trail.trace(here, t.action);
                return Ok(Verdict::Violated(TraceDifference { trace, kind }));
            }
        }
        budget.check_states(trail.items.len() as u64)?;
        level = next_level;
    }
    Ok(Verdict::Holds)
}

fn poll(steps: usize, budget: &Budget) -> Result<(), StopReason> {
    if steps.is_multiple_of(256) { budget.poll(Poll::Compare) } else { Ok(()) }
}
