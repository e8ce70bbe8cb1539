//! One run, in the process that does it.
//!
//! The time goes from reading the model to the answer, as in the study of Cobleigh; the most memory is what
//! the system says about the process, where it does. After a proof by parts the premises are checked once
//! more with the assumption that was found, in a new project that reads the model again: what the proof
//! costs without learning (section 5.6 there).

use std::time::{Duration, Instant};

use suppose::base::{Budget, StopReason, Verdict};
use suppose::inquiry::Answer;
use suppose::prove::method::Method;
use suppose::prove::methods::Methods;
use suppose::report::milliseconds;
use suppose::{Asked, Failure, Plan, Project, split_text};

use crate::generalise::{generalised, watched};
use crate::plan::how;
use crate::process::memory_kib;
use crate::read::open;
use crate::spec::{Parts, Spec};
use crate::{Outcome, Record};

/// Does a run. Whatever comes of it is a record; the budget has the limits on memory and interruption, and
/// those on time begin now. A decomposition that has to be found first is found before the clock starts.
pub fn perform(spec: &Spec, budget: &Budget) -> Record {
    let timeout = Duration::try_from_secs_f64(spec.limits.timeout).unwrap_or(Duration::MAX);
    let limited = || budget.clone().with_timeout(timeout);
    let mut record = Record::begun(spec);
    let plan = how(spec.verifier);
    let mut started = Instant::now();
    let answer = parts(spec, &plan, &limited()).and_then(|parts| {
        record.parts = parts;
        started = Instant::now();
        answer(spec, &record.parts, &plan, &limited())
    });
    record.time_ms = milliseconds(started.elapsed());
    record.peak_kib = memory_kib("self", "VmHWM:").unwrap_or(0);
    match answer {
        Err(failure) => record.note_failure(&failure),
        Ok(answer) => {
            record.note(&answer);
            if !record.parts.is_empty() && record.outcome == Outcome::Holds {
                note_premises(spec, &answer, &plan, &limited(), &mut record);
            }
        }
    }
    record
}

/// The decomposition of the run; empty when it has none.
fn parts(spec: &Spec, plan: &Plan, budget: &Budget) -> Result<Vec<Vec<String>>, Failure> {
    let property = &spec.subject.property;
    match &spec.parts {
        Parts::None => Ok(Vec::new()),
        Parts::These(parts) => Ok(parts.clone()),
        Parts::Predicted => match project(spec, budget)?.predicted(property, plan)? {
            Some(predicted) => Ok(predicted.parts.to_vec()),
            None => Err(StopReason::Unsupported("a decomposition of a single unit".into()).into()),
        },
        Parts::From { text, best, .. } => {
            let watched = |text| watched(&spec.suffix, text, property, plan, budget);
            Ok(generalised(&watched(text)?, best, &watched(&spec.text)?))
        }
    }
}

fn project(spec: &Spec, budget: &Budget) -> Result<Project, Failure> {
    open(&spec.subject.system, &spec.suffix, &spec.text, budget)
        .map_err(|error| Failure::Input(error.messages))
}

fn answer(spec: &Spec, parts: &[Vec<String>], plan: &Plan, budget: &Budget) -> Result<Answer, Failure> {
    let mut project = project(spec, budget)?;
    let property = &spec.subject.property;
    let method = Methods::default().named(&spec.method);
    if !parts.is_empty() && method == Some(Method::Learn) {
        return project.answer_by_parts(property, parts, plan);
    }
    let split = (!parts.is_empty()).then(|| split_text(parts));
    let asked = Asked { properties: vec![property.clone()], ..Asked::default() };
    let report = project.ask(&asked, &Plan { method, split, ..plan.clone() })?;
    match report.answer(property) {
        Some(answer) => Ok(answer.clone()),
        None => Err(StopReason::Internal(format!("{property} has no answer")).into()),
    }
}

/// Notes what the premises alone take.
fn note_premises(spec: &Spec, answer: &Answer, plan: &Plan, budget: &Budget, record: &mut Record) {
    let started = Instant::now();
    let checked = project(spec, budget).and_then(|mut project| project.premises(answer, plan));
    match checked {
        Ok(Some(effort)) => {
            record.premises_ms = Some(milliseconds(started.elapsed()));
            record.premises_max_states = Some(effort.max_states);
        }
        Ok(None) => {}
        // A limit costs these two numbers only; that a premise fails is a bug.
        Err(Failure::Stopped(reason)) if !reason.is_internal() => {}
        Err(failure) => record.note_failure(&failure),
    }
}

impl Record {
    /// The record of a run of which nothing is known yet.
    pub(crate) fn begun(spec: &Spec) -> Self {
        let from_size = match spec.parts {
            Parts::From { size, .. } => Some(size),
            _ => None,
        };
        Self {
            run: spec.run.clone(),
            subject: spec.subject.clone(),
            verifier: spec.verifier,
            method: spec.method.clone(),
            role: spec.role,
            from_size,
            parts: match &spec.parts {
                Parts::These(parts) => parts.clone(),
                _ => Vec::new(),
            },
            stands_for: spec.stands_for,
            outcome: Outcome::Unknown,
            reason: None,
            max_states: 0,
            states: 0,
            queries: 0,
            conjectures: 0,
            assumption_states: 0,
            time_ms: 0.0,
            premises_ms: None,
            premises_max_states: None,
            peak_kib: 0,
        }
    }

    fn note(&mut self, answer: &Answer) {
        match &answer.verdict {
            Verdict::Holds => self.outcome = Outcome::Holds,
            Verdict::Violated(_) => self.outcome = Outcome::Violated,
            Verdict::Inconclusive(reason) => self.note_stop(reason),
        }
        self.max_states = answer.effort.max_states;
        self.states = answer.effort.states_explored;
        let Some(by_parts) = &answer.by_parts else { return };
        if let Some(learning) = &by_parts.findings.learning {
            self.queries = learning.queries;
            self.conjectures = learning.conjectures.len() as u64;
        }
        let assumptions = by_parts.findings.proof.iter().flat_map(|proof| &proof.assumptions);
        self.assumption_states = assumptions.map(|lts| lts.num_states() as u64).max().unwrap_or(0);
        if self.parts.is_empty()
            && let Some((_, parts)) = &by_parts.rule
        {
            let name = |&place: &usize| by_parts.system.components[place].name.clone();
            self.parts = parts.iter().map(|part| part.iter().map(name).collect()).collect();
        }
    }

    fn note_failure(&mut self, failure: &Failure) {
        match failure {
            Failure::Stopped(reason) => self.note_stop(reason),
            // Nothing can be supposed of a part that shares nothing: a decomposition that is none.
            Failure::Input(messages) if messages.iter().all(|message| message.code == "E0707") => {
                self.outcome = Outcome::Unknown;
                self.reason = Some(failure.to_string());
            }
            Failure::Input(_) => {
                self.outcome = Outcome::Failed;
                self.reason = Some(failure.to_string());
            }
        }
    }

    fn note_stop(&mut self, reason: &StopReason) {
        self.outcome = match reason {
            StopReason::Timeout => Outcome::Timeout,
            StopReason::States(_) | StopReason::Memory(_) => Outcome::Memory,
            StopReason::Internal(_) | StopReason::Interrupted => Outcome::Failed,
            StopReason::Unsupported(_) | StopReason::Imprecise => Outcome::Unknown,
        };
        self.reason = Some(reason.to_string());
    }
}
