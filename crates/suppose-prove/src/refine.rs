//! Proofs by refinement: what can never happen next to a few neighbours is left out, until the watched
//! component is out of reach of π.
//!
//! After H. Yao's dissertation (University of South Florida, 2012), section 4.3, "synchronization-based
//! refinement", freed from circuits: any LTSs, shared actions instead of wires. No assumption is learned.
//! Each component is looked at together with a few others near it, its *cluster*, with everything outside
//! free. A transition that takes part in no step of such a product never happens in the whole system. That
//! makes other clusters smaller in turn. When the transitions of the watched component to π are gone, the
//! property holds. Otherwise clusters grow from 1 component up to all. With all there is nothing left to
//! refine, and a plain search of the product decides.
//!
//! # Files
//! [`clusters`] says who is near whom. [`space`] is the product of a cluster as a set of tuples. [`rise`]
//! finds what can happen, over all clusters at once, and says why that is sound. [`shortest`] looks for a
//! violation. [`everyone`] asks about all components at once. This file goes from one size to the next and
//! makes the proof.
//!
//! # Deviations
//! * What can happen is a least fixpoint from below, not what is left after deleting; [`rise`] compares the
//!   two.
//! * A cluster is formed around each component, from the nearest others. Sizes grow by a half: 1, 2, 3, 4, 6,
//!   9, ...
//! * A cluster that gets too large is given up, and the last one that was not takes its place from then on.
//!   When that has happened around the watched component, or around most of them, larger clusters are not
//!   tried any more.
//! * Many components can have a small product. So the whole is also tried early, once clusters of 4 were not
//!   enough, with no more states than all clusters took so far (or a few thousand).
//! * A violation may be found before the last step: a shortest trace of the cluster around the watched
//!   component, when all the others can follow it.
//!
//! # The proof
//! A [`Restriction`] has the transitions that are left and the clusters that show it, as few of them as a
//! greedy choice finds. It is inductive by the definition of the fixpoint, and the watched component without
//! its transitions to π needs no further premise.
//!
//! # Complexity
//! For each size, linear in the sum of the products of the clusters, each of which has a limit. The last
//! search is as large as the product of all connected components.
//!
//! # Tests
//! `refine/tests.rs` has a naive twin of all of it: the fixpoint by rounds over explicit sets of tuples,
//! inductiveness by definition, the verdict by plain search; on all small systems of two kinds and on
//! thousands of random ones.

mod clusters;
mod everyone;
mod rise;
mod shortest;
mod space;
#[cfg(test)]
mod tests;

use suppose_base::{ActionId, Budget, Poll, StopReason, Verdict, counted};
use suppose_lts::check::Effort;

use crate::outcome::{Findings, Outcome, Proof, Restriction};
use crate::rule::RuleKind;
use crate::task::Task;
use clusters::Graph;
use rise::{Cluster, Risen, Until, rise};
use shortest::can_follow;

pub use everyone::none_fails;
pub(crate) use shortest::{Found, shortest};

/// States of all clusters of size 1 together; twice as many for each further component in a cluster.
const FIRST_LIMIT: u64 = 1 << 18;
/// The most states of all clusters together.
const LAST_LIMIT: u64 = 1 << 22;
/// From this size of clusters on, the whole is tried after each size.
const LARGE: usize = 4;
/// The fewest states that a cluster may always have.
const LEAST_LIMIT: u64 = 1 << 10;
/// States of a search of the whole that are always worth a try.
const EASY: u64 = 1 << 14;

/// Answers a question by refinement of the components against each other.
pub(crate) fn refine(task: &Task, budget: &Budget) -> Outcome {
    let mut work = Refinement {
        task,
        graph: Graph::new(task),
        proof: None,
        effort: Effort::default(),
        notes: Vec::new(),
        budget,
    };
    let verdict = work.run().unwrap_or_else(Verdict::Inconclusive);
    let Refinement { proof, effort, notes, .. } = work;
    Outcome { verdict, findings: Findings { proof, effort, learning: None, notes } }
}

