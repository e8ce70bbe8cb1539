//! What all commands share: limits, sources, where messages and results go, and how it all ends.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::{Value, json};
use suppose::base::{Budget, CancelToken, Diagnostic, SourceMap, StopReason, Verdict};
use suppose::lang::ada::LowerError;
use suppose::prove::certificate::Source;

use crate::args::{Common, When};
use crate::diagnostics;
use crate::watch::Watch;

/// How a command ended when nothing went wrong; of several answers the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Everything asked about holds, or the work is done.
    Holds,
    /// Something could not be decided.
    Inconclusive,
    /// Something is violated, or two systems differ.
    Violated,
    /// A check of our own work failed.
    Bug,
}

impl Status {
    /// The exit code.
    fn code(self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::Violated => 1,
            Self::Inconclusive => 3,
            Self::Bug => 101,
        }
    }

    /// What an answer comes to.
    pub(crate) fn of<W>(verdict: &Verdict<W>) -> Self {
        match verdict {
            Verdict::Holds => Self::Holds,
            Verdict::Violated(_) => Self::Violated,
            Verdict::Inconclusive(reason) => Self::stopped(reason),
        }
    }

    /// What a reason to stop comes to.
    pub(crate) fn stopped(reason: &StopReason) -> Self {
        if reason.is_internal() { Self::Bug } else { Self::Inconclusive }
    }

    /// How a command with this answer ends once it has been written. When the reader has seen enough before the end, the answer stands.
    pub(crate) fn once(self, written: Result<(), Failure>) -> Result<Self, Failure> {
        match written {
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(self),
            other => other.map(|()| self),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the options are wrong.
    Input(Vec<Diagnostic>),
    /// A limit was reached; what is known so far.
    Stopped(StopReason, Value),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(vec![diagnostic])
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason, json!({}))
    }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Self {
        match error {
            LowerError::Clash(clash) => (*clash).into(),
            LowerError::Stopped(reason) => reason.into(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub source: Source,
    /// Whether another file asked for it.
    pub imported: bool,
}

/// What is coloured.
#[derive(Clone, Copy)]
pub(crate) struct Colours {
    pub results: bool,
    pub messages: bool,
}

/// One run of the command.
pub(crate) struct Session {
    pub budget: Budget,
    pub threads: usize,
    pub sources: SourceMap,
    /// What standard input said, once it has been read.
    pub standard_input: Option<Arc<Vec<u8>>>,
    /// The files read so far with their hashes, for commands that want to know.
    pub reads: Option<Vec<Read>>,
    pub json: bool,
    pub quiet: bool,
    pub verbose: bool,
    /// The name of the command, for the schema of its object.
    command: &'static str,
    /// The file that it is about.
    file: String,
    pub colours: Colours,
    started: Instant,
    /// Checks of our own work that failed and are in no answer.
    bugs: RefCell<Vec<StopReason>>,
    _watch: Watch,
}

/// Says that the program is wrong, and what its authors need to know.
pub(crate) fn ask_for_a_report() {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    complain(&format!(
        "this is a bug in suppose {}: please report it with the input files and this command line:\n  {}",
        env!("CARGO_PKG_VERSION"),
        words.join(" ")
    ));
}

/// Writes a line to standard error; a closed standard error is nothing to complain about.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "suppose: {text}");
}

impl Session {
    /// Begins the run of a command about a file.
    pub(crate) fn new(common: &Common, command: &'static str, file: String) -> Self {
        let cancel = CancelToken::new();
        let mut budget = Budget::unlimited().with_cancel(cancel.clone());
        if let Some(timeout) = common.timeout {
            budget = budget.with_timeout(timeout);
        }
        if let Some(states) = common.max_states {
            budget = budget.with_max_states(states);
        }
        let max_bytes = common.max_memory.map(|mib| mib << 20);
        if let Some(bytes) = max_bytes {
            budget = budget.with_max_bytes(bytes);
        }
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let wanted = |terminal: bool| match common.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && std::env::var_os("NO_COLOR").is_none(),
        };
        let show_progress = !common.quiet && !common.json && io::stderr().is_terminal();
        Self {
            threads: common.threads.map_or_else(cores, usize::from),
            sources: SourceMap::new(),
            standard_input: None,
            reads: None,
            json: common.json,
            quiet: common.quiet,
            verbose: common.verbose,
            command,
            file,
            colours: Colours {
                results: wanted(io::stdout().is_terminal()),
                messages: wanted(io::stderr().is_terminal()),
            },
            started: Instant::now(),
            bugs: RefCell::default(),
            _watch: Watch::start(cancel, max_bytes, show_progress.then(|| budget.counters().clone())),
            budget,
        }
    }

    /// Milliseconds since the command began, to three places.
    pub(crate) fn time_ms(&self) -> f64 {
        milliseconds(self.started.elapsed())
    }

    /// Remembers a file that was read, if somebody wants to know.
    pub(crate) fn note_read(&mut self, path: &Path, bytes: &[u8], imported: bool) {
        if let Some(reads) = &mut self.reads {
            let source = Source::new(path.to_string_lossy().into_owned(), bytes);
            reads.push(Read { source, imported });
        }
    }

    /// Remembers that a check of our own work failed, for the end.
    pub(crate) fn bug(&self, what: StopReason) {
        self.bugs.borrow_mut().push(what);
    }

    /// Shows warnings, unless the user wants quiet.
    pub(crate) fn warn(&self, warnings: &[Diagnostic]) {
        if !self.quiet {
            self.show(warnings);
        }
    }

    fn show(&self, messages: &[Diagnostic]) {
        let mut err = io::stderr().lock();
        for message in messages {
            // A closed standard error is nothing to complain about.
            let _ = writeln!(err, "{}", diagnostics::render(message, &self.sources, self.colours.messages));
        }
    }

    /// Prints the JSON object of the command: the fields that every object has, then its own.
    pub(crate) fn print_json(&self, fields: Value) -> io::Result<()> {
        let mut object = json!({
            "schema": format!("suppose/{}/1", self.command),
            "version": env!("CARGO_PKG_VERSION"),
            "file": self.file,
            "time_ms": self.time_ms(),
        });
        if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
            object.extend(fields);
        }
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &object)?;
        writeln!(out)
    }

    /// Adds how far the work had come when it was stopped.
    fn add_progress(&self, reason: &StopReason, known: &mut Value) {
        let states = match reason {
            // Work looks at the limit from time to time only; how far it went past it says nothing.
            StopReason::States(limit) => *limit,
            _ => self.budget.counters().states.load(Ordering::Relaxed),
        };
        if states > 0 {
            known["states_so_far"] = json!(states);
        }
    }

    /// Reports how a command ended and gives the exit code.
    pub(crate) fn finish(self, ended: Result<Status, Failure>) -> ExitCode {
        let code = match ended {
            Ok(status) => status.code(),
            Err(Failure::Input(messages)) => {
                self.show(&messages);
                if self.json {
                    let list: Vec<Value> =
                        messages.iter().map(|m| diagnostics::to_json(m, &self.sources)).collect();
                    let _ = self.print_json(json!({ "diagnostics": list }));
                }
                2
            }
            Err(Failure::Stopped(reason, mut known)) => {
                self.add_progress(&reason, &mut known);
                if self.json {
                    known["reason"] = json!(reason.name());
                    known["message"] = json!(reason.to_string());
                    let _ = self.print_json(known);
                } else {
                    let mut out = io::stdout().lock();
                    let _ = writeln!(out, "inconclusive: {reason}");
                    if let Value::Object(known) = known {
                        for (key, value) in known.iter().filter(|(_, value)| **value != json!(false)) {
                            let _ = writeln!(out, "  {}: {}", key.replace('_', " "), plain(value));
                        }
                    }
                }
                Status::stopped(&reason).code()
            }
            // The reader of our output has seen enough.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Err(Failure::Output(error)) => {
                complain(&format!("the result cannot be written: {error}"));
                2
            }
        };
        let bugs = self.bugs.borrow();
        for what in bugs.iter() {
            complain(&what.to_string());
        }
        if bugs.is_empty() && code != Status::Bug.code() {
            return ExitCode::from(code);
        }
        ask_for_a_report();
        ExitCode::from(Status::Bug.code())
    }
}

/// A duration in milliseconds, to three places.
pub(crate) fn milliseconds(duration: std::time::Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// A value for the eye: no quotes, and lists without brackets.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_check_outdoes_every_other_answer() {
        let internal = StopReason::Internal("broken".into());
        assert_eq!(Status::stopped(&internal).code(), 101);
        let answers = [
            Verdict::Violated(()),
            Verdict::Inconclusive(internal),
            Verdict::Holds,
            Verdict::Inconclusive(StopReason::Timeout),
        ];
        assert_eq!(answers.iter().map(Status::of).max().map(Status::code), Some(101));
        assert_eq!(answers[2..].iter().map(Status::of).max().map(Status::code), Some(3));
    }
}
