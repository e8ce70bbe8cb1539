//! File formats for a single LTS.
//!
//! | format | in | out | keeps |
//! |---|---|---|---|
//! | Aldebaran `.aut` | [`read_aut`] | [`write_aut`] | states, transitions, τ, π; neither the end state nor unused actions |
//! | JSON | [`read_json`] | [`write_json`] | everything |
//! | FSP text | the FSP front end | [`write_fsp`] | everything reachable; foreign action names are replaced |
//! | Graphviz DOT | | [`write_dot`] | for the eye |
//!
//! Readers take bytes and give an [`Lts`](crate::Lts) or [`ReadError`]; they never panic and never allocate
//! by what a header merely claims. Writers take any [`Write`](std::io::Write) and give the same bytes for the
//! same value. Action names are free of control characters but for the tab; a writer whose format cannot hold
//! a name says so with an error.

mod aut;
mod dot;
mod fsp_text;
mod json;
mod output;

use std::{fmt, io};

use suppose_base::{Diagnostic, StopReason};

use aut::dotted;
pub use aut::{AutFile, TauSpelling, read_aut, write_aut};
pub use dot::write_dot;
pub use fsp_text::write_fsp;
pub use json::{JsonFile, read_json, write_json};

/// How many states a file may declare beyond those that its transitions can mention.
const IDLE_STATES: u64 = 1 << 22;

/// After this many errors the rest of a file is not looked at.
const MOST_ERRORS: usize = 20;

/// Why a file gave no LTS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is wrong; at least one of these is an error.
    Invalid(Vec<Diagnostic>),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<StopReason> for ReadError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(problems) => match problems.iter().find(|d| d.is_error()) {
                Some(first) => write!(f, "{}: {}", first.code, first.message),
                None => f.write_str("the file is not valid"),
            },
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Why an LTS was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The receiver failed, or the format cannot hold this value.
    Io(io::Error),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<StopReason> for WriteError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}