/// What each component can do next to the nearest ones, in clusters of this size: a restriction that can be
/// checked, and that other methods can begin with.
///
/// # Errors
/// When the budget is spent. Clusters that are too large for it show nothing, which is no error.
pub(crate) fn next_to_neighbours(
    task: &Task<'_>,
    size: usize,
    budget: &Budget,
) -> Result<Restriction, StopReason> {
    let graph = Graph::new(task);
    let clusters: Vec<Cluster> =
        graph.scope().iter().map(|&c| Cluster { members: graph.cluster(c, size), owners: vec![c] }).collect();
    let limit = budget.max_states().unwrap_or(FIRST_LIMIT).min(FIRST_LIMIT);
    let risen = rise(task, &clusters, Until::End, limit, &mut Effort::default(), budget)?;
    Ok(restriction(task, &clusters, &risen))
}

/// What clusters have shown, and as few of them as a greedy choice needs for it.
fn restriction(task: &Task<'_>, clusters: &[Cluster], risen: &Risen) -> Restriction {
    // For each component the clusters that may say something about it.
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); task.num_components()];
    for (at, cluster) in clusters.iter().enumerate().filter(|&(at, _)| !risen.given_up[at]) {
        cluster.owners.iter().for_each(|&owner| of[owner].push(at));
    }
    let mut chosen = vec![false; clusters.len()];
    for (component, candidates) in of.iter().enumerate() {
        let seen_by = |at: usize| {
            let place = clusters[at].members.partition_point(|&m| m < component);
            &risen.seen[at][place]
        };
        let kept = &risen.kept[component];
        let mut left: Vec<usize> = (0..kept.len()).filter(|&t| !kept[t]).collect();
        for &at in candidates.iter().filter(|&&at| chosen[at]) {
            left.retain(|&t| seen_by(at)[t]);
        }
        while !left.is_empty() {
            let shows = |at: usize| left.iter().filter(|&&t| !seen_by(at)[t]).count();
            // Of several that show as much, the first.
            let best = candidates.iter().copied().rev().max_by_key(|&at| shows(at));
            let best = best.expect("what is not kept was not seen by some cluster");
            chosen[best] = true;
            left.retain(|&t| seen_by(best)[t]);
        }
    }
    let places = |kept: &Vec<bool>| (0..kept.len() as u32).filter(|&t| kept[t as usize]).collect();
    let chosen = clusters.iter().zip(chosen).filter(|(_, chosen)| *chosen);
    Restriction {
        clusters: chosen.map(|(cluster, _)| cluster.members.clone()).collect(),
        kept: risen.kept.iter().map(places).collect(),
    }
}

struct Refinement<'t> {
    task: &'t Task<'t>,
    graph: Graph,
    proof: Option<Proof>,
    effort: Effort,
    notes: Vec<String>,
    budget: &'t Budget,
}

