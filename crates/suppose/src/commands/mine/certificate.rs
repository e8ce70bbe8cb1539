//! `suppose mine --certificate OUT`: that the others send no more than the rules were mined from, for the independent checker.
//!
//! The certificate has the components as LTSs and each table as a property of them. Neither the tables nor how they were found has to be believed.

use std::io::Write;
use std::path::Path;

use suppose::base::{Diagnostic, StopReason, Verdict};
use suppose::lang::srs::{ComponentId, Model};
use suppose::lts::check::Question;
use suppose::prove::certificate::{NoCertificate, Target, certificate, prepared};
use suppose::prove::method::{Options, prove};
use suppose::srs::bridge::Parts;

use crate::args::{Mine, Source};
use crate::output::{can_be_written, spares, write_whole};
use crate::session::{Failure, Session};

/// What a certificate is about.
pub(super) struct Written<'o> {
    pub path: &'o Path,
    /// The tables that it shows.
    pub tables: Vec<String>,
}

/// Refuses what does not go with a certificate, and looks at where it goes.
pub(super) fn prepare(options: &Mine, session: &mut Session) -> Result<(), Failure> {
    let Some(path) = &options.certificate else { return Ok(()) };
    if options.exploring.given().is_some() || options.from != Source::Iterated {
        let message = "a certificate is about what is found by default";
        let help = "leave --from, --exploration, --microsteps and --iteration out";
        return Err(Diagnostic::error("E0006", message).help(help).into());
    }
    can_be_written(path)?;
    spares("--certificate", path, [options.file.as_path()])?;
    session.reads = Some(Vec::new());
    Ok(())
}

/// Writes a certificate, if one is wanted and can be had.
pub(super) fn write<'o>(
    options: &'o Mine,
    model: &Model,
    id: ComponentId,
    session: &Session,
) -> Result<Option<Written<'o>>, Failure> {
    let Some(path) = &options.certificate else { return Ok(None) };
    let budget = &session.budget;
    let certified = Parts::around(model, id, budget)?.strict()?.certified(id, budget)?;
    let system = &certified.system;
    let without = |what: &str, why: &str| {
        let message = format!("{what} has no certificate: {why}");
        session.warn(&[Diagnostic::warning("W0701", message)]);
    };
    let how = Options { threads: session.threads, ..Options::default() };
    let mut claims = Vec::new();
    let mut tables = Vec::new();
    for &place in &certified.properties {
        let name = &system.components[place].name;
        let answer = prove(system, Question::Safe(place), &how, budget);
        if matches!(answer.verdict, Verdict::Violated(_)) {
            session.bug(StopReason::Internal(format!("the components do not keep to the table {name}")));
            continue;
        }
        match prepared(system, &answer, budget) {
            Ok(claim) => {
                claims.push(claim);
                tables.push(name.clone());
            }
            Err(NoCertificate::Internal(reason)) => session.bug(reason),
            Err(why) => without(name, &why.to_string()),
        }
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let sources = session.reads.iter().flatten().map(|read| read.source.clone()).collect();
    let target = Target { system: None, properties: vec![model.component(id).name.clone()] };
    match certificate(system, &claims.iter().collect::<Vec<_>>(), sources, target) {
        Ok(text) => {
            write_whole(path, |out| Ok(writeln!(out, "{text}")?))?;
            Ok(Some(Written { path, tables }))
        }
        Err((_, why)) => {
            without(&model.component(id).name, &why.to_string());
            Ok(None)
        }
    }
}
