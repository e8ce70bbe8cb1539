//! Reports for people: a line for each question, then what shows violations.

use std::io::{self, Write};

use suppose_base::{StopReason, Verdict};
use suppose_inquiry::{Answer, Failure, Question, counted};
use suppose_lts::check::Effort;
use suppose_prove::method::Method;

use super::details::Details;
use super::diagnostics::line_of;
use super::table::table;
use super::{Format, Look, Report, WrittenCertificate, milliseconds, question_label, story_lines};

/// More components than this are not all named in the heading.
const NAMED: usize = 8;

/// More questions that were not asked are only counted.
const UNASKED: usize = 6;

/// For people.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn about(&self) -> &'static str {
        "for people"
    }

    fn write(&self, reports: &[Report], look: &Look, out: &mut dyn Write) -> io::Result<()> {
        for (number, report) in reports.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            write_one(report, look, out)?;
        }
        Ok(())
    }
}

/// A word in bold and in a colour, if colours are wanted.
pub(super) fn coloured(word: &str, colour: &str, look: &Look) -> String {
    if look.colour { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word.to_owned() }
}

fn write_one(report: &Report, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let files = report.files.join(" ");
    if let Some(text) = report.failure_text() {
        return match &report.failure {
            Some(Failure::Stopped(_)) => write_stopped(report, &files, &text, look, out),
            _ if text.starts_with(&files) => writeln!(out, "{text}"),
            _ => writeln!(out, "{files}: {text}"),
        };
    }
    writeln!(out, "{files}: {} of {}", report.system, components(report, look))?;
    report.context.opening.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let shown = &report.answers;
    let width = shown.iter().map(|answer| answer.question.name.chars().count()).max().unwrap_or(0);
    for answer in shown {
        let (word, colour) = match &answer.verdict {
            Verdict::Holds => ("holds", "32"),
            Verdict::Violated(_) => ("violated", "31"),
            Verdict::Inconclusive(_) => ("inconclusive", "33"),
        };
        let word = coloured(word, colour, look);
        let remark = remark(answer);
        writeln!(out, "  {:width$}  {word}{remark}{}", answer.question.name, took(answer, look))?;
    }
    report.context.closing.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let unasked = report.not_checked.iter().filter(|question| question.declared);
    write_not_checked(unasked, " (--all checks everything declared)", look, out)?;
    write_not_checked(report.left_out.iter(), " (these options leave them out)", look, out)?;
    shown.iter().try_for_each(|answer| write_more(report, answer, look, out))?;
    if let Some(Some(WrittenCertificate { path, results })) = &report.certificate {
        writeln!(out, "certificate of {}: {}", counted(*results, "result"), path.display())?;
    }
    match &report.waveform {
        Some((path, true)) => writeln!(out, "waveform: {}", path.display()),
        Some((path, false)) => writeln!(out, "no waveform: there is no run for {}", path.display()),
        None => Ok(()),
    }
}

/// What there is to say when a limit was reached before anything could be asked.
fn write_stopped(
    report: &Report,
    files: &str,
    text: &str,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{files}: {}: {text}", coloured("inconclusive", "33", look))?;
    report.states_so_far.iter().try_for_each(|states| writeln!(out, "  states so far: {states}"))
}

fn components(report: &Report, look: &Look) -> String {
    let names = &report.components;
    let count = names.len();
    let list = if count > NAMED && !look.verbose {
        format!("{}, … {}", names[..6].join(", "), names[count - 1])
    } else {
        names.join(", ")
    };
    match count {
        0 => "no components".to_owned(),
        _ => format!("{}: {list}", counted(count, "component")),
    }
}

/// What was declared and not asked, and why.
fn write_not_checked<'q>(
    questions: impl Iterator<Item = &'q Question>,
    why: &str,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let told: Vec<String> = questions.map(question_label).collect();
    if told.is_empty() {
        return Ok(());
    }
    let shown = if look.verbose { told.len() } else { told.len().min(UNASKED) };
    let more = match told.len() - shown {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    writeln!(out, "not checked: {}{more}{why}", told[..shown].join("; "))
}

/// What there is to say about a verdict.
fn remark(answer: &Answer) -> String {
    match (&answer.verdict, &answer.extras.remark) {
        (_, Some(remark)) => remark.clone(),
        (Verdict::Inconclusive(reason), None) => format!(": {reason}"),
        (_, None) => String::new(),
    }
}

