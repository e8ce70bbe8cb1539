//! Rounds until nothing changes: constraints (Yao 2012, algorithm 9), and synchronisation of clusters (section 4.3.3).
//!
//! # Algorithm
//! In a round all clusters (all readers of constraints) are looked at with the graphs as they are at its start; what they remove from a component is put
//! together at its end. In the next round come those with a member (a driver) that changed. A cluster whose members lost
//! just what it removed itself is not repeated: it would find the same tuples.
//!
//! The framework of the text is the same, while its example goes on with changed graphs at once. Both end in the same graphs if run until
//! nothing changes, because removing transitions is monotone; rounds may take a few more steps. In exchange a graph after *r* rounds depends only on components up to
//! *r* steps away. So equal cells with equal surroundings stay equal, whatever their number in the design is, and a round costs as many searches as there
//! are different surroundings; for the others a look-up is enough. Nothing here has a cost per cluster that depends on the number of components.
//!
//! What is deleted is what no cluster ever does: a greatest fixpoint. Transitions of several components that could only enable each other
//! in a circle may survive it, unless one cluster holds the whole circle.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::cells::{Cells, CutId, GraphId, Part};
use super::clusters::{Clusters, Visible};
use super::constraint::{Applied, Constraints, SetId, extract};
use super::record::Round;
use super::sync::{Member, Private, explore, numbers};
use super::{Effort, Options};
use crate::net::WireId;

/// What decides a synchronisation: the graphs and which of their actions are the same.
type Pattern = (Vec<GraphId>, Vec<u32>);

/// A refinement at work.
pub(super) struct Rounds<'o> {
    pub(super) cells: Cells<'o>,
    pub(super) options: &'o Options<'o>,
    pub(super) record: Vec<Round>,
    pub(super) effort: Effort,
    /// For each pattern what each member loses.
    synced: FxHashMap<Pattern, Vec<Option<CutId>>>,
}

impl<'o> Rounds<'o> {
    /// Begins with these components.
    pub(super) fn new(cells: Cells<'o>, options: &'o Options<'o>) -> Self {
        Self { cells, options, record: Vec::new(), effort: Effort::default(), synced: FxHashMap::default() }
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

    /// Synchronises clusters, beginning with the one numbered `first`, until nothing changes or nothing can fail.
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
        let mut queue: Vec<u32> = (first as u32..clusters.len() as u32).collect();
        while !queue.is_empty() && !self.is_done() {
            let mut round = Round { size, tried: queue.len(), ..Round::default() };
            // (component, cut, cluster)
            let mut cuts: Vec<(u32, CutId, u32)> = Vec::new();
            for (i, &cluster) in queue.iter().enumerate() {
                if i % 256 == 0 {
                    budget.poll(Poll::Explore)?;
                }
                let members = clusters.get(cluster);
                let found = self.sync(members, budget)?;
                cuts.extend(members.iter().zip(found).filter_map(|(&m, cut)| Some((m, cut?, cluster))));
            }
            cuts.sort_unstable();
            let mut again = Vec::new();
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
            again.sort_unstable();
            again.dedup();
            queue = again;
            self.finish(round);
        }
        Ok(())
    }

    fn finish(&mut self, mut round: Round) {
        round.removed.sort_unstable();
        self.record.push(round);
        self.cells.end_round();
    }

    /// What each member of a cluster loses.
    fn sync(&mut self, members: &[u32], budget: &Budget) -> Result<Vec<Option<CutId>>, StopReason> {
        self.effort.asked += 1;
        let parts = || members.iter().map(|&m| &self.cells.parts[m as usize]);
        let cells = || parts().map(|part| self.cells.get(part.graph));
        let private =
            cells().map(|c| (&c.lts, Private { inputs: &c.sides.inputs, outputs: &c.sides.outputs }));
        let names: Vec<_> = parts().map(|part| &part.names).collect();
        let numbers = numbers(private, |m, local| names[m].action(local));
        let pattern: Pattern = (parts().map(|part| part.graph).collect(), numbers.concat());
        if let Some(found) = self.synced.get(&pattern) {
            return Ok(found.clone());
        }
        let bound: Vec<Member> =
            cells().zip(&numbers).map(|(cell, numbers)| Member { lts: &cell.lts, numbers }).collect();
        let limit = self.options.tuples.min(budget.max_states().unwrap_or(u64::MAX));
        let found = explore(&bound, limit, budget)?;
        self.effort.searched += 1;
        let cuts = if let Some(synced) = found {
            self.effort.tuples += synced.tuples;
            self.effort.most_tuples = self.effort.most_tuples.max(synced.tuples);
            synced.fates.into_iter().map(|fates| Some(self.cells.add_cut(fates?))).collect()
        } else {
            self.effort.given_up += 1;
            vec![None; members.len()]
        };
        if self.cells.sharing {
            self.synced.insert(pattern, cuts.clone());
        }
        Ok(cuts)
    }

