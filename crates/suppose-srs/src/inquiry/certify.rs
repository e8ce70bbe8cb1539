//! What a certificate can claim of a reactive system: one property of a component.
//!
//! The independent checker knows LTSs only. A certificate has the component and those that it depends on as
//! LTSs, in which a violation is π. The tables that say which events can come together are not believed: what
//! they exclude has actions of its own, which would lead to π too. That an LTS is that of its component is
//! believed to the front end, which whoever checks a certificate runs again on the source ([`certified`]).

use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::{Answer, Claims, Failure, Plan, Provenance, Unclaimed};
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_prove::certificate::{NoCertificate, prepared};

use super::ask::Ask;
use super::lts::{Proved, strictly};
use super::setup::Choice;
use super::{Meaning, ReactiveInquiry};
use crate::bridge::{Certifiable, Parts, certifiable};
use crate::lang::{ComponentId, Model};

const ONE_PROPERTY: &str = "a certificate about a reactive system is about one property of a component";

const ONLY_ALONE: &str =
    "the violation is one of the component alone, and a certificate is about the whole system";

/// Refuses a certificate of anything but one property of the system as it is, before anything is searched.
pub(super) fn validate(ask: &Ask<'_>) -> Result<(), Failure> {
    let refused = |message: &str, help: &str| Err(Diagnostic::error("E0006", message).help(help).into());
    match ask.asked {
        [only] if matches!(ask.inquiry.meanings[*only], Meaning::Property(..)) => {}
        _ => return refused(ONE_PROPERTY, "name it with --component and --property"),
    }
    if ask.setup.choice != Choice::Mined || ask.setup.exploring.paper {
        let message = "a certificate is about the system as it is, which supposes nothing";
        return refused(message, "leave --assume and --exploration out");
    }
    Ok(())
}

/// The claim of the one answer that somebody asked for.
pub(super) fn claims(
    inquiry: &ReactiveInquiry,
    answers: &[Answer],
    plan: &Plan,
    budget: &Budget,
) -> Result<Claims, Failure> {
    let mut asked = answers.iter().filter(|answer| !answer.extras.unasked);
    let (Some(answer), None) = (asked.next(), asked.next()) else {
        return Err(Diagnostic::error("E0006", ONE_PROPERTY).into());
    };
    let known = inquiry.questions.iter().zip(&inquiry.meanings);
    let property = known.filter(|(question, _)| question.name == answer.question.name).find_map(|known| {
        if let Meaning::Property(component, place) = known.1 { Some((*component, *place)) } else { None }
    });
    let Some((component, property)) = property else {
        return Err(Diagnostic::error("E0006", ONE_PROPERTY).into());
    };
    let part = inquiry.model.component(component);
    let local = part.properties[property].name.clone();
    let nothing = |why: String| Claims::nothing(vec![Unclaimed { property: local.clone(), why }]);
    if matches!(answer.verdict, Verdict::Inconclusive(_)) {
        return Ok(nothing(NoCertificate::Undecided.to_string()));
    }
    // A violation by a component under what it supposes need not be one of the system.
    let is_of_the_whole =
        answer.extras.survives != Some(Some(false)) && answer.extras.survives_reason.is_none();
    if !answer.verdict.holds() && !is_of_the_whole {
        return Ok(nothing(ONLY_ALONE.to_owned()));
    }
    let proved = match (&answer.by_parts, &answer.verdict) {
        (Some(by_parts), Verdict::Holds) => {
            let found = by_parts.answer(Verdict::Holds, answer.method);
            Ok(Proved { system: System::clone(&by_parts.system), found })
        }
        // A run of macrosteps is no witness of LTSs: one is looked for.
        _ => strictly(&inquiry.model, (component, property), plan.threads, budget),
    };
    let Proved { mut system, found } = match proved {
        Ok(proved) => proved,
        Err(reason) => return Ok(nothing(reason.to_string())),
    };
    let name = format!("{}.{local}", part.name);
    if let Question::Safe(watched) = found.question {
        system.components[watched].name.clone_from(&name);
    }
    let claim = match prepared(&system, &found, budget) {
        Ok(claim) => claim,
        Err(why) => return Ok(nothing(why.to_string())),
    };
    // The certificate says what the report says, or nothing.
    if claim.verdict.holds() != answer.verdict.holds() {
        let what = format!("the system of the certificate about {name} has another verdict");
        return Err(StopReason::Internal(what).into());
    }
    Ok(Claims {
        system,
        provenance: Provenance::Answers(vec![claim]),
        properties: vec![name.clone()],
        expected: vec![(name, answer.verdict.holds())],
        unclaimed: Vec::new(),
    })
}

/// The strict system that a property of a component (`DOOR.d4`) was proved of, or what a component (`DOOR`)
/// receives.
pub(super) fn certified(model: &Model, names: &[String], budget: &Budget) -> Result<System, Failure> {
    let [name] = names else {
        return Err(Diagnostic::error("E0006", ONE_PROPERTY).into());
    };
    for id in (0..model.components.len()).map(ComponentId::at) {
        let part = model.component(id);
        if part.name == *name {
            return Ok(Parts::around(model, id, budget)?.strict()?.certified(id, budget)?.system);
        }
        let local = name.strip_prefix(part.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
        let place =
            local.and_then(|local| part.properties.iter().position(|property| property.name == local));
        if let Some(place) = place {
            let Certifiable { mut system, watched, .. } = certifiable(model, (id, place), budget)?;
            name.clone_into(&mut system.components[watched].name);
            return Ok(system);
        }
    }
    Err(Diagnostic::error("E0005", format!("there is neither a component nor a property `{name}`")).into())
}
