//! Are the sources of a certificate still what it says?
//!
//! A source is looked for where its path leads from the current folder, else from the folder of the certificate. When all are there
//! they are compiled again, and the components compared by name, role and hash. The list of sources has files in the order in which
//! they were read, imported ones among them; the files to compile are those that no other asked for and that are no property.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;
use suppose::base::Diagnostic;
use suppose::certify::{Certificate, Role};
use suppose::lang::srs::{ComponentId, Model};
use suppose::nets::{Failure as Kind, Failures};
use suppose::prove::certificate::{Source, Target as Named, certificate};
use suppose::srs::bridge::{Certifiable, Parts, certifiable};

use crate::args::Certify;
use crate::input::reactive::{is_meant as is_reactive, load as load_reactive};
use crate::input::{MAX_GRAPH, load, read};
use crate::session::{Failure, Session};
use crate::subject::{Circuit, Subject, Target, all_nets};

/// What became of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Unchanged,
    Changed,
    Missing,
}

impl Status {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
            Self::Missing => "missing",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a look at the sources found.
#[derive(Default)]
pub(super) struct Looked {
    pub sources: Vec<(String, Status)>,
    /// Why the certificate is not about these sources.
    pub reason: Option<String>,
    /// What was not looked at.
    pub note: Option<String>,
}

const ONLY_EMBEDDED: &str = "only the components in the certificate were checked, not the sources";

/// Looks at the sources of a certificate that was accepted.
pub(super) fn look(
    certificate: &Certificate,
    options: &Certify,
    session: &mut Session,
) -> Result<Looked, Failure> {
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let mut looked = Looked::default();
    let mut paths = Vec::new();
    for source in &certificate.sources {
        let found = [PathBuf::from(&source.path), folder.join(&source.path)];
        let found = found.into_iter().find(|path| source.path != "-" && path.is_file());
        let status = match &found {
            None => Status::Missing,
            Some(path) => {
                let now = Source::new(source.path.clone(), &read(path, MAX_GRAPH, session)?);
                if now.sha256 == source.sha256 { Status::Unchanged } else { Status::Changed }
            }
        };
        looked.sources.push((source.path.clone(), status));
        paths.extend(found);
    }
    let changed = looked.sources.iter().find(|(_, status)| *status == Status::Changed);
    if paths.is_empty() || paths.len() < certificate.sources.len() {
        looked.note = Some(ONLY_EMBEDDED.to_owned());
        looked.reason = changed.map(|(path, _)| format!("{path} has changed since the proof"));
        return Ok(looked);
    }
    let difference = compiled(certificate, &paths, options, session)?;
    looked.reason = match (changed, difference) {
        (None, None) => None,
        (None, Some(how)) => Some(format!(
            "the sources are unchanged, but {how}; were they read with other options, such as --library or --top?"
        )),
        (Some((path, _)), Some(how)) => Some(format!("{path} has changed since the proof: {how}")),
        (Some((path, _)), None) => Some(format!(
            "{path} has changed since the proof, though it still compiles to the same components"
        )),
    };
    Ok(looked)
}

/// How the components that the sources compile to differ from those of a certificate.
fn compiled(
    wanted: &Certificate,
    paths: &[PathBuf],
    options: &Certify,
    session: &mut Session,
) -> Result<Option<String>, Failure> {
    // Whoever checks a certificate does not want to hear of the sources again.
    let quiet = std::mem::replace(&mut session.quiet, true);
    let built = build(wanted, paths, options, session);
    session.quiet = quiet;
    let subject = match built {
        Ok(subject) => subject,
        Err(Failure::Input(messages)) => {
            let first = messages.first().map_or_else(String::new, |message| message.message.clone());
            return Ok(Some(format!("they no longer compile: {first}")));
        }
        Err(other) => return Err(other),
    };
    if subject.system.priority.is_some() {
        // No certificate says so, and a witness may be one only without them.
        return Ok(Some(
            "they compile to a system with priorities, which certificates do not know".to_owned(),
        ));
    }
    // The writer of certificates knows names, roles and hashes.
    let Ok(text) = certificate(&subject.system, &[], Vec::new(), Named::default()) else {
        return Ok(Some("they cannot be compared".to_owned()));
    };
    let now: Value = serde_json::from_str(&text).unwrap_or_default();
    let now: Vec<[&str; 3]> = now["components"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|c| ["name", "role", "sha256"].map(|field| c[field].as_str().unwrap_or_default()))
        .collect();
    let role = |role: Role| if role == Role::Property { "property" } else { "component" };
    let then: Vec<[&str; 3]> = wanted
        .components
        .iter()
        .map(|c| [c.name.as_str(), role(c.role.clone()), c.sha256.as_str()])
        .collect();
    if now.len() != then.len() {
        return Ok(Some(format!("they compile to {} components instead of {}", now.len(), then.len())));
    }
    let different = now.iter().zip(&then).find(|(now, then)| now != then);
    Ok(different.map(|(now, then)| {
        if now[0] == then[0] {
            format!("{} is not the same", then[0])
        } else {
            format!("{} is in the place of {}", now[0], then[0])
        }
    }))
}

/// Compiles the sources as they were.
fn build(
    wanted: &Certificate,
    paths: &[PathBuf],
    options: &Certify,
    session: &mut Session,
) -> Result<Subject, Failure> {
    let target = &wanted.target;
    if let ([path], [name]) = (paths, &target.properties[..])
        && is_reactive(paths, &options.input)
    {
        let model = load_reactive(session, path)?;
        return reactive(&model, name, session);
    }
    // A property that was named by its file is now where that was found.
    let places: Vec<(&str, &PathBuf)> =
        wanted.sources.iter().map(|source| source.path.as_str()).zip(paths).collect();
    let found = |property: &String| {
        let place = places.iter().find(|(path, _)| path == property);
        place.map_or_else(|| property.clone(), |(_, found)| found.to_string_lossy().into_owned())
    };
    let properties: Vec<String> = target.properties.iter().map(found).collect();
    // Properties are read last, so a file that is both is a property where it occurs last.
    let mut is_property = vec![false; places.len()];
    for property in &target.properties {
        let last = places.iter().rposition(|(path, _)| path == property);
        last.filter(|&last| last > 0).into_iter().for_each(|last| is_property[last] = true);
    }
    let mut files: Vec<&PathBuf> = Vec::new();
    // Imported files follow the one that asked for them.
    let mut imported: Vec<String> = Vec::new();
    for ((_, place), is_property) in places.iter().zip(is_property) {
        let name = place.to_string_lossy();
        if let Some(known) = imported.iter().position(|other| *other == name) {
            imported.remove(known);
            continue;
        }
        if !is_property {
            files.push(place);
        }
        session.reads = Some(Vec::new());
        load(session, place, &options.input)?;
        let reads = session.reads.take().unwrap_or_default();
        imported.extend(reads.into_iter().filter(|read| read.imported).map(|read| read.source.path));
    }
    let kinds: Option<Vec<Kind>> =
        target.properties.iter().map(|name| Kind::ALL.into_iter().find(|kind| kind.name() == name)).collect();
    if let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty())
        && all_nets(&files, &options.input)
    {
        let circuit = Circuit::read(session, &files, &options.input)?;
        return circuit.guarded(Failures::of(&kinds), &session.budget);
    }
    let mut subject =
        Subject::to_check(session, &files, Target::system(target.system.as_ref()), &options.input)?;
    subject.find_properties(session, &properties, &options.input)?;
    Ok(subject)
}

/// The strict system of a reactive one that a property of a component was proved of, or what a component receives.
fn reactive(model: &Model, name: &str, session: &Session) -> Result<Subject, Failure> {
    let budget = &session.budget;
    for id in (0..model.components.len()).map(ComponentId::at) {
        let part = model.component(id);
        if part.name == name {
            return Ok(Subject::of_system(
                Parts::around(model, id, budget)?.strict()?.certified(id, budget)?.system,
            ));
        }
        let local = name.strip_prefix(part.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
        let place =
            local.and_then(|local| part.properties.iter().position(|property| property.name == local));
        if let Some(place) = place {
            let Certifiable { mut system, watched, .. } = certifiable(model, (id, place), budget)?;
            name.clone_into(&mut system.components[watched].name);
            return Ok(Subject::of_system(system));
        }
    }
    Err(Diagnostic::error("E0005", format!("there is neither a component nor a property `{name}`")).into())
}
