//! The objects that commands print: what all of them begin with, and what stands in place of a result when
//! there is none. Schemas are made from the same types, so an object of a run that failed keeps to them too.

use schemars::JsonSchema;
use serde::Serialize;

use super::diagnostics::Message;

/// What every object begins with.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Header {
    /// The command and the version of its format: `suppose/check/1`.
    pub schema: String,
    /// The version of `suppose`.
    pub version: &'static str,
    /// The file, or the first of several.
    pub file: String,
    /// How long it took.
    pub time_ms: f64,
}

impl Header {
    /// The header of a command about a file.
    pub fn new(command: &str, file: impl Into<String>, time_ms: f64) -> Self {
        let schema = format!("suppose/{command}/1");
        Self { schema, version: env!("CARGO_PKG_VERSION"), file: file.into(), time_ms }
    }
}

/// What a command prints: what every object begins with, then its own fields.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Printed<F> {
    #[serde(flatten)]
    header: Header,
    #[serde(flatten)]
    fields: F,
}

impl<F> Printed<F> {
    /// The fields of a command after their header.
    pub fn new(header: Header, fields: F) -> Self {
        Self { header, fields }
    }
}

/// How a command can end: with its own fields `F`, or without a result. `K` is what may be known when a limit
/// is reached.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Outcome<F, K> {
    /// The command did its work.
    Done(F),
    /// The input or the options are wrong.
    Invalid {
        /// What is wrong.
        diagnostics: Vec<Message>,
    },
    /// A limit was reached before there was a result.
    Stopped {
        /// `timeout`, `states`, `memory`, `interrupted`, `unsupported` or `internal`.
        reason: &'static str,
        /// The same in words.
        message: String,
        /// How many states had been found then.
        #[serde(skip_serializing_if = "Option::is_none")]
        states_so_far: Option<u64>,
        /// What else is known.
        #[serde(flatten)]
        known: K,
    },
}

/// Nothing is known about a result when a limit is reached.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct NothingMore {}
