//! Messages about input, as plain data. Terminal, JSON and editors render the same value.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The input means something, though perhaps not what was intended.
    Warning,
    /// The input has no meaning; the command ends with exit code 2.
    Error,
}

/// A place in the source with a short text beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One message: a stable code, what is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Diagnostic {
    /// The stable code; `suppose explain CODE` shows its long text.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// Places; the first one is the main place.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with a code of its crate's table.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message.into())
    }

    /// A warning with a code of its crate's table.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message.into())
    }

    fn new(code: &'static str, severity: Severity, message: String) -> Self {
        Self { code, severity, message, labels: Vec::new(), notes: Vec::new(), help: None }
    }

    /// Adds a place.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The main place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
