//! `suppose completions SHELL`.

use std::io;

use clap::CommandFactory;
use suppose::Status;

use crate::args::{Cli, Completions};
use crate::session::Failure;

pub(super) fn run(options: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "suppose", &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(Status::Holds)
}
