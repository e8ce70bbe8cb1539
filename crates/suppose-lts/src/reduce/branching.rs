//! Branching bisimilarity (van Glabbeek and Weijland, JACM 43(3), 1996), with divergence ignored.
//!
//! States on a cycle of τ steps are branching bisimilar, so each cycle is made one state first; the states
//! are then numbered such that every τ leads to a lower number. An LTS without τ needs none of this: there
//! strong and branching bisimilarity are the same.
//!
//! # Signatures
//! A τ step is inert when it stays in its block. In the literature the signature of a state has the pairs of
//! all states that can be reached over inert steps, and grows with their number. Here the states of a block
//! are taken in the order of τ, targets first, and a state instead names the *part* that each inert step
//! leads to. Let `p` be the youngest of these parts: the state joins `p` when all its other pairs are in the
//! signature of `p`. Otherwise it goes to the part with exactly its signature, or opens one. So signatures
//! are no longer than rows.
//! * Bisimilar states are never parted. Within a bisimilarity class the states without τ into the class have
//!   the same pairs, hence open or find one part. Any other state of the class steps silently into that part
//!   and has no pair that they lack; and as their τ pairs name older parts, theirs is the youngest.
//! * A block that is not split is stable: its states without inert step all have one signature, and the
//!   others have subsets of it and reach one of those silently.
//! * Marks spread backwards over inert steps, so an unmarked state has only unmarked inert successors, and a
//!   marked state can never join the unmarked ones. That τ steps between the parts of one block are no longer
//!   inert is in the signatures already and needs no marks.
//!
//! # Complexity
//! As for strong bisimilarity, but marks that spread over long inert paths can cost more.

use suppose_base::{ActionId, Budget, StateId, StopReason};

use super::partition::{BlockId, Partition, Split};
use super::quotient::{Rows, quotient};
use super::refine::{Bisimilarity, Meter, pair, refine};
use super::signatures::Signatures;
use super::strong::strong_quotient;
use crate::ops::{Predecessors, strongly_connected};
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// The quotient that can be reached from the roots.
pub(super) fn branching_quotient(
    lts: &Lts,
    roots: &[StateId],
    budget: &Budget,
) -> Result<Mapped, StopReason> {
    if !lts.has_tau() {
        return strong_quotient(lts, roots, budget);
    }
    let Mapped { lts: acyclic, map } = collapse_silent_cycles(lts, budget)?;
    let relation = Branching {
        lts: &acyclic,
        visible: Predecessors::of(&acyclic, |a| !a.is_tau()),
        silent: Predecessors::of(&acyclic, ActionId::is_tau),
        part_of: vec![0; acyclic.num_states()],
        pending: Vec::new(),
        meter: Meter::default(),
    };
    let blocks = refine(&acyclic, relation, budget)?;
    let roots: Vec<StateId> = roots.iter().filter_map(|&root| map.get(root)).collect();
    let ranked = lts.states().filter_map(|s| map.get(s));
    let new = quotient(&acyclic, &blocks, Rows::Lowest, &roots, ranked);
    Ok(Mapped { map: map.then(&new.map), lts: new.lts })
}

/// Makes one state of every cycle of τ steps. In the result every τ leads to a lower state number, or to π.
fn collapse_silent_cycles(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    let components = strongly_connected(lts, |_, t| t.action.is_tau(), budget)?;
    let number = |s: StateId| if s.is_error() { s } else { StateId::must(components.of(s)) };
    let mut offsets = vec![0u32; components.len() + 1];
    for s in lts.states() {
        offsets[components.of(s) + 1] += 1;
    }
    for c in 0..components.len() {
        offsets[c + 1] += offsets[c];
    }
    let mut members = vec![StateId::ERROR; lts.num_states()];
    let mut next = offsets.clone();
    for s in lts.states() {
        let at = &mut next[components.of(s)];
        members[*at as usize] = s;
        *at += 1;
    }
    let mut rows = RowBuilder::new();
    for c in 0..components.len() {
        for &member in &members[offsets[c] as usize..offsets[c + 1] as usize] {
            for t in lts.transitions(member) {
                let target = number(t.target);
                if !t.action.is_tau() || target.is_error() || target.index() != c {
                    rows.add(t.action, target);
                }
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    let acyclic = rows
        .finish(number(lts.initial()), lts.end().map(number))
        .expect("collapsing adds no states and no transitions");
    let map = StateMap::new(lts.states().map(|s| Some(number(s))).collect());
    Ok(Mapped { lts: acyclic, map })
}

/// In place of the action of a pair: the other half is a part of the block being split. Sorts behind all
/// pairs.
const INERT: u64 = (u32::MAX as u64) << 32;

struct Branching<'a> {
    lts: &'a Lts,
    /// Predecessors by visible actions.
    visible: Predecessors,
    /// Predecessors by τ.
    silent: Predecessors,
    /// The part of each marked member of the block being split.
    part_of: Vec<u32>,
    /// States whose inert predecessors are still to be marked.
    pending: Vec<StateId>,
    meter: Meter,
}

impl Bisimilarity for Branching<'_> {
    fn group(
        &mut self,
        block: BlockId,
        partition: &mut Partition,
        signatures: &mut Signatures,
        parts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<usize, StopReason> {
        signatures.clear();
        partition.sort_marked(block);
        // Parts are counted from 1 here, because 0 stands for the unmarked members.
        for &state in partition.marked(block) {
            let row = self.lts.transitions(state);
            self.meter.signature(row.len(), budget)?;
            for t in row {
                let target = partition.block_of(t.target);
                if t.action.is_tau() && target == block {
                    let marked = partition.is_marked(t.target);
                    let part = if marked { self.part_of[t.target.index()] + 1 } else { 0 };
                    signatures.push(INERT | u64::from(part));
                } else {
                    signatures.push(pair(t.action, target));
                }
            }
            signatures.sort();
            let part = match part_to_join(signatures) {
                Some(part) => {
                    signatures.discard();
                    part
                }
                None => signatures.intern(),
            };
            self.part_of[state.index()] = part;
            parts.push(part);
        }
        Ok(signatures.len())
    }

    fn mark(&mut self, moved: &[StateId], split: &Split, partition: &mut Partition) {
        for &state in moved {
            for &source in self.visible.get(state) {
                if partition.mark(source) {
                    self.pending.push(source);
                }
            }
            for &source in self.silent.get(state) {
                if !split.contains(partition.block_of(source)) && partition.mark(source) {
                    self.pending.push(source);
                }
            }
        }
        while let Some(state) = self.pending.pop() {
            let block = partition.block_of(state);
            for &source in self.silent.get(state) {
                if partition.block_of(source) == block && partition.mark(source) {
                    self.pending.push(source);
                }
            }
        }
    }
}

/// The part that the state whose signature has just been written joins over an inert step, if it can.
fn part_to_join(signatures: &Signatures) -> Option<u32> {
    let (&last, others) = signatures.written().split_last()?;
    if last <= INERT {
        return None;
    }
    let part = (last - INERT) as u32 - 1;
    let mut signature = signatures.get(part);
    for word in others {
        signature = &signature[signature.partition_point(|w| w < word)..];
        if signature.first() != Some(word) {
            return None;
        }
    }
    Some(part)
}
