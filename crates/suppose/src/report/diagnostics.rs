//! Messages about input, for the terminal and as values for programs.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{Diagnostic, Label, Severity, SourceMap};

/// Lines longer than this are not shown; the place is named all the same.
const LONGEST_LINE: usize = 500;

/// Texts longer than this are cut: a message may quote from the input, and a single name there can be
/// megabytes long.
const LONGEST_TEXT: usize = 300;

/// A text that is not too long to read.
fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_TEXT) {
        // The end is kept, for what follows a long name is the sentence.
        Some((cut, _)) => {
            let tail = text.char_indices().nth_back(39).map_or(cut, |(at, _)| at.max(cut));
            Cow::Owned(format!("{} … {}", &text[..cut], &text[tail..]))
        }
        None => Cow::Borrowed(text),
    }
}

/// A message for the terminal: what, where with the source line, notes and help.
pub fn render(message: &Diagnostic, sources: &SourceMap, colour: bool) -> String {
    let level = match message.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(short(&message.message)).id(message.code));
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
        footers.push(Level::NOTE.message(short(note)).into());
    }
    if let Some(help) = &message.help {
        footers.push(Level::HELP.message(short(help)).into());
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
    let annotation = kind.span(start - from..end - from).label(short(&label.text));
    Some(Snippet::source(&text[from..to]).path(file.name.as_str()).line_start(line).annotation(annotation))
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, offset: usize) -> usize {
    text.floor_char_boundary(offset.min(text.len()))
}

fn place(label: &Label, sources: &SourceMap) -> String {
    let at = sources.position(label.span);
    let name = &sources.file(label.span.file).name;
    let text = if label.text.is_empty() { "here".into() } else { short(&label.text) };
    format!("{name}:{}:{}: {text}", at.line, at.column)
}

/// A message for programs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Message {
    /// The stable code.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where, the main place first.
    pub labels: Vec<MessageLabel>,
    /// More facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

/// A place that a message is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MessageLabel {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is there.
    pub text: String,
}

impl Message {
    /// A diagnostic as such a value.
    pub fn new(message: &Diagnostic, sources: &SourceMap) -> Self {
        let label = |label: &Label| {
            let at = sources.position(label.span);
            let file = sources.file(label.span.file).name.clone();
            MessageLabel { file, line: at.line, column: at.column, text: short(&label.text).into_owned() }
        };
        Self {
            code: message.code,
            severity: match message.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: short(&message.message).into_owned(),
            labels: message.labels.iter().map(label).collect(),
            notes: message.notes.iter().map(|note| short(note).into_owned()).collect(),
            help: message.help.as_deref().map(|help| short(help).into_owned()),
        }
    }
}

/// Where a span begins, as `file:line`.
pub fn line_of(sources: &SourceMap, span: suppose_base::Span) -> String {
    format!("{}:{}", sources.file(span.file).name, sources.position(span).line)
}

/// Where a span begins, as `file:line:column`.
pub(super) fn column_of(sources: &SourceMap, span: suppose_base::Span) -> String {
    let at = sources.position(span);
    format!("{}:{}:{}", sources.file(span.file).name, at.line, at.column)
}
