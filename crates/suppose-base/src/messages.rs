//! The messages about one text.
//!
//! Nobody reads thousands of messages, and the search for a similar name costs time for each, so there is a
//! bound. Errors and warnings are counted apart: a text with many warnings still says that it is wrong.

use crate::Diagnostic;

/// How many errors are kept unless a list says otherwise.
const MOST_ERRORS: usize = 200;

/// How many warnings.
const MOST_WARNINGS: usize = 100;

/// A bounded list of messages.
#[derive(Clone, Debug)]
pub struct Reports {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// How many errors and how many warnings there is room for.
    most: (usize, usize),
}

impl Default for Reports {
    fn default() -> Self {
        Self { most: (MOST_ERRORS, MOST_WARNINGS), ..Self::at_most(0) }
    }
}

impl Reports {
    /// A list of so many errors, and of as many warnings. With none it serves a parser that looks ahead: the
    /// same text will be read again.
    pub fn at_most(most: usize) -> Self {
        Self { list: Vec::new(), errors: 0, warnings: 0, most: (most, most) }
    }

    /// Records an error; it is only made when there is room for it.
    pub fn add(&mut self, error: impl FnOnce() -> Diagnostic) {
        self.errors += 1;
        if self.errors <= self.most.0 {
            self.list.push(error());
        }
    }

    /// Records a warning; it is only made when there is room for it.
    pub fn warn(&mut self, warning: impl FnOnce() -> Diagnostic) {
        self.warnings += 1;
        if self.warnings <= self.most.1 {
            self.list.push(warning());
        }
    }

    /// Records a message.
    pub fn push(&mut self, message: Diagnostic) {
        if message.is_error() {
            self.add(|| message);
        } else {
            self.warn(|| message);
        }
    }

    /// How many errors there were.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether there were errors.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The message that was recorded last.
    pub fn last(&self) -> Option<&Diagnostic> {
        self.list.last()
    }

    /// The messages, by place in the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
        self.list
    }

    /// The messages, in the order in which they were recorded.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_warnings_have_room_of_their_own() {
        let mut reports = Reports::at_most(2);
        for _ in 0..5 {
            reports.warn(|| Diagnostic::warning("W0001", "odd"));
        }
        assert!(!reports.has_errors());
        reports.push(Diagnostic::error("E0001", "wrong"));
        assert_eq!(reports.errors(), 1);
        let codes: Vec<&str> = reports.into_list().iter().map(|message| message.code).collect();
        assert_eq!(codes, ["W0001", "W0001", "E0001"]);
    }

    #[test]
    fn what_there_is_no_room_for_is_counted_and_not_made() {
        let mut reports = Reports::at_most(0);
        reports.add(|| unreachable!("there is no room"));
        assert_eq!(reports.errors(), 1);
        assert!(reports.finish().is_empty());
    }
}
