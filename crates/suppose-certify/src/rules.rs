//! The rules of proof, and why they are sound.
//!
//! **What is shown.** Let S be all components of role `component` and the watched one. A run of S ends as
//! soon as a member is in π. Suppose that some run reaches the π of the watched component. Let w be its
//! actions, w|X those in X.
//!
//! **Projection.** Take some members of S, and some deterministic LTSs without τ that can do w|their
//! alphabets. At each step of the run, those of them that have the action in their alphabets move together,
//! or none has it. So their product can follow the run to its end, whatever the alphabets are, and no member
//! is in π before the end.
//!
//! **Premise** ⟨A⟩ M ⟨G⟩: the π of G is unreachable in A ‖ M ‖ G, where actions that G lacks lead to π if it
//! is an assumption. If A can do w|αA, then G can do w|αG: otherwise, by projection, the first action that G
//! lacks takes the product to the π of G. If G is the watched component, A cannot do w|αA, since the run
//! takes G to π.
//!
//! **Chain**: premises ⟨Gᵢ₊₁⟩ partᵢ ⟨Gᵢ⟩, where G₀ is the watched component, the others are assumptions, and
//! the last premise has no left side. So its G can do w|αG, therefore the G before can, and so on, until the
//! first premise says that G₁ cannot. Parts may overlap, be empty or leave components out; the circular rule
//! uses a part twice.
//!
//! **Symmetric**: premises ⟨Aᵢ⟩ partᵢ ⟨P⟩ with P watched. So no Aᵢ can do w|αAᵢ. When P and all Aᵢ read w,
//! and an Aᵢ goes to π for good at an action that it lacks, all are in π at the end. The last premise: this
//! is unreachable.
//!
//! **Restriction**: every run of S uses kept transitions only. By induction: let a run do so up to its last
//! step. Without this step it projects to a run of any cluster, a set of members of S, so the search of the
//! cluster with kept transitions comes to its last state. Suppose that some member takes a transition in the
//! last step that is not kept. All such are *refuted*, each by some cluster; take one whose cluster comes
//! first in the list. No transition of this step was refuted before, so in that last state all members of the
//! cluster that have the action can take one that was not, or the member alone takes τ. Then the search sees
//! the transition and does not refute it: a contradiction. Hence premises may use the kept transitions alone.

use crate::format::{Certificate, Component, Proof, Restriction, Rule, TAU};
use crate::search::{Rows, search};
use crate::symmetry::exchanges;
use crate::{Limits, Try, ensure};

/// The components, perhaps with fewer transitions, and how many states were searched to show that the others
/// never happen.
pub(crate) type Table = (Vec<Rows>, usize);

/// Checks a proof that the π of `watched` is unreachable. Gives the number of states searched for it.
pub(crate) fn check(
    all: &Certificate,
    tables: &[Table],
    watched: usize,
    proof: &Proof,
    limits: &Limits,
) -> Try<usize> {
    // With symmetries there is one premise, of one part and no assumption: `shape` has seen to it.
    let exchanges = exchanges(all, watched, proof, limits)?;
    let &(ref rows, mut states) = &tables[proof.restricted.map_or(0, |number| number + 1)];
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
        states += search(members, &exchanges, limits, |at| {
            // Only the last member and total ones count.
            let excused = |m: usize| m + 1 < members.len() && !members[m].total;
            let bad = (0..members.len()).all(|m| excused(m) || at[m] == members[m].error);
            ensure(!bad, || format!("premise {} does not hold", number + 1))
        })?;
    }
    Ok(states)
}

/// Shows that only kept transitions happen, among all.
pub(crate) fn restrict(all: &Certificate, rows: &[Rows], by: &Restriction, limits: &Limits) -> Try<Table> {
    let keeps = |c: usize, t: usize| by.kept[c].as_ref().is_none_or(|kept| kept.binary_search(&t).is_ok());
    let table = |(c, part): (usize, &Component)| Rows::new(&part.lts, false, |t| keeps(c, t));
    let (kept, mut states): (Vec<Rows>, _) = (all.components.iter().enumerate().map(table).collect(), 0);
    // What is neither kept nor refuted.
    let open = |c: usize| (0..rows[c].actions.len()).map(|t| !keeps(c, t)).collect();
    let mut open: Vec<Vec<bool>> = (0..rows.len()).map(open).collect();
    for cluster in &by.clusters {
        let members: Vec<&Rows> = cluster.iter().map(|&c| &kept[c]).collect();
        let mut seen: Vec<Vec<bool>> = cluster.iter().map(|&c| vec![false; open[c].len()]).collect();
        let can = |a: i32, (&c, &local): (&usize, &u32)| {
            let able = |t: usize| rows[c].actions[t] == a && (open[c][t] || keeps(c, t));
            rows[c].alphabet.binary_search(&a).is_err() || rows[c].places(local).any(able)
        };
        states += search(&members, &[], limits, |at| {
            let ended = members.iter().zip(at).any(|(rows, &local)| local == rows.error);
            for (m, &c) in cluster.iter().enumerate().filter(|_| !ended) {
                for t in rows[c].places(at[m]).filter(|&t| open[c][t]) {
                    let a = rows[c].actions[t];
                    seen[m][t] |= a == TAU || cluster.iter().zip(at).all(|member| can(a, member));
                }
            }
            Ok(())
        })?;
        for (&c, seen) in cluster.iter().zip(seen) {
            open[c].iter_mut().zip(seen).for_each(|(open, seen)| *open &= seen);
        }
    }
    for (part, open) in all.components.iter().zip(open) {
        ensure(!open.contains(&true), || format!("{} does more than is kept of it", part.name))?;
    }
    Ok((kept, states))
}
