//! Strong bisimilarity: τ is an action like any other.

use suppose_base::{Budget, StateId, StopReason};

use super::partition::BlockId;
use super::quotient::{Rows, quotient};
use super::refine::{Silent, refine};
use crate::{Lts, Mapped};

/// The bisimilarity class of each state.
pub(crate) fn strong_blocks(lts: &Lts, budget: &Budget) -> Result<Vec<BlockId>, StopReason> {
    refine(lts, Silent::Visible, budget)
}

/// The quotient that can be reached from the roots.
pub(super) fn strong_quotient(lts: &Lts, roots: &[StateId], budget: &Budget) -> Result<Mapped, StopReason> {
    let blocks = strong_blocks(lts, budget)?;
    Ok(quotient(lts, &blocks, Rows::Lowest, roots))
}
