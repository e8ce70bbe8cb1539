//! `suppose reduce FILE --by RELATION`: the LTS of the target, minimised.

use std::path::PathBuf;

use serde_json::json;
use suppose::lts::reduce::{Relation, reduce};

use super::summary::present;
use crate::args::Reduce;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session, Status};
use crate::subject::{Subject, Target};

pub(super) fn run(options: &Reduce, session: &mut Session) -> Result<Status, Failure> {
    let target = match &options.process {
        Some(process) => Target::Process(process),
        None => Target::system(options.system.as_ref()),
    };
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
    let subject = Subject::whole(session, &options.files, target, &options.input)?;
    let lts = subject.composed(session)?.lts;
    let relation = Relation::from(options.by);
    let known = json!({ "states_before": lts.num_states(), "transitions_before": lts.num_transitions() });
    let reduced =
        reduce(&lts, relation, &session.budget).map_err(|reason| Failure::Stopped(reason, known.clone()))?;
    let mut extra = known;
    extra["by"] = json!(relation.to_string());
    if let Some(firings) = subject.firings {
        extra["firings"] = json!(firings);
    }
    let named = Named { lts: &reduced.lts, name: &subject.system.name, actions: &subject.system.actions };
    present(session, named, destination, &extra)?;
    Ok(Status::Holds)
}