/// What an answer took, in brackets, after how it was found.
fn took(answer: &Answer, look: &Look) -> String {
    let extras = &answer.extras;
    let time = format!("{:.1} ms", milliseconds(answer.time));
    let by_parts = Details::of(answer).and_then(Details::summary);
    let how: Vec<&str> = by_parts.as_deref().into_iter().chain(extras.how.as_deref()).collect();
    let how = how.join("; ");
    if let Some(measure) = &extras.measure {
        let how = if how.is_empty() { String::new() } else { format!("{how}, ") };
        return if measure.is_empty() { String::new() } else { format!(" ({how}{measure}, {time})") };
    }
    let Effort { states_explored, transitions, bytes, .. } = answer.effort;
    let states = counted(states_explored, "state");
    let how = match (&answer.by_parts, answer.method) {
        _ if !how.is_empty() => how,
        (None, Method::Monolithic) | (Some(_), _) => String::new(),
        (None, method) => method.name().to_owned(),
    };
    match (how.is_empty(), states_explored, &answer.verdict) {
        (_, 0, Verdict::Inconclusive(_)) if extras.how.is_none() => String::new(),
        (true, 0, Verdict::Holds) => " (in the same search)".to_owned(),
        (true, 0, _) => String::new(),
        (false, 0, _) if answer.by_parts.is_none() && extras.how.is_none() => String::new(),
        (false, ..) => format!(" ({how}; {states}, {time})"),
        (true, ..) if look.verbose && answer.by_parts.is_some() => {
            let memory = if bytes > 0 { format!("{}, ", counted(bytes, "byte")) } else { String::new() };
            format!(" ({states}, {}, {memory}{time})", counted(transitions, "transition"))
        }
        (true, ..) => format!(" ({states}, {time})"),
    }
}

/// What follows the table: how a property is violated, where learning stopped, and with `-v` how the answer
/// was found.
fn write_more(report: &Report, answer: &Answer, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let name = &answer.question.name;
    let mut lines = Vec::new();
    if let Some(details) = Details::of(answer) {
        if look.verbose {
            lines.extend(details.lines());
        }
        lines.extend(details.stopped_at());
    } else {
        if look.verbose {
            lines.extend(answer.extras.details.iter().map(|line| format!("  {line}")));
        }
        lines.extend(answer.notes.iter().map(|note| format!("  {note}")));
    }
    if !lines.is_empty() {
        writeln!(out, "\n{name} by {}:", answer.method)?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    write_path(report, answer, out)?;
    if let Verdict::Violated(evidence) = &answer.verdict {
        let story = evidence.story();
        writeln!(out, "\n{}{}:", story.sentence, answer.extras.scene)?;
        let lines = story_lines(&story, &report.sources, look);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let drawing = evidence.drawing(look.width, look.verbose);
        if !drawing.is_empty() {
            writeln!(out)?;
        }
        drawing.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if let Verdict::Inconclusive(StopReason::Internal(_)) = &answer.verdict {
        writeln!(
            out,
            "\n{name} has no answer because a check of suppose by itself failed; please report this"
        )?;
    }
    Ok(())
}

/// A path of data-flow analysis that is not shown to be a run of the program.
fn write_path(report: &Report, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let extras = &answer.extras;
    let Some(path) = &extras.path else { return Ok(()) };
    let name = &answer.question.name;
    let what = match extras.feasible {
        Some(Some(false)) => "which no run of the program takes",
        _ => "and it is not known whether a run of the program takes it",
    };
    writeln!(out, "\na path to a violation of {name}, {what}:")?;
    let mut rows = vec![["#", "action", "by", ""].map(str::to_owned)];
    for (number, action) in path.iter().enumerate() {
        let by = extras.path_by.as_ref().and_then(|by| by.get(number)).cloned().unwrap_or_default();
        let place = extras.path_places.as_ref().and_then(|places| places.get(number).copied().flatten());
        let place = place.map_or_else(String::new, |span| line_of(&report.sources, span));
        rows.push([(number + 1).to_string(), action.clone(), by, place]);
    }
    table(&rows).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if extras.feasible == Some(Some(false)) {
        writeln!(out, "  more constraints may rule it out; --constraint auto adds them")?;
    }
    Ok(())
}
