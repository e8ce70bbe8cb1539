//! `suppose mine --automaton`: what a component can receive, as an LTS.
//!
//! A table says what may come at a microstep whatever came before. The automaton also knows what came before: its traces are exactly what the other components do in macrosteps, seen as far as the component sees them. It is the smallest
//! deterministic LTS of those traces.

use std::path::Path;

use serde_json::json;
use suppose::base::Diagnostic;
use suppose::srs::bridge::Parts;
use suppose::srs::lang::{ComponentId, Model};

use super::super::summary::present;
use crate::args::Mine;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Mine, model: &Model, id: ComponentId, session: &Session) -> Result<(), Failure> {
    let input = [options.file.as_path()];
    let destination =
        options.output.as_deref().map(|path: &Path| Destination::new(path, input)).transpose()?;
    let part = model.component(id);
    let parts = Parts::of(model, id, &session.budget)?;
    if parts.members().len() == 1 {
        let message = format!("{} receives nothing from other components", part.name);
        return Err(Diagnostic::error("E0006", message).into());
    }
    let heard = parts.hears(id, &session.budget)?;
    let name = format!("Around_{}", part.name);
    let named = Named { lts: &heard.lts, name: &name, actions: &heard.actions };
    present(session, named, destination, &json!({ "component": part.name }))
}
