//! `--certificate` for circuits: that no component fails, or that one does, for the independent checker.
//!
//! The checker knows LTSs only. So a certificate has the parts of the design as LTSs in which failures are π ([`guarded`](suppose::nets::guarded)), and says for each part that can fail by itself that in the
//! design it does not, because its neighbours keep it from it ([`none_fails`]); or it has a run, which is the one that is shown, in the words of these LTSs. The checker believes neither the method that answered nor this file.
//! It does not read nets: that an LTS is that of its net is believed to the front end, which `suppose certify` runs again on the sources.

use std::io::Write;

use suppose::base::{ActionId, Diagnostic, StopReason, Verdict};
use suppose::lts::System;
use suppose::lts::product::Witness;
use suppose::nets::{Failure as Kind, Failures};
use suppose::prove::certificate::{self, Target};
use suppose::prove::none_fails;
use suppose::prove::run::realise;

use super::super::certificate::{Written, spare_the_input};
use super::Line;
use crate::args::Check;
use crate::output::write_whole;
use crate::session::{Failure, Session};
use crate::subject::Circuit;

/// Writes a certificate of what can be certified, if one is wanted.
pub(super) fn certify<'o>(
    options: &'o Check,
    circuit: &Circuit,
    lines: &[Line],
    session: &Session,
) -> Result<Option<Written<'o>>, Failure> {
    let Some(path) = &options.proving.certificate else { return Ok(None) };
    spare_the_input(options, session)?;
    let without = |property: &str, why: &str| {
        let message = format!("{property} has no certificate: {why}");
        session.warn(&[Diagnostic::warning("W0701", message)]);
    };
    let is_step = |kind: &Kind| *kind != Kind::Deadlock;
    let kind = |line: &Line| Kind::ALL.into_iter().filter(is_step).find(|kind| kind.name() == line.property);
    let violated = lines.iter().find(|line| kind(line).is_some() && line.run.is_some());
    let mut kinds: Vec<Kind> = Vec::new();
    for line in lines {
        match kind(line) {
            None => without(line.property, "it is not about a single step"),
            Some(kind) if violated.is_none_or(|first| first.property == line.property) => kinds.push(kind),
            Some(_) => without(line.property, "the certificate is about the violation"),
        }
    }
    if kinds.is_empty() {
        return Ok(None);
    }
    let system = circuit.guarded(Failures::of(&kinds), &session.budget)?.system;
    let sources = session.reads.iter().flatten().map(|read| read.source.clone()).collect();
    let properties = kinds.iter().map(|kind| kind.name().to_owned()).collect();
    let target = Target { system: options.system.clone(), properties };
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let written = if let Some(Verdict::Violated(shape)) = violated.map(|line| &line.verdict) {
        let actions: Vec<ActionId> =
            shape.trace.iter().filter_map(|name| circuit.design.actions.get(name)).collect();
        first_failure(&system, &actions)
            .map(|(watched, witness)| {
                (certificate::one_fails(&system, watched, &witness, sources, target), 1)
            })
            .ok_or_else(|| {
                session.bug(StopReason::Internal("no part fails along the run".into()));
                "no part fails along the run"
            })
    } else if let Some(restriction) = none_fails(&system, &session.budget)? {
        let results = system.components.iter().filter(|c| c.lts.has_error()).count();
        certificate::none_fails(&system, &restriction, sources, target)
            .map(|text| (text, results))
            .ok_or("no component can fail, whatever the others do")
    } else {
        Err("no proof was found that looks at few components at a time")
    };
    match written {
        Err(why) => {
            without(&names.join(", "), why);
            Ok(None)
        }
        Ok((text, results)) => {
            write_whole(path, |out| Ok(writeln!(out, "{text}")?))?;
            Ok(Some(Written { path, results }))
        }
    }
}

/// The part of a system that is the first to reach π along a run, and the witness for it. Internal actions of parts are in no alphabet.
fn first_failure(system: &System, run: &[ActionId]) -> Option<(usize, Witness)> {
    let has = |part: usize, action: ActionId| system.components[part].lts.has_action(action);
    let parts = 0..system.components.len();
    let trace: Vec<ActionId> =
        run.iter().copied().filter(|&action| parts.clone().any(|part| has(part, action))).collect();
    let broken = parts.clone().find(|&part| system.components[part].lts.initial().is_error());
    if let Some(part) = broken {
        return Some((part, realise(system, part, &[]).ok()?));
    }
    for end in 1..=trace.len() {
        for part in parts.clone().filter(|&part| has(part, trace[end - 1])) {
            let own: Vec<ActionId> =
                trace[..end].iter().copied().filter(|&action| has(part, action)).collect();
            if realise(&system.restricted_to(&[part]), 0, &own).is_ok() {
                return Some((part, realise(system, part, &trace[..end]).ok()?));
            }
        }
    }
    None
}
