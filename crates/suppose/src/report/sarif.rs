//! Reports as SARIF 2.1.0 (OASIS), for code-scanning services and editors: a result for each violation and
//! each question without an answer, with the run as a code flow where its steps have places, and all
//! warnings. What was not asked is no result, so it is among the notifications of the invocation.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};
use suppose_base::{Diagnostic, SourceMap, Span, Verdict};
use suppose_inquiry::{Answer, Failure, Question, Run, Story};

use super::{Format, Look, Report, level_of, question_label};

/// For code-scanning services and editors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sarif;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What notifications about questions that were not asked are called.
const NOT_CHECKED: &str = "not-checked";

impl Format for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn about(&self) -> &'static str {
        "SARIF 2.1.0, for code-scanning services and editors"
    }

    fn write(&self, reports: &[Report], _look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let results: Vec<Value> = reports.iter().flat_map(results).collect();
        let rule = |(id, text): (&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
        let mut rules: Vec<Value> = [
            ("violated", "A property, deadlock freedom or progress is violated"),
            ("inconclusive", "A question has no answer"),
        ]
        .into_iter()
        .map(rule)
        .collect();
        let mut codes: Vec<&str> = reports.iter().flat_map(messages).map(|message| message.code).collect();
        codes.sort_unstable();
        codes.dedup();
        rules.extend(
            codes.iter().filter_map(|name| crate::code(name)).map(|row| rule((row.code, row.summary))),
        );
        let driver = json!({
            "name": "suppose",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
            "notifications": [rule((NOT_CHECKED, "A question was not asked"))],
        });
        let notes: Vec<Value> = reports.iter().flat_map(not_checked).collect();
        let invocation = json!({
            "executionSuccessful": reports.iter().all(Report::is_complete),
            "toolExecutionNotifications": notes,
        });
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": driver },
                "invocations": [invocation],
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        });
        serde_json::to_writer_pretty(&mut *out, &log)?;
        writeln!(out)
    }
}

fn messages(report: &Report) -> Vec<&Diagnostic> {
    let errors = match &report.failure {
        Some(Failure::Input(messages)) => &messages[..],
        _ => &[],
    };
    report.warnings.iter().chain(errors).collect()
}

fn results(report: &Report) -> Vec<Value> {
    let answers = report.answers.iter().filter_map(|answer| result(report, answer));
    let stopped = match &report.failure {
        Some(Failure::Stopped(reason)) => Some(json!({
            "ruleId": "inconclusive",
            "level": level_of(reason),
            "message": { "text": report.failure_text() },
            "locations": [whole_file(report)],
        })),
        _ => None,
    };
    let told = messages(report).into_iter().map(|message| diagnostic(report, message));
    answers.chain(stopped).chain(told).collect()
}

fn result(report: &Report, answer: &Answer) -> Option<Value> {
    let name = &answer.question.name;
    let place = place_of(report, &answer.question);
    match &answer.verdict {
        Verdict::Holds => None,
        Verdict::Inconclusive(reason) => Some(json!({
            "ruleId": "inconclusive",
            "level": level_of(reason),
            "message": { "text": format!("{name} has no answer: {reason}") },
            "locations": [place],
        })),
        Verdict::Violated(evidence) => {
            let story = evidence.story();
            let text = sentence(&story);
            let mut result = json!({
                "ruleId": "violated",
                "level": "error",
                "message": { "text": text },
                "locations": [place],
            });
            if let Some(flow) = flow(&story, &report.sources) {
                result["codeFlows"] = json!([flow]);
            }
            Some(result)
        }
    }
}

/// What is violated, with the run and what goes on for ever after it, where there is such a thing.
fn sentence(story: &Story) -> String {
    let mut run = story.trace.clone();
    if let Some(cycle) = story.cycle.as_ref().filter(|cycle| !cycle.actions.is_empty()) {
        run.push(format!("for ever {}", cycle.actions.join(", ")));
    }
    if run.is_empty() { story.sentence.clone() } else { format!("{}: {}", story.sentence, run.join(", ")) }
}

/// A note for each question that was not asked.
fn not_checked(report: &Report) -> Vec<Value> {
    let note = |question: &Question| {
        json!({
            "descriptor": { "id": NOT_CHECKED },
            "level": "note",
            "message": { "text": format!("{} was not checked", question_label(question)) },
            "locations": [place_of(report, question)],
        })
    };
    report.declared_and_not_checked().map(note).collect()
}

/// Where a question is declared, or else the file.
fn place_of(report: &Report, question: &Question) -> Value {
    question.span.map_or_else(|| whole_file(report), |span| location(&report.sources, span, None))
}

/// The run as a flow through the text, if its steps have places.
fn flow(story: &Story, sources: &SourceMap) -> Option<Value> {
    let Run::Steps { steps, .. } = &story.run else { return None };
    let places: Vec<Value> = steps
        .iter()
        .filter_map(|step| Some(json!({ "location": location(sources, step.place?, Some(&step.action)) })))
        .collect();
    (!places.is_empty()).then(|| json!({ "threadFlows": [{ "locations": places }] }))
}

fn diagnostic(report: &Report, message: &Diagnostic) -> Value {
    let place =
        message.span().map_or_else(|| whole_file(report), |span| location(&report.sources, span, None));
    let help = message.help.iter().map(|help| format!(" ({help})"));
    json!({
        "ruleId": message.code,
        "level": if message.is_error() { "error" } else { "warning" },
        "message": { "text": format!("{}{}", message.message, help.collect::<String>()) },
        "locations": [place],
    })
}

fn location(sources: &SourceMap, span: Span, message: Option<&str>) -> Value {
    let at = sources.position(span);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&sources.file(span.file).name) },
            "region": { "startLine": at.line, "startColumn": at.column },
        },
    });
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}

fn whole_file(report: &Report) -> Value {
    let file = report.files.first().map_or("", String::as_str);
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } })
}

/// A path as a relative or absolute reference.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            b'\\' => uri.push('/'),
            other => {
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    if path.starts_with('/') { format!("file://{uri}") } else { uri }
}
