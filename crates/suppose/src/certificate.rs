//! Certificates: what was found, for the independent checker.
//!
//! A certificate also says what it was made from: files with their languages and hashes, and the options that
//! they were read with. It is read back by the checker before anybody gets it, and what that finds must be
//! what was answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use suppose_base::{Budget, Diagnostic, Poll, StopReason};
use suppose_certify::{Checked, Limits, Outcome, Verdict, check};
use suppose_inquiry::{Answer, Claims, Failure, Plan, Provenance, Question, QuestionKind, Unclaimed};
use suppose_prove::certificate::{self, Source, Target};

use crate::project::Project;

/// How often the checker is told of Ctrl-C and of too much memory.
const INTERVAL: Duration = Duration::from_millis(20);

/// A certificate that the independent checker has accepted.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// Its text.
    pub text: String,
    /// How many results it has.
    pub results: usize,
}

impl Project {
    /// The certificate of some answers that this project gave. Answers that can have none are left out, with
    /// a warning.
    ///
    /// # Errors
    /// When nothing of what was asked can have one, a limit is reached, or the checker disagrees.
    pub fn certificate(
        &mut self,
        properties: &[String],
        answers: &[Answer],
        plan: &Plan,
    ) -> Result<Option<Certificate>, Failure> {
        let (inquiry, reader) = self.parts(plan)?;
        let claims = inquiry.claims(answers, plan, &reader.budget);
        // Whoever checks the certificate adds to the target what is no part of it, and so must know it.
        let is_added = |question: &Question| {
            question.kind == QuestionKind::Property && question.declared && !question.usual
        };
        let added = answers.iter().map(|answer| &answer.question).filter(|question| is_added(question));
        let mut named = properties.to_vec();
        for question in added {
            if !named.contains(&question.name) {
                named.push(question.name.clone());
            }
        }
        let made = claims.and_then(|claims| self.certified(&named, &claims));
        match made {
            // The answers stand without their certificate, unless one of the two must be wrong.
            Err(Failure::Stopped(reason)) if !reason.is_internal() => {
                let names: Vec<&str> = answers.iter().map(|answer| answer.question.name.as_str()).collect();
                self.no_certificate(&names, &reason.to_string());
                Ok(None)
            }
            other => other,
        }
    }

    fn no_certificate(&mut self, names: &[&str], why: &str) {
        let message = format!("{} has no certificate: {why}", names.join(", "));
        self.reader.warn(Diagnostic::warning("W0701", message));
    }

    /// The certificate of some claims, read back.
    ///
    /// # Errors
    /// When a limit is reached, or the checker disagrees.
    pub fn certified(
        &mut self,
        properties: &[String],
        claims: &Claims,
    ) -> Result<Option<Certificate>, Failure> {
        for Unclaimed { property, why } in &claims.unclaimed {
            self.no_certificate(&[property], why);
        }
        if claims.expected.is_empty() {
            return Ok(None);
        }
        let named = if claims.properties.is_empty() { properties } else { &claims.properties };
        let (sources, target) = self.provenance(named);
        let text = match written(claims, sources, target) {
            Ok(text) => text,
            Err(why) => {
                let names: Vec<&str> = claims.expected.iter().map(|(name, _)| name.as_str()).collect();
                self.no_certificate(&names, &why);
                return Ok(None);
            }
        };
        match recheck(text.as_bytes(), &self.reader.budget)? {
            Outcome::Accepted(found) => {
                agrees(&claims.expected, &found)?;
                Ok(Some(Certificate { text, results: found.len() }))
            }
            Outcome::Unfinished => Err(stopped(&self.reader.budget).into()),
            Outcome::Rejected(why) | Outcome::Malformed(why) => {
                let what = format!("the checker does not accept the certificate: {why}");
                Err(StopReason::Internal(what).into())
            }
        }
    }

    /// What the certificate was made from.
    fn provenance(&self, properties: &[String]) -> (Vec<Source>, Target) {
        let read = |file: &suppose_inquiry::FileRead| Source {
            path: file.path.clone(),
            sha256: file.sha256.clone(),
            role: Some(file.role.name()),
            language: file.language,
        };
        let sources = self.reader.reads.iter().flatten().map(read).collect();
        let options = &self.reader.options;
        let tau = (options.tau != suppose_inquiry::TauWord::Auto).then(|| options.tau.name());
        let target = Target {
            system: self.target().name().map(str::to_owned),
            properties: properties.to_vec(),
            tau,
            top: options.top.clone(),
            every: options.every.clone(),
        };
        (sources, target)
    }
}

/// The text of a certificate, or why there can be none.
fn written(claims: &Claims, sources: Vec<Source>, target: Target) -> Result<String, String> {
    let system = &claims.system;
    match &claims.provenance {
        Provenance::Answers(answers) => {
            let all: Vec<_> = answers.iter().collect();
            certificate::certificate(system, &all, sources, target).map_err(|(_, why)| why.to_string())
        }
        Provenance::NoneFails(restriction) => certificate::none_fails(system, restriction, sources, target)
            .ok_or_else(|| "no component can fail, whatever the others do".to_owned()),
        Provenance::OneFails { watched, witness } => {
            Ok(certificate::one_fails(system, *watched, witness, sources, target))
        }
    }
}

/// What the checker found must be what was answered.
fn agrees(expected: &[(String, bool)], found: &[Checked]) -> Result<(), Failure> {
    let is_same = |((name, holds), found): (&(String, bool), &Checked)| {
        *name == found.watched && *holds == (found.verdict == Verdict::Holds)
    };
    if expected.len() == found.len() && expected.iter().zip(found).all(is_same) {
        return Ok(());
    }
    let says = |holds: bool| if holds { "holds" } else { "is violated" };
    let answered: Vec<String> =
        expected.iter().map(|(name, holds)| format!("{name} {}", says(*holds))).collect();
    let read: Vec<String> =
        found.iter().map(|f| format!("{} {}", f.watched, says(f.verdict == Verdict::Holds))).collect();
    let what = format!(
        "the answer is that {}, but the certificate shows that {}",
        answered.join(", "),
        read.join(", ")
    );
    Err(StopReason::Internal(what).into())
}

/// Runs the checker within the limits of the command.
pub(crate) fn recheck(text: &[u8], budget: &Budget) -> Result<Outcome, StopReason> {
    budget.poll(Poll::Read)?;
    let cancel = Arc::new(AtomicBool::new(false));
    let most = budget.max_states().unwrap_or(u64::MAX);
    let limits = Limits {
        max_states: usize::try_from(most).unwrap_or(usize::MAX),
        deadline: budget.deadline(),
        cancel: Some(Arc::clone(&cancel)),
    };
    // The checker shares no code with the rest, and so has a switch of its own; this thread turns it.
    let token = budget.cancel_token().clone();
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
pub(crate) fn stopped(budget: &Budget) -> StopReason {
    let limit = || StopReason::States(budget.max_states().unwrap_or(u64::MAX));
    budget.poll(Poll::Explore).err().unwrap_or_else(limit)
}
