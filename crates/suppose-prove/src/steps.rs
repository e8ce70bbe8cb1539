//! A proof in small steps.
//!
//! A premise over many components is checked by searching their product, which is what proofs by parts are
//! meant to avoid. So before a chain is written down, each premise ⟨B⟩ C1 ‖ … ‖ Ck ⟨A⟩ is taken apart:
//! composing outward from A, the weakest assumption after each component goes between, and the premise
//! becomes ⟨A1⟩ C1 ⟨A⟩, ⟨A2⟩ C2 ⟨A1⟩, …, ⟨B⟩ Ck ⟨Ak-1⟩. These hold exactly when the premise does, and each is
//! about one component. Where the reduced LTS is not deterministic or too large to complete, there is no
//! assumption to write down, and the next component joins the block. When a premise turns out to need no more
//! components and no assumption, the chain ends there.

use std::sync::Arc;

use suppose_base::{ActionId, Budget, StopReason};
use suppose_lts::Lts;
use suppose_lts::ops::error_lts;

use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::Proof;
use crate::part::Part;
use crate::rule::RuleKind;

/// The compositions of a premise may always have this many states together.
const SMALL: u64 = 1 << 12;
/// They may have this many times the states that the proof took.
const GROWTH: u64 = 2;
/// How much more they may have each time the orders are tried again.
const NEXT_TRY: u64 = 8;

/// The same proof with smaller premises, as far as that can be done with about as many states as the proof
/// took.
///
/// # Errors
/// When the budget is spent. That a premise could not be taken apart is no error.
pub(crate) fn in_small_steps(
    task: &Task<'_>,
    proof: &Proof,
    states: u64,
    budget: &Budget,
) -> Result<Proof, StopReason> {
    // A component that fails ends the run of its premise for the checker, but not for compositions here; such
    // proofs stay whole.
    let fails = |&i: &usize| task.system().components[i].lts.has_error();
    if proof.rule == RuleKind::Symmetric
        || proof.restriction.is_some()
        || !proof.symmetries.is_empty()
        || proof.parts.is_empty()
        || proof.parts.iter().flatten().any(fails)
    {
        return Ok(proof.clone());
    }
    let limit = states.saturating_mul(GROWTH).max(SMALL);
    let limit = budget.max_states().unwrap_or(limit).min(limit);
    let (mut parts, mut assumptions) = (Vec::new(), Vec::new());
    for (i, block) in proof.parts.iter().enumerate() {
        let right = match i.checked_sub(1) {
            None => Arc::clone(task.shared(task.watched())),
            Some(before) => {
                let watch = error_lts(&proof.assumptions[before]).expect("an assumption is deterministic");
                Arc::new(watch)
            }
        };
        let left = proof.assumptions.get(i);
        let premise = Premise { task, right, block, left };
        let whole = || Steps { parts: vec![block.clone()], assumptions: Vec::new(), closed: false };
        let mut steps = premise.in_steps(limit, budget)?.unwrap_or_else(whole);
        parts.append(&mut steps.parts);
        assumptions.append(&mut steps.assumptions);
        match left {
            Some(left) if !steps.closed => assumptions.push(left.clone()),
            _ => break,
        }
    }
    Ok(Proof::chain(proof.rule, parts, assumptions))
}

/// ⟨left⟩ block ⟨right⟩.
struct Premise<'p> {
    task: &'p Task<'p>,
    right: Arc<Lts>,
    block: &'p [usize],
    left: Option<&'p Lts>,
}

/// The parts of a premise and the assumptions between them.
struct Steps {
    parts: Vec<Vec<usize>>,
    assumptions: Vec<Lts>,
    /// Whether the premise holds without its left side.
    closed: bool,
}

impl Premise<'_> {
    /// The steps in the order that turns out to need the fewest states; none if all need more than the limit.
    fn in_steps(&self, limit: u64, budget: &Budget) -> Result<Option<Steps>, StopReason> {
        let mut allowed = SMALL.min(limit);
        while self.block.len() > 1 {
            for strategy in Strategy::ALL {
                match self.take_apart(strategy, &budget.capped(allowed)) {
                    Err(StopReason::States(_)) => {}
                    other => return other.map(Some),
                }
            }
            if allowed == limit {
                break;
            }
            allowed = allowed.saturating_mul(NEXT_TRY).min(limit);
        }
        Ok(None)
    }

    fn take_apart(&self, strategy: Strategy, budget: &Budget) -> Result<Steps, StopReason> {
        let mut order = Order::new(self.block.iter().map(|&i| (i, self.task.lts(i))), strategy);
        let outside = |a: ActionId| self.left.is_some_and(|lts| lts.has_action(a));
        let mut part = Part::watching(&self.right, |a| order.needs(a) || outside(a), budget)?;
        let (mut parts, mut assumptions, mut block) = (Vec::new(), Vec::new(), Vec::new());
        while !part.is_safe() {
            // A component that shares nothing with what is there may still hold back the left side; so all
            // are taken.
            let Some(next) = order.next(part.lts(), false) else { break };
            if !block.is_empty()
                && let Some(assumption) = part.assumption()
            {
                parts.push(std::mem::take(&mut block));
                assumptions.push(assumption);
            }
            part.add(self.task.shared(next), |a| order.needs(a) || outside(a), budget)?;
            budget.check_states(part.effort().states_explored)?;
            block.push(next);
        }
        parts.push(block);
        Ok(Steps { parts, assumptions, closed: part.is_safe() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::check::Question;
    use suppose_lts::{Role, System};

    /// Four components pass a token round by 1, 2, 3, 4; the property says that 1 and 3 take turns.
    fn ring() -> System {
        let mut all = vec![component("C1", Role::Component, lts_of(2, &[(0, 1, 1), (1, 4, 0)], &[]))];
        for i in 1..=3 {
            let link = lts_of(2, &[(0, i, 1), (1, i + 1, 0)], &[]);
            all.push(component("C", Role::Component, link));
        }
        let property = lts_of(2, &[(0, 1, 1), (1, 3, 0), (0, 3, PI), (1, 1, PI)], &[]);
        all.push(component("P", Role::Property, property));
        system_of(all)
    }

    #[test]
    fn a_premise_about_all_becomes_one_about_each() {
        let system = ring();
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let whole = Proof::chain(RuleKind::Chain, vec![vec![0, 1, 2, 3]], Vec::new());
        let fine = in_small_steps(&task, &whole, 16, &Budget::unlimited()).expect("no limit");
        assert!(fine.parts.iter().all(|part| part.len() == 1));
        assert_eq!(fine.assumptions.len() + 1, fine.parts.len());
        // C1 and C4 keep 1 and 4 apart, and C2 and C3 lead from 1 over 2 to 3: all but one are needed, or
        // all.
        assert!(fine.parts.len() >= 3);
    }

    #[test]
    fn what_cannot_be_taken_apart_stays() {
        let system = ring();
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let symmetric = Proof {
            rule: RuleKind::Symmetric,
            ..Proof::chain(RuleKind::Chain, vec![vec![0, 1]], Vec::new())
        };
        let same = in_small_steps(&task, &symmetric, 1, &Budget::unlimited()).expect("no limit");
        assert_eq!(same.parts, [[0, 1]]);
        let tiny = Budget::unlimited().with_max_states(1);
        let whole = Proof::chain(RuleKind::Chain, vec![vec![0, 1, 2, 3]], Vec::new());
        assert_eq!(in_small_steps(&task, &whole, 1, &tiny).expect("no error").parts, [[0, 1, 2, 3]]);
    }
}
