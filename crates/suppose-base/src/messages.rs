//! The messages about one text.
//!
//! Nobody reads thousands of messages, and the search for a similar name costs time for each, so there is a
//! bound. Warnings stop before errors, so a full list still says that the text is wrong.

use crate::Diagnostic;

/// No warning is recorded when there are this many messages.
const MOST_WARNINGS: usize = 100;

/// No message at all is recorded when there are this many.
const MOST: usize = 200;

/// A bounded list of messages.
#[derive(Debug, Default)]
pub struct Reports {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Reports {
    /// Records an error; it is only made when there is room for it.
    pub fn add(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        if self.list.len() < MOST {
            self.list.push(diagnostic());
        }
    }

    /// Records a warning; it is only made when there is room for it.
    pub fn warn(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.list.len() < MOST_WARNINGS {
            self.list.push(diagnostic());
        }
    }

    /// How many errors there were.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The messages, by place in the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        self.list
    }
}
