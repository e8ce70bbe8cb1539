//! `suppose assume` for reactive systems: what a component needs of what it receives so that a property of it holds.
//!
//! The component and those it depends on become LTSs whose actions are the starts of macrosteps, their microsteps with the interface events that are emitted in them, and their ends. The interface is all of that.

use std::path::Path;

use suppose::base::Diagnostic;
use suppose::srs::bridge;
use suppose::srs::lang::{ComponentId, Model};

use super::choose::Chosen;
use crate::args::Assume;
use crate::input::reactive::{component, is_meant as is_reactive, load, only};
use crate::session::{Failure, Session};
use crate::subject::Subject;

/// Whether the file is a reactive system, and the property is one of its own.
pub(super) fn is_meant(options: &Assume) -> bool {
    let own = |name: &String| !Path::new(name).exists();
    is_reactive(&options.files, &options.input) && options.property.as_ref().is_none_or(own)
}

/// The component among those that it depends on, and what is asked of its environment.
pub(super) fn choose(options: &Assume, session: &mut Session) -> Result<(Subject, Chosen), Failure> {
    let model = load(session, only(&options.files)?)?;
    let id = match (&options.component, &model.components[..]) {
        (Some(name), _) => component(&model, name)?,
        (None, [_]) => ComponentId::at(0),
        (None, _) => {
            let message = "say with --component which component the assumption is for";
            return Err(Diagnostic::error("E0604", message).into());
        }
    };
    let place = property(options, &model, id)?;
    let system = bridge::system(&model, id, Some(place), &session.budget)?;
    let part = model.component(id);
    let index = system.components.iter().position(|component| component.name == part.name);
    let index = index.expect("the component is one of those that it depends on");
    let kind = Some(part.properties[place].name.clone());
    let mut chosen =
        Chosen { components: vec![index], property: index, interface: Vec::new(), kind, nets: Vec::new() };
    chosen.interface = match &options.interface {
        Some(text) => chosen.named_actions(text, &system)?,
        None => chosen.shared_actions(&system),
    };
    chosen.check(options, &system)?;
    Ok((Subject::of_system(system), chosen))
}

/// The place of the property that is meant.
fn property(options: &Assume, model: &Model, id: ComponentId) -> Result<usize, Failure> {
    let part = model.component(id);
    let Some(name) = &options.property else {
        if part.properties.len() == 1 {
            return Ok(0);
        }
        let message = format!("{} has {} properties", part.name, part.properties.len());
        return Err(Diagnostic::error("E0605", message).help("say with --property which one").into());
    };
    let local = name.strip_prefix(&format!("{}.", part.name)).unwrap_or(name);
    let known = part.properties.iter().position(|property| property.name == *name || property.name == local);
    known.ok_or_else(|| {
        Diagnostic::error("E0005", format!("component {} has no property `{name}`", part.name)).into()
    })
}
