//! The rules of proof, and why they are sound.
//!
//! **What is shown.** Let S be all components of role `component` and the watched one. A *run* of S is what the
//! definition of composition allows, and it ends as soon as a member is in π. Suppose that a run reaches the π of the
//! watched component. Let w be its actions, and let w|X be those of them in X.
//!
//! **Projection.** Take some members of S, and deterministic LTSs without τ whose languages hold w|their alphabets. At
//! each step of the run those members that have the action in their alphabets move, and so do those LTSs, or nobody
//! does. So their product reaches the state which the run and w lead them to. This needs no condition on alphabets: an
//! action that no participant shares is taken alone. No member is in π before the last step, so the search need
//! not go on from a state where one is.
//!
//! **Premise** ⟨A⟩ M ⟨G⟩: the π of G is unreachable in A ‖ M ‖ G. If G is an assumption, actions missing in it lead to π.
//! Then if w|αA ∈ L(A), also w|αG ∈ L(G): otherwise the first action that G lacks takes the product to the π of G, by
//! projection. If G is the watched component, there is no such w at all, since the run takes G to π.
//!
//! **Chain**, with G₀ the watched component, Gᵢ assumptions, and premises ⟨Gᵢ₊₁⟩ partᵢ ⟨Gᵢ⟩ where the last has no left side:
//! the last premise gives w|αG ∈ L(G) for its G, that gives it for the G before, and so on, until the first premise
//! says that w does not exist. Parts may overlap, be empty or leave components out. So a chain that ends in the part
//! it began with (the circular rule), or alternates, is a chain.
//!
//! **Symmetric**, with P watched: by premise i, ⟨Aᵢ⟩ partᵢ ⟨P⟩, w|αAᵢ ∉ L(Aᵢ). So w, read by all Aᵢ, which take note of
//! a missing action by going to π for good, and by P, leads all of them to π. The last search shows that nothing does.
//!
//! **Restriction.** Claimed: every run of S uses kept transitions only. By induction on its length: let a run use kept
//! transitions only and go on by one step in which component i takes transition t. Project the run without this step on
//! cluster i: it is a run of the cluster with kept transitions, so the search of the cluster with kept transitions
//! only comes to its state. In the last step the members of the cluster that have the action take an original
//! transition each, or i does τ. The search has checked that any transition i can take in such a step is kept, so t is.
//! Clusters may only hold members of S. Premises may then use the kept transitions alone, since w does.

use crate::format::{Certificate, Proof, Restriction, Rule, TAU};
use crate::search::{Rows, Visit, search};
use crate::{Limits, Outcome};

/// What the proofs of one certificate are checked with.
pub(crate) struct Checker<'a> {
    pub(crate) certificate: &'a Certificate,
    pub(crate) originals: &'a [Rows],
    pub(crate) limits: &'a Limits,
}

impl Checker<'_> {
    /// Checks a proof that the π of `watched` is unreachable. Gives the number of states searched.
    pub(crate) fn check(&self, watched: usize, proof: &Proof) -> Result<usize, Outcome> {
        let restricted =
            proof.restricted.as_ref().map(|restriction| self.restrict(restriction)).transpose()?;
        let (rows, mut states) = restricted.as_ref().map_or((self.originals, 0), |(kept, n)| (&kept[..], *n));
        let compiled =
            |total| proof.assumptions.iter().map(move |lts| Rows::new(lts, total, |_| true)).collect();
        let (left, right): (Vec<Rows>, Vec<Rows>) = (compiled(false), compiled(true));
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
            let found =
                search(members, self.certificate.actions.len(), self.limits, |at| judge(members, at))?;
            states += found.ok_or_else(|| Outcome::Rejected(format!("premise {number} does not hold")))?;
        }
        Ok(states)
    }

    /// Shows that only kept transitions happen. Gives the components with these, and the number of states searched.
    fn restrict(&self, restriction: &Restriction) -> Result<(Vec<Rows>, usize), Outcome> {
        let part = |i: usize, keep: bool| {
            let kept = |place: usize| restriction.kept[i].binary_search(&place).is_ok();
            Rows::new(&self.certificate.components[i].lts, false, |place| kept(place) == keep)
        };
        let kept: Vec<Rows> = (0..restriction.kept.len()).map(|i| part(i, true)).collect();
        let mut states = 0;
        for (i, cluster) in restriction.clusters.iter().enumerate() {
            // A property that is not watched has no cluster.
            let Ok(own) = cluster.binary_search(&i) else { continue };
            let (dropped, members) = (part(i, false), cluster.iter().map(|&c| &kept[c]).collect::<Vec<_>>());
            let able = |c: usize, local: u32, action: i32| {
                let rows = &self.originals[c];
                rows.alphabet.binary_search(&action).is_err() || !rows.targets(local, action).is_empty()
            };
            let found = search(&members, self.certificate.actions.len(), self.limits, |at| {
                let happens =
                    |&a: &i32| a == TAU || cluster.iter().zip(at).all(|(&c, &local)| able(c, local, a));
                if members.iter().zip(at).any(|(member, &local)| local == member.error) {
                    Visit::End
                } else if dropped.actions(at[own]).iter().any(happens) {
                    Visit::Bad
                } else {
                    Visit::Expand
                }
            })?;
            let name = &self.certificate.components[i].name;
            states +=
                found.ok_or_else(|| Outcome::Rejected(format!("{name} does more than is kept of it")))?;
        }
        Ok((kept, states))
    }
}

/// Bad is the last member in π, with all others in π that are total. A run ends when the last member is in π or
/// another that is not total.
fn judge(members: &[&Rows], locals: &[u32]) -> Visit {
    let (mut ends, mut bad) = (false, true);
    for (m, (member, &local)) in members.iter().zip(locals).enumerate() {
        let (error, last) = (local == member.error, m + 1 == members.len());
        ends |= error && (last || !member.total);
        bad &= error || !(last || member.total);
    }
    if bad {
        Visit::Bad
    } else if ends {
        Visit::End
    } else {
        Visit::Expand
    }
}
