//! Which transitions can happen, seen by several clusters at once: a least fixpoint.
//!
//! Each cluster has *owners* among its members: components it speaks about. At first no transition of an
//! owned component is *kept*. A cluster explores the product of its members by kept transitions. Whatever
//! step their original transitions allow in a tuple that it reached, it has *seen* the transitions taken in
//! it. A transition is kept as soon as every cluster that owns its component has seen it; then all clusters
//! go on by it. When nothing changes any more, the rest never happens.
//!
//! # Why this is sound
//! Claim: all steps of a run of the whole system take kept transitions. No component is in π before the last
//! step. Take a first step that does not, by a transition t of component c. Let C be a cluster that owns c
//! and has not seen t. The run before projects to the members of C: a step of the whole is a step of their
//! product, or none of them takes part. All of it is by kept transitions, so C reached the tuple before the
//! step. The step projects too, and is allowed by the original transitions, so C has seen t: a contradiction.
//! It is essential that a step is seen before the transitions of the *others* in it are kept.
//!
//! Yao's dissertation (section 4.3) goes the other way: it starts from all transitions and deletes what a
//! product of clusters never uses, again and again, which ends in a greatest fixpoint. Neither way is
//! stronger. Deleting keeps transitions that only enable each other in a circle; here they are never reached.
//! On the other hand a step is seen here although a transition of another component in it never happens;
//! after deleting that one, the step would be gone. A cluster that has one more component makes up for this.
//! This way was chosen because its result proves itself: it can be checked in one pass, without the order of
//! the deletions.
//!
//! # Algorithm
//! All clusters are explored side by side, each tuple once. A transition that is offered but not kept yet
//! remembers the tuple. When it becomes kept, just the steps of those tuples that take it are followed. So
//! the time is linear in the sum of the products. A cluster that grows over the limit is given up: it has
//! then seen everything.

use std::collections::VecDeque;

use suppose_base::{Budget, Poll, StopReason};
use suppose_lts::check::Effort;

use super::space::{Offers, Space};
use crate::task::Task;

/// Components whose product is explored, and those among them about which it has a say. Both are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cluster {
    pub(super) members: Vec<usize>,
    pub(super) owners: Vec<usize>,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Until the watched component may go to π: then there is nothing to prove.
    Failure,
    /// Until all that can happen is known.
    End,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Risen {
    /// Whether the watched component may go to π. With [`Until::Failure`] the work stopped there, and the
    /// rest is not complete.
    pub(super) fails: bool,
    /// For each component of the system which of its transitions are kept. Components without an owner keep
    /// all.
    pub(super) kept: Vec<Vec<bool>>,
    /// For each cluster and each of its members which transitions it has seen.
    pub(super) seen: Vec<Vec<Vec<bool>>>,
    /// Which clusters were given up.
    pub(super) given_up: Vec<bool>,
}

/// Finds the transitions that can happen as far as these clusters show it.
///
/// # Errors
/// When the budget is spent.
pub(super) fn rise(
    task: &Task,
    clusters: &[Cluster],
    until: Until,
    limit: u64,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Risen, StopReason> {
    let alphabet = |&m: &usize| task.lts(m).alphabet().len() as u64;
    let letters: u64 = clusters.iter().flat_map(|c| &c.members).map(alphabet).sum();
    budget.pay(Poll::Explore, LETTER * letters)?;
    let mut rise = Rise::new(task, clusters);
    let done = rise.run(until, limit, budget);
    let bytes = rise.spaces.iter().map(|s| s.as_ref().map_or(0, Space::bytes)).sum();
    effort.bytes = effort.bytes.max(bytes);
    for space in rise.spaces.iter().flatten() {
        count(space, effort);
    }
    effort.states_explored += rise.lost.states_explored;
    effort.transitions += rise.lost.transitions;
    effort.max_states = effort.max_states.max(rise.lost.max_states);
    done?;
    let given_up = rise.spaces.iter().map(Option::is_none).collect();
    Ok(Risen { fails: rise.fails, kept: rise.kept, seen: rise.seen, given_up })
}

/// Adds what one product took.
pub(super) fn count(space: &Space<'_>, effort: &mut Effort) {
    let states = space.len() as u64;
    effort.states_explored += states;
    effort.max_states = effort.max_states.max(states);
    effort.transitions += space.transitions();
}

/// So many tuples a cache has room for.
const CACHED: usize = 1 << 15;
/// Work for an action of a member, when a cluster begins.
const LETTER: u64 = 20;
/// Work for a tuple, without its steps.
const TUPLE: u64 = 120;

struct Rise<'t> {
    task: &'t Task<'t>,
    clusters: &'t [Cluster],
    /// The product of each cluster; `None` when it was given up.
    spaces: Vec<Option<Space<'t>>>,
    seen: Vec<Vec<Vec<bool>>>,
    kept: Vec<Vec<bool>>,
    /// For each transition of each component how many clusters that own it have not seen it.
    lacking: Vec<Vec<u32>>,
    /// For each transition of each component the tuples that wait for it, with their cluster.
    waiting: Vec<Vec<Vec<(u32, u32)>>>,
    /// Transitions that have just become kept.
    fresh: Vec<(usize, u32)>,
    /// Tuples to expand.
    todo: VecDeque<(usize, usize)>,
    fails: bool,
    /// What the products took that were given up.
    lost: Effort,
}

