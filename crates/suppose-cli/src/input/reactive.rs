//! Reading files about synchronous reactive systems: models, and rules that are assumed.

use std::path::{Path, PathBuf};

use suppose::base::{Diagnostic, closest};
use suppose::srs::lang::{self as srs, Assumption, ComponentId, Model};

use super::{language, stem, text};
use crate::args::{Input, Language};
use crate::session::{Failure, Session};

/// Whether one of some files is a reactive system.
pub(crate) fn is_meant(paths: &[PathBuf], input: &Input) -> bool {
    paths.iter().any(|path| language(path, input).is_ok_and(|language| language == Language::Srs))
}

/// The one file there is.
pub(crate) fn only(paths: &[PathBuf]) -> Result<&Path, Failure> {
    if let [path] = paths {
        return Ok(path);
    }
    let message = "a reactive system stands alone: its components are in one file";
    Err(Diagnostic::error("E0006", message).help("give one `.srs` file").into())
}

/// Reads a model. Warnings are shown at once.
pub(crate) fn load(session: &mut Session, path: &Path) -> Result<Model, Failure> {
    let (file, text) = text(session, path)?;
    let model = srs::load(&text, file, &stem(path)).map_err(Failure::Input)?;
    session.warn(&model.warnings);
    Ok(model)
}

/// Reads rules about what a component receives.
pub(crate) fn load_rules(
    session: &mut Session,
    path: &Path,
    model: &Model,
    component: ComponentId,
) -> Result<Assumption, Failure> {
    let (file, text) = text(session, path)?;
    srs::parse_assumption(&text, file, model, component).map_err(Failure::Input)
}

/// The component of a name.
pub(crate) fn component(model: &Model, name: &str) -> Result<ComponentId, Failure> {
    if let Some(id) = model.component_named(name) {
        return Ok(id);
    }
    let known: Vec<&str> = model.components.iter().map(|component| component.name.as_str()).collect();
    let message = format!("there is no component `{name}`");
    let diagnostic =
        Diagnostic::error("E0005", message).note(format!("components are: {}", known.join(", ")));
    Err(match closest(name, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
        None => diagnostic.into(),
    })
}
