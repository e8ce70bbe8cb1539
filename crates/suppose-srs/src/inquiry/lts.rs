//! Questions to components as LTSs: the methods that prove by parts, learn assumptions or minimise.
//!
//! Each property has a system of its own, in which its violation is π, of all components that matter for it;
//! so verdicts are about the whole system. The trace of a violation becomes a run, which is replayed by the
//! definition of macrosteps.

use std::sync::Arc;
use std::time::Instant;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::system::{Approach, SystemInquiry, effort};
use suppose_inquiry::{Answer, ByParts, Failure};
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_lts::product::Witness;
use suppose_prove::method::{self, Method, Options, prove};
use suppose_prove::rule::RuleKind;

use super::ask::{Ask, AskedProperty, Found, Shown};
use super::evidence::{Course, ReactiveEvidence, Wrong};
use super::internal;
use crate::bridge::{Certifiable, Parts, certifiable};
use crate::lang::{ComponentId, Model};

/// What a method found, and the system it is about.
pub(super) struct Proved {
    pub system: System,
    pub found: method::Answer,
}

/// All answers.
pub(super) fn answers(ask: &Ask<'_>) -> Result<Found, Failure> {
    let mut found = Found::default();
    for (component, properties) in ask.components() {
        let parts = Parts::of(ask.model(), component, ask.budget).and_then(|parts| {
            // What is certified should not have to believe the tables.
            if ask.plan.certificate { parts.strict() } else { Ok(parts) }
        });
        for asked in properties {
            let started = Instant::now();
            let answer = match &parts {
                Ok(parts) => answer(ask, parts, component, asked),
                Err(reason) => Err(reason.clone().into()),
            };
            let answer = match answer {
                Ok(answer) => answer,
                Err(Failure::Stopped(reason)) => {
                    ask.answer(asked.place, Verdict::Inconclusive(reason), ask.setup.method)
                }
                Err(other) => return Err(other),
            };
            found.add(asked.place, Answer { time: started.elapsed(), ..answer });
        }
    }
    Ok(found)
}

/// The answer to one question by the method that is asked for.
fn answer(
    ask: &Ask<'_>,
    parts: &Parts<'_>,
    component: ComponentId,
    asked: AskedProperty,
) -> Result<Answer, Failure> {
    let watched = (component, asked.property);
    let Proved { system, found } = proved(ask, parts, watched)?;
    let verdict = match found.verdict.clone() {
        Verdict::Holds => Verdict::Holds,
        Verdict::Inconclusive(reason) => Verdict::Inconclusive(reason),
        Verdict::Violated(witness) => shown(ask, parts, watched, &system, &found.searched, &witness)?,
    };
    let mut answer = ask.answer(asked.place, verdict, found.method);
    // These methods do not ask for an occasion.
    answer.extras.vacuous = Some(None);
    answer.extras.measure = None;
    Ok(Answer {
        effort: effort(&found),
        notes: found.findings.notes.clone(),
        by_parts: Some(ByParts::new(&Arc::new(system), &found)),
        ..answer
    })
}

/// What the method that is asked for finds.
fn proved(ask: &Ask<'_>, parts: &Parts<'_>, watched: (ComponentId, usize)) -> Result<Proved, Failure> {
    let question = question(parts, watched.0)?;
    let inquiry = SystemInquiry::new(parts.system(Some(watched), ask.budget)?);
    let approach = Approach::new(ask.plan, &inquiry)?;
    let mut options = approach.for_question(&inquiry.system, question)?;
    let supposes = matches!(options.method, Method::Learn | Method::Direct | Method::Lazy)
        && matches!(ask.plan.rule, None | Some(RuleKind::Asymmetric));
    if options.parts.is_none() && supposes {
        options.parts = around(parts, watched.0);
    }
    let found = prove(&inquiry.system, question, &options, ask.budget);
    Ok(Proved { system: inquiry.system, found })
}

/// What is asked of the system of a component.
fn question(parts: &Parts<'_>, component: ComponentId) -> Result<Question, StopReason> {
    let what = "a component is no part of its own system";
    let place = parts.place(component).ok_or_else(|| StopReason::Internal(what.to_owned()))?;
    Ok(Question::Safe(place))
}

/// The component that is asked about, which is in no part, against all others; nothing if there are none.
fn around(parts: &Parts<'_>, component: ComponentId) -> Option<Vec<Vec<usize>>> {
    let own = parts.place(component);
    let others: Vec<usize> = (0..parts.members().len()).filter(|&place| Some(place) != own).collect();
    (!others.is_empty()).then(|| vec![Vec::new(), others])
}

/// A violation as macrosteps. Where no run has the trace that was found, one of both is wrong.
fn shown(
    ask: &Ask<'_>,
    parts: &Parts<'_>,
    (component, property): (ComponentId, usize),
    system: &System,
    searched: &[usize],
    witness: &Witness,
) -> Result<Shown, StopReason> {
    let trace = witness.trace(&system.restricted_to(searched));
    let Some(found) = parts.follow((component, property), &trace, ask.budget)? else {
        return Ok(internal("no run of the components has the trace that was found"));
    };
    let wrong = Wrong::Property { component, property };
    let mut evidence = ReactiveEvidence::new(ask.model(), &found.program, Course::Run(found.run), wrong);
    evidence.actions = Some(trace.iter().map(|&action| system.actions.name(action).to_owned()).collect());
    Ok(Verdict::Violated(evidence.shared()))
}

/// What is found of a strict system, for a certificate. The independent checker is quick where there is an
/// assumption, so one is looked for first.
pub(super) fn strictly(
    model: &Model,
    (component, property): (ComponentId, usize),
    threads: usize,
    budget: &Budget,
) -> Result<Proved, StopReason> {
    let Certifiable { parts, system, watched } = certifiable(model, (component, property), budget)?;
    let question = Question::Safe(watched);
    let options = Options { threads, ..Options::default() };
    let learn = Options { method: Method::Learn, parts: around(&parts, component), ..options.clone() };
    let mut found = prove(&system, question, &learn, budget);
    if matches!(found.verdict, Verdict::Inconclusive(_)) {
        found = prove(&system, question, &options, budget);
    }
    Ok(Proved { system, found })
}
