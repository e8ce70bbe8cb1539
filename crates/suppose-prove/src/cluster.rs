//! Components that belong together, made into one before anything else is composed.
//!
//! A *satellite* shares all its actions with one other component, its *hub*, and with nobody else: the counters
//! and tables of a server, the variables of a task. Away from its satellites a hub can do far more than it
//! ever does, and whoever is composed with it first pays for that. Here a hub is composed with all its
//! satellites at once. Their common actions are silent to everybody else, and most of them come in long rows
//! (look here, look there, write), so a state whose only move is silent is never kept: its successor has the
//! same traces and stands for it.
//!
//! # Invariants
//! * The cluster has the traces of the composition of its members, without their common actions.
//! * A hub is no satellite: the actions of its own satellites would then have three users.
//! * Members that can fail by themselves are left alone, since a failure ends the run of everybody.
//!
//! # Complexity
//! One hash look-up for each state that is kept and each transition between them, and one step for each state
//! that is passed; then the reduction ([`shrink`]).
//!
//! Tested with all other methods in `tests/all/agreement`, and below against the plain composition.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder};

use crate::Task;
use crate::minimise::Outward;
use crate::order::Strategy;
use crate::part::merge;
use crate::shrink::{Keep, shrink};

/// Work for a state that is kept, for a transition of it, and for a state that is passed.
const STATE: u64 = 200;
const TRANSITION: u64 = 120;
const PASSED: u64 = 100;
/// At most so many states are passed in a row: a hub may look at its satellites for ever.
const LONGEST: u32 = 1 << 12;

/// The states of a hub and its satellites.
type Places = Box<[StateId]>;

/// A hub with its satellites, and what they are together.
#[derive(Debug)]
struct Cluster {
    /// The hub, then its satellites, as components of the system.
    members: Vec<usize>,
    ltss: Vec<Arc<Lts>>,
    /// For each action of the hub, in order, which members besides it take part.
    others: Vec<Vec<u32>>,
    joined: Arc<Lts>,
}

/// A question about clusters: each hub stands for its satellites too.
#[derive(Debug)]
pub(crate) struct Clustered<'s> {
    task: Task<'s>,
    clusters: Vec<Cluster>,
}

impl<'s> Clustered<'s> {
    /// Joins every hub with its satellites. `None` when there are none.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn new(task: &Task<'s>, budget: &Budget) -> Result<Option<Self>, StopReason> {
        let mut clusters = Vec::new();
        for members in hubs(task) {
            clusters.push(Cluster::new(task, members, budget)?);
        }
        let is_satellite = |member: &usize| clusters.iter().any(|c| c.members[1..].contains(member));
        let members: Vec<usize> = task.members().iter().copied().filter(|i| !is_satellite(i)).collect();
        let joined = clusters.iter().map(|c| (c.members[0], Arc::clone(&c.joined)));
        let task = task.among(&members).replacing(joined);
        Ok((!clusters.is_empty()).then_some(Self { task, clusters }))
    }

    /// Compositions of the clusters.
    pub(crate) fn tries<'t>(&'t self) -> Vec<Outward<'t>>
    where
        's: 't,
    {
        Strategy::ALL.map(|strategy| Outward::of_clusters(&self.task, strategy, self)).into()
    }

    /// The components that some members of the clustered question stand for.
    pub(crate) fn meaning(&self, members: &[usize]) -> Vec<usize> {
        let of = |&hub: &usize| {
            let cluster = self.clusters.iter().find(|cluster| cluster.members[0] == hub);
            cluster.map_or_else(|| vec![hub], |cluster| cluster.members.clone())
        };
        members.iter().flat_map(of).collect()
    }

    /// A trace of all components from one of the clusters.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn expand(&self, trace: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let mut trace = trace.to_vec();
        for cluster in &self.clusters {
            let is_own = |a: ActionId| cluster.joined.has_action(a);
            let own: Vec<ActionId> = trace.iter().copied().filter(|&a| is_own(a)).collect();
            trace = merge(&trace, &cluster.path(&own, budget)?, is_own);
        }
        Ok(trace)
    }
}

/// Hubs with their satellites, the hub first.
fn hubs(task: &Task<'_>) -> Vec<Vec<usize>> {
    let mut users: FxHashMap<ActionId, Vec<usize>> = FxHashMap::default();
    for i in task.searched() {
        for &action in task.lts(i).alphabet() {
            users.entry(action).or_default().push(i);
        }
    }
    let hub_of = |member: usize| {
        let alphabet = task.lts(member).alphabet();
        let other = |action: &ActionId| match users[action][..] {
            [one, two] => Some(if one == member { two } else { one }),
            _ => None,
        };
        let hub = alphabet.first().and_then(other)?;
        let is_free = |i: usize| task.dead(i).is_none() && !task.lts(i).initial().is_error();
        // Of two that are all there is to each other, the first is the hub.
        let is_first = hub < member || task.lts(hub).alphabet().len() > alphabet.len();
        let joins = alphabet.iter().all(|action| other(action) == Some(hub));
        (hub != task.watched() && is_first && joins && is_free(hub) && is_free(member)).then_some(hub)
    };
    let mut found: Vec<Vec<usize>> = Vec::new();
    for &member in task.members() {
        let Some(hub) = hub_of(member) else { continue };
        match found.iter_mut().find(|members| members[0] == hub) {
            Some(members) => members.push(member),
            None => found.push(vec![hub, member]),
        }
    }
    found
}

