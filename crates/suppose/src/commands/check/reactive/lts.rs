//! Questions to components as LTSs: the methods that prove by parts, learn assumptions or minimise.
//!
//! Each property has a system of its own, in which its violation is π. Verdicts are about the whole system. The trace of a violation becomes a run, which is replayed by the definition of macrosteps.

use std::time::Instant;

use serde_json::json;
use suppose::base::{Diagnostic, StopReason, Verdict};
use suppose::lang::srs::{ComponentId, Model};
use suppose::lts::System;
use suppose::lts::check::Question;
use suppose::lts::product::Witness;
use suppose::prove::method::{Answer, Method, Options, prove};
use suppose::srs::bridge::{Certifiable, Parts, certifiable};

use super::super::{Shape, plan::Plan};
use super::ask::Answers;
use super::whole::violation;
use super::{Asked, Line};
use crate::args::{Check, Rule};
use crate::session::{Failure, Session, milliseconds};
use crate::subject::Subject;

/// An answer and the system it is about.
pub(super) struct Proved {
    pub system: System,
    pub answer: Answer,
}

/// All answers.
pub(super) fn answers(
    options: &Check,
    model: &Model,
    asked: &Asked,
    session: &Session,
) -> Result<Answers, Failure> {
    let method = options.proving.method();
    if let Some(what) = asked.further.first() {
        let message =
            format!("`{what}` is not a property of a component: --method {method} does not know it");
        return Err(Diagnostic::error("E0006", message).help("leave --method out").into());
    }
    let mut answers = Answers::default();
    for (component, properties) in &asked.properties {
        let parts = Parts::of(model, *component, &session.budget).and_then(|parts| {
            // What is certified should not have to believe the tables.
            if options.proving.certificate.is_some() { parts.strict() } else { Ok(parts) }
        });
        for &property in properties {
            let name = Asked::name(model, *component, property);
            let started = Instant::now();
            let found = match &parts {
                Ok(parts) => proved(options, parts, (*component, property), session),
                Err(reason) => Err(reason.clone().into()),
            };
            let mut line = match found {
                Ok((verdict, proved)) => {
                    let mut line = Line::new(name, Some(*component), verdict, proved.answer.method.name());
                    line.proved = Some(Box::new(proved));
                    line
                }
                Err(Failure::Stopped(reason, _)) => {
                    Line::new(name, Some(*component), Verdict::Inconclusive(reason), method.name())
                }
                Err(other) => return Err(other),
            };
            line.time_ms = milliseconds(started.elapsed());
            answers.lines.push(line);
        }
    }
    Ok(answers)
}

/// The answer to one question by the method that is asked for.
fn proved(
    options: &Check,
    parts: &Parts<'_>,
    asked: (ComponentId, usize),
    session: &Session,
) -> Result<(Verdict<Shape>, Proved), Failure> {
    let subject = Subject::of_system(parts.system(Some(asked), &session.budget)?);
    let question = Question::Safe(parts.place(asked.0).expect("it is a member of its own system"));
    let plan = Plan::new(&options.proving, &subject, session)?;
    let mut plan = plan.for_question(&subject.system, question)?;
    let about_it = matches!(plan.method, Method::Learn | Method::Direct | Method::Lazy)
        && matches!(options.proving.rule, None | Some(Rule::Asym));
    if plan.parts.is_none() && about_it {
        plan.parts = around(parts, asked.0);
    }
    let answer = prove(&subject.system, question, &plan, &session.budget);
    let verdict = match answer.verdict.clone() {
        Verdict::Holds => Verdict::Holds,
        Verdict::Inconclusive(reason) => Verdict::Inconclusive(reason),
        Verdict::Violated(witness) => {
            Verdict::Violated(shown(parts, asked, &subject, &answer.searched, &witness, session)?)
        }
    };
    Ok((verdict, Proved { system: subject.system, answer }))
}

/// The component that is asked about, which is in no part, against all others; nothing if there are none.
fn around(parts: &Parts<'_>, component: ComponentId) -> Option<Vec<Vec<usize>>> {
    let own = parts.place(component);
    let others: Vec<usize> = (0..parts.members().len()).filter(|&place| Some(place) != own).collect();
    (!others.is_empty()).then(|| vec![Vec::new(), others])
}

/// A violation as macrosteps. That no run is found would be a mistake of this program.
fn shown(
    parts: &Parts<'_>,
    asked: (ComponentId, usize),
    subject: &Subject,
    searched: &[usize],
    witness: &Witness,
    session: &Session,
) -> Result<Shape, StopReason> {
    let trace = witness.trace(&subject.system.restricted_to(searched));
    let (component, property) = asked;
    let Some(found) = parts.follow(asked, &trace, &session.budget)? else {
        let what = "an internal check failed: no run of the components goes along the trace of a violation";
        return Err(StopReason::Unsupported(what.to_owned()));
    };
    let mut shape = violation(&found.program, component, property, &found.run, session.verbose);
    let actions: Vec<&str> = trace.iter().map(|&action| subject.system.actions.name(action)).collect();
    shape.extra = json!({ "actions": actions });
    Ok(shape)
}

/// The answer of a strict system, for a certificate. The independent checker is quick where there is an assumption, so one is looked for first.
pub(super) fn strictly(
    model: &Model,
    (component, property): (ComponentId, usize),
    session: &Session,
) -> Result<Proved, StopReason> {
    let Certifiable { parts, system, watched } = certifiable(model, (component, property), &session.budget)?;
    let question = Question::Safe(watched);
    let options = Options { threads: session.threads, ..Options::default() };
    let learn = Options { method: Method::Learn, parts: around(&parts, component), ..options.clone() };
    let mut answer = prove(&system, question, &learn, &session.budget);
    if matches!(answer.verdict, Verdict::Inconclusive(_)) {
        answer = prove(&system, question, &options, &session.budget);
    }
    Ok(Proved { system, answer })
}
