//! `suppose check FILE...`: properties, deadlock and progress.

mod progress;
mod report;
mod stuck;

use std::time::Instant;

use serde_json::{Value, json};
use suppose::base::{StopReason, Verdict};
use suppose::lang::fsp::Finish;
use suppose::lts::check::{Answer, Effort, Question, check};
use suppose::lts::product::{Violation, Witness};
use suppose::lts::{Role, System};

use super::trace::Shown;
use crate::args::{Check, Method};
use crate::session::{Failure, Session, Status, milliseconds};
use crate::subject::{Property, Subject, Target};

/// The answer to one question, ready to be shown.
struct Line {
    property: String,
    verdict: Verdict<Shape>,
    effort: Effort,
    time_ms: f64,
}

impl Line {
    /// A question that no search was made for.
    fn open(property: String, reason: StopReason) -> Self {
        Self { property, verdict: Verdict::Inconclusive(reason), effort: Effort::default(), time_ms: 0.0 }
    }
}

/// What shows a violation.
struct Shape {
    /// The trace, as action names over the whole system.
    trace: Vec<String>,
    failed: String,
    /// More fields for JSON.
    extra: Value,
    /// For the eye.
    lines: Vec<String>,
    sentence: String,
}

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    let target = Target::system(options.system.as_ref());
    let mut subject =
        prepare(options, target, session).map_err(|failure| report::unanswered(options, failure, session))?;
    let mut lines = Vec::new();
    let mut questions = Vec::new();
    for (index, wanted) in options.property.iter().enumerate() {
        if options.property[..index].contains(wanted) {
            continue;
        }
        match subject.find_property(session, wanted, &options.input)? {
            Property::Component(index) => questions.push(Question::Safe(index)),
            Property::Formula(name) => {
                lines.push(unsupported(name, "formulas are not checked by this version"));
            }
        }
    }
    if options.property.is_empty() {
        questions = subject.system.questions();
    }
    if options.deadlock && !questions.contains(&Question::DeadlockFree) {
        questions.push(Question::DeadlockFree);
    }
    if matches!(options.method, Method::Auto | Method::Monolithic) {
        lines.extend(ask(&subject, &questions, session));
        if options.progress {
            lines.extend(progress::ask(&subject, session));
        }
    } else {
        let what = &format!("the method `{}` is not part of this version", options.method.used());
        lines.extend(questions.iter().map(|q| unsupported(question_name(&subject.system, *q), what)));
        if options.progress {
            lines.push(unsupported("progress".into(), what));
        }
    }
    let written = report::report(options, &subject.system, &lines, session);
    status(&lines).once(written)
}

/// The system that the questions are about.
fn prepare(options: &Check, target: Target<'_>, session: &mut Session) -> Result<Subject, Failure> {
    let mut subject = Subject::of_files(session, &options.files, target, &options.input)?;
    if subject.finish == Finish::Property {
        subject.become_property(&session.budget)?;
    }
    Ok(subject)
}

fn unsupported(property: String, why: &str) -> Line {
    Line::open(property, StopReason::Unsupported(why.to_owned()))
}

fn question_name(system: &System, question: Question) -> String {
    match question {
        Question::Safe(component) => system.components[component].name.clone(),
        Question::DeadlockFree => "deadlock".into(),
    }
}

/// Answers questions by search.
fn ask(subject: &Subject, questions: &[Question], session: &Session) -> Vec<Line> {
    let started = Instant::now();
    let answers = check(&subject.system, questions, session.threads, &session.budget);
    let time_ms = milliseconds(started.elapsed() / u32::try_from(answers.len().max(1)).unwrap_or(u32::MAX));
    answers
        .into_iter()
        .map(|answer| {
            let property = question_name(&subject.system, answer.question);
            let Answer { verdict, searched, effort, .. } = answer;
            let verdict = verdict.map(|witness| shape(subject, &searched, &witness, &property, session));
            Line { property, verdict, effort, time_ms }
        })
        .collect()
}

fn shape(
    subject: &Subject,
    searched: &[usize],
    witness: &Witness,
    property: &str,
    session: &Session,
) -> Shape {
    let system = subject.system.restricted_to(searched);
    let origins: Vec<_> = searched.iter().map(|&i| &subject.origins[i]).collect();
    let watched = match witness.violation {
        Violation::Error { component } => Some(component),
        Violation::Deadlock => None,
    };
    let shown = Shown { system: &system, origins: &origins, sources: &session.sources, property: watched };
    let trace = witness.trace(&system).into_iter().map(|a| system.actions.name(a).to_owned()).collect();
    let place = match witness.steps.len() {
        0 => "in the initial state".to_owned(),
        1 => "after 1 step".to_owned(),
        n => format!("after {n} steps"),
    };
    let sentence = match watched {
        None => format!("there is a deadlock {place}"),
        Some(c) if system.components[c].role == Role::Property => format!("{property} is violated {place}"),
        Some(_) => format!("{property} reaches the error state {place}"),
    };
    let mut lines = shown.lines(witness);
    if watched.is_none() {
        lines.extend(stuck::explain(&system, witness, session.verbose));
    }
    Shape { trace, failed: property.to_owned(), extra: json!({}), lines, sentence }
}

fn status(lines: &[Line]) -> Status {
    let one = |line: &Line| match line.verdict {
        Verdict::Holds => Status::Holds,
        Verdict::Inconclusive(_) => Status::Inconclusive,
        Verdict::Violated(_) => Status::Violated,
    };
    lines.iter().map(one).max().unwrap_or(Status::Holds)
}