impl Cluster {
    fn new(task: &Task<'_>, members: Vec<usize>, budget: &Budget) -> Result<Self, StopReason> {
        let ltss: Vec<Arc<Lts>> = members.iter().map(|&i| Arc::clone(task.shared(i))).collect();
        let takes_part = |action: ActionId| {
            let others = (1..ltss.len() as u32).filter(|&i| ltss[i as usize].has_action(action));
            others.collect::<Vec<u32>>()
        };
        let others = ltss[0].alphabet().iter().map(|&action| takes_part(action)).collect();
        let mut cluster = Self { joined: Arc::clone(&ltss[0]), members, ltss, others };
        let whole = cluster.compose(budget)?;
        cluster.joined = Arc::new(shrink(&whole, Keep::Traces, budget)?.lts);
        Ok(cluster)
    }

    /// Who takes part in an action besides the hub.
    fn others(&self, action: ActionId) -> &[u32] {
        let place = self.ltss[0].alphabet().binary_search(&action);
        place.map_or(&[], |place| &self.others[place])
    }

    fn start(&self) -> Places {
        self.ltss.iter().map(|lts| lts.initial()).collect()
    }

    /// Calls `go` with every move from these places, until it says that it has seen enough.
    fn moves(&self, places: &[StateId], mut go: impl FnMut(ActionId, Places) -> ControlFlow<()>) {
        let _ = self.try_moves(places, &mut go);
    }

    fn try_moves(
        &self,
        places: &[StateId],
        go: &mut impl FnMut(ActionId, Places) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (member, lts) in self.ltss.iter().enumerate().skip(1) {
            for t in lts.successors(places[member], ActionId::TAU) {
                go(ActionId::TAU, moved(places, member, t.target))?;
            }
        }
        for t in self.ltss[0].transitions(places[0]) {
            let others = self.others(t.action);
            let offered = |member: usize| self.ltss[member].successors(places[member], t.action);
            // Most moves of a hub are refused by somebody, and a refusal must be cheap.
            if others.iter().any(|&member| offered(member as usize).is_empty()) {
                continue;
            }
            let mut found = vec![moved(places, 0, t.target)];
            for &member in others {
                let member = member as usize;
                let offered = offered(member);
                let combined = found
                    .iter()
                    .flat_map(|so_far| offered.iter().map(|offer| moved(so_far, member, offer.target)));
                found = combined.collect();
            }
            for target in found {
                go(t.action, target)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What an action is to everybody else.
    fn shown(&self, action: ActionId) -> ActionId {
        if self.others(action).is_empty() { action } else { ActionId::TAU }
    }

    /// The first of the states from here on that has a choice, or a move that others see.
    fn settled(&self, mut places: Places, passed: &mut u64) -> Places {
        for _ in 0..LONGEST {
            let mut only: Option<Places> = None;
            let mut count = 0u32;
            self.moves(&places, |action, target| {
                count += if self.shown(action).is_tau() { 1 } else { 2 };
                only = Some(target);
                if count > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match only {
                Some(target) if count == 1 => places = target,
                _ => break,
            }
            *passed += 1;
        }
        places
    }

    /// The composition, without states whose only move is silent.
    fn compose(&self, budget: &Budget) -> Result<Lts, StopReason> {
        let mut toll = budget.toll(Poll::Compose);
        let mut passed = 0;
        let mut rows = RowBuilder::new();
        let alphabet = self.ltss[0].alphabet().iter().copied();
        rows.extend_alphabet(alphabet.filter(|&action| !self.shown(action).is_tau()));
        let first = self.settled(self.start(), &mut passed);
        let mut numbers: FxHashMap<Places, u32> = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut order = vec![first];
        let mut next = 0;
        let bytes = (4 * self.ltss.len() as u64 + 32) * 2;
        while next < order.len() {
            let mut found = Vec::new();
            self.moves(&order[next], |action, target| {
                found.push((self.shown(action), target));
                ControlFlow::Continue(())
            });
            next += 1;
            toll.add(STATE + TRANSITION * found.len() as u64 + PASSED * std::mem::take(&mut passed))?;
            budget.check_states(order.len() as u64)?;
            budget.check_bytes(order.len() as u64 * bytes)?;
            for (action, target) in found {
                let target = self.settled(target, &mut passed);
                let new = order.len() as u32;
                let number = *numbers.entry(target.clone()).or_insert(new);
                if number == new {
                    order.push(target);
                }
                rows.add(action, StateId::must(number as usize));
            }
            rows.end_row();
        }
        toll.settle()?;
        rows.finish(StateId::must(0), None).map_err(|error| StopReason::Unsupported(error.to_string()))
    }

    /// The actions of a shortest run of the members whose visible actions are this word.
    fn path(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let start = (0, self.start());
        let mut known: FxHashSet<(usize, Places)> = FxHashSet::from_iter([start.clone()]);
        let mut found: Vec<((usize, Places), ActionId, usize)> = vec![(start, ActionId::TAU, 0)];
        let mut next = 0;
        loop {
            let Some(((done, places), _, _)) = found.get(next).cloned() else {
                return Err(StopReason::Internal("a trace of a cluster is none of its members".into()));
            };
            if done == word.len() {
                break;
            }
            if next.is_multiple_of(1024) {
                budget.poll(Poll::Witness)?;
            }
            self.moves(&places, |action, target| {
                let is_silent = self.shown(action).is_tau();
                let there = (done + usize::from(!is_silent), target);
                if (is_silent || word[done] == action) && known.insert(there.clone()) {
                    found.push((there, action, next));
                }
                ControlFlow::Continue(())
            });
            next += 1;
        }
        let mut trace = Vec::new();
        while next != 0 {
            let (_, action, from) = &found[next];
            trace.extend((!action.is_tau()).then_some(*action));
            next = *from;
        }
        trace.reverse();
        Ok(trace)
    }
}

/// The same places with one of them changed.
fn moved(places: &[StateId], member: usize, to: StateId) -> Places {
    let mut places: Places = places.into();
    places[member] = to;
    places
}

#[cfg(test)]
mod tests;
