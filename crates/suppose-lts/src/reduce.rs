//! Reductions: smaller LTSs that are equivalent to the original.

mod branching;
mod partition;
mod quotient;
mod refine;
mod signatures;
mod strong;

use suppose_base::{Budget, StopReason};

use crate::{Lts, Mapped};

/// Strong.
pub fn strong(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    strong::strong_quotient(lts, &[lts.initial()], budget)
}
/// Branching.
pub fn branching(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    branching::branching_quotient(lts, &[lts.initial()], budget)
}
