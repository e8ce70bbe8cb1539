//! `suppose mine --automaton`: what a component can receive, as an LTS.
//!
//! A table says what may come at a microstep whatever came before. The automaton also knows what came before: its traces are exactly what the other components do in macrosteps, seen as far as the component sees them. It is the smallest
//! deterministic LTS of those traces.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;
use suppose::base::{ActionId, Diagnostic};
use suppose::lang::srs::{ComponentId, Model};
use suppose::lts::ops::{Relabelling, relabel};
use suppose::lts::product::compose;
use suppose::lts::reduce::{Relation, reduce};
use suppose::srs::bridge;

use super::super::summary::present;
use crate::args::Mine;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Mine, model: &Model, id: ComponentId, session: &Session) -> Result<(), Failure> {
    let input = [options.file.as_path()];
    let destination =
        options.output.as_deref().map(|path: &Path| Destination::new(path, input)).transpose()?;
    let mut system = bridge::system(model, id, None, &session.budget)?;
    let part = model.component(id);
    system.components.retain(|other| other.name != part.name);
    if system.components.is_empty() {
        let message = format!("{} receives nothing from other components", part.name);
        return Err(Diagnostic::error("E0006", message).into());
    }
    let whole = compose(&system, &session.budget)?.lts;
    let seen: BTreeSet<&str> = part.events().map(|event| model.event(event).name.as_str()).collect();
    let mut pairs: Vec<(ActionId, ActionId)> = Vec::new();
    for &action in whole.alphabet() {
        let name = part_of(system.actions.name(action), &seen);
        pairs.push((action, system.actions.intern(&name)));
    }
    let pairs: Relabelling = pairs.into_iter().collect();
    let smallest = reduce(&relabel(&whole, &pairs), Relation::Trace, &session.budget)?.lts;
    let name = format!("Around_{}", part.name);
    let named = Named { lts: &smallest, name: &name, actions: &system.actions };
    present(session, named, destination, &json!({ "component": part.name }))
}

/// What a component sees of an action: `step.A&B` with those of the events that it declares.
fn part_of(action: &str, seen: &BTreeSet<&str>) -> String {
    let Some((kind, events)) = action.split_once('.') else { return action.to_owned() };
    let known = |event: &&str| seen.contains(event.split_once('=').map_or(*event, |(name, _)| name));
    let left: Vec<&str> = events.split('&').filter(known).collect();
    if left.is_empty() { format!("{kind}.none") } else { format!("{kind}.{}", left.join("&")) }
}