    /// Applies constraints until none changes.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn constrain(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let wiring = Wiring::new(self);
        let count = self.cells.parts.len();
        let mut constraints = Constraints::default();
        let mut sets: Vec<Option<Arc<[SetId]>>> = vec![None; count];
        let mut changed: Vec<usize> = (0..count).collect();
        loop {
            let mut round = Round { size: 1, ..Round::default() };
            let mut readers = Vec::new();
            for (i, &part) in changed.iter().enumerate() {
                if i % 256 == 0 {
                    budget.poll(Poll::Refine)?;
                }
                let new = constraints.extract(self.cells.parts[part].graph, self.cells.cell(part));
                let old = sets[part].replace(new.clone());
                let differs = |place: usize| old.as_ref().is_none_or(|old| old[place] != new[place]);
                let fresh: Vec<usize> = (0..new.len()).filter(|&place| differs(place)).collect();
                readers.extend(fresh.iter().flat_map(|&place| &wiring.readers[part][place]).copied());
                if self.options.record && !fresh.is_empty() {
                    let actions: Vec<ActionId> =
                        fresh.iter().map(|&place| wiring.outputs[part][place]).collect();
                    let all = extract(part, &self.cells.named(part).0);
                    round.constraints.extend(all.into_iter().filter(|c| actions.contains(&c.action)));
                }
            }
            readers.sort_unstable();
            readers.dedup();
            round.tried = readers.len();
            let mut cuts = Vec::new();
            for (i, &reader) in readers.iter().enumerate() {
                if i % 256 == 0 {
                    budget.poll(Poll::Refine)?;
                }
                let applied = wiring.applied(reader, &sets);
                let graph = self.cells.parts[reader].graph;
                cuts.extend(constraints.apply(graph, applied, &mut self.cells).map(|cut| (reader, cut)));
            }
            self.effort.asked += readers.len() as u64;
            self.effort.searched = constraints.work;
            changed = cuts.iter().map(|&(reader, _)| reader).collect();
            round.changed = changed.len();
            for (reader, cut) in cuts {
                let removed = self.options.record.then_some(&mut round.removed);
                self.cells.change(reader, vec![cut], removed, budget)?;
            }
            self.finish(round);
            if changed.is_empty() || self.is_done() {
                return Ok(());
            }
        }
    }
}

/// Which constraint goes where.
struct Wiring {
    /// For each component and output who reads it.
    readers: Vec<Vec<Vec<usize>>>,
    /// For each component its outputs.
    outputs: Vec<Vec<ActionId>>,
    /// For each component its inputs that somebody drives.
    driven: Vec<Vec<Driven>>,
}

/// An input that somebody drives.
struct Driven {
    /// Its place among the inputs.
    input: u32,
    driver: usize,
    /// Its place among the outputs of the driver.
    place: usize,
    /// The columns of the wires that both see: here and at the driver.
    columns: Vec<(u32, u32)>,
}

impl Wiring {
    fn new(rounds: &Rounds<'_>) -> Self {
        let visible = rounds.visible();
        let mut drivers: FxHashMap<ActionId, Vec<(usize, usize)>> = FxHashMap::default();
        for (p, part) in visible.iter().enumerate() {
            for (place, &action) in part.outputs.iter().enumerate() {
                drivers.entry(action).or_default().push((p, place));
            }
        }
        // For each component its wires under their names, sorted, with their columns.
        let wires: Vec<Vec<_>> = rounds
            .cells
            .parts
            .iter()
            .map(|part| {
                let mut wires: Vec<_> =
                    (0..).zip(&part.names.wires).map(|(column, &w)| (w, column)).collect();
                wires.sort_unstable();
                wires
            })
            .collect();
        let mut readers: Vec<Vec<Vec<usize>>> =
            visible.iter().map(|part| vec![Vec::new(); part.outputs.len()]).collect();
        let mut driven = Vec::with_capacity(visible.len());
        for (p, part) in visible.iter().enumerate() {
            let mut inputs = Vec::new();
            for (input, action) in (0..).zip(&part.inputs) {
                let theirs = drivers.get(action).map_or(&[][..], |list| list);
                for &(driver, place) in theirs.iter().filter(|&&(driver, _)| driver != p) {
                    readers[driver][place].push(p);
                    let columns = common(&wires[p], &wires[driver]);
                    inputs.push(Driven { input, driver, place, columns });
                }
            }
            driven.push(inputs);
        }
        let outputs = visible.into_iter().map(|part| part.outputs).collect();
        Self { readers, outputs, driven }
    }

    /// The constraints that a component has to obey.
    fn applied(&self, reader: usize, sets: &[Option<Arc<[SetId]>>]) -> Vec<Applied> {
        let constraint = |driven: &Driven| {
            let set =
                sets[driven.driver].as_ref().expect("all were extracted in the first round")[driven.place];
            Applied { input: driven.input, set, columns: driven.columns.clone() }
        };
        self.driven[reader].iter().map(constraint).collect()
    }
}

/// The columns of the wires that two components both have, sorted.
fn common(reader: &[(WireId, u32)], driver: &[(WireId, u32)]) -> Vec<(u32, u32)> {
    let mut columns: Vec<(u32, u32)> = reader
        .iter()
        .filter_map(|&(wire, own)| {
            let place = driver.binary_search_by_key(&wire, |&(w, _)| w).ok()?;
            Some((own, driver[place].1))
        })
        .collect();
    columns.sort_unstable();
    columns
}
