//! What all commands share: limits, the terminal, and how it all ends.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};
use suppose::base::{Budget, CancelToken, Diagnostic, SourceMap, StopReason};
use suppose::inquiry::Failure as Unable;
use suppose::report::diagnostics::{Message, render};
use suppose::report::outcome::{Header, Outcome, Printed};
use suppose::report::{Look, milliseconds};
use suppose::{Error, Project, Status};

use crate::args::{Common, When};
use crate::watch::Watch;

/// How wide a report is where there is no terminal.
const WIDTH: usize = 100;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the options are wrong; the sources that messages speak of.
    Input(Vec<Diagnostic>, SourceMap),
    /// A limit was reached; what is known so far.
    Stopped(StopReason, Value),
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Something that could not be done, with the sources of a project.
    pub(crate) fn of(failure: Unable, sources: &SourceMap) -> Self {
        match failure {
            Unable::Input(messages) => Self::Input(messages, sources.clone()),
            Unable::Stopped(reason) => reason.into(),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(vec![diagnostic], SourceMap::new())
    }
}

impl From<Unable> for Failure {
    fn from(failure: Unable) -> Self {
        Self::of(failure, &SourceMap::new())
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason, json!({}))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// One run of the command.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct Session {
    pub budget: Budget,
    pub threads: usize,
    pub json: bool,
    pub quiet: bool,
    /// Whether there is a terminal for what is said on the way.
    pub show_progress: bool,
    /// How results look.
    pub look: Look,
    /// Whether messages are coloured.
    colour_messages: bool,
    /// The name of the command, for the schema of its object.
    command: &'static str,
    /// The file that it is about.
    file: String,
    started: Instant,
    _watch: Watch,
}

/// Writes a line to standard error; a closed standard error is nothing to complain about.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "suppose: {text}");
}

/// What to say when a check of the program by itself fails.
pub(crate) const REPORT_THIS: &str = "this is a bug in suppose: please report it with the command line, the \
    version (suppose --version) and the input files";

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
        // A study counts runs and not states, and shows them itself.
        let show_states = show_progress && command != "study";
        let terminal = terminal_size::terminal_size_of(io::stdout());
        Self {
            threads: common.threads.map_or_else(cores, usize::from),
            json: common.json,
            quiet: common.quiet,
            show_progress,
            look: Look {
                verbose: common.verbose,
                colour: wanted(io::stdout().is_terminal()),
                width: terminal.map_or(WIDTH, |(width, _)| usize::from(width.0)),
            },
            colour_messages: wanted(io::stderr().is_terminal()),
            command,
            file,
            started: Instant::now(),
            _watch: Watch::start(cancel, max_bytes, show_states.then(|| budget.counters().clone())),
            budget,
        }
    }

    /// Milliseconds since the command began, to three places.
    pub(crate) fn time_ms(&self) -> f64 {
        milliseconds(self.started.elapsed())
    }

    /// Shows warnings, unless the user wants quiet.
    pub(crate) fn warn(&self, warnings: &[Diagnostic], sources: &SourceMap) {
        if !self.quiet {
            self.show(warnings, sources);
        }
    }

    /// Shows what a project has to warn about.
    pub(crate) fn warn_of(&self, project: &Project) {
        self.warn(&project.reader.warnings, &project.reader.sources);
    }

    pub(crate) fn show(&self, messages: &[Diagnostic], sources: &SourceMap) {
        let mut err = io::stderr().lock();
        for message in messages {
            // A closed standard error is nothing to complain about.
            let _ = writeln!(err, "{}", render(message, sources, self.colour_messages));
        }
    }

    /// The failure of opening a project, after its warnings are shown.
    pub(crate) fn not_opened(&self, error: Error) -> Failure {
        self.warn(&error.warnings, &error.sources);
        Failure::of(error.failure, &error.sources)
    }

    /// The failure of work on a project, after its warnings are shown.
    pub(crate) fn not_done(&self, failure: Unable, project: &Project) -> Failure {
        self.warn_of(project);
        Failure::of(failure, &project.reader.sources)
    }

    /// Prints the JSON object of the command: the fields that every object has, then its own.
    pub(crate) fn print_json(&self, fields: &impl Serialize) -> io::Result<()> {
        let header = Header::new(self.command, self.file.clone(), self.time_ms());
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &Printed::new(header, fields))?;
        writeln!(out)
    }

    /// How far the work had come when it was stopped.
    pub(crate) fn states_so_far(&self, reason: &StopReason) -> Option<u64> {
        let states = match reason {
            // Work looks at the limit from time to time only; how far it went past it says nothing.
            StopReason::States(limit) => *limit,
            _ => self.budget.counters().states.load(Ordering::Relaxed),
        };
        (states > 0).then_some(states)
    }

    /// Reports how a command ended and gives the exit code.
    pub(crate) fn finish(self, ended: Result<Status, Failure>) -> ExitCode {
        let status = match ended {
            Ok(status) => status,
            Err(Failure::Input(messages, sources)) => {
                self.show(&messages, &sources);
                if self.json {
                    let diagnostics = messages.iter().map(|m| Message::new(m, &sources)).collect();
                    let _ = self.print_json(&Outcome::<Value, Value>::Invalid { diagnostics });
                }
                Status::Invalid
            }
            Err(Failure::Stopped(reason, known)) => {
                self.tell_stopped(&reason, known);
                Status::of_failure(&Unable::Stopped(reason))
            }
            // The reader of our output has seen enough.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::Holds,
            Err(Failure::Output(error)) => {
                complain(&format!("the result cannot be written: {error}"));
                Status::Invalid
            }
        };
        if status == Status::Internal {
            complain(REPORT_THIS);
        }
        ExitCode::from(code(status))
    }

    fn tell_stopped(&self, reason: &StopReason, mut known: Value) {
        let states_so_far = self.states_so_far(reason);
        if self.json {
            let (reason, message) = (reason.name(), reason.to_string());
            let stopped = Outcome::<Value, Value>::Stopped { reason, message, states_so_far, known };
            let _ = self.print_json(&stopped);
            return;
        }
        if let Some(states) = states_so_far {
            known["states_so_far"] = json!(states);
        }
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "inconclusive: {reason}");
        if let Value::Object(known) = known {
            for (key, value) in known.iter().filter(|(_, value)| **value != json!(false)) {
                let _ = writeln!(out, "  {}: {}", key.replace('_', " "), plain(value));
            }
        }
    }
}

/// The exit code.
fn code(status: Status) -> u8 {
    match status {
        Status::Holds => 0,
        Status::Violated => 1,
        Status::Invalid => 2,
        Status::Inconclusive => 3,
        Status::Internal => 101,
    }
}

/// How a command with this answer ends once it has been written. When the reader has seen enough before the
/// end, the answer stands.
pub(crate) fn once(status: Status, written: Result<(), Failure>) -> Result<Status, Failure> {
    match written {
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(status),
        other => other.map(|()| status),
    }
}

/// A value for the eye: no quotes, and lists without brackets.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let pairs = fields.iter().map(|(key, value)| format!("{key} {}", plain(value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
