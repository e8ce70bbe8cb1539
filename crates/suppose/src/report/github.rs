//! Reports as workflow commands of GitHub Actions, which become annotations at the lines they name.

use std::io::{self, Write};

use suppose_base::{Diagnostic, SourceMap, Span, Verdict};
use suppose_inquiry::Failure;

use super::escape::{workflow, workflow_property};
use super::{Format, Look, Report, level_of, question_label, story_lines};

/// For GitHub Actions.
#[derive(Clone, Copy, Debug)]
pub(super) struct GitHub;

impl Format for GitHub {
    fn name(&self) -> &'static str {
        "github"
    }

    fn about(&self) -> &'static str {
        "annotations of GitHub Actions"
    }

    fn write(&self, reports: &[Report], look: &Look, out: &mut dyn Write) -> io::Result<()> {
        reports.iter().try_for_each(|report| write_one(report, look, out))
    }
}

fn write_one(report: &Report, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    for message in &report.warnings {
        annotate_message(report, message, out)?;
    }
    match &report.failure {
        Some(Failure::Input(messages)) => {
            messages.iter().try_for_each(|message| annotate_message(report, message, out))?;
        }
        Some(Failure::Stopped(reason)) => {
            let text = report.failure_text().unwrap_or_default();
            annotate(level_of(reason), &whole_file(report), "inconclusive", &text, out)?;
        }
        None => {}
    }
    for answer in &report.answers {
        let place = answer.question.span.map_or_else(|| whole_file(report), |span| at(&report.sources, span));
        let name = &answer.question.name;
        match &answer.verdict {
            Verdict::Holds => writeln!(out, "{name} holds")?,
            Verdict::Inconclusive(reason) => {
                let title = format!("{name} has no answer");
                annotate(level_of(reason), &place, &title, &reason.to_string(), out)?;
            }
            Verdict::Violated(evidence) => {
                let story = evidence.story();
                let lines = story_lines(&story, &report.sources, look);
                let text = if lines.is_empty() { story.sentence.clone() } else { lines.join("\n") };
                annotate("error", &place, &story.sentence, &text, out)?;
            }
        }
    }
    for question in report.declared_and_not_checked() {
        let text = format!("{} was not checked", question_label(question));
        annotate("notice", &whole_file(report), "not checked", &text, out)?;
    }
    Ok(())
}

fn annotate_message(report: &Report, message: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
    let level = if message.is_error() { "error" } else { "warning" };
    let place = message.span().map_or_else(|| whole_file(report), |span| at(&report.sources, span));
    let help = message.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
    annotate(level, &place, message.code, &format!("{}{help}", message.message), out)
}

fn annotate(level: &str, place: &str, title: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "::{level} {place},title={}::{}", workflow_property(title), workflow(text))
}

fn at(sources: &SourceMap, span: Span) -> String {
    let at = sources.position(span);
    let file = workflow_property(&sources.file(span.file).name);
    format!("file={file},line={},col={}", at.line, at.column)
}

fn whole_file(report: &Report) -> String {
    format!("file={}", workflow_property(report.files.first().map_or("", String::as_str)))
}
