//! `suppose compile FILE`: the LTS of a process or of the composed target.

use serde_json::json;

use super::summary::present;
use crate::args::Compile;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session, Status};
use crate::subject::{Subject, Target};

pub(super) fn run(options: &Compile, session: &mut Session) -> Result<Status, Failure> {
    let target = match &options.process {
        Some(process) => Target::Process(process),
        None => Target::system(options.system.as_ref()),
    };
    let input = [options.file.as_path()];
    let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
    let subject = Subject::of_file(session, &options.file, target, &options.input)?;
    let lts = subject.composed(session)?;
    let named = Named { lts: &lts, name: &subject.system.name, actions: &subject.system.actions };
    present(session, named, destination, &json!({}))?;
    Ok(Status::Holds)
}
