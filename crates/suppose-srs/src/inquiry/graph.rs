//! Reactive systems as systems of LTSs, for everything that works on those.
//!
//! The actions are the starts of macrosteps, their microsteps with the interface events that are emitted in
//! them, and their ends ([`bridge`](crate::bridge)).

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic, StopReason};
use suppose_inquiry::{Failure, OpenQuestion, OpenRequest};
use suppose_lts::{Origins, System, reduce};

use super::language::component;
use crate::bridge::{self, Parts};
use crate::lang::{ComponentId, Model};

/// All components of a model as a system, or one of them.
pub(super) fn system(
    model: &Model,
    target: Option<ComponentId>,
    budget: &Budget,
) -> Result<System, StopReason> {
    let Some(id) = target else {
        let mut system = Parts::whole(model, budget)?.system(None, budget)?;
        // Many inputs make no difference; the product should not have to go through them all.
        for part in &mut system.components {
            part.lts = Arc::new(reduce::strong(&part.lts, budget)?.lts);
        }
        return Ok(system);
    };
    let mut system = Parts::of(model, id, budget)?.system(None, budget)?;
    system.name.clone_from(&model.component(id).name);
    system.components.retain(|part| part.name == system.name);
    Ok(system)
}

/// What a component needs of what it receives so that a property of it holds: the component among those that
/// it depends on. The interface is all actions.
pub(super) fn open(
    model: &Model,
    target: Option<ComponentId>,
    request: &OpenRequest,
    budget: &Budget,
) -> Result<OpenQuestion, Failure> {
    let id = match (&request.component, target, &model.components[..]) {
        (Some(name), ..) => component(model, name)?,
        (None, Some(id), _) => id,
        (None, None, [_]) => ComponentId::at(0),
        (None, None, _) => {
            let message = "say with --component which component the assumption is for";
            return Err(Diagnostic::error("E0604", message).into());
        }
    };
    let place = property(model, id, request)?;
    let system = bridge::system(model, id, Some(place), budget)?;
    let part = model.component(id);
    let index = system.components.iter().position(|component| component.name == part.name);
    let what = "a component is no part of its own system";
    let index = index.ok_or_else(|| StopReason::Internal(what.to_owned()))?;
    let mut open = OpenQuestion {
        origins: vec![Origins::default(); system.components.len()],
        system,
        components: vec![index],
        property: index,
        interface: Vec::new(),
        property_name: Some(part.properties[place].name.clone()),
        component_names: Vec::new(),
    };
    open.choose_interface(request.interface.as_deref())?;
    Ok(open)
}

/// The place of the property that is meant.
fn property(model: &Model, id: ComponentId, request: &OpenRequest) -> Result<usize, Failure> {
    let part = model.component(id);
    let Some(name) = &request.property else {
        if part.properties.len() == 1 {
            return Ok(0);
        }
        let message = format!("{} has {} properties", part.name, part.properties.len());
        return Err(Diagnostic::error("E0605", message).help("say with --property which one").into());
    };
    let known = part.properties.iter().position(|property| super::is_called(part, &property.name, name));
    known.ok_or_else(|| {
        Diagnostic::error("E0005", format!("component {} has no property `{name}`", part.name)).into()
    })
}
