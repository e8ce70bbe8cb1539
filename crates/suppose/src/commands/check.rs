//! `suppose check FILE...`: properties, deadlock and progress.

mod progress;

use std::io::{self, Write};
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
    let mut subject = Subject::of_files(session, &options.files, target, &options.input)?;
    if subject.finish == Finish::Property {
        subject.into_property(&session.budget)?;
    }
    let mut lines = Vec::new();
    let mut questions = Vec::new();
    for wanted in &options.property {
        match subject.find_property(session, wanted, &options.input)? {
            Property::Component(index) => questions.push(Question::Safe(index)),
            Property::Formula(name) => {
                lines.push(unsupported(name, "formulas are not checked by this version"))
            }
        }
    }
    if options.property.is_empty() {
        questions = subject.system.questions();
    }
    if options.deadlock && !questions.contains(&Question::DeadlockFree) {
        questions.push(Question::DeadlockFree);
    }
    if let Some(what) = not_in_this_version(options.method) {
        lines.extend(questions.iter().map(|q| unsupported(question_name(&subject.system, *q), what)));
        if options.progress {
            lines.push(unsupported("progress".into(), what));
        }
    } else {
        lines.extend(ask(&subject, &questions, session));
        if options.progress {
            lines.extend(progress::ask(&subject, session));
        }
    }
    report(options, &subject.system, &lines, session)?;
    Ok(status(&lines))
}

/// Why a method cannot be used, if it cannot.
fn not_in_this_version(method: Method) -> Option<&'static str> {
    match method {
        Method::Auto | Method::Monolithic => None,
        Method::Learn => Some("the method `learn` is not part of this version"),
        Method::Direct => Some("the method `direct` is not part of this version"),
        Method::Minimise => Some("the method `minimise` is not part of this version"),
        Method::Refine => Some("the method `refine` is not part of this version"),
    }
}

fn unsupported(property: String, why: &str) -> Line {
    let verdict = Verdict::Inconclusive(StopReason::Unsupported(why.to_owned()));
    Line { property, verdict, effort: Effort::default(), time_ms: 0.0 }
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
    let steps = match witness.steps.len() {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    let sentence = match watched {
        None => format!("there is a deadlock after {steps}"),
        Some(c) if system.components[c].role == Role::Property => {
            format!("{property} is violated after {steps}")
        }
        Some(_) => format!("{property} reaches the error state after {steps}"),
    };
    Shape { trace, failed: property.to_owned(), extra: json!({}), lines: shown.lines(witness), sentence }
}

fn status(lines: &[Line]) -> Status {
    let one = |line: &Line| match line.verdict {
        Verdict::Holds => Status::Holds,
        Verdict::Inconclusive(_) => Status::Inconclusive,
        Verdict::Violated(_) => Status::Violated,
    };
    lines.iter().map(one).max().unwrap_or(Status::Holds)
}

fn report(options: &Check, system: &System, lines: &[Line], session: &Session) -> Result<(), Failure> {
    let files: Vec<String> = options.files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let parts: Vec<&str> =
        system.components.iter().filter(|c| c.role == Role::Component).map(|c| c.name.as_str()).collect();
    if session.json {
        let results: Vec<Value> = lines.iter().map(to_json).collect();
        let mut fields = json!({ "system": system.name, "components": parts, "results": results });
        if files.len() > 1 {
            fields["files"] = json!(files);
        }
        return Ok(session.print_json("check", &files[0], fields)?);
    }
    let mut out = io::stdout().lock();
    let count = parts.len();
    let list = if count > 8 && !session.verbose {
        format!("{}, … {}", parts[..6].join(", "), parts[count - 1])
    } else {
        parts.join(", ")
    };
    let plural = if count == 1 { "component" } else { "components" };
    writeln!(out, "{}: {} of {count} {plural}: {list}", files.join(" "), system.name)?;
    let width = lines.iter().map(|line| line.property.chars().count()).max().unwrap_or(0);
    for line in lines {
        let (word, colour) = match &line.verdict {
            Verdict::Holds => ("holds", "32"),
            Verdict::Violated(_) => ("violated", "31"),
            Verdict::Inconclusive(_) => ("inconclusive", "33"),
        };
        let word = if session.colour { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word.to_owned() };
        let searched = match (line.effort.states_explored, &line.verdict) {
            (0, Verdict::Holds) => " (in the same search)".to_owned(),
            (0, _) => String::new(),
            (n, _) => format!(" ({n} states, {:.1} ms)", line.time_ms),
        };
        let reason = match &line.verdict {
            Verdict::Inconclusive(reason) => format!(": {reason}"),
            _ => String::new(),
        };
        writeln!(out, "  {:width$}  {word}{reason}{searched}", line.property)?;
    }
    for line in lines {
        if let Verdict::Violated(shape) = &line.verdict {
            writeln!(out, "\n{}:", shape.sentence)?;
            for line in &shape.lines {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

fn to_json(line: &Line) -> Value {
    let mut result = json!({
        "property": line.property,
        "verdict": line.verdict.name(),
        "method": "monolithic",
        "stats": {
            "states_explored": line.effort.states_explored,
            "max_states": line.effort.max_states,
            "transitions": line.effort.transitions,
            "bytes": line.effort.bytes,
            "time_ms": line.time_ms,
        },
    });
    match &line.verdict {
        Verdict::Holds => {}
        Verdict::Violated(shape) => {
            result["witness"] = json!(shape.trace);
            result["failed_property"] = json!(shape.failed);
            if let (Value::Object(result), Value::Object(extra)) = (&mut result, &shape.extra) {
                result.extend(extra.clone());
            }
        }
        Verdict::Inconclusive(reason) => {
            result["reason"] = json!(reason.name());
            result["message"] = json!(reason.to_string());
        }
    }
    result
}
