//! Replays a witness by the definition of composition.

use crate::Outcome;
use crate::format::{Certificate, Claim, ERROR, TAU};

/// Checks that the witness is a run of the components `searched`, from their initial states, that ends with the watched
/// one in π and has no component in π before. Gives the number of steps.
///
/// `shape` has seen to it that no component is left out but properties. A property takes every action of its alphabet
/// until it is in π, so a run with it is also a run without it.
pub(crate) fn check(certificate: &Certificate, claim: &Claim) -> Result<usize, Outcome> {
    let (searched, steps) =
        (claim.searched.as_deref().unwrap_or(&[]), claim.witness.as_deref().unwrap_or(&[]));
    let parts: Vec<_> = searched.iter().map(|&c| &certificate.components[c].lts).collect();
    let mut now: Vec<i32> = parts.iter().map(|lts| lts.initial).collect();
    for (number, step) in steps.iter().enumerate() {
        let moves =
            |p: usize| parts[p].triples().binary_search(&[now[p], step.action, step.states[p]]).is_ok();
        let waits = |p: usize| now[p] == step.states[p];
        let shares = |p: usize| parts[p].alphabet.binary_search(&step.action).is_ok();
        let mut all = 0..parts.len();
        let possible = if step.action == TAU {
            // The one that moves is the one that changes, or any when none changes.
            let changed: Vec<usize> = all.clone().filter(|&p| !waits(p)).collect();
            changed.len() < 2 && all.any(|p| moves(p) && changed.iter().all(|&other| other == p))
        } else {
            all.clone().any(shares) && all.all(|p| if shares(p) { moves(p) } else { waits(p) })
        };
        if !possible || now.contains(&ERROR) {
            return Err(Outcome::Rejected(format!("step {number} of the witness is not possible")));
        }
        now.clone_from(&step.states);
    }
    let ended = searched.binary_search(&claim.watched).is_ok_and(|p| now[p] == ERROR);
    if ended { Ok(steps.len()) } else { Err(Outcome::Rejected("the witness does not end in π".into())) }
}
