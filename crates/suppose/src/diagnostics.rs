//! Messages about input, rendered for the terminal and as JSON.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use suppose::base::{Diagnostic, Label, Severity, SourceMap};

/// Lines longer than this are not shown; the place is named all the same.
const LONGEST_LINE: usize = 500;

/// A message for the terminal: what, where with the source line, notes and help.
pub(crate) fn render(message: &Diagnostic, sources: &SourceMap, colour: bool) -> String {
    let level = match message.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(message.message.as_str()).id(message.code));
    let mut plain_places = Vec::new();
    for (index, label) in message.labels.iter().enumerate() {
        match snippet(label, sources, index == 0) {
            Some(snippet) => group = group.element(snippet),
            None => plain_places.push(place(label, sources)),
        }
    }
    let mut footers: Vec<Element<'_>> = Vec::new();
    for place in &plain_places {
        footers.push(Level::NOTE.message(place.as_str()).into());
    }
    for note in &message.notes {
        footers.push(Level::NOTE.message(note.as_str()).into());
    }
    if let Some(help) = &message.help {
        footers.push(Level::HELP.message(help.as_str()).into());
    }
    let report = [group.elements(footers)];
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&report)
}

/// The lines around a label, unless they are too long to show.
fn snippet<'s>(
    label: &'s Label,
    sources: &'s SourceMap,
    main: bool,
) -> Option<Snippet<'s, annotate_snippets::Annotation<'s>>> {
    let file = sources.file(label.span.file);
    let text = &*file.text;
    let start = floor(text, label.span.start as usize);
    let end = floor(text, (label.span.end as usize).max(start));
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[end..].find('\n').map_or(text.len(), |at| end + at);
    if to - from > LONGEST_LINE {
        return None;
    }
    let line = file.line_column(from as u32).line as usize;
    let kind = if main { AnnotationKind::Primary } else { AnnotationKind::Context };
    let annotation = kind.span(start - from..end - from).label(label.text.as_str());
    Some(Snippet::source(&text[from..to]).path(file.name.as_str()).line_start(line).annotation(annotation))
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, offset: usize) -> usize {
    text.floor_char_boundary(offset.min(text.len()))
}

fn place(label: &Label, sources: &SourceMap) -> String {
    let at = sources.position(label.span);
    let name = &sources.file(label.span.file).name;
    let text = if label.text.is_empty() { "here" } else { &label.text };
    format!("{name}:{}:{}: {text}", at.line, at.column)
}

/// A message as JSON.
pub(crate) fn to_json(message: &Diagnostic, sources: &SourceMap) -> Value {
    let label = |label: &Label| {
        let at = sources.position(label.span);
        let file = &sources.file(label.span.file).name;
        json!({ "file": file, "line": at.line, "column": at.column, "text": label.text })
    };
    let severity = match message.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "code": message.code,
        "severity": severity,
        "message": message.message,
        "labels": message.labels.iter().map(label).collect::<Vec<_>>(),
        "notes": message.notes,
        "help": message.help,
    })
}
