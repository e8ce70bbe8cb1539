//! Checking a certificate: the independent checker, then a look at the files that it was made from.
//!
//! The checker believes only what is in the certificate. Whether that is still what the sources say is asked
//! afterwards: they must have the same bytes, and compile to the same components when they are read as the
//! certificate says they were.

use std::fmt;
use std::path::{Path, PathBuf};

use suppose_base::{Budget, counted};
use suppose_certify::{Certificate, Checked, Outcome, Role, parse};
use suppose_inquiry::{Failure, InputRole, Plan, ReadOptions, Target, TauWord};
use suppose_prove::certificate::{component_hashes, hex};

use crate::certificate::{recheck, stopped};
use crate::project::{OpenOptions, Project};
use crate::registry::{Languages, can_be_read};

/// What a check of a certificate found.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The certificate.
    pub certificate: Certificate,
    /// What it shows; nothing when it shows nothing.
    pub results: Vec<Checked>,
    /// What became of its sources.
    pub sources: Vec<(String, SourceStatus)>,
    /// Why it is not accepted.
    pub reason: Option<String>,
    /// What was not looked at.
    pub note: Option<String>,
}

/// What became of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceStatus {
    /// It has the same bytes.
    Unchanged,
    /// It has other bytes.
    Changed,
    /// It is not there.
    Missing,
}

impl SourceStatus {
    /// The name, as in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
            Self::Missing => "missing",
        }
    }
}

impl fmt::Display for SourceStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a certificate could not be checked.
#[derive(Clone, Debug)]
pub enum NotCertified {
    /// It is none; says why.
    Malformed(String),
    /// A limit was reached, or the sources cannot be read.
    Failed(Failure),
}

const ONLY_EMBEDDED: &str = "only the components in the certificate were checked, not the sources";

/// Checks a certificate. Sources are looked for where their paths lead from the current folder, else from
/// `folder`.
///
/// # Errors
/// When it is no certificate, or a limit is reached.
pub fn certify(
    text: &[u8],
    folder: &Path,
    languages: &Languages,
    budget: &Budget,
) -> Result<Certified, NotCertified> {
    let certificate = parse(text).map_err(NotCertified::Malformed)?;
    let outcome = recheck(text, budget).map_err(|reason| NotCertified::Failed(reason.into()))?;
    let certified = |results, reason| Certified {
        certificate: certificate.clone(),
        results,
        sources: Vec::new(),
        reason,
        note: None,
    };
    match outcome {
        Outcome::Malformed(why) => Err(NotCertified::Malformed(why)),
        Outcome::Unfinished => Err(NotCertified::Failed(stopped(budget).into())),
        Outcome::Rejected(why) => Ok(certified(Vec::new(), Some(why))),
        Outcome::Accepted(results) => {
            let mut certified = certified(results, None);
            certified.look_at_sources(folder, languages, budget).map_err(NotCertified::Failed)?;
            Ok(certified)
        }
    }
}

impl Certified {
    fn look_at_sources(
        &mut self,
        folder: &Path,
        languages: &Languages,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let mut places: Vec<PathBuf> = Vec::new();
        for source in &self.certificate.sources {
            let candidates = [PathBuf::from(&source.path), folder.join(&source.path)];
            let found = candidates.into_iter().find(|path| source.path != "-" && can_be_read(path));
            let status = match &found {
                None => SourceStatus::Missing,
                Some(path) if sha256(path, languages, budget)? == source.sha256 => SourceStatus::Unchanged,
                Some(_) => SourceStatus::Changed,
            };
            self.sources.push((source.path.clone(), status));
            places.extend(found);
        }
        let changed = self.sources.iter().find(|(_, status)| *status == SourceStatus::Changed);
        let changed = changed.map(|(path, _)| path.clone());
        let says_how = self.certificate.sources.iter().all(|source| source.role.is_some());
        if places.is_empty() || places.len() < self.certificate.sources.len() || !says_how {
            self.note = Some(ONLY_EMBEDDED.to_owned());
            self.reason = changed.map(|path| format!("{path} has changed since the proof"));
            return Ok(());
        }
        let difference = self.difference(&places, languages, budget)?;
        self.reason = match (changed, difference) {
            (None, None) => None,
            (None, Some(how)) => Some(format!("the sources are unchanged, but {how}")),
            (Some(path), Some(how)) => Some(format!("{path} has changed since the proof: {how}")),
            (Some(path), None) => Some(format!(
                "{path} has changed since the proof, though it still compiles to the same components"
            )),
        };
        Ok(())
    }

