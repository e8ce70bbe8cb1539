//! From a TOML file to a [`Study`].
//!
//! Every mistake is reported with its place before anything runs: syntax, keys, kinds of values, and names of
//! systems, properties, methods and verifiers. Models are opened once, at their smallest size, to see what
//! properties they have. `fields` gives values with places, `source` the texts of models, `block` what
//! `[[runs]]` asks for.

mod block;
mod fields;
mod source;

use std::path::Path;

use suppose::base::{Budget, Diagnostic, SourceMap, closest};
use suppose::inquiry::QuestionKind;
use suppose::{OpenOptions, Project};
use toml::de::DeTable;

use crate::study::{Limits, Study, System};
use block::block;
use fields::{Fields, Text, place};

/// Why a study cannot be used: messages, and the texts that they speak of.
#[derive(Debug)]
pub struct NotRead {
    /// What is wrong.
    pub messages: Vec<Diagnostic>,
    /// Where.
    pub sources: SourceMap,
}

impl From<Diagnostic> for NotRead {
    fn from(message: Diagnostic) -> Self {
        Self { messages: vec![message], sources: SourceMap::new() }
    }
}

/// Reads a study.
///
/// # Errors
/// Says what is wrong with the file or with a model that it names.
pub fn read(path: &Path, budget: &Budget) -> Result<Study, NotRead> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Diagnostic::error("E0001", format!("{}: {error}", path.display())))?;
    study_of(path, &text, budget)
}

/// The study that a text describes. The path says where files are that it names, and what it is called.
///
/// # Errors
/// As [`read`].
pub fn study_of(path: &Path, text: &str, budget: &Budget) -> Result<Study, NotRead> {
    let mut sources = SourceMap::new();
    let file = sources.add(path.to_string_lossy(), text);
    let root = match DeTable::parse(text) {
        Ok(root) => root,
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            let message = Diagnostic::error("E1101", error.message().replace('\n', "; "));
            return Err(NotRead { messages: vec![message.at(place(file, range), "")], sources });
        }
    };
    let mut messages = Vec::new();
    let whole = place(file, 0..0);
    let mut root = Fields::new(root.get_ref(), whole, "a study", &mut messages);
    let (head, systems, blocks) = (root.table("study"), root.tables("systems"), root.tables("runs"));
    for (key, is_missing) in [("systems", systems.is_empty()), ("runs", blocks.is_empty())] {
        if is_missing {
            let message = format!("the study has no [[{key}]], so there is nothing to do");
            root.messages.push(Diagnostic::error("E1104", message).at(whole, ""));
        }
    }
    root.finish();
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let (mut name, mut limits) = (stem, Limits::default());
    if let Some((table, span)) = head {
        let mut fields = Fields::new(table, span, "[study]", &mut messages);
        if let Some(text) = fields.text("name") {
            name = text.text;
        }
        limits = limits_of(&mut fields, limits);
        fields.finish();
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut found: Vec<System> = Vec::new();
    for (table, span) in systems {
        let fields = Fields::new(table, span, "[[systems]]", &mut messages);
        let Some(system) = system(fields, folder, budget)? else { continue };
        if found.iter().any(|known| known.name == system.name) {
            let message = format!("there are two systems with the name `{}`", system.name);
            let help = "give one of them another name: name = \"...\"";
            messages.push(Diagnostic::error("E1104", message).at(span, "").help(help));
        }
        found.push(system);
    }
    let mut all = Vec::new();
    // Without their systems blocks cannot be judged.
    if messages.is_empty() {
        for (table, span) in blocks {
            all.push(block(Fields::new(table, span, "[[runs]]", &mut messages), &found, limits));
        }
    }
    if messages.is_empty() {
        Ok(Study { name, systems: found, blocks: all })
    } else {
        Err(NotRead { messages, sources })
    }
}

fn limits_of(fields: &mut Fields<'_, '_>, otherwise: Limits) -> Limits {
    Limits {
        timeout: fields.seconds("timeout").unwrap_or(otherwise.timeout),
        memory: fields.number("memory").unwrap_or(otherwise.memory),
        states: fields.number("states").or(otherwise.states),
    }
}

/// A system; nothing when it is described wrongly, which is said.
fn system(mut fields: Fields<'_, '_>, folder: &Path, budget: &Budget) -> Result<Option<System>, NotRead> {
    let source = source::texts(&mut fields, folder);
    let properties = fields.texts("properties");
    let Some((name, suffix, texts)) = source else {
        fields.finish();
        return Ok(None);
    };
    let smallest = texts.values().next().map(String::as_str).unwrap_or_default();
    let known = properties_of(&name, &suffix, smallest, budget)?;
    let properties = match properties {
        None => known,
        Some(wanted) => {
            names(&wanted, &known, &format!("`{name}` has no property"), "properties are", fields.messages)
        }
    };
    if properties.is_empty() && fields.messages.is_empty() {
        let message = format!("`{name}` has no property to ask about");
        fields.messages.push(Diagnostic::error("E1105", message).at(fields.span, ""));
    }
    fields.finish();
    Ok(Some(System { name, suffix, texts, properties }))
}

/// The properties that a model declares.
fn properties_of(name: &str, suffix: &str, text: &str, budget: &Budget) -> Result<Vec<String>, NotRead> {
    let mut project = open(name, suffix, text, budget)?;
    let plan = suppose::Plan::default();
    let budget = project.reader.budget.clone();
    let inquiry = project.inquiry(&plan).and_then(|inquiry| {
        inquiry.prepare(&budget)?;
        let is_property = |question: &&suppose::inquiry::Question| {
            question.kind == QuestionKind::Property && question.declared
        };
        Ok(inquiry.questions().iter().filter(is_property).map(|question| question.name.clone()).collect())
    });
    inquiry.map_err(|failure| not_opened(name, failure, project.reader.sources))
}

/// Opens the text of a model.
pub(crate) fn open(name: &str, suffix: &str, text: &str, budget: &Budget) -> Result<Project, NotRead> {
    let path = std::path::PathBuf::from(format!("{name}.{suffix}"));
    let contents = [(path.clone(), text.as_bytes().to_vec().into())].into();
    let options = OpenOptions { contents, budget: budget.clone(), ..OpenOptions::default() };
    Project::open(&[path], &options).map_err(|error| not_opened(name, error.failure, error.sources))
}

fn not_opened(name: &str, failure: suppose::Failure, sources: SourceMap) -> NotRead {
    match failure {
        suppose::Failure::Input(messages) => NotRead { messages, sources },
        suppose::Failure::Stopped(reason) => {
            Diagnostic::error("E1105", format!("`{name}` cannot be opened: {reason}")).into()
        }
    }
}

/// The names of a list that are known; the others are complained about.
fn names(
    wanted: &[Text],
    known: &[String],
    complaint: &str,
    listing: &str,
    messages: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for Text { text, span } in wanted {
        if known.contains(text) {
            if !found.contains(text) {
                found.push(text.clone());
            }
            continue;
        }
        let diagnostic = Diagnostic::error("E1105", format!("{complaint} `{text}`")).at(*span, "");
        messages.push(match closest(text, known.iter().map(String::as_str)) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.note(format!("{listing}: {}", known.join(", "))),
        });
    }
    found
}
