//! Signature refinement: the coarsest strong or branching bisimulation as a partition of the states.
//!
//! # Contract
//! [`refine`] splits {π}, {end state}, {all others} until no block can be split. For [`Silent::Visible`] τ is an
//! action like any other and the result is strong bisimilarity. For [`Silent::Inert`] the result is branching
//! bisimilarity (divergence ignored); the LTS must then have every τ lead from a higher state number to a lower one, which
//! [`branching`](super::branching) sees to.
//!
//! # Algorithm
//! After Blom and Orzan (STTT 7, 2005) and Blom and van de Pol (2009): the signature of a state is the set of its
//! (action, block) pairs, and states of a block with different signatures are parted. Only marked states are looked
//! at: those with a transition to a state whose block got a new number since they were last looked at. The largest part
//! of a block keeps the number. New numbers are fresh, so a marked state has a pair that no unmarked state of its block can
//! have, and the unmarked ones stay together without being looked at.
//!
//! For branching bisimilarity a signature would also have the pairs of all states that can be reached over inert
//! steps (τ inside the block), and grow with their number. Instead the states of a block are taken in
//! the order of τ, successors first, and a state names the *part* its inert successors went to. Let `p` be the
//! youngest of these parts: the state joins `p` when all its other pairs are in the signature of `p`; otherwise it goes
//! to the part with exactly its signature, or opens one. So signatures are never longer than rows.
//! * Bisimilar states are never parted. In a bisimilarity class the states without τ into the class have the same
//!   pairs, hence open or find one part; any other state of the class steps into that part silently and has no pair that they
//!   lack, and as their τ pairs name older parts, theirs is the youngest.
//! * When a block is not split it is stable: its states without inert step all have one signature, and the others have
//!   subsets of it and reach one of them silently.
//! * Marks spread backwards over inert steps, so an unmarked state has only unmarked inert successors. That the τ
//!   steps between parts of one block are no longer inert is known to the signatures already and needs no marks.
//!
//! # Complexity
//! A state changes its block at most log2(n) times, and each time its predecessors are looked at again, in time linear
//! in their rows but for sorting them: O(d m log n) with d the largest number of transitions of a state that is not
//! alone in its block. Marks that spread over long inert paths can cost more; in return nothing is stored per
//! transition but the predecessor. Space is 12 bytes per state and 4 per transition beside the LTS and the
//! signatures of one block.
//!
//! # Tests
//! `tests/laws.rs` against relations computed straight from the definitions.

use std::sync::atomic::Ordering;

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::partition::{BlockId, Partition, Split};
use super::signatures::Signatures;
use crate::Lts;
use crate::ops::Predecessors;

/// How τ is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silent {
    /// As an action.
    Visible,
    /// As nothing, inside a block.
    Inert,
}

/// In place of the action of a pair: the other word is a part of the block being split.
const INERT: u64 = (u32::MAX as u64) << 32;

/// The block of each state, in the coarsest partition that is stable.
pub(super) fn refine(lts: &Lts, silent: Silent, budget: &Budget) -> Result<Vec<BlockId>, StopReason> {
    let inert = silent == Silent::Inert;
    let mut work = Refinement {
        lts,
        inert,
        partition: Partition::new(lts.num_states(), lts.end()),
        predecessors: Predecessors::of(lts, |a| !inert || !a.is_tau()),
        silent_predecessors: Predecessors::of(lts, |a| inert && a.is_tau()),
        signatures: Signatures::default(),
        parts: Vec::new(),
        part_of: vec![0; if inert { lts.num_states() } else { 0 }],
        moved: Vec::new(),
        pending: Vec::new(),
    };
    let mut looked_at = 0;
    while let Some(block) = work.partition.next_marked() {
        looked_at += work.partition.marked(block).len();
        if looked_at >= 1024 {
            looked_at = 0;
            budget.poll(Poll::Refine)?;
            budget.counters().states.store(work.partition.len() as u64, Ordering::Relaxed);
        }
        work.group(block);
        let num_parts = work.signatures.len();
        let reserved = usize::from(inert && work.partition.unmarked(block) > 0);
        let split = work.partition.split(block, &work.parts, num_parts - reserved);
        work.mark_predecessors(&split);
    }
    Ok(work.partition.into_blocks())
}

