//! Rounds of synchronisation until nothing changes (Yao 2012, section 4.3.3).
//!
//! # Algorithm
//! In a round all clusters are looked at with the graphs as they are at its start; what they remove from a
//! component is put together at its end. In the next round come those with a member that changed. A cluster
//! whose members lost just what it removed itself is not repeated: it would find the same tuples.
//!
//! The framework of the text is the same, while its example goes on with changed graphs at once. Both end in
//! the same graphs if run until nothing changes, because removing transitions is monotone; rounds may take a
//! few more steps. In exchange a graph after *r* rounds depends only on components up to *r* steps away. So
//! equal cells with equal surroundings stay equal, whatever their number in the design is, and a round costs
//! as many searches as there are different surroundings; for the others a look-up is enough. Nothing here has
//! a cost per cluster that depends on the number of components.
//!
//! Clusters with many tuples are put aside and tried again when the cheaper ones have nothing more to remove,
//! since their members may be smaller then; with a higher limit each time, up to that of the options.
//!
//! What is deleted is what no cluster ever does: a greatest fixpoint. Transitions of several components that
//! could only enable each other in a circle may survive it, unless one cluster holds the whole circle.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::cells::{Cells, CutId, GraphId, Part};
use super::clusters::{Clusters, Visible};
use super::record::Round;
use super::sync::{Member, Private, explore, numbers};
use super::{Effort, Options};

/// Work for a cluster, beside its tuples.
const EACH: u64 = 500;

/// What decides a synchronisation: the graphs and which of their actions are the same.
type Pattern = (Vec<GraphId>, Vec<u32>);

/// What each member of a cluster loses.
type Cuts = Vec<Option<CutId>>;

/// What is known of a pattern.
enum Known {
    /// So many tuples, and what each member loses.
    Found(u64, Cuts),
    /// There are more tuples than this.
    Above(u64),
}

/// The most tuples of a cluster at first, and by how much more it is tried with when the others do not find
/// anything more.
const FIRST_LIMIT: u64 = 1 << 13;
const GROWTH: u64 = 8;

/// A refinement at work.
pub(super) struct Rounds<'o> {
    pub(super) cells: Cells<'o>,
    pub(super) options: &'o Options<'o>,
    pub(super) record: Vec<Round>,
    pub(super) effort: Effort,
    synced: FxHashMap<Pattern, Known>,
    /// Clusters that had too many tuples when they were tried last.
    aside: BTreeSet<u32>,
}

impl<'o> Rounds<'o> {
    /// Begins with these components.
    pub(super) fn new(cells: Cells<'o>, options: &'o Options<'o>) -> Self {
        Self {
            cells,
            options,
            record: Vec::new(),
            effort: Effort::default(),
            synced: FxHashMap::default(),
            aside: BTreeSet::new(),
        }
    }

    /// Whether there is nothing more to do.
    pub(super) fn is_done(&self) -> bool {
        self.cells.failing == 0 && !self.options.until_stable
    }

    /// The visible actions of all components.
    pub(super) fn visible(&self) -> Vec<Visible> {
        let part = |(p, part): (usize, &Part)| {
            let sides = &self.cells.cell(p).sides;
            let named = |list: &[ActionId]| list.iter().map(|&a| part.names.action(a)).collect();
            Visible { inputs: named(&sides.inputs), outputs: named(&sides.outputs) }
        };
        self.cells.parts.iter().enumerate().map(part).collect()
    }

