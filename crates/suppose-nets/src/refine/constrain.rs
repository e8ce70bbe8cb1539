//! Rounds of constraints until none changes (Yao 2012, algorithm 9).
//!
//! In a round the constraints of all components whose graph changed are extracted, and applied to those that
//! read an output whose constraint is new. The text extracts and applies all in each round, with the same
//! result. Its first round applies constraints that are always true; here it begins with those of the graphs
//! as they are. Who reads what, and which wires two components both see, is found out once.
//!
//! Cost of a round: look-ups for the components that changed and their readers, and work for each different
//! one of these ([`super::constraint`]).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::constraint::{Applied, Constraints, SetId, extract};
use super::record::Round;
use super::rounds::Rounds;
use crate::net::WireId;

/// Work for a component whose constraints are extracted or applied.
const EACH: u64 = 3_000;

impl Rounds<'_> {
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
        budget.poll(Poll::Refine)?;
        let mut toll = budget.toll(Poll::Refine);
        loop {
            let mut round = Round { size: 1, ..Round::default() };
            let mut readers = Vec::new();
            for &part in &changed {
                toll.add(EACH)?;
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
            for &reader in &readers {
                toll.add(EACH)?;
                let applied = wiring.applied(reader, &sets);
                let graph = self.cells.parts[reader].graph;
                cuts.extend(constraints.apply(graph, applied, &mut self.cells).map(|cut| (reader, cut)));
            }
            toll.settle()?;
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
