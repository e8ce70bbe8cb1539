//! Strong bisimilarity (Park 1981, Milner 1989): τ is an action like any other.
//!
//! The signature of a state is its row with targets replaced by their blocks. Rows are sorted by action, so
//! only runs of one action have to be sorted again. When a state moves to another block, its predecessors are
//! marked. Frame, complexity and tests: [`refine`](super::refine).

use suppose_base::{Budget, StateId, StopReason};

use super::partition::{BlockId, Partition, Split};
use super::quotient::{Rows, quotient};
use super::refine::{Bisimilarity, Meter, pair, refine};
use super::signatures::Signatures;
use crate::ops::Predecessors;
use crate::{Lts, Mapped};

/// The quotient that can be reached from the roots.
pub(super) fn strong_quotient(lts: &Lts, roots: &[StateId], budget: &Budget) -> Result<Mapped, StopReason> {
    let relation = Strong { lts, predecessors: Predecessors::of(lts, |_| true), meter: Meter::default() };
    let blocks = refine(lts, relation, budget)?;
    Ok(quotient(lts, &blocks, Rows::Lowest, roots, lts.states()))
}

struct Strong<'a> {
    lts: &'a Lts,
    predecessors: Predecessors,
    meter: Meter,
}

impl Bisimilarity for Strong<'_> {
    fn group(
        &mut self,
        block: BlockId,
        partition: &mut Partition,
        signatures: &mut Signatures,
        parts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<usize, StopReason> {
        signatures.clear();
        // In order of numbers rows and blocks are close together in memory, which saves a fifth of the time.
        partition.sort_marked(block);
        for &state in partition.marked(block) {
            let row = self.lts.transitions(state);
            self.meter.signature(row.len(), budget)?;
            for t in row {
                signatures.push(pair(t.action, partition.block_of(t.target)));
            }
            signatures.sort();
            parts.push(signatures.intern());
        }
        Ok(signatures.len())
    }

    fn mark(&mut self, moved: &[StateId], _: &Split, partition: &mut Partition) {
        for &state in moved {
            for &source in self.predecessors.get(state) {
                partition.mark(source);
            }
        }
    }
}
