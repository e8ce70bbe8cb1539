//! What `suppose check` says: a line for each question, then the witnesses; or one JSON object.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::Verdict;
use suppose::lts::check::Effort;
use suppose::lts::{Role, System};

use super::certificate::Written;
use super::details::Details;
use super::{Line, Shape};
use crate::args::Check;
use crate::session::{Failure, Session};

/// When a limit ends the work before the first search, says so for every question that the options name.
pub(super) fn unanswered(options: &Check, failure: Failure, session: &Session) -> Failure {
    let Failure::Stopped(reason, mut known) = failure else { return failure };
    if session.json {
        let asked = options.property.iter().map(String::as_str);
        let asked = asked.chain(options.deadlock.then_some("deadlock"));
        let asked = asked.chain(options.progress.then_some("progress"));
        let method = options.proving.method();
        let line = |name: &str| fields(&Line::open(name.to_owned(), method, reason.clone()), session);
        known["results"] = asked.map(line).collect();
    }
    Failure::Stopped(reason, known)
}

pub(super) fn report(
    options: &Check,
    system: &System,
    lines: &[Line],
    certificate: Option<&Written<'_>>,
    session: &Session,
) -> Result<(), Failure> {
    let files: Vec<String> = options.files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let parts: Vec<&str> =
        system.components.iter().filter(|c| c.role == Role::Component).map(|c| c.name.as_str()).collect();
    if session.json {
        let results: Vec<Value> =
            lines.iter().map(|line| to_json(line, line.system(system), session)).collect();
        let mut fields = json!({ "system": system.name, "components": parts, "results": results });
        if files.len() > 1 {
            fields["files"] = json!(files);
        }
        if options.proving.certificate.is_some() {
            fields["certificate"] = json!(certificate.map(|written| written.path.to_string_lossy()));
        }
        return Ok(session.print_json(fields)?);
    }
    let mut out = io::stdout().lock();
    let count = parts.len();
    let list = if count > 8 && !session.verbose {
        format!("{}, … {}", parts[..6].join(", "), parts[count - 1])
    } else {
        parts.join(", ")
    };
    let parts = match count {
        0 => "no components".to_owned(),
        1 => format!("1 component: {list}"),
        _ => format!("{count} components: {list}"),
    };
    writeln!(out, "{}: {} of {parts}", files.join(" "), system.name)?;
    let width = lines.iter().map(|line| line.property.chars().count()).max().unwrap_or(0);
    for line in lines {
        let (word, colour) = match &line.verdict {
            Verdict::Holds => ("holds", "32"),
            Verdict::Violated(_) => ("violated", "31"),
            Verdict::Inconclusive(_) => ("inconclusive", "33"),
        };
        let word =
            if session.colours.results { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word.to_owned() };
        let searched = searched(line, line.system(system), session.verbose);
        let reason = match &line.verdict {
            Verdict::Inconclusive(reason) => format!(": {reason}"),
            _ => String::new(),
        };
        writeln!(out, "  {:width$}  {word}{reason}{searched}", line.property)?;
    }
    for line in lines {
        more(line, line.system(system), session, &mut out)?;
    }
    if let Some(Written { path, results }) = certificate {
        let results = if *results == 1 { "1 result".to_owned() } else { format!("{results} results") };
        writeln!(out, "certificate of {results}: {}", path.display())?;
    }
    Ok(())
}

/// What an answer took, in brackets, after how it was found.
fn searched(line: &Line, system: &System, verbose: bool) -> String {
    let how = line.answer.as_ref().and_then(|answer| Details { system, answer }.summary());
    let Effort { states_explored, transitions, bytes, .. } = line.effort;
    let time = format!("{:.1} ms", line.time_ms);
    let states = match states_explored {
        1 => "1 state".to_owned(),
        n => format!("{n} states"),
    };
    if let Some(flow) = &line.flow {
        let how = how.map_or_else(String::new, |how| format!("{how}; "));
        return format!(" ({how}{}; {states}, {time})", flow.summary());
    }
    match (how, states_explored, &line.verdict) {
        (Some(_), 0, Verdict::Inconclusive(_)) => String::new(),
        (Some(how), ..) => format!(" ({how}; {states}, {time})"),
        (None, 0, Verdict::Holds) => " (in the same search)".to_owned(),
        (None, 0, _) => String::new(),
        _ if verbose => {
            let memory = if bytes > 0 { format!("{bytes} bytes, ") } else { String::new() };
            format!(" ({states_explored} states, {transitions} transitions, {memory}{time})")
        }
        _ => format!(" ({states}, {time})"),
    }
}

/// What follows the table: how a property is violated, where learning stopped, and with `-v` how the answer was found.
fn more(line: &Line, system: &System, session: &Session, out: &mut impl Write) -> io::Result<()> {
    if let Some(answer) = &line.answer {
        let details = Details { system, answer };
        let mut lines = if session.verbose { details.lines() } else { Vec::new() };
        lines.extend(details.stopped_at());
        if !lines.is_empty() {
            writeln!(out, "\n{} by {}:", line.property, answer.method)?;
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
    }
    if let Some(flow) = &line.flow {
        flow.lines(&line.property).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if let Verdict::Violated(shape) = &line.verdict {
        writeln!(out, "\n{}:", shape.sentence)?;
        shape.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn to_json(line: &Line, system: &System, session: &Session) -> Value {
    let mut result = fields(line, session);
    if let Some(answer) = &line.answer {
        Details { system, answer }.add_to(&mut result, session.verbose);
    }
    if let Some(flow) = &line.flow {
        flow.add_to(&mut result);
    }
    result
}

/// The fields that every result has.
fn fields(line: &Line, session: &Session) -> Value {
    let mut result = json!({
        "property": line.property,
        "verdict": line.verdict.name(),
        "method": line.method.name(),
        "stats": {
            "states_explored": line.effort.states_explored,
            "max_states": line.effort.max_states,
            "transitions": line.effort.transitions,
            "time_ms": line.time_ms,
        },
    });
    // Like the time it is no part of the answer: it depends on the number of threads.
    if session.verbose {
        result["stats"]["bytes"] = json!(line.effort.bytes);
    }
    add_verdict(&mut result, &line.verdict);
    result
}

/// What shows a verdict: the witness of a violation, or why there is no answer.
pub(super) fn add_verdict(result: &mut Value, verdict: &Verdict<Shape>) {
    match verdict {
        Verdict::Holds => {}
        Verdict::Violated(shape) => {
            result["witness"] = json!(shape.trace);
            result["failed_property"] = json!(shape.failed);
            if let (Value::Object(result), Value::Object(extra)) = (result, &shape.extra) {
                result.extend(extra.clone());
            }
        }
        Verdict::Inconclusive(reason) => {
            result["reason"] = json!(reason.name());
            result["message"] = json!(reason.to_string());
        }
    }
}
