//! What was found, ready to be shown in any format.
//!
//! A [`Report`] is plain data: the answers, what was not asked, warnings, and the sources that places refer
//! to. Each format is one file with one [`Format`] and one row in [`FORMATS`]; none of them knows how answers
//! were found.

pub mod assumption;
pub mod certified;
pub mod comparison;
pub mod decomposed;
mod details;
pub mod diagnostics;
mod escape;
mod github;
mod json;
mod junit;
pub mod outcome;
mod sarif;
mod shown;
mod story;
pub mod summary;
mod table;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;

use suppose_base::{Diagnostic, SourceMap, StopReason, Verdict};
use suppose_inquiry::{Answer, Context, Failure, Question};

pub use story::story_lines;
use text::coloured;

/// Everything that `check` found about one system.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files, as they were named.
    pub files: Vec<String>,
    /// The name of the system.
    pub system: String,
    /// The names of its components.
    pub components: Vec<String>,
    /// One answer for each question that was asked, in order.
    pub answers: Vec<Answer>,
    /// What `--all` would have asked too: what the input declares, which all formats tell, and what can be
    /// asked of every such system, deadlock among it, which is for programs only.
    pub not_checked: Vec<Question>,
    /// What the input declares and even `--all` does not ask under this plan, because it is about a part.
    pub left_out: Vec<Question>,
    /// What else there is to say.
    pub context: Context,
    /// What there was to warn about.
    pub warnings: Vec<Diagnostic>,
    /// The texts that places refer to.
    pub sources: SourceMap,
    /// The certificate that was asked for, if one was: the file that was written, or nothing when there is
    /// none.
    pub certificate: Option<Option<WrittenCertificate>>,
    /// The waveform that was asked for, if one was: where it should go, and whether there was a run to write.
    pub waveform: Option<(PathBuf, bool)>,
    /// Why nothing could be asked at all.
    pub failure: Option<Failure>,
    /// How far the work had come then, if that is known.
    pub states_so_far: Option<u64>,
    /// How long it took, in milliseconds.
    pub time_ms: f64,
}

/// A certificate that was written.
#[derive(Clone, Debug)]
pub struct WrittenCertificate {
    /// Where it is.
    pub path: PathBuf,
    /// How many results it has.
    pub results: usize,
}

/// What a run of the command comes to; of several the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything asked about holds, or the work is done.
    Holds,
    /// Something could not be decided.
    Inconclusive,
    /// Something is violated, or two systems differ.
    Violated,
    /// The input or the options are wrong.
    Invalid,
    /// A check that this program makes of itself failed.
    Internal,
}

impl Status {
    /// What a verdict comes to.
    pub fn of<W>(verdict: &Verdict<W>) -> Self {
        match verdict {
            Verdict::Holds => Self::Holds,
            Verdict::Violated(_) => Self::Violated,
            Verdict::Inconclusive(StopReason::Internal(_)) => Self::Internal,
            Verdict::Inconclusive(_) => Self::Inconclusive,
        }
    }

    /// What a failure comes to.
    pub fn of_failure(failure: &Failure) -> Self {
        match failure {
            Failure::Input(_) => Self::Invalid,
            Failure::Stopped(StopReason::Internal(_)) => Self::Internal,
            Failure::Stopped(_) => Self::Inconclusive,
        }
    }
}

impl Report {
    /// What it comes to.
    pub fn status(&self) -> Status {
        let answers = self.answers.iter().map(|answer| Status::of(&answer.verdict));
        let failure = self.failure.iter().map(Status::of_failure);
        answers.chain(failure).max().unwrap_or(Status::Holds)
    }

    /// The answer to the question of a name.
    pub fn answer(&self, name: &str) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.question.name == name)
    }

    /// Whether everything that was asked holds.
    pub fn holds(&self) -> bool {
        self.status() == Status::Holds
    }

    /// Why nothing could be asked, in words. After a limit it says that nothing was checked: which questions
    /// there are may not even be known then, so there need not be a line for any of them.
    pub fn failure_text(&self) -> Option<String> {
        self.failure.as_ref().map(|failure| match failure {
            Failure::Input(_) => failure.to_string(),
            Failure::Stopped(reason) => format!("{reason}; nothing was checked"),
        })
    }

    /// What the input declares and nobody asked.
    pub fn declared_and_not_checked(&self) -> impl Iterator<Item = &Question> {
        self.not_checked.iter().filter(|question| question.declared).chain(&self.left_out)
    }

    /// Whether the work was done as far as it could be: whoever reads no result must not take that for good
    /// news otherwise.
    fn is_complete(&self) -> bool {
        self.failure.is_none() && self.status() != Status::Internal
    }
}

/// How a report should look.
#[derive(Clone, Debug)]
pub struct Look {
    /// Say more.
    pub verbose: bool,
    /// Whether words may be coloured.
    pub colour: bool,
    /// How wide a line may be.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Self { verbose: false, colour: false, width: 100 }
    }
}

/// A format of reports.
pub trait Format: Sync {
    /// The name for `--format`.
    fn name(&self) -> &'static str;

    /// What it is for.
    fn about(&self) -> &'static str;

    /// Writes reports: one, or one for each of several systems.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write(&self, reports: &[Report], look: &Look, out: &mut dyn Write) -> io::Result<()>;
}

/// All formats.
pub const FORMATS: &[&dyn Format] =
    &[&text::Text, &json::Json, &junit::JUnit, &sarif::Sarif, &github::GitHub];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// A duration in milliseconds, to three places.
pub fn milliseconds(duration: std::time::Duration) -> f64 {
    to_microseconds(duration.as_secs_f64() * 1e3)
}

/// Milliseconds to three places; a sum of such numbers may have more.
fn to_microseconds(milliseconds: f64) -> f64 {
    (milliseconds * 1e3).round() / 1e3
}

/// A question that was not asked, for people: `progress GO`.
fn question_label(question: &Question) -> String {
    match question.kind.name() {
        kind if kind == question.name => kind.to_owned(),
        kind => format!("{kind} {}", question.name),
    }
}

/// How serious a question without an answer is: a mistake of the program itself is an error.
fn level_of(reason: &StopReason) -> &'static str {
    if reason.is_internal() { "error" } else { "warning" }
}

/// The schemas of the objects that commands print, by command.
pub fn schemas() -> Vec<(&'static str, schemars::Schema)> {
    use outcome::{NothingMore, Outcome, Printed};
    use schemars::schema_for;
    vec![
        ("check", schema_for!(Printed<Outcome<json::CheckFields, NothingMore>>)),
        ("assume", schema_for!(Printed<Outcome<assumption::AssumeObject, NothingMore>>)),
        ("certify", schema_for!(Printed<Outcome<certified::CertifiedObject, NothingMore>>)),
        ("compare", schema_for!(Printed<Outcome<comparison::ComparisonReport, comparison::KnownSizes>>)),
        ("decompose", schema_for!(Printed<Outcome<decomposed::DecomposeObject, NothingMore>>)),
        ("compile", schema_for!(Printed<Outcome<summary::Summary, summary::BeforeReduction>>)),
    ]
}
