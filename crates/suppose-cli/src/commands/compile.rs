//! `suppose compile FILE`: the LTS of a process or of the composed target.

use std::path::PathBuf;

use serde_json::json;
use suppose::fsp::Finished;

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
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
    let subject = Subject::whole(session, &options.files, target, &options.input)?;
    let Finished { lts, ended, .. } = subject.composed(session)?;
    let mut extra = json!({});
    if ended > 1 {
        extra["states"] = json!(lts.num_states() + ended - 1);
        extra["ended"] = json!(ended);
    }
    if let Some(firings) = subject.firings {
        extra["firings"] = json!(firings);
    }
    let named = Named { lts: &lts, name: &subject.system.name, actions: &subject.system.actions };
    present(session, named, destination, &extra)?;
    Ok(Status::Holds)
}
