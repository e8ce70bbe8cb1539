//! Lines of text with indentation.

use std::fmt::{Display, Write};

/// A text that is being written.
#[derive(Default)]
pub(super) struct Text {
    lines: String,
    depth: usize,
    /// Whether some run is dropped.
    pub(super) drops: bool,
}

impl Text {
    /// Adds a line.
    pub(super) fn line(&mut self, line: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.lines, "{:width$}{line}", "", width = self.depth * 4);
    }

    /// Adds an empty line.
    pub(super) fn gap(&mut self) {
        self.lines.push('\n');
    }

    /// Adds a line; the next ones belong to it.
    pub(super) fn open(&mut self, line: impl Display) {
        self.line(line);
        self.depth += 1;
    }

    /// Ends what [`Text::open`] began, with a line.
    pub(super) fn close(&mut self, line: impl Display) {
        self.depth -= 1;
        self.line(line);
    }

    /// Writes something that belongs to the last line.
    pub(super) fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// Adds a comment, whatever the words are.
    pub(super) fn comment(&mut self, words: impl Display) {
        let words: String = words.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(format_args!("/* {} */", words.replace("*/", "* /")));
    }

    /// All that was written.
    pub(super) fn finish(self) -> String {
        self.lines
    }
}
