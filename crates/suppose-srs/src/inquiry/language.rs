//! The language, and what a file in it holds: one model, of which the whole or a component is asked about.

use std::sync::Arc;

use suppose_base::{Diagnostic, FileId, closest};
use suppose_inquiry::{BuiltIn, Failure, Input, Inquiry, Language, Reader, Subject, Target};

use super::ReactiveInquiry;
use crate::lang::{self, ComponentId, Model};
use crate::models::MODELS;

/// Synchronous reactive systems.
#[derive(Clone, Copy, Debug)]
pub struct Srs;

impl Language for Srs {
    fn name(&self) -> &'static str {
        "srs"
    }

    fn about(&self) -> &'static str {
        "a synchronous reactive system"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["srs"]
    }

    fn models(&self) -> &'static [BuiltIn] {
        MODELS
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let model = lang::load(&text, file, &input.name).map_err(Failure::Input)?;
        reader.warnings.extend_from_slice(&model.warnings);
        Ok(Box::new(ReactiveSubject { model: Arc::new(model), file }))
    }
}

/// A reactive system, before a target is chosen.
#[derive(Clone, Debug)]
pub struct ReactiveSubject {
    /// What the file says.
    pub model: Arc<Model>,
    /// The file, for its text.
    pub file: FileId,
}

impl ReactiveSubject {
    /// The text of the file, laid out anew.
    ///
    /// # Errors
    /// When it is not in the language, which a text that gave a model is.
    pub fn formatted(&self, reader: &Reader) -> Result<String, Failure> {
        lang::format(&reader.sources.file(self.file).text, self.file).map_err(Failure::Input)
    }
}

impl Subject for ReactiveSubject {
    fn stands_alone(&self) -> Option<Diagnostic> {
        let message = "a reactive system stands alone: its components are in one file";
        Some(Diagnostic::error("E0006", message).help("give one `.srs` file"))
    }

    fn inquiry(self: Box<Self>, target: &Target, _reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let target = chosen(&self.model, target)?;
        Ok(Box::new(ReactiveInquiry::new(self.model, target)))
    }
}

/// The component that a target names; nothing when it is the whole.
fn chosen(model: &Model, target: &Target) -> Result<Option<ComponentId>, Failure> {
    match target {
        Target::Default => Ok(None),
        Target::System(name) if *name == model.name => Ok(None),
        Target::System(name) if model.component_named(name).is_none() => {
            let message = format!("`{name}` is not defined: the file holds one system, `{}`", model.name);
            let note = format!("its components are: {}", names(model).join(", "));
            Err(Diagnostic::error("E0005", message).note(note).into())
        }
        Target::System(name) | Target::Process(name) => component(model, name).map(Some),
    }
}

fn names(model: &Model) -> Vec<&str> {
    model.components.iter().map(|component| component.name.as_str()).collect()
}

/// The component of a name.
///
/// # Errors
/// When there is none.
pub(super) fn component(model: &Model, name: &str) -> Result<ComponentId, Failure> {
    if let Some(id) = model.component_named(name) {
        return Ok(id);
    }
    let known = names(model);
    let message = format!("there is no component `{name}`");
    let diagnostic =
        Diagnostic::error("E0005", message).note(format!("components are: {}", known.join(", ")));
    Err(match closest(name, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
        None => diagnostic.into(),
    })
}