impl Refinement<'_> {
    fn run(&mut self) -> Result<Verdict<Vec<ActionId>>, StopReason> {
        if self.task.lts(self.task.watched()).initial().is_error() {
            return Ok(Verdict::Violated(Vec::new()));
        }
        if let Some(member) = self.task.stillborn() {
            self.notes.push("a component starts in its error state, so nothing ever happens".into());
            self.proof = Some(Proof::chain(RuleKind::Chain, vec![vec![member]], Vec::new()));
            return Ok(Verdict::Holds);
        }
        let components = self.graph.scope().len();
        let outside = self.task.members().len() + 1 - components;
        if outside > 0 {
            self.notes.push(format!(
                "components left out, since nothing connects them with the watched one: {outside}"
            ));
        }
        let mut good: Vec<Vec<usize>> = self.graph.scope().iter().map(|&c| vec![c]).collect();
        let mut too_large = vec![false; components];
        let mut before = Vec::new();
        let mut size = 1;
        while size < components {
            self.budget.poll(Poll::Explore)?;
            let around: Vec<Vec<usize>> = (0..components)
                .map(|place| {
                    let grown = || self.graph.cluster(self.graph.scope()[place], size);
                    if too_large[place] { good[place].clone() } else { grown() }
                })
                .collect();
            if around == before {
                break;
            }
            let mut clusters: Vec<Cluster> =
                around.iter().map(|c| Cluster { members: c.clone(), owners: c.clone() }).collect();
            clusters.sort_unstable();
            clusters.dedup();
            let limit = self.limit(size);
            let risen = rise(self.task, &clusters, Until::Failure, limit, &mut self.effort, self.budget)?;
            if !risen.fails {
                self.prove(size, &clusters, &risen);
                return Ok(Verdict::Holds);
            }
            for (place, cluster) in around.iter().enumerate() {
                let at = clusters.partition_point(|c| c.members < *cluster);
                if risen.given_up[at] {
                    too_large[place] = true;
                } else {
                    good[place].clone_from(cluster);
                }
            }
            let watched = self.graph.scope().partition_point(|&c| c < self.task.watched());
            if before.get(watched) != Some(&around[watched])
                && let Found::Trace(trace) = self.search(&around[watched], limit)?
                && self.is_real(&trace)
            {
                let all = counted(components, "component");
                self.notes.push(format!("found with {} of {all}", around[watched].len()));
                return Ok(Verdict::Violated(trace));
            }
            if too_large[watched] || 2 * too_large.iter().filter(|&&t| t).count() > components {
                break;
            }
            if size >= LARGE
                && let Some(verdict) = self.whole(EASY.max(self.effort.states_explored))?
            {
                return Ok(verdict);
            }
            before = around;
            size += (size / 2).max(1);
        }
        let limit = self.budget.max_states().unwrap_or(u64::MAX).min(u64::from(u32::MAX));
        self.whole(limit)?.ok_or(StopReason::States(limit))
    }

    /// How many states a cluster may have.
    fn limit(&self, size: usize) -> u64 {
        let all = FIRST_LIMIT.checked_shl(size as u32 - 1).unwrap_or(LAST_LIMIT).min(LAST_LIMIT);
        let each = (all / self.graph.scope().len() as u64).max(LEAST_LIMIT);
        each.min(self.budget.max_states().unwrap_or(u64::MAX))
    }

    /// A shortest trace to π in a product.
    fn search(&mut self, members: &[usize], limit: u64) -> Result<Found, StopReason> {
        shortest(self.task, members, None, limit, &mut self.effort, self.budget)
    }

    /// Whether all members follow a trace that takes the watched component to π.
    fn is_real(&self, trace: &[ActionId]) -> bool {
        can_follow(self.task, &self.members(), trace)
    }

    /// The connected components other than the watched one.
    fn members(&self) -> Vec<usize> {
        self.graph.scope().iter().copied().filter(|&c| c != self.task.watched()).collect()
    }

    /// Decides by a search of all connected components; `None` when they have more states than allowed.
    fn whole(&mut self, limit: u64) -> Result<Option<Verdict<Vec<ActionId>>>, StopReason> {
        let limit = limit.min(self.budget.max_states().unwrap_or(u64::MAX));
        let scope = self.graph.scope().to_vec();
        let verdict = match self.search(&scope, limit)? {
            Found::Nothing => {
                self.proof = Some(self.whole_proof());
                Verdict::Holds
            }
            Found::Trace(trace) => Verdict::Violated(trace),
            Found::TooMany => return Ok(None),
        };
        self.notes.push(format!("searched the whole product; connected components: {}", scope.len()));
        Ok(Some(verdict))
    }

    /// The proof with all members in one part.
    fn whole_proof(&self) -> Proof {
        let members = self.members();
        let parts = if members.is_empty() { Vec::new() } else { vec![members] };
        Proof::new(RuleKind::Chain, parts, Vec::new())
    }

    /// Makes a proof from what clusters of this size have shown.
    fn prove(&mut self, size: usize, clusters: &[Cluster], risen: &Risen) {
        let alone =
            |restriction| Proof { restriction, ..Proof::new(RuleKind::Chain, Vec::new(), Vec::new()) };
        let scope = self.graph.scope().to_vec();
        let total: usize = scope.iter().map(|&c| risen.kept[c].len()).sum();
        let kept: usize = scope.iter().map(|&c| risen.kept[c].iter().filter(|&&k| k).count()).sum();
        self.notes.push(format!(
            "refined with clusters of up to {size} of {}; {} of {} never happen",
            counted(scope.len(), "component"),
            total - kept,
            counted(total, "transition")
        ));
        if size == 1 {
            // Whatever the others do, π is out of reach.
            self.proof = Some(alone(None));
            return;
        }
        self.proof = Some(alone(Some(restriction(self.task, clusters, risen))));
    }
}
