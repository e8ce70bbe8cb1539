//! The premises of a rule with assumptions that are known already: what a proof costs without learning.
//!
//! Cobleigh's dissertation (section 5.6) compares this with the cost of finding the assumptions. It is the
//! chain of [`super::chain`] with each conjecture replaced by what stands in the proof.

use suppose_base::{Budget, StopReason};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use super::chain::allows_everything;
use super::reduced::Reduced;
use super::teacher::by_name;
use crate::Task;
use crate::outcome::Proof;
use crate::verifier::{Obligation, Parts, Verifier};

/// Checks the premises of a proof again over LTSs, from the components on. Nothing for proofs that have no
/// assumptions, or whose rule has more than premises.
///
/// # Errors
/// When the budget is spent, or a premise does not hold, which is a bug.
pub fn premises(task: &Task<'_>, proof: &Proof, budget: &Budget) -> Result<Option<Effort>, StopReason> {
    let rule = proof.rule.rule(proof.parts.len());
    let is_chain = rule.side.is_none() && proof.restriction.is_none();
    if !is_chain || proof.assumptions.is_empty() || proof.parts.len() != proof.assumptions.len() + 1 {
        return Ok(None);
    }
    // The parts of a proof are those at the places of the rule.
    let sequence = proof.parts.iter().map(Vec::as_slice).collect();
    premises_over(&mut Reduced::new(task, sequence), &proof.assumptions, budget).map(Some)
}

/// The same over parts that somebody else verifies, one more than there are assumptions.
///
/// # Errors
/// As [`premises`].
pub fn premises_over<P: Parts>(
    parts: &mut P,
    assumptions: &[Lts],
    budget: &Budget,
) -> Result<Effort, StopReason> {
    let mut effort = Effort::default();
    let mut right = Obligation::Watched;
    let fails = |place: usize| {
        Err(StopReason::Internal(format!(
            "premise {} of a proof does not hold when checked again",
            place + 1
        )))
    };
    for (place, assumption) in assumptions.iter().enumerate() {
        let sigma = by_name(assumption.alphabet().to_vec(), parts.actions());
        let verifier = parts.verifier(place, right, &sigma, &mut effort, budget)?;
        if verifier.check(Some(assumption), &mut effort, budget)?.is_some() {
            return fails(place);
        }
        right = Obligation::Assumption(assumption);
    }
    let is_trivial = matches!(right, Obligation::Assumption(lts) if allows_everything(lts));
    if !is_trivial && parts.escape(assumptions.len(), right, &mut effort, budget)?.is_some() {
        return fails(assumptions.len());
    }
    Ok(effort)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Options, learn};
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    #[test]
    fn a_learned_proof_is_checked_again_and_a_wrong_one_is_found_out() {
        let budget = Budget::unlimited();
        // Input takes (1), sends (2) and waits (4); output is sent (2), puts out (3) and acknowledges (4).
        let system = system_of(vec![
            component("Input", Role::Component, lts_of(3, &[(0, 1, 1), (1, 2, 2), (2, 4, 0)], &[])),
            component("Output", Role::Component, lts_of(3, &[(0, 2, 1), (1, 3, 2), (2, 4, 0)], &[])),
            component(
                "Order",
                Role::Property,
                lts_of(2, &[(0, 1, 1), (1, 3, 0), (0, 3, PI), (1, 1, PI)], &[]),
            ),
        ]);
        let task = Task::new(&system, Question::Safe(2)).expect("a property");
        let found = learn(&task, &[vec![0], vec![1]], Options::default(), &budget);
        let proof = found.findings.proof.expect("it holds");
        let effort = premises(&task, &proof, &budget).expect("no limit").expect("it has an assumption");
        assert!(effort.max_states > 0 && effort.max_states <= found.findings.effort.max_states);
        // Nothing may happen: that is more than the second part guarantees.
        let nothing = Proof { assumptions: vec![lts_of(1, &[], &[2, 3, 4])], ..proof.clone() };
        let told = premises(&task, &nothing, &budget).expect_err("premise 2 fails");
        assert!(told.is_internal() && told.to_string().contains("premise 2"), "{told}");
        // Everything may happen: that is too little for the first part.
        let all = lts_of(1, &[(0, 2, 0), (0, 3, 0), (0, 4, 0)], &[]);
        let told = premises(&task, &Proof { assumptions: vec![all], ..proof }, &budget);
        assert!(told.expect_err("premise 1 fails").to_string().contains("premise 1"));
    }
}
