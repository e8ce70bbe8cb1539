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
//! There is a third field where components belong to others (see `cluster`): they are joined first.
//!
//! The order decides the sizes (see `order`), and no rule for it is always right. So all of them take turns, as
//! in `race`: a short try for everybody, then half of the work for the one that should finish
//! first if it goes on as it did, and the rest for the others. The other fields come in after the first try.

use std::fmt;
use std::sync::OnceLock;

use suppose_base::{Budget, Poll, StopReason, Verdict, counted};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use crate::Task;
use crate::cluster::Clustered;
use crate::order::{Order, Strategy};
use crate::outcome::{Outcome, Proof, Restriction, sum};
use crate::part::Part;
use crate::premise::first_error;
use crate::race::{Crew, Share};
use crate::refine::next_to_neighbours;
use crate::rule::RuleKind;

/// So many states the first composition may have before the others are asked.
const FIRST_TRY: u64 = 1 << 9;
/// The work of a first try, and the least of a round.
const TRY: u64 = 2_000_000;
/// A round is this part of all work so far.
const GROWTH: u64 = 4;
/// While fewer components are composed, nothing is said about growth.
const FEW: usize = 4;
/// What growth is counted in, and as much as makes no difference.
const ONE: u128 = 1_000;
const MUCH: u128 = 1_000_000_000_000;

/// Answers a question by composition outward from the property, with the order that turns out to need the
/// least work.
pub fn minimise(task: &Task<'_>, budget: &Budget) -> Outcome {
    let mut first = Outward::new(task, Strategy::ALL[0]);
    match first.advance(&budget.capped(FIRST_TRY)) {
        Err(StopReason::States(limit)) if limit == FIRST_TRY => {}
        found => return found.unwrap_or_else(Outcome::stopped),
    }
    let (constrained, clustered) = (OnceLock::new(), OnceLock::new());
    std::thread::scope(|scope| {
        let mut orders = Orders { crew: Crew::new(scope, budget, 1), live: Vec::new(), reason: None };
        orders.enter(first);
        for strategy in &Strategy::ALL[1..] {
            orders.enter(Outward::new(task, *strategy));
        }
        let mut answer: Option<(usize, Outcome)> = None;
        orders.round(&mut answer);
        if answer.is_none() {
            let clusters =
                orders.crew.add("clusters", |budget: &Budget| Ended::Clustered(Clustered::new(task, budget)));
            let pairs = orders
                .crew
                .add("pairs", |budget: &Budget| Ended::Constrained(Constrained::new(task, budget)));
            orders.live.extend([clusters, pairs]);
        }
        while answer.is_none() && !orders.live.is_empty() {
            if let Err(reason) = budget.poll(Poll::Compose) {
                return Outcome::stopped(reason);
            }
            if let Some(favourite) = orders.favourite() {
                let (done, of) = orders.crew.progress(favourite);
                budget.report(done, of);
            }
            let (clusters, pairs) = orders.round(&mut answer);
            if let Some(ready) = clusters {
                clustered.get_or_init(|| ready).tries().into_iter().for_each(|outward| orders.enter(outward));
            }
            if let Some(ready) = pairs {
                constrained
                    .get_or_init(|| ready)
                    .tries()
                    .into_iter()
                    .for_each(|outward| orders.enter(outward));
            }
        }
        let Some((winner, outcome)) = answer else {
            return Outcome::stopped(orders.reason.unwrap_or(StopReason::Interrupted));
        };
        outcome.after(orders.in_vain(winner))
    })
}

/// How one of those that take turns came to its end.
enum Ended<'s> {
    /// A composition.
    Composed(Result<Outcome, StopReason>),
    /// The constrained components are known.
    Constrained(Result<Constrained<'s>, StopReason>),
    /// The clusters are known; there may be none.
    Clustered(Result<Option<Clustered<'s>>, StopReason>),
}

/// Compositions in different orders that take turns.
struct Orders<'scope, 'env, 's> {
    crew: Crew<'scope, 'env, Ended<'s>>,
    /// Those that are not out.
    live: Vec<usize>,
    /// Why the first one was out.
    reason: Option<StopReason>,
}

impl<'env, 's: 'env> Orders<'_, 'env, 's> {
    fn enter(&mut self, mut outward: Outward<'env>) {
        let run = move |budget: &Budget| Ended::Composed(outward.advance(budget));
        let number = self.crew.add("order", run);
        self.live.push(number);
    }

    /// Lets all of them work for a while, and gives the new fields. The answer says whose it is.
    fn round(
        &mut self,
        answer: &mut Option<(usize, Outcome)>,
    ) -> (Option<Clustered<'s>>, Option<Constrained<'s>>) {
        let shares = self.shares();
        let (mut clusters, mut pairs) = (None, None);
        self.crew.round(&shares, |number, ended| {
            self.live.retain(|&other| other != number);
            match ended {
                Ended::Composed(Ok(outcome)) => *answer = Some((number, outcome)),
                Ended::Constrained(Ok(constrained)) => pairs = Some(constrained),
                Ended::Clustered(Ok(clustered)) => clusters = clustered,
                Ended::Composed(Err(reason))
                | Ended::Constrained(Err(reason))
                | Ended::Clustered(Err(reason)) => {
                    self.reason.get_or_insert(reason);
                }
            }
            answer.is_some()
        });
        (clusters, pairs)
    }

    /// The one that should be done first if it goes on as it did.
    fn favourite(&self) -> Option<usize> {
        self.live.iter().copied().min_by_key(|&number| (self.crew.remaining(number), number))
    }

