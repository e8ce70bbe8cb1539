//! Built-in models of any size: `model:NAME:N` in place of a file.

use std::path::Path;

use suppose::ada;
use suppose::base::{Diagnostic, closest};
use suppose::{nets, srs};

use crate::args::Language;
use crate::session::Failure;

/// The largest size of a design. Texts are made before any limit can be looked at.
const LARGEST: u32 = 100_000;

/// How a model is named in place of a file.
const PREFIX: &str = "model:";

/// A model in one of the languages.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    pub name: &'static str,
    pub description: &'static str,
    pub smallest: u32,
    pub default: u32,
    largest: u32,
    pub text: fn(u32) -> String,
    pub language: Language,
}

impl Model {
    /// The name of its language, which is the suffix of its files.
    pub(crate) fn suffix(&self) -> &'static str {
        match self.language {
            Language::Srs => "srs",
            Language::Ada => "adb",
            _ => "lpn",
        }
    }
}

/// All models.
pub(crate) fn all() -> impl Iterator<Item = Model> {
    let nets = nets::models::MODELS.iter().map(
        |&nets::models::Model { name, description, smallest, default, text }| Model {
            name,
            description,
            smallest,
            default,
            largest: LARGEST,
            text,
            language: Language::Lpn,
        },
    );
    let reactive = srs::models::MODELS.iter().map(
        |&srs::models::Model { name, description, smallest, default, largest, text }| Model {
            name,
            description,
            smallest,
            default,
            largest,
            text,
            language: Language::Srs,
        },
    );
    let tasking = ada::models::MODELS.iter().map(
        |&ada::models::Model { name, description, smallest, default, largest, text, .. }| Model {
            name,
            description,
            smallest,
            default,
            largest,
            text,
            language: Language::Ada,
        },
    );
    nets.chain(reactive).chain(tasking)
}

/// What a path names that is no file: a model, and perhaps its size.
fn named(path: &Path) -> Option<(&str, Option<&str>)> {
    let rest = path.to_str()?.strip_prefix(PREFIX)?;
    if path.exists() {
        return None;
    }
    Some(rest.split_once(':').map_or((rest, None), |(name, size)| (name, Some(size))))
}

/// What to call the design of a path that names a model.
pub(crate) fn stem(path: &Path) -> Option<String> {
    named(path).map(|(name, size)| format!("{name}{}", size.unwrap_or_default()))
}

/// The language of the model that a path names; where there is no such model, that of most.
pub(super) fn language(path: &Path) -> Option<Language> {
    let (name, _) = named(path)?;
    Some(all().find(|model| model.name == name).map_or(Language::Lpn, |model| model.language))
}

/// The text of the model that a path names, if it names one.
pub(super) fn text(path: &Path) -> Result<Option<String>, Failure> {
    let Some((name, size)) = named(path) else { return Ok(None) };
    let model = find(name)?;
    let size = match size.map(str::parse) {
        None => None,
        Some(Ok(size)) => Some(size),
        Some(Err(_)) => {
            let message = format!("{}: the size is not a number", path.display());
            return Err(Diagnostic::error("E0006", message).help(format!("such as model:{name}:5")).into());
        }
    };
    Ok(Some((model.text)(checked(&model, size)?)))
}

/// The model of a name.
pub(crate) fn find(name: &str) -> Result<Model, Failure> {
    if let Some(model) = all().find(|model| model.name == name) {
        return Ok(model);
    }
    let known: Vec<&str> = all().map(|model| model.name).collect();
    let message = format!("there is no model `{name}`");
    let diagnostic = Diagnostic::error("E0005", message).note(format!("models are: {}", known.join(", ")));
    Err(match closest(name, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
        None => diagnostic.into(),
    })
}

/// The size that is meant, if the model can have it.
pub(crate) fn checked(model: &Model, size: Option<u32>) -> Result<u32, Failure> {
    let size = size.unwrap_or(model.default);
    if (model.smallest..=model.largest).contains(&size) {
        return Ok(size);
    }
    let message = format!("`{}` has no size {size}", model.name);
    let note = format!("sizes go from {} to {}", model.smallest, model.largest);
    Err(Diagnostic::error("E0006", message).note(note).into())
}
