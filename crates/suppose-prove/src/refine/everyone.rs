//! That no component of a system ever reaches π, shown for all of them at once.
//!
//! Clusters are the same for all components, so one fixpoint ([`rise`]) answers for all, and one
//! [`Restriction`] is the proof of it. What never happens is taken away, and the fixpoint is computed again
//! with the same clusters, since steps of which one half is gone are gone too; until nothing more goes. First
//! the clusters are all pairs of neighbours, then larger ones around each component as well. What is not
//! shown in the end is left to other methods.
//!
//! Cost: as [`rise`], for each size, and again as often as something is taken away.
//!
//! # Tests
//! `refine/tests/twins.rs`: against the plain search and the naive check of the restriction, on random
//! systems. The command's tests have the checker accept such proofs of circuits.

use suppose_base::{Budget, StopReason};
use suppose_lts::check::{Effort, Question};
use suppose_lts::{Component, Role, System, Transition};

use super::clusters::Graph;
use super::restriction;
use super::rise::{Cluster, Until, rise};
use crate::outcome::Restriction;
use crate::task::Task;

/// The sizes of clusters, and how many states one may have.
const SIZES: [(usize, u64); 4] = [(2, 1 << 16), (3, 1 << 18), (4, 1 << 20), (6, 1 << 22)];

/// Shows that no component reaches π, whatever the properties do; nothing when clusters of a few do not show
/// it.
///
/// # Errors
/// When the budget is spent.
pub fn none_fails(system: &System, budget: &Budget) -> Result<Option<Restriction>, StopReason> {
    let all = |c: &Component| (0..c.lts.num_transitions() as u32).collect();
    let mut shown = Restriction { clusters: Vec::new(), kept: system.components.iter().map(all).collect() };
    let able = |c: &Component| c.role == Role::Component && c.lts.has_error();
    let Some(first) = system.components.iter().position(able) else { return Ok(Some(shown)) };
    if system.components.iter().any(|c| c.role == Role::Component && c.lts.initial().is_error()) {
        return Ok(None);
    }
    let mut task = Task::new(system, Question::Safe(first))?;
    let graph = Graph::of(&task, task.searched());
    let mut clusters: Vec<Cluster> = Vec::new();
    for (size, limit) in SIZES {
        // The cluster of a component without neighbours is itself.
        let around = graph.scope().iter().map(|&c| graph.cluster(c, size));
        let pairs = if size == 2 { graph.pairs() } else { Vec::new() };
        let with_all = |members: Vec<usize>| Cluster { owners: members.clone(), members };
        clusters.extend(around.chain(pairs.into_iter().map(Vec::from)).map(with_all));
        clusters.sort_unstable();
        clusters.dedup();
        let limit = budget.max_states().unwrap_or(u64::MAX).min(limit);
        loop {
            let risen = rise(&task, &clusters, Until::End, limit, &mut Effort::default(), budget)?;
            let step = restriction(&task, &clusters, &risen);
            let drops = step.clusters.len();
            task = task.restricted(&step);
            shown = after(shown, step);
            if !graph.scope().iter().any(|&c| fails(&task, c)) {
                return Ok(Some(shown));
            }
            if drops == 0 {
                break;
            }
        }
        if size >= system.components.len() {
            break;
        }
    }
    Ok(None)
}

/// Whether a component has a step to π.
fn fails(task: &Task, component: usize) -> bool {
    let dead = task.dead(component);
    let bad = |t: &Transition| t.target.is_error() || dead == Some(t.target);
    task.lts(component).flat_transitions().iter().any(bad)
}

/// What is left of the components by a restriction, and then by another one of what that left.
fn after(first: Restriction, second: Restriction) -> Restriction {
    let kept = |(first, second): (Vec<u32>, Vec<u32>)| second.iter().map(|&t| first[t as usize]).collect();
    Restriction {
        clusters: first.clusters.into_iter().chain(second.clusters).collect(),
        kept: first.kept.into_iter().zip(second.kept).map(kept).collect(),
    }
}
