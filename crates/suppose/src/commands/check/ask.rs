//! Answering questions, each by the method that was asked for.
//!
//! The plain search answers several questions together where that is cheaper. `auto` begins with it when there are several, up to
//! a limit; what is still open then gets a race of its own. Where there are priorities nobody else can run, and there is no such limit.

use std::time::Instant;

use suppose::base::{StopReason, Verdict};
use suppose::lts::System;
use suppose::lts::check::{Question, check};
use suppose::prove::method::{Answer, Method, prove};
use suppose::prove::outcome::sum;

use super::plan::Plan;
use crate::session::{Failure, Session, milliseconds};

/// States of the first search for several properties under `auto`.
const FIRST_SEARCH: u64 = 1 << 14;

/// How much larger than the search that won a race the search for the other properties may be.
const MORE_ROOM: u64 = 4;

/// An answer, and how long it took.
pub(super) struct Timed {
    pub answer: Answer,
    pub time_ms: f64,
}

/// Answers all questions, in order.
pub(super) fn answers(
    system: &System,
    questions: &[Question],
    plan: &Plan,
    session: &Session,
) -> Result<Vec<Timed>, Failure> {
    if plan.method() == Method::Monolithic {
        return Ok(searched(system, questions, None, session));
    }
    // Mistakes in the options are found before anything is proved.
    let options = questions.iter().map(|&q| plan.for_question(system, q)).collect::<Result<Vec<_>, _>>()?;
    let safety: Vec<Question> =
        questions.iter().copied().filter(|question| matches!(question, Question::Safe(_))).collect();
    let mut known = if plan.method() == Method::Auto && safety.len() > 1 {
        let alone = system.priority.is_some();
        searched(system, &safety, (!alone).then_some(FIRST_SEARCH), session)
    } else {
        Vec::new()
    };
    let mut answers = Vec::new();
    let mut tried = plan.method() != Method::Auto;
    for (&question, options) in questions.iter().zip(&options) {
        let place = known.iter().position(|timed| timed.answer.question == question);
        let before = place.map(|place| known.remove(place));
        answers.push(match before {
            Some(timed) if !is_limited(&timed.answer.verdict) => timed,
            before => {
                let started = Instant::now();
                let mut answer = prove(system, question, options, &session.budget);
                let mut time_ms = milliseconds(started.elapsed());
                if let Some(before) = before {
                    answer.findings.effort = sum(before.answer.findings.effort, answer.findings.effort);
                    time_ms += before.time_ms;
                }
                if !tried && answer.method == Method::Monolithic && answer.verdict == Verdict::Holds {
                    tried = true;
                    search_the_rest(system, &answer, &mut known, session);
                }
                Timed { answer, time_ms }
            }
        });
    }
    Ok(answers)
}

/// Where the plain search won the race for one property, it is likely to win for the others. So what is still open is searched for
/// together, once, with more room than the winner needed.
fn search_the_rest(system: &System, won: &Answer, known: &mut [Timed], session: &Session) {
    let limit = won.findings.effort.max_states.saturating_mul(MORE_ROOM);
    let open: Vec<usize> =
        (0..known.len()).filter(|&place| is_limited(&known[place].answer.verdict)).collect();
    if open.len() < 2 {
        return;
    }
    let questions: Vec<Question> = open.iter().map(|&place| known[place].answer.question).collect();
    for (place, mut found) in open.into_iter().zip(searched(system, &questions, Some(limit), session)) {
        let before = &known[place];
        found.answer.findings.effort = sum(before.answer.findings.effort, found.answer.findings.effort);
        found.time_ms += before.time_ms;
        known[place] = found;
    }
}

/// Whether a search was too small or had no place for the system at all; others may still know.
fn is_limited<W>(verdict: &Verdict<W>) -> bool {
    matches!(verdict, Verdict::Inconclusive(StopReason::States(_) | StopReason::Unsupported(_)))
}

/// Answers by plain searches, with a limit of their own; the time is shared out.
fn searched(system: &System, questions: &[Question], limit: Option<u64>, session: &Session) -> Vec<Timed> {
    let started = Instant::now();
    let budget = match (limit, session.budget.max_states()) {
        (None, _) => session.budget.clone(),
        (Some(limit), most) => session.budget.clone().with_max_states(most.map_or(limit, |m| m.min(limit))),
    };
    let found = check(system, questions, session.threads, &budget);
    let time_ms = milliseconds(started.elapsed() / u32::try_from(found.len().max(1)).unwrap_or(u32::MAX));
    found.into_iter().map(|found| Timed { answer: Answer::found(system, found), time_ms }).collect()
}
