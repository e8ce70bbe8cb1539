//! Composition outward from the property.
//!
//! Begin with the watched component, add the components one by one, hide what has become local, reduce (see
//! `part`). Stop as soon as π cannot be reached: the property then holds whatever the components that are
//! left do. Stop too when π is reached silently: nothing that is left can prevent it, and the expanded trace
//! is a violation of the whole. When no component that is left shares an action with what is there, the
//! others change nothing either, and every word of the part is possible.
//!
//! After each step the reduced LTS, if it is deterministic, *is* the weakest assumption on all components
//! that are left. So a proof is a chain of assumptions, and its certificate is checked one component at a
//! time.
//!
//! Away from its neighbours a component can do much that never happens, and compositions are larger for it.
//! So there is a second field: the same orders on components without the transitions that their nearest
//! neighbours rule out (an interface constraint, as in the projections of Krimm and Mounier; here it is the
//! refinement of `refine` with pairs). The proof then has two stages, and both are
//! checked.
//!
//! The order decides the sizes (see `order`), and no rule for it is always right. So all strategies are tried
//! in turn with a small limit of states, then with larger ones. A composition that was too large is made
//! again; what was done before it is kept.

use std::cell::OnceCell;

use suppose_base::{Budget, StopReason, Verdict, counted};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::{Outcome, Proof, Restriction, sum};
use crate::part::Part;
use crate::premise::first_error;
use crate::refine::next_to_neighbours;
use crate::rule::RuleKind;

/// So many states a composition may have when a strategy is tried for the first time.
const FIRST_TRY: u64 = 1 << 12;
/// How much more it may have each time after.
const NEXT_TRY: u64 = 8;

/// Answers a question by composition outward from the property, with the order that turns out to need the
/// fewest states.
pub fn minimise(task: &Task<'_>, budget: &Budget) -> Outcome {
    let most = budget.max_states().unwrap_or(u64::MAX);
    let constrained = OnceCell::new();
    let mut tries: Vec<Outward<'_>> = Strategy::ALL.map(|strategy| Outward::new(task, strategy)).into();
    let mut limit = FIRST_TRY.min(most);
    let mut wasted = Effort::default();
    loop {
        for outward in &mut tries {
            match outward.advance(u64::MAX, &budget.capped(limit)) {
                Ok(outcome) => return outcome.after(wasted),
                Err(StopReason::States(_)) => wasted = sum(wasted, too_large(limit)),
                Err(reason) => return Outcome::stopped(reason).after(wasted),
            }
        }
        if limit == most {
            return Outcome::stopped(StopReason::States(most)).after(wasted);
        }
        limit = limit.saturating_mul(NEXT_TRY).min(most);
        if constrained.get().is_none() {
            let pairs = match Constrained::new(task, &budget.capped(limit)) {
                Ok(pairs) => constrained.get_or_init(|| pairs),
                Err(reason) => return Outcome::stopped(reason).after(wasted),
            };
            tries.extend(pairs.tries());
        }
    }
}

/// A question about components without what their nearest neighbours rule out.
#[derive(Debug)]
pub struct Constrained<'s> {
    task: Task<'s>,
    restriction: Restriction,
    /// How many transitions are ruled out.
    dropped: usize,
}

impl<'s> Constrained<'s> {
    /// Constrains every component by its nearest neighbour.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(task: &Task<'s>, budget: &Budget) -> Result<Self, StopReason> {
        let restriction = next_to_neighbours(task, 2, budget)?;
        let all = |i: usize| task.lts(i).num_transitions() - restriction.kept[i].len();
        let dropped = (0..restriction.kept.len()).map(all).sum();
        Ok(Self { task: task.restricted(&restriction), restriction, dropped })
    }

    /// Compositions of the constrained components; none when nothing was ruled out.
    pub fn tries<'t>(&'t self) -> Vec<Outward<'t>>
    where
        's: 't,
    {
        if self.dropped == 0 {
            return Vec::new();
        }
        let outward = |strategy| Outward { constrained: Some(self), ..Outward::new(&self.task, strategy) };
        Strategy::ALL.map(outward).into()
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
    /// What the components were constrained by.
    constrained: Option<&'t Constrained<'t>>,
}

impl<'t> Outward<'t> {
    /// How many components are composed.
    pub(crate) fn progress(&self) -> usize {
        self.block.len() + self.parts.iter().map(Vec::len).sum::<usize>()
    }

    /// Which order it is, and on what.
    pub fn describe(&self) -> String {
        let constrained = if self.constrained.is_some() { ", constrained" } else { "" };
        format!("{}{constrained}", self.strategy)
    }

    /// Nothing is composed yet.
    pub(crate) fn new(task: &'t Task<'t>, strategy: Strategy) -> Self {
        let order = Order::new(task.members().iter().map(|&i| (i, task.lts(i))), strategy);
        let (block, parts, assumptions) = (Vec::new(), Vec::new(), Vec::new());
        let constrained = None;
        Self { task, strategy, order, part: None, pending: None, block, parts, assumptions, constrained }
    }

    /// Goes on until there is an answer, but not beyond this many states in all, or the budget's in one
    /// composition.
    ///
    /// # Errors
    /// [`StopReason::States`] when a limit of states was reached: call again with a larger one. Other reasons
    /// end the work.
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
        if !self.block.is_empty()
            && let Some(assumption) = part.assumption()
        {
            self.parts.push(std::mem::take(&mut self.block));
            self.assumptions.push(assumption);
        }
    }

    fn finish(&mut self, part: &Part, budget: &Budget) -> Result<Outcome, StopReason> {
        let mut outcome = if part.is_safe() {
            self.parts.push(std::mem::take(&mut self.block));
            let (parts, assumptions) =
                (std::mem::take(&mut self.parts), std::mem::take(&mut self.assumptions));
            let used: usize = parts.iter().map(Vec::len).sum();
            let all = self.task.members().len();
            let mut proof = Proof::chain(RuleKind::Chain, parts, assumptions);
            proof.restriction = self.constrained.map(|c| c.restriction.clone());
            let mut outcome = Outcome::proved(proof);
            if used < all {
                outcome.findings.notes.push(format!(
                    "{used} of {} are enough, whatever the others do",
                    counted(all, "component")
                ));
            }
            outcome
        } else {
            let word =
                first_error(None, part.lts(), &mut Effort::default(), budget)?.expect("π can be reached");
            Outcome::new(Verdict::Violated(part.expand(&word, budget)?))
        };
        let findings = &mut outcome.findings;
        findings.effort = part.effort();
        let largest = findings.effort.max_states;
        if let Some(constrained) = self.constrained {
            let were = if constrained.dropped == 1 { "was" } else { "were" };
            let dropped = counted(constrained.dropped, "transition");
            findings.notes.push(format!("{dropped} {were} left out that the nearest neighbours rule out"));
        }
        let largest = counted(largest, "state");
        findings.notes.push(format!("order: {}; largest composition: {largest}", self.strategy));
        Ok(outcome)
    }
}

/// What a composition that stopped at a limit took.
fn too_large(limit: u64) -> Effort {
    Effort { states_explored: limit, max_states: limit, ..Effort::default() }
}
