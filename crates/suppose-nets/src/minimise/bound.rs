//! Parts of a design that know how much weight there is: context constraints from invariants.
//!
//! On a ring with one token, a part of k cells alone may hold any number of them, as far as it can know, and
//! grows with k. But the weights of all components always add up to the same sum, and none is negative
//! ([`invariant`](super::invariant)); so a part never has more than the sum. How much it has depends only on
//! what was seen of it: its first weight, and the flow of each visible action. Hidden actions have flow zero,
//! since all that take part in them are inside.
//!
//! So a *counter*, an LTS whose states are the weights up to the sum, may be composed with the part, and what
//! the part cannot do under it never happens in the whole. Each trace of the whole, seen by the part, is one
//! that the counter allows; the counter is deterministic, does nothing silently and refuses only what leads
//! beyond the sum, which is refused by the rest of the whole where it is offered. So the states of the whole
//! with and without the counter correspond one to one, with the same steps, and the whole has the same
//! deadlocks and the same divergence. What follows is about the part with its counter alone: every reduction
//! that may be used for a part may be used for that. States that are merged by reductions need no weights,
//! because the next counter counts again. That is a context constraint (Cheung & Kramer, *Context constraints
//! for compositional reachability analysis*, 1996; Graf, Steffen & Lüttgen's interface specifications, 1996)
//! which needs no proof of its own, because it follows from an invariant.
//!
//! A counter could make a part larger, where states with different weights had been merged. It is used only
//! where the part with it has fewer states.
//!
//! Cost: linear in the part's transitions; a part in a row of equal ones is looked up, since what is said of
//! it is part of the key. Tested with [`minimise`](super) on random rings, with and without counters, against
//! the flat product.

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder, ops};

use super::Minimisation;
use super::invariant::Cells;
use super::pool::TemplateId;

/// What an invariant says of a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    /// The most weight it can have.
    pub most: i64,
    /// Its first weight.
    pub start: i64,
    /// How each of its actions changes the weight.
    pub flows: Vec<i64>,
}

impl Bound {
    /// What is said of two parts together; `joined` has for each action of the second which of the `number`
    /// joined actions it is.
    pub(super) fn together(&self, other: &Self, joined: &[u32], number: usize) -> Self {
        let mut flows = self.flows.clone();
        flows.resize(number, 0);
        for (&at, flow) in joined.iter().zip(&other.flows) {
            flows[at as usize] += flow;
        }
        Self { most: self.most, start: self.start + other.start, flows }
    }

    /// The same without the actions that are hidden.
    pub(super) fn only(&self, kept: &[u32]) -> Self {
        Self { flows: kept.iter().map(|&at| self.flows[at as usize]).collect(), ..self.clone() }
    }

    /// Weights as states, and the actions that change them; local actions are numbered from 1.
    fn counter(&self) -> Lts {
        let mut rows = RowBuilder::new();
        let state = |weight: i64| StateId::from_raw(u32::try_from(weight).expect("not negative, and small"));
        let moving = || (1..).map(ActionId::from_raw).zip(&self.flows).filter(|&(_, &flow)| flow != 0);
        rows.extend_alphabet(moving().map(|(action, _)| action));
        for weight in 0..=self.most {
            for (action, flow) in moving() {
                let after = weight + flow;
                if (0..=self.most).contains(&after) {
                    rows.add(action, state(after));
                }
            }
            rows.end_row();
        }
        rows.finish(state(self.start), None).expect("weights up to the sum")
    }

    /// The part under the counter, if that has fewer states.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn apply(&self, lts: &Lts, budget: &Budget) -> Result<Option<Lts>, StopReason> {
        if self.flows.iter().all(|&flow| flow == 0) {
            return Ok(None);
        }
        let fewer = budget.capped(lts.num_states() as u64);
        match ops::compose_pair(lts, &self.counter(), |action| !action.is_tau(), &fewer) {
            Ok(under) => Ok((under.num_states() < lts.num_states()).then_some(under)),
            Err(StopReason::States(_)) => Ok(None),
            Err(reason) => Err(reason),
        }
    }
}

impl Minimisation<'_> {
    /// Looks for invariants, and gives all nodes what these say of them.
    pub(super) fn find_bounds(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let mut number: FxHashMap<TemplateId, usize> = FxHashMap::default();
        let mut templates = Vec::new();
        let mut cells = Vec::new();
        for part in self.nodes.iter().filter(|node| node.made_of.is_none()).map(|node| &node.part) {
            let template = *number.entry(part.template).or_insert_with(|| {
                templates.push((&self.pool.get(part.template).lts, part.actions.len()));
                templates.len() - 1
            });
            cells.push((template, &part.actions[..]));
        }
        for invariant in (Cells { templates, cells }).invariants(budget)? {
            for node in 0..self.nodes.len() {
                let bound = if let Some((left, right)) = self.nodes[node].made_of {
                    let mut sum: FxHashMap<ActionId, i64> = FxHashMap::default();
                    let mut start = 0;
                    for part in [left, right].map(|half| &self.nodes[half].part) {
                        let half = part.bounds.last().expect("halves come before");
                        start += half.start;
                        for (&action, flow) in part.actions.iter().zip(&half.flows) {
                            *sum.entry(action).or_default() += flow;
                        }
                    }
                    let flows = self.nodes[node].part.actions.iter().map(|action| sum[action]).collect();
                    Bound { most: invariant.most, start, flows }
                } else {
                    let template = number[&self.nodes[node].part.template];
                    let flows = invariant.flows[template].clone();
                    Bound { most: invariant.most, start: invariant.start[template], flows }
                };
                self.nodes[node].part.bounds.push(bound);
            }
        }
        Ok(())
    }
}
