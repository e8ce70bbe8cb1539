//! One file for each command: from options to a call of the library, and from what it gives to a report.

mod assume;
mod certify;
mod check;
mod compare;
mod compile;
mod completions;
mod decompose;
mod explain;
mod export;
mod mine;
mod model;
mod present;
mod reduce;
mod study;

use suppose::Status;

use crate::args::Command;
use crate::session::{Failure, Session};

/// Runs a command.
pub(crate) fn run(command: &Command, session: &mut Session) -> Result<Status, Failure> {
    match command {
        Command::Compile(options) => compile::run(options, session),
        Command::Reduce(options) => reduce::run(options, session),
        Command::Compare(options) => compare::run(options, session),
        Command::Check(options) => check::run(options, session),
        Command::Assume(options) => assume::run(options, session),
        Command::Certify(options) => certify::run(options, session),
        Command::Decompose(options) => decompose::run(options, session),
        Command::Mine(options) => mine::run(options, session),
        Command::Export(options) => export::run(options, session),
        Command::Study(options) => study::run(options, session),
        Command::StudyRun => study::run_one(session),
        Command::Model(options) => model::run(options, session),
        Command::Explain(options) => explain::run(options, session),
        Command::Completions(options) => completions::run(options),
    }
}
