//! The independent checker of certificates.
//!
//! A certificate claims of components of a system that they can or cannot reach the error state π, and holds the system
//! and the proofs. [`check`] believes nothing in it: it checks the form (`shape`), the digest and the hashes, replays each
//! witness (`witness`), and searches every premise of every proof anew (`rules`, `search`). `docs/src/certificates.md`
//! describes the format and what is not checked. This crate shares no code with the rest of the project, so that a
//! mistake there cannot hide here. Nothing panics on input. Memory follows the size of the text and [`Limits`].
//! Tests: examples by hand and every change of every leaf of them, random proofs against a naive twin, nonsense.

mod format;
mod rules;
mod search;
mod shape;
mod witness;

use std::sync::{Arc, atomic::AtomicBool};
use std::time::Instant;

pub use format::{Certificate, Checked, Component, Lts, Role, Rule, Source, Target, Verdict, component_hash};

/// How far a check may go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states that one search may store. A state that takes several words of 64 bits counts as often.
    pub max_states: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stops the check when it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// What a check finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every claim is true of the components in the certificate. These are the claims, in its order.
    Accepted(Vec<Checked>),
    /// A certificate, but something in it is not shown; says what.
    Rejected(String),
    /// Not a certificate of this format; says why.
    Malformed(String),
    /// A limit was reached first. Nothing is known.
    Unfinished,
}

/// What a step of a check gives, or the outcome that ends the check.
type Try<T> = Result<T, Outcome>;

/// Reads a certificate and checks its form, but no claim, digest or hash.
/// # Errors
/// Says what is wrong with the form.
pub fn parse(text: &[u8]) -> Result<Certificate, String> {
    let certificate = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    shape::check(&certificate)?;
    Ok(certificate)
}

/// Checks a certificate: its form, its digest and hashes, and every claim.
pub fn check(text: &[u8], limits: &Limits) -> Outcome {
    let certificate = match parse(text) {
        Ok(certificate) if certificate.computed_digest() == certificate.digest => certificate,
        Ok(_) => return Outcome::Rejected("the digest is not that of the content".into()),
        Err(why) => return Outcome::Malformed(why),
    };
    let (components, actions) = (&certificate.components, &certificate.actions);
    if let Some(wrong) = components.iter().find(|c| c.sha256 != component_hash(&c.lts, actions)) {
        return Outcome::Rejected(format!("the hash of {} is not that of its LTS", wrong.name));
    }
    let mut accepted = Vec::new();
    for claim in &certificate.results {
        let (watched, verdict) = (components[claim.watched].name.clone(), claim.verdict);
        let (rule, states) = match &claim.proof {
            Some(proof) => (Some(proof.rule), rules::check(&certificate, claim.watched, proof, limits)),
            None => (None, witness::check(&certificate, claim)),
        };
        match states {
            Ok(states) => accepted.push(Checked { watched, verdict, rule, states }),
            Err(Outcome::Rejected(why)) => return Outcome::Rejected(format!("result on {watched}: {why}")),
            Err(other) => return other,
        }
    }
    Outcome::Accepted(accepted)
}
