//! `suppose certify CERT`: the independent checker, then a look at the files that the certificate is about.
//!
//! The checker believes only what is in the certificate. Whether that is still what the sources say is asked afterwards, of the
//! sources that are there: they must be the same bytes and compile to the same components.

mod sources;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};
use suppose::base::{Diagnostic, Poll, StopReason};
use suppose::certify::{Certificate, Checked, Limits, Outcome, Role, Rule, Verdict, check, parse};

use crate::args::Certify;
use crate::input::{MAX_GRAPH, read};
use crate::session::{Failure, Session, Status};
use sources::{Looked, look};

/// How often the checker is told of Ctrl-C and of too much memory.
const INTERVAL: Duration = Duration::from_millis(20);

pub(super) fn run(options: &Certify, session: &mut Session) -> Result<Status, Failure> {
    let text = read(&options.file, MAX_GRAPH, session)?;
    let no_certificate = |why: String| {
        let message = format!("{}: this is no certificate: {why}", options.file.display());
        let help = "certificates are written by `suppose check` with --certificate";
        Failure::from(Diagnostic::error("E0711", message).help(help))
    };
    let certificate = parse(&text).map_err(no_certificate)?;
    let report = match checked(&text, session)? {
        Outcome::Malformed(why) => return Err(no_certificate(why)),
        Outcome::Unfinished => return Err(stopped(session).into()),
        Outcome::Rejected(why) => Report {
            certificate: &certificate,
            results: Vec::new(),
            looked: Looked::default(),
            reason: Some(why),
        },
        Outcome::Accepted(results) => {
            let looked = look(&certificate, options, session)?;
            let reason = looked.reason.clone();
            Report { certificate: &certificate, results, looked, reason }
        }
    };
    let status = if report.reason.is_none() { Status::Holds } else { Status::Violated };
    status.once(report.show(options, session))
}

/// Runs the checker within the limits of the command.
fn checked(text: &[u8], session: &Session) -> Result<Outcome, StopReason> {
    session.budget.poll(Poll::Read)?;
    let cancel = Arc::new(AtomicBool::new(false));
    let most = session.budget.max_states().unwrap_or(u64::MAX);
    let limits = Limits {
        max_states: usize::try_from(most).unwrap_or(usize::MAX),
        deadline: session.budget.deadline(),
        cancel: Some(Arc::clone(&cancel)),
    };
    // The checker shares no code with the rest, and so has a switch of its own; this thread turns it.
    let token = session.budget.cancel_token().clone();
    let (done, waiting) = channel::<()>();
    let watch = move || {
        while waiting.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if token.is_cancelled() {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    };
    let watch = std::thread::Builder::new().spawn(watch);
    let outcome = check(text, &limits);
    drop(done);
    if let Ok(thread) = watch {
        // It neither panics nor blocks for longer than one look.
        let _ = thread.join();
    }
    Ok(outcome)
}

/// Which limit the checker ran into: it does not say.
fn stopped(session: &Session) -> StopReason {
    let limit = || StopReason::States(session.budget.max_states().unwrap_or(u64::MAX));
    session.budget.poll(Poll::Explore).err().unwrap_or_else(limit)
}

/// What was found out.
struct Report<'c> {
    certificate: &'c Certificate,
    results: Vec<Checked>,
    looked: Looked,
    /// Why it is not accepted.
    reason: Option<String>,
}

impl Report<'_> {
    fn show(&self, options: &Certify, session: &Session) -> Result<(), Failure> {
        if session.json {
            return Ok(session.print_json(self.to_json())?);
        }
        let mut out = io::stdout().lock();
        let names: Vec<&str> = self
            .certificate
            .components
            .iter()
            .filter(|c| c.role == Role::Component)
            .map(|c| c.name.as_str())
            .collect();
        writeln!(out, "{}: {} of {}", options.file.display(), self.certificate.system, names.join(", "))?;
        let width = self.results.iter().map(|r| r.watched.chars().count()).max().unwrap_or(0);
        for result in &self.results {
            let Checked { watched, states, .. } = result;
            let verdict = verdict(result);
            let how = match result.rule {
                None => format!("witness of {states} steps replayed"),
                Some(rule) => format!("{}, {states} states searched", named(rule)),
            };
            writeln!(out, "  {watched:width$}  {verdict} ({how})")?;
        }
        for (path, status) in &self.looked.sources {
            writeln!(out, "  source {path}: {status}")?;
        }
        match &self.reason {
            Some(reason) => writeln!(out, "rejected: {reason}")?,
            None => writeln!(out, "accepted")?,
        }
        if let Some(note) = &self.looked.note {
            writeln!(out, "  {note}")?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let result = |result: &Checked| {
            json!({
                "property": result.watched,
                "verdict": verdict(result),
                "rule": result.rule.map(named),
                "states": result.states,
            })
        };
        let source =
            |(path, status): &(String, sources::Status)| json!({ "path": path, "status": status.name() });
        let mut object = json!({
            "accepted": self.reason.is_none(),
            "system": self.certificate.system,
            "results": self.results.iter().map(result).collect::<Vec<_>>(),
            "sources": self.looked.sources.iter().map(source).collect::<Vec<_>>(),
        });
        if let Some(reason) = &self.reason {
            object["reason"] = json!(reason);
        }
        if let Some(note) = &self.looked.note {
            object["note"] = json!(note);
        }
        object
    }
}

fn verdict(result: &Checked) -> &'static str {
    match result.verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
    }
}

fn named(rule: Rule) -> &'static str {
    match rule {
        Rule::Chain => "chain",
        Rule::Symmetric => "symmetric",
    }
}