impl<'t> Rise<'t> {
    fn new(task: &'t Task<'t>, clusters: &'t [Cluster]) -> Self {
        let mut owners = vec![0u32; task.num_components()];
        clusters.iter().flat_map(|c| &c.owners).for_each(|&o| owners[o] += 1);
        let numbers = || (0..owners.len()).map(|c| (owners[c], task.lts(c).num_transitions()));
        let space = |c: &Cluster| Some(Space::of(task, &c.members));
        let unseen =
            |c: &Cluster| c.members.iter().map(|&m| vec![false; task.lts(m).num_transitions()]).collect();
        Self {
            task,
            clusters,
            spaces: clusters.iter().map(space).collect(),
            seen: clusters.iter().map(unseen).collect(),
            kept: numbers().map(|(owners, n)| vec![owners == 0; n]).collect(),
            lacking: numbers().map(|(owners, n)| vec![owners; n]).collect(),
            waiting: numbers().map(|(_, n)| vec![Vec::new(); n]).collect(),
            fresh: Vec::new(),
            todo: (0..clusters.len()).map(|cluster| (cluster, 0)).collect(),
            fails: false,
            lost: Effort::default(),
        }
    }

    fn run(&mut self, until: Until, limit: u64, budget: &Budget) -> Result<(), StopReason> {
        let mut offers = Offers::default();
        let mut toll = budget.toll(Poll::Explore);
        while until == Until::End || !self.fails {
            toll.add(TUPLE)?;
            if let Some((component, transition)) = self.fresh.pop() {
                for (cluster, tuple) in std::mem::take(&mut self.waiting[component][transition as usize]) {
                    let (cluster, tuple) = (cluster as usize, tuple as usize);
                    let place = self.place(cluster, component);
                    if let Some(space) = &self.spaces[cluster] {
                        space.offer_one(tuple, place, transition, &mut offers);
                        let work = self.follow(cluster, tuple, &offers, limit, budget)?;
                        toll.add(TUPLE + offers.work() + work)?;
                    }
                }
            } else if let Some((cluster, tuple)) = self.todo.pop_front() {
                if let Some(space) = &self.spaces[cluster] {
                    space.offer(tuple, &mut offers);
                    // What no cache holds is waited for.
                    let wait = if space.len() > CACHED { TUPLE + offers.work() } else { 0 };
                    self.see(cluster, tuple, &offers);
                    let work = self.follow(cluster, tuple, &offers, limit, budget)?;
                    toll.add(offers.work() + work + wait)?;
                }
            } else {
                break;
            }
        }
        toll.settle()
    }

    /// Where a component is in a cluster.
    fn place(&self, cluster: usize, component: usize) -> usize {
        self.clusters[cluster].members.partition_point(|&m| m < component)
    }

    /// Notes what is possible in a tuple. What is not kept after that remembers the tuple.
    fn see(&mut self, cluster: usize, tuple: usize, offers: &Offers) {
        for choice in offers.iter().flat_map(|(_, choices)| choices) {
            for transition in choice.start..choice.end {
                self.see_one(cluster, choice.place, transition);
                let component = self.clusters[cluster].members[choice.place];
                if !self.kept[component][transition as usize] {
                    self.waiting[component][transition as usize].push((cluster as u32, tuple as u32));
                }
            }
        }
    }

    fn see_one(&mut self, cluster: usize, place: usize, transition: u32) {
        let Cluster { members, owners } = &self.clusters[cluster];
        let (component, index) = (members[place], transition as usize);
        if std::mem::replace(&mut self.seen[cluster][place][index], true)
            || owners.binary_search(&component).is_err()
        {
            return;
        }
        self.lacking[component][index] -= 1;
        if self.lacking[component][index] == 0 {
            self.kept[component][index] = true;
            self.fresh.push((component, transition));
            let target = self.task.lts(component).flat_transitions()[index].target;
            self.fails |= component == self.task.watched() && target.is_error();
        }
    }

    /// Follows the steps offered by a tuple, as far as they are kept. Returns what has to be paid for it.
    fn follow(
        &mut self,
        cluster: usize,
        tuple: usize,
        offers: &Offers,
        limit: u64,
        budget: &Budget,
    ) -> Result<u64, StopReason> {
        let members = &self.clusters[cluster].members;
        let kept = &self.kept;
        let Some(space) = &mut self.spaces[cluster] else { return Ok(0) };
        let before = space.len();
        for (_, choices) in offers.iter() {
            let allow = |place: usize, transition: u32| kept[members[place]][transition as usize];
            if !space.follow(tuple, choices, allow, limit, budget)? {
                count(space, &mut self.lost);
                let work = space.due();
                self.spaces[cluster] = None;
                for place in 0..members.len() {
                    for transition in 0..self.seen[cluster][place].len() {
                        self.see_one(cluster, place, transition as u32);
                    }
                }
                return Ok(work);
            }
        }
        self.todo.extend((before..space.len()).map(|new| (cluster, new)));
        Ok(space.due())
    }
}
