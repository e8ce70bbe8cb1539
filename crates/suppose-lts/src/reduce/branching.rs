//! Branching bisimilarity (van Glabbeek and Weijland, JACM 43(3), 1996), with divergence ignored.
//!
//! States on a cycle of τ steps are branching bisimilar, so each strongly connected component under τ is made one state
//! first. Components come out numbered such that every τ leads to a lower number, as [`refine`](super::refine)
//! demands. An LTS without τ needs none of this: there branching and strong bisimilarity are the same.

use suppose_base::{Budget, StateId, StopReason};

use super::partition::BlockId;
use super::quotient::{Rows, quotient};
use super::refine::{Silent, refine};
use super::strong::{strong_blocks, strong_quotient};
use crate::ops::strongly_connected;
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// The bisimilarity class of each state.
pub(crate) fn branching_blocks(lts: &Lts, budget: &Budget) -> Result<Vec<BlockId>, StopReason> {
    if !lts.has_tau() {
        return strong_blocks(lts, budget);
    }
    let Mapped { lts: acyclic, map } = collapse_silent_cycles(lts, budget)?;
    let blocks = refine(&acyclic, Silent::Inert, budget)?;
    Ok(lts.states().filter_map(|s| map.get(s)).map(|c| blocks[c.index()]).collect())
}

/// The quotient that can be reached from the roots.
pub(super) fn branching_quotient(lts: &Lts, roots: &[StateId], budget: &Budget) -> Result<Mapped, StopReason> {
    if !lts.has_tau() {
        return strong_quotient(lts, roots, budget);
    }
    let Mapped { lts: acyclic, map } = collapse_silent_cycles(lts, budget)?;
    let blocks = refine(&acyclic, Silent::Inert, budget)?;
    let roots: Vec<StateId> = roots.iter().filter_map(|&root| map.get(root)).collect();
    let new = quotient(&acyclic, &blocks, Rows::Lowest, &roots);
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
