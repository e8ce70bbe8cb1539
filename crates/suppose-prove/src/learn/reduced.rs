//! Parts of a system as LTSs, composed and reduced: the exact verifier.
//!
//! A part with the watched component is composed outward from it and keeps only the traces to π. A part with
//! an assumption to guarantee is first made into one LTS with all its traces over what others see, once for
//! each place, and then composed with the error LTS of the assumption. A query walks the result, which is
//! determinised where words lead (`teacher`); a premise is a search in the product with the assumption
//! (`premise`). A word is made into a trace by undoing the compositions ([`Part::expand`]).

use std::sync::Arc;

use suppose_base::{ActionId, ActionTable, Budget, Poll, StopReason};
use suppose_lts::Lts;
use suppose_lts::check::Effort;
use suppose_lts::ops::error_lts;

use super::chain::projected;
use super::teacher::{Teacher, by_name};
use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::sum;
use crate::part::{Part, merge};
use crate::premise::{first_error, first_escape};
use crate::verifier::{Obligation, Parts, Runs, Verifier};

/// Components of a task at the places of a rule.
pub(super) struct Reduced<'t> {
    task: &'t Task<'t>,
    sequence: Vec<&'t [usize]>,
    alphabets: Vec<Vec<ActionId>>,
    /// For each place the part as one LTS with all its traces, made when needed.
    traces: Vec<Option<Part>>,
}

impl<'t> Reduced<'t> {
    /// These components, in the order of the rule.
    pub(super) fn new(task: &'t Task<'t>, sequence: Vec<&'t [usize]>) -> Self {
        let alphabets = sequence.iter().map(|part| task.alphabet(part)).collect();
        let traces = vec![None; sequence.len()];
        Self { task, sequence, alphabets, traces }
    }

    /// Whether the part at a place takes part in an action.
    fn has_action(&self, place: usize, action: ActionId) -> bool {
        self.alphabets[place].binary_search(&action).is_ok()
    }

    /// The part at a place as one LTS with all its traces over what anybody else sees.
    fn traces(&mut self, place: usize, effort: &mut Effort, budget: &Budget) -> Result<&Part, StopReason> {
        if self.traces[place].is_none() {
            let others = |a: ActionId| {
                let has = |&other: &usize| self.has_action(other, a);
                self.watched().has_action(a)
                    || (0..self.alphabets.len()).filter(|&o| o != place).any(|o| has(&o))
            };
            let part = behaviour(self.task, self.sequence[place], others, budget)?;
            *effort = sum(*effort, part.effort());
            self.traces[place] = Some(part);
        }
        Ok(self.traces[place].as_ref().expect("just made"))
    }
}

impl Parts for Reduced<'_> {
    type Verifier = Errors;

    fn places(&self) -> usize {
        self.sequence.len()
    }

    fn components(&self, place: usize) -> Vec<usize> {
        self.sequence[place].to_vec()
    }

    fn actions(&self) -> &ActionTable {
        &self.task.system().actions
    }

    fn watched(&self) -> &Lts {
        self.task.lts(self.task.watched())
    }

    fn interface(&self, place: usize, obligation: Obligation<'_>) -> Vec<ActionId> {
        let mut after: Vec<ActionId> = self.alphabets[place + 1..].concat();
        after.sort_unstable();
        after.dedup();
        after.retain(|&a| self.has_action(place, a) || self.obliges(obligation, a));
        by_name(after, self.actions())
    }

    fn shared(&self, place: usize) -> Vec<ActionId> {
        let others = |a: &ActionId| {
            (0..self.places()).filter(|&other| other != place).any(|other| self.has_action(other, *a))
        };
        self.alphabets[place].iter().copied().filter(others).collect()
    }

    fn verifier(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Errors, StopReason> {
        let (part, inner) = match obligation {
            Obligation::Watched => (watching(self.task, self.sequence[place], sigma, budget)?, None),
            Obligation::Assumption(lts) => {
                let watch = error_lts(lts).expect("an assumption is deterministic");
                let inner = self.traces(place, effort, budget)?.clone();
                let mut part = Part::watching(&Arc::new(watch), |_| true, budget)?;
                part.add(inner.lts(), |a| sigma.contains(&a), budget)?;
                (part, Some(inner))
            }
        };
        *effort = sum(*effort, part.effort());
        Ok(Errors { sigma: sigma.to_vec(), part, inner })
    }

    fn escape(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason> {
        let Obligation::Assumption(lts) = obligation else {
            let errors = self.verifier(place, obligation, &[], effort, budget)?;
            let word = errors.check(None, effort, budget)?;
            return word.map(|word| errors.trace(&word, budget)).transpose();
        };
        let part = self.traces(place, effort, budget)?;
        let word = first_escape(part.lts(), lts, effort, budget)?;
        word.map(|word| part.expand(&word, budget)).transpose()
    }
}

/// A part with its obligation: the traces that break it.
pub(super) struct Errors {
    sigma: Vec<ActionId>,
    part: Part,
    /// The part that was added as one LTS, if it was.
    inner: Option<Part>,
}

impl Verifier for Errors {
    fn runs<'v>(&'v self, budget: &'v Budget) -> Box<dyn Runs + 'v> {
        Box::new(Teacher::new(self.part.lts(), &self.sigma, budget))
    }

    fn check(
        &self,
        assumption: Option<&Lts>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason> {
        first_error(assumption, self.part.lts(), effort, budget)
    }

    fn trace(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let trace = self.part.expand(word, budget)?;
        let Some(inner) = &self.inner else { return Ok(trace) };
        let own = projected(&trace, inner.lts().alphabet());
        Ok(merge(&trace, &inner.expand(&own, budget)?, |a| inner.lts().has_action(a)))
    }
}

/// Work for every action of every component of a part that is made: its order is planned by them.
const PLANNING: u64 = 40;

/// Pays for the plan of a part.
fn pay_for_plan(task: &Task<'_>, components: &[usize], budget: &Budget) -> Result<(), StopReason> {
    let letters: usize = components.iter().map(|&i| task.lts(i).alphabet().len()).sum();
    budget.pay(Poll::Compose, PLANNING * letters as u64)
}

/// The watched component with some others, over an alphabet.
pub(crate) fn watching(
    task: &Task<'_>,
    components: &[usize],
    sigma: &[ActionId],
    budget: &Budget,
) -> Result<Part, StopReason> {
    pay_for_plan(task, components, budget)?;
    let mut order = Order::new(components.iter().map(|&i| (i, task.lts(i))), Strategy::Hubs);
    let mut letters = sigma.to_vec();
    letters.sort_unstable();
    let visible = |order: &Order<'_>, a: ActionId| order.needs(a) || letters.binary_search(&a).is_ok();
    let mut part = Part::watching(task.shared(task.watched()), |a| visible(&order, a), budget)?;
    // What can no longer fail, or must fail, stays so whatever is added.
    while !part.is_safe() && !part.is_broken() {
        let Some(next) = order.next(part.lts(), false) else { break };
        part.add(task.shared(next), |a| visible(&order, a), budget)?;
    }
    Ok(part)
}

/// Some components with all their traces over what is visible.
pub(crate) fn behaviour(
    task: &Task<'_>,
    components: &[usize],
    visible: impl Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<Part, StopReason> {
    pay_for_plan(task, components, budget)?;
    let mut order = Order::new(components.iter().map(|&i| (i, task.lts(i))), Strategy::Interface);
    let mut part = Part::new();
    while let Some(next) = order.next(part.lts(), false) {
        part.add(task.shared(next), |a| order.needs(a) || visible(a), budget)?;
    }
    Ok(part)
}