    /// Synchronises clusters, beginning with the one numbered `first`, until nothing changes or nothing can
    /// fail.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn synchronise(
        &mut self,
        clusters: &Clusters,
        first: usize,
        size: usize,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let most = self.options.tuples.min(budget.max_states().unwrap_or(u64::MAX));
        let mut limit = FIRST_LIMIT.min(most);
        let mut queue: Vec<u32> = (first as u32..clusters.len() as u32).collect();
        let mut changed = false;
        while !self.is_done() {
            if queue.is_empty() {
                if self.aside.is_empty() || (limit == most && !changed) {
                    break;
                }
                queue = std::mem::take(&mut self.aside).into_iter().collect();
                limit = limit.saturating_mul(GROWTH).min(most);
                changed = false;
            }
            let again = self.round(clusters, &queue, size, limit, budget)?;
            changed |= self.record.last().is_some_and(|round| round.changed > 0);
            queue = again.into_iter().filter(|cluster| !self.aside.contains(cluster)).collect();
        }
        // What was put aside is not missed when nothing can fail.
        self.effort.given_up = if self.is_done() { 0 } else { self.aside.len() as u64 };
        Ok(())
    }

    /// One round. Clusters with more tuples than the limit are put aside. Returns which ones have to be
    /// looked at again.
    fn round(
        &mut self,
        clusters: &Clusters,
        queue: &[u32],
        size: usize,
        limit: u64,
        budget: &Budget,
    ) -> Result<BTreeSet<u32>, StopReason> {
        let mut round = Round { size, tried: queue.len(), ..Round::default() };
        // (component, cut, cluster)
        let mut cuts: Vec<(u32, CutId, u32)> = Vec::new();
        budget.poll(Poll::Explore)?;
        let mut toll = budget.toll(Poll::Explore);
        for &cluster in queue {
            toll.add(EACH)?;
            let members = clusters.get(cluster);
            if let Some(found) = self.sync(members, limit, budget)? {
                cuts.extend(members.iter().zip(found).filter_map(|(&m, cut)| Some((m, cut?, cluster))));
            } else {
                self.aside.insert(cluster);
            }
        }
        toll.settle()?;
        cuts.sort_unstable();
        let mut again = BTreeSet::new();
        for of_one in cuts.chunk_by(|a, b| a.0 == b.0) {
            let component = of_one[0].0;
            let own: Vec<CutId> = of_one.iter().map(|&(_, cut, _)| cut).collect();
            let only = own.iter().all(|&cut| cut == own[0]) && !self.options.has_reduction();
            let found_it = |cluster: u32| only && of_one.iter().any(|&(_, _, c)| c == cluster);
            again.extend(clusters.of(component).iter().filter(|&&c| !found_it(c)));
            let removed = self.options.record.then_some(&mut round.removed);
            self.cells.change(component as usize, own, removed, budget)?;
            round.changed += 1;
        }
        self.finish(round);
        Ok(again)
    }

    /// Ends a round.
    pub(super) fn finish(&mut self, mut round: Round) {
        round.removed.sort_unstable();
        self.record.push(round);
        self.cells.end_round();
    }

    /// What each member of a cluster loses; nothing when there are too many tuples.
    fn sync(&mut self, members: &[u32], limit: u64, budget: &Budget) -> Result<Option<Cuts>, StopReason> {
        self.effort.asked += 1;
        let parts = || members.iter().map(|&m| &self.cells.parts[m as usize]);
        let cells = || parts().map(|part| self.cells.get(part.graph));
        let private =
            cells().map(|c| (&c.lts, Private { inputs: &c.sides.inputs, outputs: &c.sides.outputs }));
        let names: Vec<_> = parts().map(|part| &part.names).collect();
        let numbers = numbers(private, |m, local| names[m].action(local));
        let pattern: Pattern = (parts().map(|part| part.graph).collect(), numbers.concat());
        match self.synced.get(&pattern) {
            // With or without sharing, the limit decides.
            Some(Known::Found(tuples, cuts)) => return Ok((*tuples <= limit).then(|| cuts.clone())),
            Some(Known::Above(tuples)) if *tuples >= limit => return Ok(None),
            _ => {}
        }
        let bound: Vec<Member> =
            cells().zip(&numbers).map(|(cell, numbers)| Member { lts: &cell.lts, numbers }).collect();
        let found = explore(&bound, limit, budget)?;
        self.effort.searched += 1;
        let Some(synced) = found else {
            self.synced.insert(pattern, Known::Above(limit));
            return Ok(None);
        };
        self.effort.tuples += synced.tuples;
        self.effort.most_tuples = self.effort.most_tuples.max(synced.tuples);
        let cuts: Cuts = synced.fates.into_iter().map(|fates| Some(self.cells.add_cut(fates?))).collect();
        if self.cells.sharing {
            self.synced.insert(pattern, Known::Found(synced.tuples, cuts.clone()));
        }
        Ok(Some(cuts))
    }
}
