//! Progress, as part of `suppose check --progress`.
//!
//! Properties only watch, so progress is a question about the other components. Where one of those can reach the error state, that is
//! the violation to report: what happens for ever means little in a system that can break.

use std::time::Instant;

use serde_json::json;
use suppose::base::{ActionId, Budget, StopReason, Verdict};
use suppose::lts::check::{Effort, Question, check};
use suppose::lts::product::{
    Composed, ProgressViolation, Requirement, check_progress, compose, replay_progress,
};
use suppose::lts::{Role, System};
use suppose::prove::method::Method;

use super::{Line, Shape, question_name, shape};
use crate::session::{Session, milliseconds};
use crate::subject::Subject;

/// The name of the requirement that every action happens again and again, for sources that declare none.
const EVERYTHING: &str = "progress";

pub(super) fn ask(subject: &Subject, session: &Session) -> Vec<Line> {
    let started = Instant::now();
    let components = &subject.system.components;
    let parts: Vec<usize> =
        (0..components.len()).filter(|&i| components[i].role == Role::Component).collect();
    let mut system = subject.system.restricted_to(&parts);
    // Progress is about what happens, whether it is hidden or not; LTSA sees it so too.
    system.hidden.clear();
    let tests: Vec<(String, Requirement)> = if subject.progress.is_empty() {
        vec![(EVERYTHING.to_owned(), Requirement::Each(system.alphabet()))]
    } else {
        subject.progress.clone()
    };
    let mut effort = Effort::default();
    let decided = decide(&system, &tests, &session.budget, &mut effort);
    let time_ms = milliseconds(started.elapsed() / u32::try_from(tests.len().max(1)).unwrap_or(u32::MAX));
    let line = |(property, verdict)| {
        // One composition served all tests; it is counted at the first.
        let effort = std::mem::take(&mut effort);
        Line { property, verdict, method: Method::Monolithic, effort, time_ms, answer: None, flow: None }
    };
    let names = tests.iter().map(|(name, _)| name.clone());
    let verdicts: Vec<Verdict<Shape>> = match decided {
        Err(reason) => tests.iter().map(|_| Verdict::Inconclusive(reason.clone())).collect(),
        Ok(Outcome::Broken) => {
            // A component breaks: show how, for every test.
            let broken: Vec<Question> = system.questions();
            let answers = check(&system, &broken, session.threads, &session.budget);
            let first =
                answers.iter().find(|a| matches!(a.question, Question::Safe(_)) && !a.verdict.holds());
            let explain = |_| match first {
                Some(answer) => answer.verdict.clone().map(|witness| {
                    let searched: Vec<usize> = answer.searched.iter().map(|&i| parts[i]).collect();
                    let failed = question_name(&system, answer.question);
                    shape(subject, &searched, &witness, &failed, session)
                }),
                None => Verdict::Inconclusive(StopReason::Internal(
                    "the composition has an error state and no component reaches its own".into(),
                )),
            };
            tests.iter().map(explain).collect()
        }
        Ok(Outcome::Decided(composed, violations)) => {
            let one =
                |((name, requirement), violation): (&(String, Requirement), &Option<ProgressViolation>)| {
                    violation.as_ref().map_or(Verdict::Holds, |v| {
                        match replay_progress(&composed.lts, requirement, v) {
                            Ok(()) => Verdict::Violated(shape_of(
                                &subject.system,
                                &system,
                                &composed,
                                name,
                                requirement,
                                v,
                            )),
                            Err(error) => Verdict::Inconclusive(StopReason::Internal(error)),
                        }
                    })
                };
            tests.iter().zip(&violations).map(one).collect()
        }
    };
    names.zip(verdicts).map(line).collect()
}

enum Outcome {
    /// Some component reaches the error state.
    Broken,
    /// For each requirement, how it is violated.
    Decided(Box<Composed>, Vec<Option<ProgressViolation>>),
}

fn decide(
    system: &System,
    tests: &[(String, Requirement)],
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Outcome, StopReason> {
    let composed = compose(system, budget)?;
    effort.states_explored = composed.lts.num_states() as u64;
    effort.max_states = effort.states_explored;
    effort.transitions = composed.lts.num_transitions() as u64;
    if composed.lts.has_error() {
        return Ok(Outcome::Broken);
    }
    let requirements: Vec<Requirement> = tests.iter().map(|(_, requirement)| requirement.clone()).collect();
    let violations = check_progress(&composed.lts, &requirements, budget)?;
    Ok(Outcome::Decided(Box::new(composed), violations))
}

fn shape_of(
    whole: &System,
    system: &System,
    composed: &Composed,
    name: &str,
    requirement: &Requirement,
    violation: &ProgressViolation,
) -> Shape {
    let text = |action: &ActionId| system.actions.name(*action).to_owned();
    // As in every witness, what the whole hides is silent.
    let shown = |action: &ActionId| text(if whole.is_hidden(*action) { &ActionId::TAU } else { action });
    let trace: Vec<String> = violation.trace.iter().map(shown).collect();
    let cycle: Vec<String> = violation.cycle.iter().map(shown).collect();
    let occurring: Vec<String> = violation.occurring.iter().map(text).collect();
    let missing: Vec<String> = match requirement {
        Requirement::AnyOf(actions) | Requirement::IfThen(_, actions) => actions.iter().map(text).collect(),
        Requirement::Each(actions) => {
            actions.iter().filter(|a| violation.occurring.binary_search(a).is_err()).map(text).collect()
        }
    };
    let mut lines = Vec::new();
    for (index, action) in trace.iter().enumerate() {
        let (before, after) =
            (composed.locals(violation.path[index]), composed.locals(violation.path[index + 1]));
        let moved: Vec<&str> = (0..before.len())
            .filter(|&i| {
                let known = system.components[i].lts.has_action(violation.trace[index]);
                known || before[i] != after[i]
            })
            .map(|i| system.components[i].name.as_str())
            .collect();
        lines.push(format!("  {:>4}  {action}  ({})", index + 1, moved.join(", ")));
    }
    let size = violation.size;
    let then = if trace.is_empty() { "" } else { "and then " };
    if cycle.is_empty() {
        lines.push(format!("  {then}nothing can happen any more"));
    } else {
        let states = if size == 1 { "state" } else { "states" };
        lines.push(format!("  {then}for ever, among {size} {states}: {}", listed(&occurring)));
        lines.push(format!("  for example the cycle: {}", listed(&cycle)));
    }
    lines.push(format!("  never again: {}", listed(&missing)));
    let sentence = format!("{name} is violated: from some point on the system makes no such progress");
    let extra = json!({ "cycle": cycle, "terminal_actions": occurring, "missing": missing });
    Shape { trace, failed: name.to_owned(), extra, lines, sentence }
}

/// A list for the eye: not too long.
fn listed(names: &[String]) -> String {
    const MOST: usize = 16;
    if names.len() <= MOST {
        return names.join(", ");
    }
    format!("{}, and {} more", names[..MOST].join(", "), names.len() - MOST)
}
