//! Reactive systems as systems of LTSs, for commands that know those only.

use std::sync::Arc;

use suppose::base::{Budget, Diagnostic};
use suppose::lts::reduce;
use suppose::srs::bridge::Parts;
use suppose::srs::lang::Model;

use super::{Subject, Target};
use crate::input::reactive::component;
use crate::session::Failure;

impl Subject {
    /// All components of a model, or the one that the target names.
    pub(super) fn of_model(model: &Model, target: Target<'_>, budget: &Budget) -> Result<Self, Failure> {
        let id = match target {
            Target::Default => None,
            Target::System(name) if name == model.name => None,
            Target::System(name) if model.component_named(name).is_none() => {
                let message = format!("`{name}` is not defined: the file holds one system, `{}`", model.name);
                let names: Vec<&str> = model.components.iter().map(|part| part.name.as_str()).collect();
                let note = format!("its components are: {}", names.join(", "));
                return Err(Diagnostic::error("E0005", message).note(note).into());
            }
            Target::System(name) | Target::Process(name) => Some(component(model, name)?),
        };
        let Some(id) = id else {
            let mut system = Parts::whole(model, budget)?.system(None, budget)?;
            // Many inputs make no difference; the product should not have to go through them all.
            for part in &mut system.components {
                part.lts = Arc::new(reduce::strong(&part.lts, budget)?.lts);
            }
            return Ok(Self::of_system(system));
        };
        let parts = Parts::of(model, id, budget)?;
        let mut system = parts.system(None, budget)?;
        system.name.clone_from(&model.component(id).name);
        system.components.retain(|part| part.name == system.name);
        Ok(Self::of_system(system))
    }
}
