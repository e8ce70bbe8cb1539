//! A component of a reactive system as a subject of one LTS.

use suppose::base::Diagnostic;
use suppose::lang::srs::{ComponentId, Model};
use suppose::srs::bridge;

use super::{Subject, Target};
use crate::input::reactive::component;
use crate::session::{Failure, Session};

impl Subject {
    /// The component that the target names, or the only one.
    pub(super) fn of_reactive(model: &Model, target: Target<'_>, session: &Session) -> Result<Self, Failure> {
        let id = match (target, &model.components[..]) {
            (Target::System(name) | Target::Process(name), _) => component(model, name)?,
            (Target::Default, [_]) => ComponentId::at(0),
            (Target::Default, all) => {
                let names: Vec<&str> = all.iter().map(|part| part.name.as_str()).collect();
                let message = "a reactive system is no LTS, but each of its components can be one";
                let diagnostic = Diagnostic::error("E0006", message).help("name one with --system");
                return Err(diagnostic.note(format!("components are: {}", names.join(", "))).into());
            }
        };
        let mut system = bridge::system(model, id, None, &session.budget)?;
        let name = &model.component(id).name;
        system.components.retain(|part| part.name == *name);
        system.name.clone_from(name);
        Ok(Self::of_system(system))
    }
}
