//! `suppose export` for synchronous reactive systems: Promela for SPIN, and the text laid out anew.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;
use suppose::base::Diagnostic;
use suppose::srs::lang::{self as srs, ComponentId, Model, Property};
use suppose::srs::program::Program;
use suppose::srs::promela::{self, Assumed};

use crate::args::{Exploring, Export, Format};
use crate::input::reactive::{component, is_meant as is_reactive, load, only};
use crate::input::text;
use crate::output::{can_be_written, spares, write_whole};
use crate::reactive::{Choice, Supposing};
use crate::session::{Failure, Session, Status};

/// Whether a reactive system is to be translated into something that such a system can be.
pub(super) fn is_meant(options: &Export) -> bool {
    matches!(options.to, Format::Promela | Format::Srs) && is_reactive(&options.files, &options.input)
}

/// Whether the input is a reactive system.
pub(super) fn is_input(options: &Export) -> bool {
    is_reactive(&options.files, &options.input)
}

/// Refuses options about reactive systems where there is none.
pub(super) fn is_not_meant(options: &Export) -> Result<(), Failure> {
    let component = options.reactive.component.is_some() && options.to != Format::Srs && is_input(options);
    let given = match options.reactive.given() {
        // The LTS of a component.
        Some("--component") if component => options.reactive.assume.as_ref().map(|_| "--assume"),
        other => other,
    };
    match options.property.as_ref().map(|_| "--property").or(given) {
        None => Ok(()),
        Some(what) => {
            let message = format!("{what} is for the translation of a reactive system to Promela");
            Err(Diagnostic::error("E0006", message).into())
        }
    }
}

pub(super) fn run(options: &Export, session: &mut Session) -> Result<Status, Failure> {
    let path = only(&options.files)?;
    if let Some(output) = &options.output {
        can_be_written(output)?;
        spares("--output", output, options.files.iter().map(PathBuf::as_path))?;
    }
    let (name, translated) = if options.to == Format::Srs {
        is_not_meant(options)?;
        let (file, text) = text(session, path)?;
        (crate::input::stem(path), srs::format(&text, file).map_err(Failure::Input)?)
    } else {
        let choice = Choice::new(options.reactive.assume.as_ref());
        choice.needs_component(options.reactive.component.as_ref())?;
        let model = load(session, path)?;
        let translated = to_promela(options, &model, choice, session)?;
        (model.name, translated)
    };
    let mut fields = json!({ "system": name });
    if let Some(output) = &options.output {
        write_whole(output, |out| Ok(out.write_all(translated.as_bytes())?))?;
        fields["output"] = json!(output.to_string_lossy());
    } else {
        fields["text"] = json!(translated);
    }
    match &options.output {
        _ if session.json => session.print_json(fields)?,
        Some(output) if !session.quiet => writeln!(io::stdout(), "written to {}", output.display())?,
        Some(_) => {}
        None => io::stdout().lock().write_all(translated.as_bytes())?,
    }
    Ok(Status::Holds)
}

fn to_promela(
    options: &Export,
    model: &Model,
    choice: Choice,
    session: &mut Session,
) -> Result<String, Failure> {
    let chosen = options.reactive.component.as_ref().map(|name| component(model, name)).transpose()?;
    let property = options.property.as_ref().map(|name| find(model, chosen, name)).transpose()?;
    let exploring = Exploring { exploration: None, microsteps: None, iteration: None };
    let (program, environment) = match chosen {
        // The whole supposes nothing.
        None => (Program::whole(model), None),
        Some(id) => {
            let environment = Supposing::new(model, choice, &exploring).of(id, session)?;
            (Program::new(model, [id]), Some(environment))
        }
    };
    if chosen.is_none() && options.reactive.assume.is_some() {
        let message = "the whole system supposes nothing of itself";
        return Err(Diagnostic::error("E0006", message).help("name one with --component").into());
    }
    let assumed = match &environment {
        None => Assumed::Universal,
        Some(environment) => match &environment.rules {
            Some(rules) => Assumed::Rules(rules),
            None if environment.tables.is_empty() => Assumed::Universal,
            None => Assumed::Tables(&environment.tables),
        },
    };
    promela::export(&program, assumed, property)
        .map_err(|error| Diagnostic::error("E0006", error.to_string()).into())
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
        let local = name.strip_prefix(&format!("{}.", part.name)).unwrap_or(name);
        let named = part.properties.iter().filter(|property| property.name == name || property.name == local);
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
