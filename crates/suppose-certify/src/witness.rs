//! Replays a witness by the definition of composition.

use crate::format::{Certificate, Claim, ERROR, Lts, Step, TAU};
use crate::{Try, ensure};

/// Checks that the witness is a run of the components `searched` that ends with the watched one in π and has
/// none in π before. Gives the number of steps. Only properties may be left out (`shape`): they take every
/// action of their alphabets until they are in π, so a run with them is also one without them.
pub(crate) fn check(certificate: &Certificate, claim: &Claim) -> Try<usize> {
    let (searched, steps) = (claim.searched.iter().flatten(), claim.witness.iter().flatten());
    let parts: Vec<&Lts> = searched.clone().map(|&c| &certificate.components[c].lts).collect();
    let mut now: Vec<i32> = parts.iter().map(|lts| lts.initial).collect();
    for (number, Step { action, states }) in steps.clone().enumerate() {
        let moves = |p: usize| parts[p].triples().binary_search(&[now[p], *action, states[p]]).is_ok();
        let waits = |p: usize| now[p] == states[p];
        let shares = |p: usize| parts[p].alphabet.binary_search(action).is_ok();
        let mut all = 0..parts.len();
        let possible = if *action == TAU {
            // The one that moves is the one that changes, or any when none changes.
            let changed: Vec<usize> = all.clone().filter(|&p| !waits(p)).collect();
            changed.len() < 2 && all.any(|p| moves(p) && changed.iter().all(|&other| other == p))
        } else {
            all.clone().any(shares) && all.all(|p| if shares(p) { moves(p) } else { waits(p) })
        };
        let possible = possible && !now.contains(&ERROR);
        ensure(possible, || format!("step {number} of the witness is not possible"))?;
        now.clone_from(states);
    }
    let ended = searched.zip(&now).any(|(&c, &state)| c == claim.watched && state == ERROR);
    ensure(ended, || "the witness does not end in π".into())?;
    Ok(steps.count())
}
