//! `suppose assume` for reactive systems: what a component needs of the others for one of its properties.
//!
//! The component is an LTS in which a violation is π. The interface is all that components see of a microstep.

use suppose::base::Diagnostic;
use suppose::lang::srs::Model;
use suppose::srs::bridge::Parts;

use super::choose::{Chosen, listed};
use crate::args::Assume;
use crate::input::reactive::{component, is_meant as is_reactive, load, only, property};
use crate::session::{Failure, Session};
use crate::subject::Subject;

/// Whether the file is a reactive system.
pub(super) fn is_meant(options: &Assume) -> bool {
    is_reactive(&options.files, &options.input)
}

/// The components as LTSs, and what is asked of the environment of one of them.
pub(super) fn choose(options: &Assume, session: &mut Session) -> Result<(Subject, Chosen), Failure> {
    let path = only(&options.files)?;
    let model = load(session, path)?;
    let name = match &options.component {
        Some(name) => name.as_str(),
        None => only_component(&model)?,
    };
    let id = component(&model, name)?;
    let all = &model.component(id).properties;
    let place = match (&options.property, &all[..]) {
        (Some(wanted), _) => property(&model, id, wanted)?,
        (None, [_]) => 0,
        (None, _) => {
            let names: Vec<&str> = all.iter().map(|property| property.name.as_str()).collect();
            let message = match names.len() {
                0 => format!("{name} has no property"),
                _ => format!("{name} has several properties: name one with --property"),
            };
            return Err(Diagnostic::error("E0605", message).note(listed("properties are", &names)).into());
        }
    };
    let parts = Parts::of(&model, id, &session.budget)?;
    let system = parts.system(Some((id, place)), &session.budget)?;
    let watched = parts.place(id).expect("it is a member of its own system");
    let mut chosen = Chosen {
        components: vec![watched],
        property: watched,
        interface: Vec::new(),
        kind: Some(all[place].name.clone()),
        nets: Vec::new(),
    };
    chosen.interface = match &options.interface {
        Some(text) => chosen.named_actions(text, &system)?,
        None => chosen.shared_actions(&system),
    };
    chosen.check(options, &system)?;
    Ok((Subject::of_system(system), chosen))
}

fn only_component(model: &Model) -> Result<&str, Failure> {
    let names: Vec<&str> = model.components.iter().map(|part| part.name.as_str()).collect();
    match names[..] {
        [only] => Ok(only),
        _ => {
            let message = format!(
                "the system has {} components: say with --component which of them the assumption is for",
                names.len()
            );
            Err(Diagnostic::error("E0604", message).note(listed("components are", &names)).into())
        }
    }
}
