//! Composition outward from the property.
//!
//! Begin with the watched component, add the components one by one, hide what has become local, reduce (see [`Part`]). Stop as soon as π
//! cannot be reached: the property then holds whatever the components that are left do. Stop too when π is reached silently: nothing
//! that is left can prevent it, and the expanded trace is a violation of the whole. When no component that is left shares an action
//! with what is there, the others change nothing either, and every word of the part is possible.
//!
//! After each step the reduced LTS, if it is deterministic, *is* the weakest assumption on all components that are left.
//! So a proof is a chain of assumptions, and its certificate is checked one component at a time.
//!
//! The order decides the sizes (see `order`), and no rule for it is always right. So all strategies are tried in turn with a small limit
//! of states, then with larger ones. A composition that was too large is made again; what was done before it is kept.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::Lts;
use suppose_lts::check::Effort;
use suppose_lts::ops::{complete, drop_error};

use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::{Outcome, Proof, sum};
use crate::part::Part;
use crate::premise::first_error;
use crate::rule::RuleKind;

/// So many states a composition may have when a strategy is tried for the first time.
const FIRST_TRY: u64 = 1 << 12;
/// How much more it may have each time after.
const NEXT_TRY: u64 = 8;

/// Answers a question by composition outward from the property, with the order that turns out to need the fewest states.
pub fn minimise(task: &Task<'_>, budget: &Budget) -> Outcome {
    let most = budget.max_states().unwrap_or(u64::MAX);
    let mut tries: Vec<Outward<'_>> = Strategy::ALL.map(|strategy| Outward::new(task, strategy)).into();
    let mut limit = FIRST_TRY.min(most);
    let mut wasted = Effort::default();
    loop {
        for outward in &mut tries {
            match outward.advance(u64::MAX, &budget.clone().with_max_states(limit)) {
                Ok(outcome) => return outcome.after(wasted),
                Err(StopReason::States(_)) => wasted = sum(wasted, too_large(limit)),
                Err(reason) => return Outcome::stopped(reason).after(wasted),
            }
        }
        if limit == most {
            return Outcome::stopped(StopReason::States(most)).after(wasted);
        }
        limit = limit.saturating_mul(NEXT_TRY).min(most);
    }
}

/// A composition under way.
#[derive(Debug)]
pub struct Outward<'t> {
    task: &'t Task<'t>,
    strategy: Strategy,
    order: Order<'t>,
    part: Option<Part>,
    /// The component whose composition was too large.
    pending: Option<usize>,
    /// The components since the last assumption, and what was proved before.
    block: Vec<usize>,
    parts: Vec<Vec<usize>>,
    assumptions: Vec<Lts>,
}

impl<'t> Outward<'t> {
    /// Nothing is composed yet.
    pub fn new(task: &'t Task<'t>, strategy: Strategy) -> Self {
        let order = Order::new(task.members().iter().map(|&i| (i, task.lts(i))), strategy);
        let (block, parts, assumptions) = (Vec::new(), Vec::new(), Vec::new());
        Self { task, strategy, order, part: None, pending: None, block, parts, assumptions }
    }

    /// Goes on until there is an answer, but not beyond this many states in all, or the budget's in one composition.
    ///
    /// # Errors
    /// [`StopReason::States`] when a limit of states was reached: call again with a larger one. Other reasons end the work.
    pub fn advance(&mut self, states: u64, budget: &Budget) -> Result<Outcome, StopReason> {
        let mut part = match self.part.take() {
            Some(part) => part,
            None => Part::watching(self.task.shared(self.task.watched()), |a| self.order.needs(a), budget)?,
        };
        let before = part.effort().states_explored;
        while !part.is_safe() && !part.is_broken() {
            let Some(next) = self.pending.take().or_else(|| self.order.next(part.lts(), true)) else { break };
            let spent = part.effort().states_explored - before;
            let added = if spent > states {
                Err(StopReason::States(states))
            } else {
                self.close_block(&part);
                part.add(self.task.shared(next), |a| self.order.needs(a), budget)
            };
            if let Err(reason) = added {
                self.pending = Some(next);
                self.part = Some(part);
                return Err(reason);
            }
            self.block.push(next);
        }
        self.finish(&part, budget)
    }

    /// What is there becomes an assumption, if it can.
    fn close_block(&mut self, part: &Part) {
        if part.is_deterministic() && !self.block.is_empty() {
            self.parts.push(std::mem::take(&mut self.block));
            self.assumptions.push(drop_error(&complete(part.lts()).lts));
        }
    }

    fn finish(&mut self, part: &Part, budget: &Budget) -> Result<Outcome, StopReason> {
        let mut outcome = if part.is_safe() {
            self.parts.push(std::mem::take(&mut self.block));
            let (parts, assumptions) =
                (std::mem::take(&mut self.parts), std::mem::take(&mut self.assumptions));
            let used: usize = parts.iter().map(Vec::len).sum();
            let all = self.task.members().len();
            let proof = Proof::chain(RuleKind::Chain, parts, assumptions);
            let mut outcome = Outcome { proof: Some(proof), ..Outcome::new(Verdict::Holds) };
            if used < all {
                outcome.notes.push(format!("{used} of {all} components are enough, whatever the others do"));
            }
            outcome
        } else {
            let word = first_error(None, part.lts(), budget)?.expect("π can be reached");
            Outcome::new(Verdict::Violated(part.expand(&word, budget)?))
        };
        outcome.effort = part.effort();
        let largest = outcome.effort.max_states;
        outcome.notes.push(format!("order: {}; largest composition: {largest} states", self.strategy));
        Ok(outcome)
    }
}

/// What a composition that stopped at a limit took.
fn too_large(limit: u64) -> Effort {
    Effort { states_explored: limit, max_states: limit, ..Effort::default() }
}
