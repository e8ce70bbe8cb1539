//! What `certify` says about a certificate.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::counted;
use suppose_certify::{Checked, Role, Rule, Verdict};

use crate::Certified;

/// What `suppose certify` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertifiedObject {
    /// Whether everything in it is shown and its sources are what they were.
    accepted: bool,
    /// The system that it is about.
    system: String,
    /// What it shows.
    results: Vec<CheckedObject>,
    /// What became of its sources.
    sources: Vec<SourceObject>,
    /// Why it is not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What was not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The constant of the source from whose value on the results hold for every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    every: Option<String>,
}

/// One result of a certificate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CheckedObject {
    /// The component or property.
    property: String,
    /// `holds` or `violated`.
    verdict: &'static str,
    /// The rule of the proof; nothing for a witness.
    rule: Option<&'static str>,
    /// States searched, or steps replayed.
    states: usize,
}

/// One source of a certificate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SourceObject {
    /// Where it was.
    path: String,
    /// `unchanged`, `changed` or `missing`.
    status: &'static str,
}

impl CertifiedObject {
    /// The result of a check, for programs.
    pub fn new(certified: &Certified) -> Self {
        let result = |result: &Checked| CheckedObject {
            property: result.watched.clone(),
            verdict: verdict(result),
            rule: result.rule.map(rule_name),
            states: result.states,
        };
        let source = |(path, status): &(String, crate::SourceStatus)| SourceObject {
            path: path.clone(),
            status: status.name(),
        };
        Self {
            accepted: certified.reason.is_none(),
            system: certified.certificate.system.clone(),
            results: certified.results.iter().map(result).collect(),
            sources: certified.sources.iter().map(source).collect(),
            reason: certified.reason.clone(),
            note: certified.note.clone(),
            every: certified.certificate.target.every.clone(),
        }
    }
}

/// The result of a check, for people.
///
/// # Errors
/// When it cannot be written.
pub fn write(certified: &Certified, file: &str, out: &mut dyn Write) -> io::Result<()> {
    let certificate = &certified.certificate;
    let parts = certificate.components.iter().filter(|c| c.role == Role::Component);
    let names: Vec<&str> = parts.map(|c| c.name.as_str()).collect();
    writeln!(out, "{file}: {} of {}", certificate.system, names.join(", "))?;
    let width = certified.results.iter().map(|r| r.watched.chars().count()).max().unwrap_or(0);
    for result in &certified.results {
        let Checked { watched, states, .. } = result;
        let how = match result.rule {
            None => format!("witness of {} replayed", counted(*states, "step")),
            Some(rule) => format!("{}, {} searched", rule_name(rule), counted(*states, "state")),
        };
        writeln!(out, "  {watched:width$}  {} ({how})", verdict(result))?;
    }
    if let Some(constant) = &certificate.target.every {
        let trusted = "the translation of the source is trusted for that";
        writeln!(out, "  for every {constant} from its value in the source on; {trusted}")?;
    }
    for (path, status) in &certified.sources {
        writeln!(out, "  source {path}: {status}")?;
    }
    match &certified.reason {
        Some(reason) => writeln!(out, "rejected: {reason}")?,
        None => writeln!(out, "accepted")?,
    }
    certified.note.iter().try_for_each(|note| writeln!(out, "  {note}"))
}

fn verdict(result: &Checked) -> &'static str {
    match result.verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
    }
}

fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Chain => "chain",
        Rule::Symmetric => "symmetric",
    }
}
