//! `suppose reduce FILE --by RELATION`: the LTS of the target, minimised.

use std::path::PathBuf;

use serde_json::json;
use suppose::lts::reduce::Relation;
use suppose::report::summary::{BeforeReduction, Summary};
use suppose::{Project, Status};

use super::compile::target;
use super::present::present;
use crate::args::Reduce;
use crate::output::Destination;
use crate::session::{Failure, Session};

pub(super) fn run(options: &Reduce, session: &mut Session) -> Result<Status, Failure> {
    let target = target(options.process.as_ref(), options.system.as_ref());
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
    let open = options.input.open_options(target, session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    let whole = project.whole().map_err(|failure| session.not_done(failure, &project))?;
    session.warn_of(&project);
    let relation = Relation::from(options.by);
    let (states, transitions) = (whole.lts.num_states(), whole.lts.num_transitions());
    let reduced = project.reduced(whole, relation).map_err(|failure| match failure.into() {
        Failure::Stopped(reason, _) => {
            let (states_before, transitions_before) = (Some(states), Some(transitions));
            Failure::Stopped(reason, json!(BeforeReduction { states_before, transitions_before }))
        }
        other => other,
    })?;
    let summary = Summary {
        by: Some(relation.to_string()),
        states_before: Some(states),
        transitions_before: Some(transitions),
        ..Summary::new(&reduced)
    };
    present(session, &reduced, &summary, destination)?;
    Ok(Status::Holds)
}
