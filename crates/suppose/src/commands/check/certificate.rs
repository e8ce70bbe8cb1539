//! `--certificate OUT`: what was found, for the independent checker.
//!
//! Results that can have no certificate are left out with a warning. When none can, no file is written.

use std::io::Write;
use std::path::Path;

use suppose::base::{Diagnostic, Verdict};
use suppose::prove::certificate::{NoCertificate, Target, certificate, prepared};

use super::Line;
use crate::args::Check;
use crate::output::{can_be_written, spares, write_whole};
use crate::session::{Failure, Session};
use crate::subject::Subject;

/// A certificate that was written.
pub(super) struct Written<'p> {
    pub path: &'p Path,
    /// How many results it has.
    pub results: usize,
}

/// Looks at the file before the work begins, and asks for the hashes of what is read.
pub(super) fn prepare(options: &Check, session: &mut Session) -> Result<(), Failure> {
    let Some(path) = &options.proving.certificate else { return Ok(()) };
    session.reads = Some(Vec::new());
    can_be_written(path)
}

/// Refuses to write over a file that was read.
pub(super) fn spare_the_input(options: &Check, session: &Session) -> Result<(), Failure> {
    let Some(path) = &options.proving.certificate else { return Ok(()) };
    let input = session.reads.iter().flatten().map(|read| Path::new(&read.source.path));
    spares("--certificate", path, input)
}

/// Writes the certificate of all results that can have one. `properties` are those that were added to the system by name.
pub(super) fn write<'o>(
    options: &'o Check,
    properties: &[String],
    subject: &Subject,
    lines: &[Line],
    session: &Session,
) -> Result<Option<Written<'o>>, Failure> {
    let Some(path) = &options.proving.certificate else { return Ok(None) };
    let mut claims = Vec::new();
    for line in lines {
        let claim = match line.certified() {
            Some(answer) => prepared(&subject.system, answer, &session.budget),
            // No method was asked: progress, or a formula.
            None if matches!(line.verdict, Verdict::Inconclusive(_)) => Err(NoCertificate::Undecided),
            None => Err(NoCertificate::NotSafety),
        };
        match claim {
            Ok(claim) => claims.push(claim),
            Err(NoCertificate::Internal(reason)) => session.bug(reason),
            Err(why) => {
                let message = format!("{} has no certificate: {why}", line.property);
                session.warn(&[Diagnostic::warning("W0701", message)]);
            }
        }
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let sources = session.reads.iter().flatten().map(|read| read.source.clone()).collect();
    let target = Target { system: options.system.clone(), properties: properties.to_vec() };
    let text = certificate(&subject.system, &claims.iter().collect::<Vec<_>>(), sources, target)
        .map_err(|(_, why)| Diagnostic::warning("W0701", why.to_string()))?;
    write_whole(path, |out| Ok(writeln!(out, "{text}")?))?;
    Ok(Some(Written { path, results: claims.len() }))
}
