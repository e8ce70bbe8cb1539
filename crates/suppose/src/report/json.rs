//! Reports for programs: one JSON object. The names and meanings of its fields are a contract; the schema in
//! `docs/schema` is made from these types.

use std::collections::BTreeMap;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{ActionTable, SourceMap, Verdict};
use suppose_inquiry::{Answer, ContextFields, Extras, Failure, Question};
use suppose_lts::Lts;

use super::details::Details;
use super::diagnostics::{Message, column_of};
use super::outcome::{Header, Printed};
use super::shown::ShownObject;
use super::{Format, Look, Report, milliseconds, to_microseconds};

/// For programs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON object, for programs"
    }

    fn write(&self, reports: &[Report], look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let first = reports.first().map(header);
        let time_ms = to_microseconds(reports.iter().map(|report| report.time_ms).sum());
        let header = Header { time_ms, ..first.unwrap_or_else(|| Header::new("check", "", 0.0)) };
        let fields = match reports {
            [only] => CheckFields::One(Box::new(SystemFields::new(only, look))),
            several => CheckFields::Each { reports: several.iter().map(|one| printed(one, look)).collect() },
        };
        serde_json::to_writer(&mut *out, &Printed::new(header, fields))?;
        writeln!(out)
    }
}

fn header(report: &Report) -> Header {
    let file = report.files.first().cloned().unwrap_or_default();
    Header::new("check", file, report.time_ms)
}

fn printed(report: &Report, look: &Look) -> Printed<SystemFields> {
    Printed::new(header(report), SystemFields::new(report, look))
}

/// What `suppose check` prints after the header.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum CheckFields {
    /// About one system.
    One(Box<SystemFields>),
    /// With `--each` about several.
    Each {
        /// One object for each file, as for a single one.
        reports: Vec<Printed<SystemFields>>,
    },
}

/// What there is to say about one system.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::option_option, reason = "a field that is not there differs from one that is null")]
pub(super) struct SystemFields {
    /// The name of the system.
    system: String,
    /// The names of its components.
    components: Vec<String>,
    /// One for each question that was asked.
    results: Vec<ResultObject>,
    /// What `--all` would have asked, and this run did not.
    not_checked: Vec<NotChecked>,
    /// What there was to warn about.
    warnings: Vec<Message>,
    /// Where there are several files: all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
    /// Where a certificate was asked for: the file that was written, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Option<String>>,
    /// Where a waveform was asked for: the file that was written, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    vcd: Option<Option<String>>,
    /// Why the input means nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Message>>,
    /// Why nothing could be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The same in words, and that nothing was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// How many states had been found then.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_so_far: Option<u64>,
    #[serde(flatten)]
    context: ContextFields,
}

/// A question that was not asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NotChecked {
    /// `property`, `progress`, `assertion` or `deadlock`.
    kind: &'static str,
    /// Its name.
    name: String,
}

impl NotChecked {
    fn new(question: &Question) -> Self {
        Self { kind: question.kind.name(), name: question.name.clone() }
    }
}

impl SystemFields {
    fn new(report: &Report, look: &Look) -> Self {
        let message = |message| Message::new(message, &report.sources);
        let (diagnostics, stopped) = match &report.failure {
            Some(Failure::Input(messages)) => (Some(messages.iter().map(message).collect()), None),
            Some(Failure::Stopped(reason)) => (None, Some(reason)),
            None => (None, None),
        };
        let path = |path: &std::path::Path| path.to_string_lossy().into_owned();
        Self {
            system: report.system.clone(),
            components: report.components.clone(),
            results: report.answers.iter().map(|a| ResultObject::new(a, &report.sources, look)).collect(),
            not_checked: report.not_checked.iter().chain(&report.left_out).map(NotChecked::new).collect(),
            warnings: report.warnings.iter().map(message).collect(),
            files: (report.files.len() > 1).then(|| report.files.clone()),
            certificate: report
                .certificate
                .as_ref()
                .map(|written| written.as_ref().map(|written| path(&written.path))),
            vcd: report.waveform.as_ref().map(|(file, written)| written.then(|| path(file))),
            diagnostics,
            reason: stopped.map(suppose_base::StopReason::name),
            message: stopped.and_then(|_| report.failure_text()),
            states_so_far: report.states_so_far,
            context: report.context.fields.clone(),
        }
    }
}