    /// Who gets what: a first try for everybody, then half for the one that should be done first.
    fn shares(&self) -> Vec<Share> {
        let spent = |number: &usize| self.crew.spent(*number);
        let untried = self.live.iter().filter(|number| spent(number) < TRY);
        let first: Vec<Share> = untried.map(|&runner| Share { runner, work: TRY - spent(&runner) }).collect();
        if !first.is_empty() {
            return first;
        }
        let round = (self.live.iter().map(spent).sum::<u64>() / GROWTH).max(TRY);
        let each = round / (2 * self.live.len() as u64);
        let favourite = self.favourite();
        let share = |&runner: &usize| Share {
            runner,
            work: if Some(runner) == favourite { each + round / 2 } else { each },
        };
        self.live.iter().map(share).collect()
    }

    /// What those took that did not answer.
    fn in_vain(&self, winner: usize) -> Effort {
        let others = (0..self.crew.len()).filter(|&number| number != winner);
        let effort = |number| {
            let (states_explored, max_states) = self.crew.states(number);
            Effort { states_explored, max_states, ..Effort::default() }
        };
        others.map(effort).fold(Effort::default(), sum)
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
    /// What had been spent when a component was about to be added.
    costs: Vec<u64>,
    /// The components since the last assumption, and what was proved before.
    block: Vec<usize>,
    parts: Vec<Vec<usize>>,
    assumptions: Vec<Lts>,
    /// What the components were constrained by, and the clusters that they stand for.
    constrained: Option<&'t Constrained<'t>>,
    clustered: Option<&'t Clustered<'t>>,
}

impl<'t> Outward<'t> {
    /// How many components are composed.
    fn composed(&self) -> usize {
        self.block.len() + self.parts.iter().map(Vec::len).sum::<usize>()
    }

    /// The rule for the order.
    pub fn order(&self) -> impl fmt::Display {
        self.strategy
    }

    /// Nothing is composed yet.
    pub(crate) fn new(task: &'t Task<'t>, strategy: Strategy) -> Self {
        let order = Order::new(task.members().iter().map(|&i| (i, task.lts(i))), strategy);
        let (block, parts, assumptions) = (Vec::new(), Vec::new(), Vec::new());
        let (constrained, clustered) = (None, None);
        let (part, pending, costs) = (None, None, Vec::new());
        Self {
            task,
            strategy,
            order,
            part,
            pending,
            costs,
            block,
            parts,
            assumptions,
            constrained,
            clustered,
        }
    }

    /// The same with clusters for components.
    pub(crate) fn of_clusters(task: &'t Task<'t>, strategy: Strategy, clustered: &'t Clustered<'t>) -> Self {
        Self { clustered: Some(clustered), ..Self::new(task, strategy) }
    }

    /// The components that members of the task stand for.
    fn meaning(&self, members: &[usize]) -> Vec<usize> {
        self.clustered.map_or_else(|| members.to_vec(), |clustered| clustered.meaning(members))
    }

    /// Goes on until there is an answer.
    ///
    /// # Errors
    /// [`StopReason::States`] when a composition reached the budget's limit: call again with a larger one.
    /// Other reasons end the work.
    pub fn advance(&mut self, budget: &Budget) -> Result<Outcome, StopReason> {
        let mut part = match self.part.take() {
            Some(part) => part,
            None => Part::watching(self.task.shared(self.task.watched()), |a| self.order.needs(a), budget)?,
        };
        let spent = || budget.account().map_or(0, |account| account.spent());
        while !part.is_safe() && !part.is_broken() {
            self.costs.push(spent());
            self.report(budget);
            let Some(next) = self.pending.take().or_else(|| self.order.next(part.lts(), true)) else { break };
            self.close_block(&part);
            if let Err(reason) = part.add(self.task.shared(next), |a| self.order.needs(a), budget) {
                self.pending = Some(next);
                self.part = Some(part);
                return Err(reason);
            }
            self.block.push(next);
        }
        self.finish(&part, budget)
    }

    /// Says how far this is, if the work grows with the components as it did: whenever there are twice as many,
    /// by as much as when the last half of them came.
    fn report(&self, budget: &Budget) {
        let (composed, all) = (self.composed() as u128, self.task.all_members() as u128);
        let last = self.costs.len().saturating_sub(1);
        if self.composed() < FEW || last < FEW {
            return budget.report(self.composed() as u64, self.task.all_members() as u64);
        }
        let (now, before) = (u128::from(self.costs[last]), u128::from(self.costs[last / 2].max(1)));
        let growth = (ONE * now / before).clamp(2 * ONE, MUCH);
        let (mut reached, mut cost) = (composed, ONE);
        while 2 * reached <= all && cost < MUCH {
            (reached, cost) = (2 * reached, (cost * growth / ONE).min(MUCH));
        }
        cost += cost * (growth - ONE) / ONE * all.saturating_sub(reached) / reached;
        budget.report(ONE as u64, cost.min(MUCH) as u64);
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
            let parts: Vec<Vec<usize>> = parts.iter().map(|part| self.meaning(part)).collect();
            let used: usize = parts.iter().map(Vec::len).sum();
            let all = self.meaning(self.task.members()).len();
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
            let trace = part.expand(&word, budget)?;
            let trace = match self.clustered {
                Some(clustered) => clustered.expand(&trace, budget)?,
                None => trace,
            };
            Outcome::new(Verdict::Violated(trace))
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
