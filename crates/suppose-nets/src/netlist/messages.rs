//! A bounded list of messages.

use suppose_base::Diagnostic;

/// No warnings are recorded when there are this many messages.
const MOST_WARNINGS: usize = 100;

/// No messages at all are recorded when there are this many.
const MOST: usize = 200;

/// Messages of one run. Warnings stop first, so a full list always holds errors and dropping one more of them changes no outcome.
#[derive(Default)]
pub(super) struct Messages {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Messages {
    pub(super) fn push(&mut self, message: Diagnostic) {
        let most = if message.is_error() { MOST } else { MOST_WARNINGS };
        self.errors += usize::from(message.is_error());
        if self.list.len() < most {
            self.list.push(message);
        }
    }

    /// Whether a warning would still be recorded; if not, nobody needs to find out what it would say.
    pub(super) fn takes_warnings(&self) -> bool {
        self.list.len() < MOST_WARNINGS
    }

    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub(super) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
