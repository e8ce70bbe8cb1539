//! `suppose mine --automaton`: exactly what a component hears, over whole macrosteps.

use serde_json::json;
use suppose::base::Diagnostic;
use suppose::lang::srs::{ComponentId, Model};
use suppose::srs::bridge::Parts;

use super::super::summary::present;
use crate::args::{Mine, Source};
use crate::output::{Destination, Named};
use crate::session::{Failure, Session, Status};

/// Refuses what does not go with an automaton, and looks at where it goes.
pub(super) fn prepare(options: &Mine) -> Result<Option<Destination<'_>>, Failure> {
    let other = options.exploring.given().or(options.certificate.as_ref().map(|_| "--certificate"));
    if let Some(what) = other {
        return Err(Diagnostic::error("E0006", format!("{what} does not go with --automaton")).into());
    }
    let input = [options.file.as_path()];
    options.output.as_deref().map(|path| Destination::new(path, input)).transpose()
}

pub(super) fn run(
    options: &Mine,
    model: &Model,
    id: ComponentId,
    destination: Option<Destination<'_>>,
    session: &Session,
) -> Result<Status, Failure> {
    let part = model.component(id);
    let parts = Parts::of(model, id, &session.budget)?;
    let hearing = parts.hears(id, options.from == Source::Whole, &session.budget)?;
    let name = format!("what {} hears", part.name);
    let senders: Vec<&str> = parts
        .members()
        .iter()
        .filter(|&&member| member != id)
        .map(|&member| model.component(member).name.as_str())
        .collect();
    let extra = json!({
        "system": name,
        "component": part.name,
        "senders": senders,
        "from": if options.from == Source::Whole { "whole" } else { "composed" },
        "composed_states": hearing.composed,
    });
    let named = Named { lts: &hearing.lts, name: "HEARD", actions: &hearing.actions };
    present(session, named, destination, &extra)?;
    Ok(Status::Holds)
}
