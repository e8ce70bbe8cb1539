//! The pool of graphs that a refinement works on: equal ones are one, and what was done once is not done
//! again.
//!
//! A component is the number of a graph over local numbers and the [`Names`] of those. A refinement replaces
//! the number by that of a graph with fewer transitions; states keep their local numbers, and rows of states
//! that were lost are empty. A [`Fate`] for each transition of a graph is a *cut*. Cuts by several clusters
//! are put together, what is unreachable then is dropped too, and the result is remembered by graph and cuts.
//! So components that are equal and have equal neighbours cost one look-up each.
//!
//! # Invariants
//! All transitions of a graph of the pool start in reachable states, so a graph can fail if and only if one
//! of them leads to π or π is its initial state. A cut belongs to one graph, refuses at least one of its
//! transitions, and is only used with it.
//!
//! Without sharing no two graphs are the same and nothing is remembered; results are the same, as
//! `refine/tests` checks.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder};

use super::local::{Interface, Names, Sides, localise, reached, trimmed};
use super::record::{Fate, Removed};
use super::{Given, Reduction};
use crate::graph::StateGraph;

/// Work for a component that is taken in, or looked at.
const EACH: u64 = 2_000;

/// A graph of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GraphId(u32);

/// A cut of one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CutId(u32);

/// A graph over local numbers.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) lts: Lts,
    pub(super) sides: Arc<Sides>,
    /// Whether π can be reached.
    pub(super) fails: bool,
}

/// A component: a graph of the pool under its names.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) graph: GraphId,
    pub(super) names: Names,
}

/// A graph after cuts, and what became of each transition before.
type Changed = (GraphId, Arc<[Fate]>);

/// Graphs, components, and what was done to them.
pub(super) struct Cells<'o> {
    graphs: Vec<Cell>,
    /// Places in `graphs`, by content.
    known: HashTable<u32>,
    pub(super) parts: Vec<Part>,
    cuts: Vec<Arc<[Fate]>>,
    changed: FxHashMap<(GraphId, Vec<CutId>), Changed>,
    reduced: FxHashMap<GraphId, GraphId>,
    reduction: Option<&'o Reduction<'o>>,
    pub(super) sharing: bool,
    /// How many components can fail.
    pub(super) failing: usize,
}

impl<'o> Cells<'o> {
    /// The pool of these components, reduced.
    ///
    /// # Errors
    /// When the reduction stops.
    pub(super) fn new(
        given: &[Given],
        reduction: Option<&'o Reduction<'o>>,
        sharing: bool,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut cells = Self {
            graphs: Vec::new(),
            known: HashTable::new(),
            parts: Vec::with_capacity(given.len()),
            cuts: Vec::new(),
            changed: FxHashMap::default(),
            reduced: FxHashMap::default(),
            reduction,
            sharing,
            failing: 0,
        };
        // By the address of a graph: its interface, its number and its own names.
        let mut met: FxHashMap<usize, (&Option<Interface>, GraphId, Names)> = FxHashMap::default();
        budget.poll(Poll::Refine)?;
        let mut toll = budget.toll(Poll::Refine);
        for component in given {
            toll.add(EACH)?;
            let address = Arc::as_ptr(&component.graph) as usize;
            let known = met.get(&address).filter(|known| sharing && *known.0 == component.interface);
            let (graph, own) = if let Some((_, graph, own)) = known {
                (*graph, own.clone())
            } else {
                let (lts, sides, mut own) = localise(&component.graph, component.interface.as_ref());
                let graph = cells.intern(lts, Arc::new(sides));
                let graph = cells.reduce(graph, budget)?;
                if reduction.is_some() {
                    own.states = None;
                }
                met.insert(address, (&component.interface, graph, own.clone()));
                (graph, own)
            };
            let names = match (&component.interface, &component.names) {
                (Some(interface), Some(names)) => own.renamed(interface, names),
                _ => own,
            };
            cells.failing += usize::from(cells.get(graph).fails);
            cells.parts.push(Part { graph, names });
        }
        toll.settle()?;
        Ok(cells)
    }

    /// The graph with this number.
    pub(super) fn get(&self, graph: GraphId) -> &Cell {
        &self.graphs[graph.0 as usize]
    }

    /// The present graph of a component.
    pub(super) fn cell(&self, part: usize) -> &Cell {
        self.get(self.parts[part].graph)
    }

    /// How many graphs there are in the pool.
    pub(super) fn len(&self) -> usize {
        self.graphs.len()
    }

    /// The number of a graph, whose transitions all start in reachable states.
    fn intern(&mut self, lts: Lts, sides: Arc<Sides>) -> GraphId {
        let fails = lts.has_error();
        let new = self.graphs.len() as u32;
        if self.sharing {
            let graphs = &self.graphs;
            let same = |&at: &u32| {
                let cell = &graphs[at as usize];
                cell.lts == lts && (Arc::ptr_eq(&cell.sides, &sides) || cell.sides == sides)
            };
            let hash = hash_of(&lts);
            if let Some(&at) = self.known.find(hash, same) {
                return GraphId(at);
            }
            self.known.insert_unique(hash, new, |&at| hash_of(&graphs[at as usize].lts));
        }
        self.graphs.push(Cell { lts, sides, fails });
        GraphId(new)
    }

