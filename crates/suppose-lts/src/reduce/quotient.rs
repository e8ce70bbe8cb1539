//! The quotient: one state for each block that can be reached.
//!
//! The transitions of a block are those of its members with targets replaced by their blocks, and without
//! repetition. When all members have the same signature the row of one of them is enough, so building is
//! linear in the rows of the members that are looked at.
//!
//! States are numbered breadth-first from the block of the first root. The successors of a block are taken in
//! the order of actions, and for one action in the order in which the caller ranks their members. Ranked by
//! number, an LTS without equivalent states that is already numbered breadth-first keeps its numbers.

use suppose_base::{ActionId, StateId};

use super::partition::{BlockId, ERROR_BLOCK};
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// Which members' transitions make the row of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of the lowest member. For strong bisimilarity any member would do; for branching bisimilarity
    /// with every τ leading to a lower number, the lowest has no inert step and all pairs of the others.
    Lowest,
    /// Those of all members, but for τ inside the block.
    All,
}

/// The part of the quotient that can be reached from the roots. The first root is the initial state. Blocks
/// are ranked by where their first member stands in `ranked`, which has all states at least once.
pub(super) fn quotient(
    lts: &Lts,
    blocks: &[BlockId],
    rows: Rows,
    roots: &[StateId],
    ranked: impl Iterator<Item = StateId>,
) -> Mapped {
    let members = Grouped::new(blocks, rows);
    let mut rank = vec![u32::MAX; members.num_blocks()];
    for (i, s) in ranked.enumerate() {
        let rank = &mut rank[blocks[s.index()] as usize];
        *rank = (*rank).min(i as u32);
    }
    let mut to: Vec<Option<StateId>> = vec![None; members.num_blocks()];
    let mut order: Vec<BlockId> = Vec::new();
    let mut visit = |block: BlockId, order: &mut Vec<BlockId>| {
        if block == ERROR_BLOCK {
            return StateId::ERROR;
        }
        *to[block as usize].get_or_insert_with(|| {
            order.push(block);
            StateId::must(order.len() - 1)
        })
    };
    let block_of = |s: StateId| if s.is_error() { ERROR_BLOCK } else { blocks[s.index()] };
    let starts: Vec<StateId> = roots.iter().map(|&root| visit(block_of(root), &mut order)).collect();
    let mut new = RowBuilder::new();
    let mut row: Vec<(ActionId, u32, BlockId)> = Vec::new();
    while let Some(&block) = order.get(new.num_rows()) {
        row.clear();
        for &member in members.get(block) {
            for t in lts.transitions(member) {
                let target = block_of(t.target);
                if rows == Rows::Lowest || !t.action.is_tau() || target != block {
                    row.push((t.action, rank[target as usize], target));
                }
            }
        }
        row.sort_unstable();
        for &(action, _, target) in &row {
            new.add(action, visit(target, &mut order));
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
        let num_blocks = blocks.iter().max().map_or(1, |&b| b as usize + 1);
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
