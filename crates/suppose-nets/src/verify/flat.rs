//! The search of the whole, as a method.

use suppose_base::{Budget, StopReason, Verdict};

use super::{Answer, Effort, Method};
use crate::design::Design;
use crate::failure::{Failure, Failures};
use crate::replay::replay;
use crate::search::search;

pub(super) fn answer(design: &Design, questions: &[Failure], budget: &Budget) -> Vec<Answer> {
    let found = search(design, Failures::of(questions), budget);
    let effort = Effort {
        states: found.states,
        peak_states: found.states,
        peak_transitions: found.firings,
        ..Effort::default()
    };
    let verdict = |failure: Failure| match found.runs.iter().find(|run| run.failure == failure) {
        Some(run) => match replay(design, run) {
            Ok(_) => Verdict::Violated(run.clone()),
            Err(why) => Verdict::Inconclusive(unconfirmed(&why)),
        },
        None => found.stopped.clone().map_or(Verdict::Holds, Verdict::Inconclusive),
    };
    let answer = |&failure: &Failure| Answer {
        failure,
        verdict: verdict(failure),
        method: Method::Flat,
        effort,
        notes: Vec::new(),
        steps: Vec::new(),
    };
    questions.iter().map(answer).collect()
}

/// A run that does not replay is a mistake of this program, and no answer.
pub(super) fn unconfirmed(why: &str) -> StopReason {
    StopReason::Internal(format!("a run was found that does not replay ({why})"))
}
