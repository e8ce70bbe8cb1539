//! Why files could not be opened, with what is needed to say so.

use std::fmt;

use suppose_base::{Diagnostic, SourceMap};
use suppose_inquiry::{Failure, Reader};

use crate::report::diagnostics::render;

/// Why something could not be done, with the sources that its messages speak of. Displayed as the command
/// shows it.
#[derive(Debug)]
pub struct Error {
    /// What went wrong.
    pub failure: Failure,
    /// The texts that places refer to.
    pub sources: SourceMap,
    /// What there was to warn about before.
    pub warnings: Vec<Diagnostic>,
}

impl Error {
    /// A failure of some work with a reader.
    pub(crate) fn new(failure: Failure, reader: Reader) -> Self {
        Self { failure, sources: reader.sources, warnings: reader.warnings }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            Failure::Stopped(reason) => reason.fmt(f),
            Failure::Input(messages) => {
                let texts: Vec<String> =
                    messages.iter().map(|message| render(message, &self.sources, false)).collect();
                f.write_str(&texts.join("\n"))
            }
        }
    }
}

impl std::error::Error for Error {}
