//! Signature refinement: the frame that strong, branching and weak bisimilarity share.
//!
//! # Contract
//! [`refine`] splits {π}, {end state}, {all others} until no block can be split, and returns the block of
//! each state. What a signature is and whose signature may change is told by a [`Bisimilarity`].
//!
//! # Algorithm
//! After Blom and Orzan (STTT 7, 2005) and Blom and van de Pol (2009): the signature of a state is the set of
//! (action, block) pairs it can do, and states of a block with different signatures are parted until no block
//! has two. Only marked states are looked at: those that can reach, in one step of the relation, a state
//! whose block got a new number since they were last looked at. The largest part of a split block keeps the
//! number. New numbers are fresh, so a marked state has a pair that no unmarked state of its block can have,
//! and the unmarked ones stay together unseen. Blocks are taken last in, first out, which on the philosophers
//! looks at a third fewer states than a queue does; but blocks with many marked states or long rows are put
//! off until only such are left, because otherwise each of their many targets could have them looked at once
//! more.
//!
//! # Complexity
//! A state changes its block at most log2(n) times, and each time the states that reach it in one step are
//! looked at again. For strong bisimilarity this is O(d m log n), with d the most transitions of a state that
//! is not alone in its block. Space beside the LTS: 12 bytes per state, 4 per transition, and the signatures
//! of one block.
//!
//! # Tests
//! `tests/all/laws` compares with relations computed straight from the definitions, on all small LTSs.

use std::sync::atomic::Ordering;

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::partition::{BlockId, Partition, Split};
use super::signatures::Signatures;
use crate::Lts;

/// The part of refinement that depends on the relation.
pub(super) trait Bisimilarity {
    /// Puts the part of each marked member of a block into `parts`, in the order of the members. Returns how
    /// many parts there are; the unmarked members are not counted.
    fn group(
        &mut self,
        block: BlockId,
        partition: &mut Partition,
        signatures: &mut Signatures,
        parts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<usize, StopReason>;

    /// Marks every state whose signature may have changed because these states, parts of one split, got a new
    /// block.
    fn mark(&mut self, moved: &[StateId], split: &Split, partition: &mut Partition);
}

/// The block of each state in the coarsest stable partition.
pub(super) fn refine(
    lts: &Lts,
    mut relation: impl Bisimilarity,
    budget: &Budget,
) -> Result<Vec<BlockId>, StopReason> {
    budget.pay(Poll::Refine, AROUND * (lts.num_states() + lts.num_transitions()) as u64)?;
    let mut partition = Partition::new(lts.num_states(), lts.end());
    let mut signatures = Signatures::default();
    let mut parts = Vec::new();
    let mut moved = Vec::new();
    let mut meter = Meter::default();
    // Many marked states are costly in any case; for a few it is cheap to sum up their rows.
    let cost = |marked: &[StateId]| match marked.len() {
        many @ 64.. => 4 * many,
        _ => marked.iter().map(|&s| lts.transitions(s).len()).sum(),
    };
    while let Some(block) = partition.next_marked(cost) {
        budget.counters().states.store(partition.len() as u64, Ordering::Relaxed);
        parts.clear();
        let num_parts = relation.group(block, &mut partition, &mut signatures, &mut parts, budget)?;
        let split = partition.split(block, &parts, num_parts);
        // Marking permutes the members of blocks, so the states that moved are copied first.
        moved.clear();
        for new in split.new.clone() {
            moved.extend_from_slice(partition.members(new));
        }
        meter.add(BLOCK + MOVE * moved.len() as u64, budget)?;
        relation.mark(&moved, &split, &mut partition);
    }
    meter.settle(budget)?;
    Ok(partition.into_blocks())
}

/// Work for a block that is looked at, for a state that gets another block, for a state whose signature is
/// written, and for a word of it.
const BLOCK: u64 = 50;
const MOVE: u64 = 40;
const SIGNATURE: u64 = 60;
const WORD: u64 = 14;
/// Work for a transition in what comes before and after the refinement: predecessors and the quotient.
const AROUND: u64 = 20;

/// Pays for work a little at a time.
#[derive(Debug, Default)]
pub(super) struct Meter(u64);

impl Meter {
    /// Work that is paid for at once.
    const STEP: u64 = 1 << 16;

    /// Counts a signature of so many words.
    #[inline]
    pub(super) fn signature(&mut self, words: usize, budget: &Budget) -> Result<(), StopReason> {
        self.add(SIGNATURE + WORD * words as u64, budget)
    }

    #[inline]
    fn add(&mut self, work: u64, budget: &Budget) -> Result<(), StopReason> {
        self.0 += work;
        if self.0 >= Self::STEP { self.settle(budget) } else { Ok(()) }
    }

    fn settle(&mut self, budget: &Budget) -> Result<(), StopReason> {
        budget.pay(Poll::Refine, std::mem::take(&mut self.0))
    }
}

/// One word of a signature.
#[inline]
pub(super) fn pair(action: ActionId, block: BlockId) -> u64 {
    u64::from(action.raw()) << 32 | u64::from(block)
}