    /// The graph after the reduction, if there is one.
    fn reduce(&mut self, graph: GraphId, budget: &Budget) -> Result<GraphId, StopReason> {
        let Some(reduction) = self.reduction else { return Ok(graph) };
        if let Some(&done) = self.reduced.get(&graph) {
            return Ok(done);
        }
        let cell = self.get(graph);
        let (before, _) = trimmed(&cell.lts, &cell.sides, None);
        let after = reduction(&before, budget)?;
        let sides = Sides { inputs: after.inputs, outputs: after.outputs, codes: after.codes };
        let (after, _) = trimmed(&after.lts, &sides, None);
        let sides = Sides { inputs: after.inputs, outputs: after.outputs, codes: after.codes };
        let sides =
            if sides == *self.get(graph).sides { self.get(graph).sides.clone() } else { Arc::new(sides) };
        let done = self.intern(after.lts, sides);
        if self.sharing {
            self.reduced.insert(graph, done);
        }
        Ok(done)
    }

    /// Takes note of a cut.
    pub(super) fn add_cut(&mut self, fates: Vec<Fate>) -> CutId {
        self.cuts.push(fates.into());
        CutId(self.cuts.len() as u32 - 1)
    }

    /// Ends a round: cuts that are not remembered are not needed any more.
    pub(super) fn end_round(&mut self) {
        if !self.sharing {
            self.cuts.clear();
        }
    }

    /// Applies cuts to the present graph of a component, which they must belong to.
    ///
    /// # Errors
    /// When the reduction stops.
    pub(super) fn change(
        &mut self,
        part: usize,
        mut cuts: Vec<CutId>,
        removed: Option<&mut Vec<Removed>>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        cuts.sort_unstable();
        cuts.dedup();
        let before = self.parts[part].graph;
        let key = (before, cuts);
        let (after, fates) = match self.changed.get(&key) {
            Some((after, fates)) => (*after, fates.clone()),
            None => self.cut(key, budget)?,
        };
        if let Some(removed) = removed {
            let names = &self.parts[part].names;
            let transitions = self.get(before).lts.all_transitions().zip(fates.iter());
            removed.extend(transitions.filter(|(_, fate)| **fate != Fate::Kept).map(
                |((source, t), &fate)| Removed {
                    component: part,
                    source: names.state(source),
                    action: names.action(t.action),
                    target: names.state(t.target),
                    fate,
                },
            ));
        }
        self.failing -= usize::from(self.get(before).fails);
        self.failing += usize::from(self.get(after).fails);
        self.parts[part].graph = after;
        Ok(())
    }

    /// Applies cuts to a graph.
    fn cut(&mut self, key: (GraphId, Vec<CutId>), budget: &Budget) -> Result<Changed, StopReason> {
        let cell = self.get(key.0);
        let mut fates = vec![Fate::Kept; cell.lts.num_transitions()];
        for cut in &key.1 {
            let theirs = self.cuts[cut.0 as usize].iter();
            fates.iter_mut().zip(theirs).for_each(|(fate, &their)| *fate = (*fate).max(their));
        }
        let lts = restrict(&cell.lts, &mut fates);
        let graph = self.intern(lts, self.get(key.0).sides.clone());
        let done = (self.reduce(graph, budget)?, Arc::from(fates));
        if self.sharing {
            self.changed.insert(key, done.clone());
        }
        Ok(done)
    }

    /// A component as it is now under its own names, and which states of the given graph its states are, if
    /// that is still known.
    pub(super) fn named(&self, part: usize) -> (StateGraph, Option<Vec<StateId>>) {
        let Part { graph, names } = &self.parts[part];
        let cell = self.get(*graph);
        let (graph, old) = trimmed(&cell.lts, &cell.sides, Some(names));
        let origin = names.states.as_ref().map(|_| old.iter().map(|&s| names.state(s)).collect());
        (graph, origin)
    }
}

/// The graph with the transitions that are kept and can still be reached; the others are marked. States keep
/// their numbers.
fn restrict(lts: &Lts, fates: &mut [Fate]) -> Lts {
    let reached = reached(lts, |place| fates[place] == Fate::Kept);
    let mut rows = RowBuilder::new();
    for state in lts.states() {
        let first = lts.offsets()[state.index()] as usize;
        for (place, t) in lts.transitions(state).iter().enumerate() {
            let fate = &mut fates[first + place];
            if !reached[state.index()] && *fate == Fate::Kept {
                *fate = Fate::Unreachable;
            }
            if *fate == Fate::Kept {
                rows.add(t.action, t.target);
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    rows.finish(lts.initial(), lts.end()).expect("a part of a graph is a graph")
}

fn hash_of(lts: &Lts) -> u64 {
    let mut hasher = FxHasher::default();
    (lts.initial(), lts.end(), lts.offsets(), lts.flat_transitions(), lts.alphabet()).hash(&mut hasher);
    hasher.finish()
}
