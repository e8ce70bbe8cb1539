//! Translation to Promela, for the model checker SPIN: the whole system, or a component under what it may
//! suppose.

use suppose_base::Diagnostic;
use suppose_inquiry::{Failure, Plan, Reader};

use super::is_called;
use super::setup::{ASSUME, Choice, Exploring, chosen};
use super::supposing::{Supposing, read_rules};
use crate::lang::{ComponentId, Model, Property};
use crate::program::Program;
use crate::promela::{Assumed, export};

/// The translation of a model. The plan says which component and what it supposes.
///
/// # Errors
/// When there is no such component or property, rules cannot be read, Promela cannot express it, or a limit
/// is reached.
pub fn translated(
    model: &Model,
    plan: &Plan,
    property: Option<&str>,
    reader: &mut Reader,
) -> Result<String, Failure> {
    let choice = Choice::new(plan);
    let component = chosen(plan, &choice, model)?;
    let property = property.map(|name| find(model, component, name)).transpose()?;
    let Some(id) = component else {
        if plan.special(ASSUME).is_some() {
            let message = "the whole system supposes nothing of itself";
            return Err(Diagnostic::error("E0006", message).help("name one with --component").into());
        }
        return written(&Program::whole(model), Assumed::Universal, property);
    };
    let rules = match &choice {
        Choice::File(path) => Some(read_rules(path, model, id, reader)?),
        _ => None,
    };
    let environment = Supposing::new(model, choice, rules, Exploring::default()).of(id, &reader.budget)?;
    let assumed = match &environment.rules {
        Some(rules) => Assumed::Rules(rules),
        None if environment.tables.is_empty() => Assumed::Universal,
        None => Assumed::Tables(&environment.tables),
    };
    written(&Program::new(model, [id]), assumed, property)
}

fn written(
    program: &Program<'_>,
    assumed: Assumed<'_>,
    property: Option<(ComponentId, &Property)>,
) -> Result<String, Failure> {
    export(program, assumed, property).map_err(|error| Diagnostic::error("E0006", error.to_string()).into())
}

/// The property of a name, perhaps with that of its component.
fn find<'m>(
    model: &'m Model,
    chosen: Option<ComponentId>,
    name: &str,
) -> Result<(ComponentId, &'m Property), Failure> {
    let mut found = Vec::new();
    for id in (0..model.components.len()).map(ComponentId::at).filter(|&id| chosen.is_none_or(|it| it == id))
    {
        let part = model.component(id);
        let named = part.properties.iter().filter(|property| is_called(part, &property.name, name));
        found.extend(named.map(|property| (id, property)));
    }
    match found[..] {
        [one] => Ok(one),
        [] => Err(Diagnostic::error("E0005", format!("there is no property `{name}`")).into()),
        [(one, _), ..] => {
            let message = format!("several components have a property `{name}`");
            let help = format!("such as {}.{name}", model.component(one).name);
            Err(Diagnostic::error("E0005", message).help(help).into())
        }
    }
}