    /// How the components that the sources compile to differ from those of the certificate.
    fn difference(
        &self,
        places: &[PathBuf],
        languages: &Languages,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        let system = match self.build(places, languages, budget) {
            Ok(system) => system,
            Err(Failure::Input(messages)) => {
                let first = messages.first().map_or_else(String::new, |message| message.message.clone());
                return Ok(Some(format!("they no longer compile: {first}")));
            }
            Err(stopped) => return Err(stopped),
        };
        if system.priority.is_some() {
            // No certificate says so, and a witness may be one only without them.
            return Ok(Some(
                "they compile to a system with priorities, which certificates do not know".to_owned(),
            ));
        }
        let hashes = component_hashes(&system);
        let then = &self.certificate.components;
        if hashes.len() != then.len() {
            return Ok(Some(format!(
                "they compile to {} instead of {}",
                counted(hashes.len(), "component"),
                then.len()
            )));
        }
        for ((component, hash), then) in system.components.iter().zip(&hashes).zip(then) {
            let is_property = component.role == suppose_lts::Role::Property;
            if component.name != then.name {
                return Ok(Some(format!("{} is in the place of {}", component.name, then.name)));
            }
            if is_property != (then.role == Role::Property) || *hash != then.sha256 {
                return Ok(Some(format!("{} is not the same", then.name)));
            }
        }
        Ok(None)
    }

    /// Compiles the sources as they were.
    fn build(
        &self,
        places: &[PathBuf],
        languages: &Languages,
        budget: &Budget,
    ) -> Result<suppose_lts::System, Failure> {
        let sources = || self.certificate.sources.iter().zip(places);
        let of_role = |role: InputRole| {
            sources().filter(move |(source, _)| source.role.as_deref() == Some(role.name()))
        };
        let target = &self.certificate.target;
        let files: Vec<&PathBuf> = of_role(InputRole::System).map(|(_, place)| place).collect();
        let named = sources().filter_map(|(source, place)| Some((place.clone(), source.language.clone()?)));
        let read = ReadOptions {
            tau: TauWord::ALL
                .into_iter()
                .find(|tau| target.tau.as_deref() == Some(tau.name()))
                .unwrap_or_default(),
            library: of_role(InputRole::Library).map(|(_, place)| place.clone()).next(),
            top: target.top.clone(),
            every: target.every.clone(),
        };
        let options = OpenOptions {
            languages: languages.clone(),
            language: None,
            file_languages: named.collect(),
            contents: std::collections::BTreeMap::new(),
            read,
            target: Target::system(target.system.as_deref()),
            budget: budget.clone(),
            record: false,
        };
        let mut project = Project::open(&files, &options).map_err(|error| error.failure)?;
        // A property that was named by its file is now where that was found.
        let mut named = Vec::new();
        for property in &target.properties {
            let file = of_role(InputRole::Property).find(|(source, _)| source.path == *property);
            match file {
                Some((_, place)) => named.push(place.to_string_lossy().into_owned()),
                None => named.push(property.clone()),
            }
        }
        project.certified_system(&named, &Plan::default())
    }
}

/// The hash of a file, or of the built-in model that is named in its place.
fn sha256(path: &Path, languages: &Languages, budget: &Budget) -> Result<String, Failure> {
    let mut reader = suppose_inquiry::Reader::new(budget.clone(), ReadOptions::default());
    match languages.input(path, InputRole::System, languages.all().next()) {
        Ok((input, _)) => Ok(hex(&reader.bytes(&input)?)),
        Err(failure) => Err(failure),
    }
}
