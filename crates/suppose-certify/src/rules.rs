//! The rules of proof, and why they are sound.
//!
//! **What is shown.** Let S be all components of role `component` and the watched one. A run of S ends as soon as a member
//! is in π. Suppose that some run reaches the π of the watched component. Let w be its actions, w|X those in X.
//!
//! **Projection.** Take some members of S, and some deterministic LTSs without τ that can do w|their alphabets. At each
//! step of the run, those of them that have the action in their alphabets move together, or none has it. So their
//! product can follow the run to its end, whatever the alphabets are, and no member is in π before the end.
//!
//! **Premise** ⟨A⟩ M ⟨G⟩: the π of G is unreachable in A ‖ M ‖ G, where actions that G lacks lead to π if it is an
//! assumption. If A can do w|αA, then G can do w|αG: otherwise, by projection, the first action that G lacks takes
//! the product to the π of G. If G is the watched component, A cannot do w|αA, since the run takes G to π.
//!
//! **Chain**: premises ⟨Gᵢ₊₁⟩ partᵢ ⟨Gᵢ⟩, where G₀ is the watched component, the others are assumptions, and the last
//! premise has no left side. So its G can do w|αG, therefore the G before can, and so on, until the first premise says
//! that G₁ cannot. Parts may overlap, be empty or leave components out; the circular rule uses a part twice.
//!
//! **Symmetric**: premises ⟨Aᵢ⟩ partᵢ ⟨P⟩ with P watched. So no Aᵢ can do w|αAᵢ. When P and all Aᵢ read w, and an Aᵢ goes
//! to π for good at an action that it lacks, all are in π at the end. The last premise: this is unreachable.
//!
//! **Restriction**: every run of S uses kept transitions only. By induction: let a run do so up to its last step, in
//! which component i takes transition t. Without this step it projects to a run of cluster i, a set of members of S,
//! with kept transitions, so the search of the cluster comes to its last state. In the last step all members of
//! the cluster that have the action take a transition of theirs, kept or not, or i alone takes τ. The search finds that
//! whatever i takes in such a step is kept, so t is kept. Hence premises may use the kept transitions alone.

use crate::format::{Certificate, Proof, Restriction, Rule, TAU};
use crate::search::{Rows, search};
use crate::{Limits, Outcome, Try};

/// Checks a proof that the π of `watched` is unreachable. Gives the number of states searched.
pub(crate) fn check(all: &Certificate, watched: usize, proof: &Proof, limits: &Limits) -> Try<usize> {
    let originals: Vec<Rows> = all.components.iter().map(|c| Rows::new(&c.lts, false, |_| true)).collect();
    let (rows, mut states) = match &proof.restricted {
        Some(restriction) => restrict(all, &originals, restriction, limits)?,
        None => (originals, 0),
    };
    let compiled = |total| proof.assumptions.iter().map(move |lts| Rows::new(lts, total, |_| true));
    let (left, right): (Vec<Rows>, Vec<Rows>) = (compiled(false).collect(), compiled(true).collect());
    // The chain without parts is the one with an empty part: the watched component alone.
    let (chain, alone) = (proof.rule == Rule::Chain, [Vec::new()]);
    let parts = if proof.parts.is_empty() && chain { &alone[..] } else { &proof.parts[..] };
    let mut premises: Vec<Vec<&Rows>> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let guarantee = if chain && i > 0 { &right[i - 1] } else { &rows[watched] };
        premises.push(part.iter().map(|&c| &rows[c]).chain(left.get(i)).chain([guarantee]).collect());
    }
    if !chain {
        premises.push(right.iter().chain([&rows[watched]]).collect());
    }
    for (number, members) in premises.iter().enumerate() {
        states += search(members, limits, |at| {
            // Only the last member and total ones count.
            let excused = |m: usize| m + 1 < members.len() && !members[m].total;
            let bad = (0..members.len()).all(|m| excused(m) || at[m] == members[m].error);
            if bad { Err(Outcome::Rejected(format!("premise {} does not hold", number + 1))) } else { Ok(()) }
        })?;
    }
    Ok(states)
}

/// Shows that only kept transitions happen. Gives the components with these, and the number of states searched.
fn restrict(all: &Certificate, rows: &[Rows], by: &Restriction, limits: &Limits) -> Try<(Vec<Rows>, usize)> {
    let part = |i: usize, keep: bool| {
        let kept = |place: usize| by.kept[i].binary_search(&place).is_ok();
        Rows::new(&all.components[i].lts, false, |place| kept(place) == keep)
    };
    let (kept, mut states): (Vec<Rows>, usize) = ((0..rows.len()).map(|i| part(i, true)).collect(), 0);
    for (i, cluster) in by.clusters.iter().enumerate() {
        // A property that is not watched has no cluster.
        let Ok(own) = cluster.binary_search(&i) else { continue };
        let (name, dropped) = (&all.components[i].name, part(i, false));
        let members: Vec<&Rows> = cluster.iter().map(|&c| &kept[c]).collect();
        states += search(&members, limits, |at| {
            let originals = || cluster.iter().map(|&c| &rows[c]).zip(at.iter().copied());
            let able = |a: i32, (rows, local): (&Rows, u32)| {
                rows.alphabet.binary_search(&a).is_err() || !rows.targets(local, a).is_empty()
            };
            let happens = |&a: &i32| a == TAU || originals().all(|member| able(a, member));
            let ended = originals().any(|(rows, local)| local == rows.error);
            let bad = !ended && dropped.actions(at[own]).iter().any(happens);
            if bad { Err(Outcome::Rejected(format!("{name} does more than is kept of it"))) } else { Ok(()) }
        })?;
    }
    Ok((kept, states))
}
