//! The concurrent transitions of one internal action ζ: the largest set in which each is justified by others
//! (Yao 2012, definition 3.3.1).
//!
//! # Definition
//! A step `s -ζ-> s'` of the set has an answer to every other transition `s -a-> t`:
//! * `s' -a-> t'` where `t' = t`, or `t' = π`, or `t -ζ-> t'` is in the set too; or
//! * if `a` is internal, staying in `s'`, where `t = s'`, or `t -ζ-> s'` is in the set too.
//!
//! The dissertation has the first line without π, and only for `a` other than ζ; why ζ must be in it,
//! [`region`](super::region()) says. π may answer everything because after a failure nothing matters.
//!
//! # Algorithm
//! The largest set is what is left when steps with an unanswered transition are taken out again and again.
//! Each transition to be answered counts the answers it still has; a step that is taken out lowers the counts
//! of those it answered. This is the search for essential transitions and for all that depends on them
//! (algorithm 7), as a fixpoint. Each transition `s -a-> t` is looked at once for each ζ step of `s`, and
//! then each ζ step of `t`, with a search in the sorted row of `s'`.

use suppose_base::{Budget, Poll, StateId, StopReason};

use super::Step;
use crate::graph::StateGraph;
use crate::reduce::rest::Rest;

/// The concurrent ones of all steps with one internal action; both lists are sorted by place.
pub(super) fn concurrent(
    graph: &StateGraph,
    rest: &Rest<'_>,
    steps: &[Step],
    budget: &Budget,
) -> Result<Vec<Step>, StopReason> {
    let mut in_set = vec![true; steps.len()];
    let mut dropped: Vec<usize> = Vec::new();
    // What must be answered: by which step, and how many answers are left.
    let mut questions: Vec<(usize, u32)> = Vec::new();
    // For each step the questions that it answers.
    let mut answers: Vec<Vec<u32>> = vec![Vec::new(); steps.len()];
    for (number, step) in steps.iter().enumerate() {
        if number % 256 == 0 {
            budget.poll(Poll::Reduce)?;
        }
        for (at, t) in rest.row(step.source) {
            if at == step.at {
                continue;
            }
            let internal = graph.is_internal(t.action);
            let settled = [t.target, StateId::ERROR]
                .into_iter()
                .any(|target| rest.contains(step.target, t.action, target))
                || internal && (t.target == step.target || t.target == step.source);
            if settled {
                continue;
            }
            let mut count = 0;
            for answer in steps_from(steps, t.target) {
                let to = steps[answer].target;
                if rest.contains(step.target, t.action, to) || internal && to == step.target {
                    answers[answer].push(questions.len() as u32);
                    count += 1;
                }
            }
            questions.push((number, count));
            if count == 0 && std::mem::replace(&mut in_set[number], false) {
                dropped.push(number);
            }
        }
    }
    while let Some(step) = dropped.pop() {
        for question in std::mem::take(&mut answers[step]) {
            let (asker, left) = &mut questions[question as usize];
            *left -= 1;
            if *left == 0 && std::mem::replace(&mut in_set[*asker], false) {
                dropped.push(*asker);
            }
        }
    }
    let kept = steps.iter().zip(in_set).filter(|&(_, in_set)| in_set);
    Ok(kept.map(|(&step, _)| step).collect())
}

/// The numbers of the steps that leave a state.
fn steps_from(steps: &[Step], state: StateId) -> std::ops::Range<usize> {
    let start = steps.partition_point(|step| step.source < state);
    start..start + steps[start..].partition_point(|step| step.source == state)
}
