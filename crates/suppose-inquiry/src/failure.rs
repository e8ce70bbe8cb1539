//! Why something could not be done at all.

use std::fmt;

use suppose_base::{Diagnostic, StopReason};

/// Why there is no answer: the input or the options are wrong, or a limit was reached before there was
/// anything to ask.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The input or the options are wrong.
    Input(Vec<Diagnostic>),
    /// A limit was reached, or this version cannot do it.
    Stopped(StopReason),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(vec![diagnostic])
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl Failure {
    /// The same failure with the file named in messages that have no place in it.
    #[must_use]
    pub fn about(self, file: &str) -> Self {
        let Self::Input(messages) = self else { return self };
        let name = |message: Diagnostic| {
            if message.labels.is_empty() {
                Diagnostic { message: format!("{file}: {}", message.message), ..message }
            } else {
                message
            }
        };
        Self::Input(messages.into_iter().map(name).collect())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => reason.fmt(f),
            Self::Input(messages) => {
                let texts: Vec<String> =
                    messages.iter().map(|m| format!("{} [{}]", m.message, m.code)).collect();
                f.write_str(&texts.join("; "))
            }
        }
    }
}

impl std::error::Error for Failure {}
