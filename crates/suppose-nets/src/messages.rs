//! Messages about one file, as many as somebody would read.

use suppose_base::Diagnostic;

/// After this many errors, and after this many warnings, more are not kept.
const MOST: usize = 20;

/// Errors and warnings in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Messages {
    /// Adds an error that costs something to write, such as one with a guess at what was meant.
    pub(crate) fn push_error_with(&mut self, write: impl FnOnce() -> Diagnostic) {
        if self.errors < MOST {
            self.push(write());
        } else {
            self.errors += 1;
        }
    }

    /// Adds a warning that costs something to write.
    pub(crate) fn push_warning_with(&mut self, write: impl FnOnce() -> Diagnostic) {
        if self.warnings < MOST {
            self.push(write());
        } else {
            self.warnings += 1;
        }
    }

    /// Adds a message.
    pub(crate) fn push(&mut self, message: Diagnostic) {
        let count = if message.is_error() { &mut self.errors } else { &mut self.warnings };
        *count += 1;
        if *count <= MOST {
            self.kept.push(message);
        }
    }

    /// Whether there are errors.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// What was kept.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.kept
    }
}