struct Refinement<'a> {
    lts: &'a Lts,
    inert: bool,
    partition: Partition,
    /// Predecessors by actions that are never inert.
    predecessors: Predecessors,
    /// Predecessors by τ, when it may be inert.
    silent_predecessors: Predecessors,
    signatures: Signatures,
    /// The part of each marked member of the block being split.
    parts: Vec<u32>,
    /// The same by state; only looked up for marked members. Unmarked members are part 0.
    part_of: Vec<u32>,
    /// The states that got a new block.
    moved: Vec<StateId>,
    /// States whose inert predecessors are still to be marked.
    pending: Vec<StateId>,
}

impl Refinement<'_> {
    /// Finds the part of each marked member of a block.
    fn group(&mut self, block: BlockId) {
        self.parts.clear();
        let reserved = self.inert && self.partition.unmarked(block) > 0;
        self.signatures.clear(reserved);
        if !self.inert {
            for &state in self.partition.marked(block) {
                for t in self.lts.transitions(state) {
                    self.signatures.push(pair(t.action, self.partition.block_of(t.target)));
                }
                self.signatures.sorted();
                self.parts.push(self.signatures.intern());
            }
            return;
        }
        self.partition.sort_marked(block);
        for &state in self.partition.marked(block) {
            for t in self.lts.transitions(state) {
                let target = self.partition.block_of(t.target);
                if t.action.is_tau() && target == block {
                    let marked = self.partition.is_marked(t.target);
                    let part = if marked { self.part_of[t.target.index()] } else { 0 };
                    self.signatures.push(INERT | u64::from(part));
                } else {
                    self.signatures.push(pair(t.action, target));
                }
            }
            let part = match part_to_join(&mut self.signatures, reserved) {
                Some(part) => {
                    self.signatures.discard();
                    part
                }
                None => self.signatures.intern(),
            };
            self.part_of[state.index()] = part;
            self.parts.push(part - u32::from(reserved));
        }
    }

    /// Marks the states that lead to a state which got a new block.
    fn mark_predecessors(&mut self, split: &Split) {
        // Marking permutes members, so the states that moved are copied first.
        self.moved.clear();
        for new in split.new.clone() {
            self.moved.extend_from_slice(self.partition.members(new));
        }
        for &state in &self.moved {
            for &source in self.predecessors.get(state) {
                if self.partition.mark(source) && self.inert {
                    self.pending.push(source);
                }
            }
            for &source in self.silent_predecessors.get(state) {
                if !split.contains(self.partition.block_of(source)) && self.partition.mark(source) {
                    self.pending.push(source);
                }
            }
        }
        while let Some(state) = self.pending.pop() {
            let block = self.partition.block_of(state);
            for &source in self.silent_predecessors.get(state) {
                if self.partition.block_of(source) == block && self.partition.mark(source) {
                    self.pending.push(source);
                }
            }
        }
    }
}

/// The part that the state whose signature has just been written joins over an inert step, if it can. The unmarked
/// members, which are the reserved part, cannot be joined by a marked one.
fn part_to_join(signatures: &mut Signatures, reserved: bool) -> Option<u32> {
    let &last = signatures.sorted().last()?;
    if last < INERT || (reserved && last == INERT) {
        return None;
    }
    let part = last as u32;
    let (mut signature, written) = (signatures.get(part), signatures.written());
    for word in &written[..written.len() - 1] {
        signature = &signature[signature.partition_point(|w| w < word)..];
        if signature.first() != Some(word) {
            return None;
        }
    }
    Some(part)
}

fn pair(action: ActionId, block: BlockId) -> u64 {
    u64::from(action.raw()) << 32 | u64::from(block)
}
