//! The quotient: one state for each block that can be reached.
//!
//! The transitions of a block are those of its members with targets replaced by their blocks, and without repetition.
//! When all members have the same signature the row of one of them is enough, so building is linear in the rows of
//! the members that are looked at. States are numbered breadth-first from the block of the first root.

use suppose_base::StateId;

use super::partition::BlockId;
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// Which members' transitions make the row of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of the lowest member. For strong bisimilarity any member would do; for branching bisimilarity with
    /// every τ leading to a lower number, the lowest has no inert step and all pairs of the others.
    Lowest,
    /// Those of all members, but for τ inside the block.
    All,
}

/// The part of the quotient that can be reached from the roots. The first root is the initial state.
pub(super) fn quotient(lts: &Lts, blocks: &[BlockId], rows: Rows, roots: &[StateId]) -> Mapped {
    let members = Grouped::new(blocks, rows);
    let mut to: Vec<Option<StateId>> = vec![None; members.num_blocks()];
    let mut order: Vec<BlockId> = Vec::new();
    let mut visit = |target: StateId, order: &mut Vec<BlockId>| {
        if target.is_error() {
            return target;
        }
        let block = blocks[target.index()];
        *to[block as usize].get_or_insert_with(|| {
            order.push(block);
            StateId::must(order.len() - 1)
        })
    };
    let starts: Vec<StateId> = roots.iter().map(|&root| visit(root, &mut order)).collect();
    let mut new = RowBuilder::new();
    while let Some(&block) = order.get(new.num_rows()) {
        for &member in members.get(block) {
            for t in lts.transitions(member) {
                let inert = t.action.is_tau() && !t.target.is_error() && blocks[t.target.index()] == block;
                if rows == Rows::Lowest || !inert {
                    new.add(t.action, visit(t.target, &mut order));
                }
            }
        }
        new.end_row();
    }
    new.extend_alphabet(lts.alphabet().iter().copied());
    let map = StateMap::new(blocks.iter().map(|&b| to[b as usize]).collect());
    let end = lts.end().and_then(|end| map.get(end));
    let lts = new.finish(starts[0], end).expect("a quotient is no larger than the LTS");
    Mapped { lts, map }
}

/// The members of each block, or only the lowest ones.
struct Grouped {
    /// Row `b` is `members[offsets[b]..offsets[b + 1]]`.
    offsets: Vec<u32>,
    members: Vec<StateId>,
}

impl Grouped {
    fn new(blocks: &[BlockId], rows: Rows) -> Self {
        let num_blocks = blocks.iter().max().map_or(0, |&b| b as usize + 1);
        let mut offsets = vec![0u32; num_blocks + 1];
        for &b in blocks {
            let size = &mut offsets[b as usize + 1];
            *size = if rows == Rows::Lowest { 1 } else { *size + 1 };
        }
        for b in 0..num_blocks {
            offsets[b + 1] += offsets[b];
        }
        let mut members = vec![StateId::ERROR; offsets[num_blocks] as usize];
        let mut next = offsets.clone();
        for (i, &b) in blocks.iter().enumerate() {
            let at = &mut next[b as usize];
            if *at < offsets[b as usize + 1] {
                members[*at as usize] = StateId::must(i);
                *at += 1;
            }
        }
        Self { offsets, members }
    }

    fn num_blocks(&self) -> usize {
        self.offsets.len() - 1
    }

    fn get(&self, block: BlockId) -> &[StateId] {
        let b = block as usize;
        &self.members[self.offsets[b] as usize..self.offsets[b + 1] as usize]
    }
}
