//! `suppose compile FILE`: the LTS of a process or of the composed target.

use std::path::PathBuf;

use suppose::report::summary::Summary;
use suppose::{Project, Status, Target};

use super::present::present;
use crate::args::Compile;
use crate::output::Destination;
use crate::session::{Failure, Session};

pub(super) fn run(options: &Compile, session: &mut Session) -> Result<Status, Failure> {
    let target = target(options.process.as_ref(), options.system.as_ref());
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
    let open = options.input.open_options(target, session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    let whole = project.whole().map_err(|failure| session.not_done(failure, &project))?;
    session.warn_of(&project);
    present(session, &whole, &Summary::new(&whole), destination)?;
    Ok(Status::Holds)
}

/// What `--process` or `--system` names.
pub(super) fn target(process: Option<&String>, system: Option<&String>) -> Target {
    match process {
        Some(process) => Target::Process(process.clone()),
        None => Target::system(system.map(String::as_str)),
    }
}
