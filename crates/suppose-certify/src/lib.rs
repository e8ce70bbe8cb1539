//! The independent checker of certificates.
//!
//! A certificate claims of components of a system that they can or cannot reach the error state π, and holds
//! the system and the proofs. [`check`] believes nothing in it: it checks the form (`shape`), the digest and
//! the hashes, replays each witness (`witness`), and searches every premise of every proof anew (`rules`,
//! `search`). `docs/src/certificates.md` describes the format and what is not checked. This crate shares no
//! code with the rest of the project, so that a mistake there cannot hide here. Nothing panics on input.
//! Memory follows the size of the text and [`Limits`]. Tests: examples by hand and every change of every leaf
//! of them, random proofs against a naive twin, nonsense.
//!
//! ```
//! use suppose_certify::{Limits, Outcome, check};
//!
//! let limits = Limits { max_states: 1000, deadline: None, cancel: None };
//! assert!(matches!(check(b"{}", &limits), Outcome::Malformed(_)));
//! ```

mod format;
mod rules;
mod search;
mod shape;
mod symmetry;
mod witness;

use std::sync::atomic::{AtomicBool, Ordering};
use std::{sync::Arc, time::Instant};

pub use format::{Certificate, Checked, Component, Lts, Role, Rule, Source, Target, Verdict, component_hash};
use {format::Claim, search::Rows};

/// How far a check may go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states that one search may store. A state that takes several words of 64 bits counts as
    /// often.
    pub max_states: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stops the check when it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    fn have_time(&self) -> Try<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let cancelled = self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if late || cancelled { Err(None) } else { Ok(()) }
    }
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

/// What a step of a check gives, or why it is not shown; nothing when a limit was reached.
type Try<T> = Result<T, Option<String>>;

fn ensure(condition: bool, otherwise: impl FnOnce() -> String) -> Try<()> {
    if condition { Ok(()) } else { Err(Some(otherwise())) }
}

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
    match parse(text).map(|certificate| claims(&certificate, limits)) {
        Ok(Ok(accepted)) => Outcome::Accepted(accepted),
        Ok(Err(Some(why))) => Outcome::Rejected(why),
        Ok(Err(None)) => Outcome::Unfinished,
        Err(why) => Outcome::Malformed(why),
    }
}

fn claims(all: &Certificate, limits: &Limits) -> Try<Vec<Checked>> {
    ensure(all.computed_digest() == all.digest, || "the digest is not that of the content".into())?;
    for Component { name, lts, sha256, .. } in &all.components {
        let same = *sha256 == component_hash(lts, &all.actions);
        ensure(same, || format!("the hash of {name} is not that of its LTS"))?;
    }
    // The components with all transitions, and after each restriction.
    let all_rows = all.components.iter().map(|c| Rows::new(&c.lts, false, |_| true)).collect();
    let mut tables: Vec<rules::Table> = vec![(all_rows, 0)];
    for by in &all.restrictions {
        tables.push(rules::restrict(all, &tables[0].0, by, limits)?);
    }
    let claim = |claim: &Claim| {
        let (watched, verdict) = (all.components[claim.watched].name.clone(), claim.verdict);
        let (rule, states) = match &claim.proof {
            Some(proof) => (Some(proof.rule), rules::check(all, &tables, claim.watched, proof, limits)),
            None => (None, witness::check(all, claim)),
        };
        let states = states.map_err(|why| why.map(|why| format!("result on {watched}: {why}")))?;
        Ok(Checked { watched, verdict, rule, states })
    };
    all.results.iter().map(claim).collect()
}
