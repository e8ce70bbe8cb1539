//! The languages that `suppose` reads: one row each.
//!
//! A new language is a value with the trait [`Language`] and one more row here. Nothing else knows which
//! languages there are: the suffixes, `--lang`, the built-in models and all messages about them come from
//! this table. A caller may use a table of its own ([`Languages::with`]).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use suppose_base::{Diagnostic, closest};
use suppose_inquiry::{BuiltIn, Failure, Input, InputRole, Language, stem};

/// The languages that come with `suppose`.
const ROWS: &[&dyn Language] = &[
    &suppose_fsp::Fsp,
    &suppose_inquiry::Aldebaran,
    &suppose_inquiry::JsonGraph,
    &suppose_nets::languages::Lpn,
    &suppose_nets::languages::SignalGraph,
    &suppose_nets::languages::Pnml,
    &suppose_nets::languages::Verilog,
    &suppose_srs::Srs,
    &suppose_ada::Ada,
];

/// How a built-in model is named in place of a file.
const PREFIX: &str = "model:";

/// A table of languages.
#[derive(Clone)]
pub struct Languages {
    rows: Vec<&'static dyn Language>,
}

impl Default for Languages {
    fn default() -> Self {
        Self { rows: ROWS.to_vec() }
    }
}

impl std::fmt::Debug for Languages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rows.iter().map(|language| language.name())).finish()
    }
}

/// A built-in model, and the language that it is written in.
#[derive(Clone, Copy)]
pub struct Model {
    /// The model.
    pub model: BuiltIn,
    /// Its language.
    pub language: &'static dyn Language,
}

impl Languages {
    /// The same table with one more language.
    #[must_use]
    pub fn with(mut self, language: &'static dyn Language) -> Self {
        self.rows.push(language);
        self
    }

    /// All languages, in order.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn Language> {
        self.rows.iter().copied()
    }

    /// The language of a name.
    pub fn named(&self, name: &str) -> Option<&'static dyn Language> {
        self.all().find(|language| language.name() == name)
    }

    /// A file as input: its language is that of the built-in model it names, else the one that is given, else
    /// what its suffix tells.
    ///
    /// # Errors
    /// When the language cannot be told, or there is no such model.
    pub(crate) fn input(
        &self,
        path: &Path,
        role: InputRole,
        language: Option<&'static dyn Language>,
    ) -> Result<(Input, &'static dyn Language), Failure> {
        if let Some((name, size)) = model_of(path) {
            let found = self.model(name)?;
            let size = match size.map(str::parse) {
                None => None,
                Some(Ok(size)) => Some(size),
                Some(Err(_)) => {
                    let message = format!("{}: the size is not a number", path.display());
                    let diagnostic = Diagnostic::error("E0006", message);
                    return Err(diagnostic.help(format!("such as model:{name}:5")).into());
                }
            };
            let written = size.map_or_else(String::new, |size: u32| size.to_string());
            let text = (found.model.text)(size_of(&found.model, size)?);
            let input = Input {
                path: path.to_owned(),
                name: format!("{name}{written}"),
                role,
                language: found.language.name(),
                content: Some(Arc::new(text.into_bytes())),
            };
            return Ok((input, found.language));
        }
        let language = match language {
            Some(language) => language,
            None => self.told_by_suffix(path)?,
        };
        let (path, name) = (path.to_owned(), stem(path));
        Ok((Input { path, name, role, language: language.name(), content: None }, language))
    }

    fn told_by_suffix(&self, path: &Path) -> Result<&'static dyn Language, Failure> {
        if path.as_os_str() == "-" {
            // Standard input has no suffix; it is the first language unless something else is said.
            return Ok(self.rows[0]);
        }
        let suffix = path.extension().map(|s| s.to_string_lossy().to_lowercase()).unwrap_or_default();
        if let Some(found) = self.all().find(|language| language.suffixes().contains(&suffix.as_str())) {
            return Ok(found);
        }
        // A file that is not there has a problem that comes before its language.
        match std::fs::metadata(path) {
            Err(error) => {
                return Err(Diagnostic::error("E0001", format!("{}: {error}", path.display())).into());
            }
            Ok(about) if about.is_dir() => {
                let message = format!("{}: it is a folder, not a file", path.display());
                return Err(Diagnostic::error("E0001", message).into());
            }
            Ok(_) => {}
        }
        let what = if suffix.is_empty() {
            "cannot tell the language of a file without a suffix".to_owned()
        } else {
            format!("cannot tell the language from the suffix `.{suffix}`")
        };
        let names: Vec<&str> = self.all().map(suppose_inquiry::Language::name).collect();
        let help = format!("name it with --lang: {}", names.join(", "));
        Err(Diagnostic::error("E0004", format!("{}: {what}", path.display())).help(help).into())
    }

    /// All built-in models.
    pub fn models(&self) -> impl Iterator<Item = Model> {
        self.all().flat_map(|language| language.models().iter().map(move |&model| Model { model, language }))
    }

    /// The built-in model of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn model(&self, name: &str) -> Result<Model, Failure> {
        if let Some(found) = self.models().find(|found| found.model.name == name) {
            return Ok(found);
        }
        let known: Vec<&str> = self.models().map(|found| found.model.name).collect();
        let message = format!("there is no model `{name}`");
        let diagnostic = Diagnostic::error("E0005", message);
        let diagnostic = diagnostic.note(format!("models are: {}", known.join(", ")));
        Err(match closest(name, known) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
            None => diagnostic.into(),
        })
    }
}

/// What a path names that is no file: a model, and perhaps its size.
fn model_of(path: &Path) -> Option<(&str, Option<&str>)> {
    let rest = path.to_str()?.strip_prefix(PREFIX)?;
    if path.exists() {
        return None;
    }
    Some(rest.split_once(':').map_or((rest, None), |(name, size)| (name, Some(size))))
}

/// Whether a path is there to be read: a file, standard input or a built-in model.
pub(crate) fn can_be_read(path: &Path) -> bool {
    path.as_os_str() == "-" || path.exists() || model_of(path).is_some()
}

/// The size that is meant, if the model can have it.
///
/// # Errors
/// When it cannot.
pub fn size_of(model: &BuiltIn, size: Option<u32>) -> Result<u32, Failure> {
    let size = size.unwrap_or(model.default);
    if (model.smallest..=model.largest).contains(&size) {
        return Ok(size);
    }
    let message = format!("`{}` has no size {size}", model.name);
    let note = format!("sizes go from {} to {}", model.smallest, model.largest);
    Err(Diagnostic::error("E0006", message).note(note).into())
}

/// The paths of a list.
pub(crate) fn paths(files: &[impl AsRef<Path>]) -> Vec<PathBuf> {
    files.iter().map(|file| file.as_ref().to_owned()).collect()
}
