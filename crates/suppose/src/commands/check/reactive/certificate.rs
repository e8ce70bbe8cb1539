//! `--certificate` for reactive systems: one property of a component, for the independent checker.
//!
//! The checker knows LTSs only. A certificate has the component and those that it depends on as LTSs, in which a violation is π. The tables that say which events can come together are not believed: what they exclude has actions of its own, which
//! would lead to π too. That an LTS is that of its component is believed to the front end, which `suppose certify` runs again on the source.

use std::io::Write;

use suppose::base::Diagnostic;
use suppose::lang::srs::{ComponentId, Model};
use suppose::lts::check::Question;
use suppose::prove::certificate::{Target, certificate, prepared};

use super::super::certificate::{Written, spare_the_input};
use super::ask::Answers;
use super::lts::strictly;
use super::{Asked, Choice};
use crate::args::Check;
use crate::output::write_whole;
use crate::session::{Failure, Session};

/// The one property that a certificate is wanted for, if one is.
pub(super) fn wanted(options: &Check, asked: &Asked) -> Result<Option<(ComponentId, usize)>, Failure> {
    if options.proving.certificate.is_none() {
        return Ok(None);
    }
    let refused = |message: &str, help: &str| Err(Diagnostic::error("E0006", message).help(help).into());
    let mut all = asked.properties.iter().flat_map(|(id, places)| places.iter().map(|&place| (*id, place)));
    let one = match (all.next(), all.next()) {
        (Some(one), None) if asked.further.is_empty() => one,
        _ => {
            let message = "a certificate about a reactive system is about one property of a component";
            return refused(message, "name it with --component and --property");
        }
    };
    if Choice::new(options.reactive.assume.as_ref()) != Choice::Mined || options.exploring.as_in_the_paper() {
        let message = "a certificate is about the system as it is, which supposes nothing";
        return refused(message, "leave --assume and --exploration out");
    }
    Ok(Some(one))
}

/// Writes a certificate of the property, if one is wanted and can be had.
pub(super) fn write<'o>(
    options: &'o Check,
    model: &Model,
    wanted: Option<(ComponentId, usize)>,
    answers: &mut Answers,
    session: &Session,
) -> Result<Option<Written<'o>>, Failure> {
    let (Some(path), Some((component, property))) = (&options.proving.certificate, wanted) else {
        return Ok(None);
    };
    spare_the_input(options, session)?;
    let part = model.component(component);
    let name = &part.properties[property].name;
    let without = |why: &str| {
        let message = format!("{name} has no certificate: {why}");
        session.warn(&[Diagnostic::warning("W0701", message)]);
    };
    let proved = match answers.lines.first_mut().and_then(|line| line.proved.take()) {
        Some(proved) => Ok(proved),
        None => strictly(model, (component, property), session).map(Box::new),
    };
    let proved = match proved {
        Ok(proved) => proved,
        Err(reason) => {
            without(&reason.to_string());
            return Ok(None);
        }
    };
    let told = answers.lines.first().map(|line| line.verdict.name());
    if !matches!(told, None | Some("inconclusive")) && told != Some(proved.answer.verdict.name()) {
        without("an internal check failed: the system of the certificate has another verdict");
        return Ok(None);
    }
    let mut system = proved.system.clone();
    if let Question::Safe(watched) = proved.answer.question {
        system.components[watched].name = format!("{}.{name}", part.name);
    }
    let target = Target { system: None, properties: vec![format!("{}.{name}", part.name)] };
    let sources = session.reads.iter().flatten().map(|read| read.source.clone()).collect();
    let text = prepared(&system, &proved.answer, &session.budget)
        .and_then(|claim| certificate(&system, &[&claim], sources, target).map_err(|(_, why)| why));
    if let Some(line) = answers.lines.first_mut().filter(|line| line.method != "modular") {
        line.proved = Some(proved);
    }
    match text {
        Err(why) => {
            without(&why.to_string());
            Ok(None)
        }
        Ok(text) => {
            write_whole(path, |out| Ok(writeln!(out, "{text}")?))?;
            Ok(Some(Written { path, results: 1 }))
        }
    }
}