/// The answer to one question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ResultObject {
    /// The name of what was asked.
    pub property: String,
    /// `property`, `progress`, `assertion` or `deadlock`.
    pub kind: &'static str,
    /// `holds`, `violated` or `inconclusive`.
    pub verdict: &'static str,
    /// The method that answered, or should have.
    pub method: &'static str,
    /// The rule of a proof by parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// Its parts, in the order of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Vec<String>>>,
    /// The actions that assumptions are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<Vec<String>>,
    /// The first assumption.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<AssumptionObject>,
    /// All of them, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<Vec<AssumptionObject>>,
    /// What it took.
    pub stats: Stats,
    /// With `-v`: the conjectures of a learner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjectures: Option<Vec<ConjectureObject>>,
    /// Where learning had to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_conjecture: Option<ConjectureObject>,
    /// Who took part in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<Vec<RaceObject>>,
    /// What was chosen and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// With `-v`: how the answer was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Why there is no answer: `timeout`, `states`, `memory`, `interrupted`, `unsupported`, `imprecise`,
    /// `internal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What shows a violation.
    #[serde(flatten)]
    pub shown: Option<ShownObject>,
    /// What only some kinds of system have.
    #[serde(flatten)]
    pub extras: Extras,
    /// Where the steps of a path or a witness are written, if that is known of any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<Option<String>>>,
}

/// What an answer took.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct Stats {
    /// States of all searches.
    pub states_explored: u64,
    /// States of the largest single search.
    pub max_states: u64,
    /// Transitions of all searches.
    pub transitions: u64,
    /// How long it took.
    pub time_ms: f64,
    /// With `-v`: peak memory of the largest search. It depends on the number of threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Conjectures of a learner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjectures: Option<usize>,
    /// Its membership queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub membership_queries: Option<u64>,
    /// What only some kinds of system count.
    #[serde(flatten)]
    pub more: BTreeMap<&'static str, u64>,
}

/// The size of an assumption.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct AssumptionObject {
    /// States.
    pub states: usize,
    /// Transitions.
    pub transitions: usize,
    /// The actions it is about, sorted.
    pub alphabet: Vec<String>,
}

impl AssumptionObject {
    /// The size of an LTS.
    pub(super) fn new(lts: &Lts, actions: &ActionTable) -> Self {
        let names = actions.sorted_names(lts.alphabet().iter().copied());
        Self {
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            alphabet: names.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// What a learner conjectured, and what became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ConjectureObject {
    /// The number of the assumption, from 1.
    pub assumption: usize,
    /// Its states.
    pub states: usize,
    /// Its transitions.
    pub transitions: usize,
    /// The premise that refuted it, from 1.
    pub refuted_by: Option<usize>,
    /// What that means: `too weak`, `too strong`, `too coarse`, `violation`.
    pub meaning: Option<&'static str>,
    /// The word that refuted it.
    pub counterexample: Option<Vec<String>>,
    /// The premises that it satisfies.
    pub premises_passed: Vec<usize>,
    /// The conjecture in Aldebaran's format, where it is all that is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lts: Option<String>,
}

/// What a method spent in a race.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct RaceObject {
    /// The method.
    pub method: &'static str,
    /// The work that it did, in units of about a nanosecond; the same on every machine.
    pub work: u64,
    /// The states of all its searches.
    pub states: u64,
    /// Whether it answered first.
    pub won: bool,
}

impl ResultObject {
    /// An answer for programs.
    pub(super) fn new(answer: &Answer, sources: &SourceMap, look: &Look) -> Self {
        let effort = answer.effort;
        let details = if look.verbose { &answer.extras.details[..] } else { &[] };
        let (reason, message) = match &answer.verdict {
            Verdict::Inconclusive(reason) => (Some(reason.name()), Some(reason.to_string())),
            _ => (None, None),
        };
        let shown = answer.verdict.witness().map(|found| ShownObject::new(found.story(), sources));
        let mut result = Self {
            property: answer.question.name.clone(),
            kind: answer.question.kind.name(),
            verdict: answer.verdict.name(),
            method: answer.method.name(),
            rule: None,
            parts: None,
            interface: None,
            assumption: None,
            assumptions: None,
            stats: Stats {
                states_explored: effort.states_explored,
                max_states: effort.max_states,
                transitions: effort.transitions,
                time_ms: milliseconds(answer.time),
                bytes: look.verbose.then_some(effort.bytes),
                more: answer.extras.stats.iter().copied().collect(),
                ..Stats::default()
            },
            conjectures: None,
            last_conjecture: None,
            race: None,
            notes: answer.notes.clone(),
            details: details.iter().map(|line| line.trim().to_owned()).collect(),
            reason,
            message,
            places: places(answer, shown.as_ref(), sources),
            shown,
            extras: answer.extras.clone(),
        };
        if let Some(details) = Details::of(answer) {
            details.add_to(&mut result, look.verbose);
        }
        result
    }
}

/// Where the steps are written, if that is known of any.
fn places(answer: &Answer, shown: Option<&ShownObject>, sources: &SourceMap) -> Option<Vec<Option<String>>> {
    let places: Vec<Option<String>> = match (shown, &answer.extras.path_places) {
        (Some(shown), _) => shown.steps.iter().map(|step| step.place.clone()).collect(),
        (None, Some(path)) => path.iter().map(|span| span.map(|span| column_of(sources, span))).collect(),
        (None, None) => return None,
    };
    places.iter().any(Option::is_some).then_some(places)
}
