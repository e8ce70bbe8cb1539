//! The smallest LTS that is as good as another for a proof.
//!
//! Two things are kept, depending on what the LTS is for (see [`Keep`]). Deadlocks, divergence and choices are of no interest to
//! safety, so after branching bisimilarity, which is cheap, determinisation and minimisation follow. Determinisation can be
//! exponential; when it makes more than a few times as many sets as there are states it is given up, and the result of the first
//! reduction stands. This is what makes the sizes polynomial in families where bisimilarity alone does not.
//!
//! Tested by `tests/shrinking`: traces and errors are the same before and after, on all small LTSs.

use suppose_base::{Budget, StopReason};
use suppose_lts::Lts;
use suppose_lts::ops::{determinise, propagate_error, towards_error};
use suppose_lts::reduce::{branching, strong};

/// What a reduction has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// All traces. The LTS has no π.
    Traces,
    /// The traces to π, and nothing else.
    Errors,
}

/// How much larger than the LTS the determinised one may be while it is made.
const GROWTH: u64 = 4;
/// So many sets are always allowed.
const SMALL: u64 = 256;

/// A reduced LTS.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The LTS; deterministic when `deterministic` says so, else only reduced by branching bisimilarity.
    pub lts: Lts,
    /// Whether determinisation stayed within bounds.
    pub deterministic: bool,
}

/// Reduces an LTS without an end state.
///
/// # Errors
/// When the budget is spent. A determinisation that grows too large is not an error.
pub fn shrink(lts: &Lts, keep: Keep, budget: &Budget) -> Result<Shrunk, StopReason> {
    let start = match keep {
        Keep::Traces => branching(lts, budget)?.lts,
        Keep::Errors => {
            let part = towards_error(&propagate_error(lts).lts).lts;
            if part.num_states() < 2 { part } else { branching(&part, budget)?.lts }
        }
    };
    if start.is_deterministic() {
        let lts = if start.num_states() < 2 { start } else { strong(&start, budget)?.lts };
        return Ok(Shrunk { lts, deterministic: true });
    }
    let limit = (start.num_states() as u64 * GROWTH).max(SMALL);
    let limit = budget.max_states().map_or(limit, |most| most.min(limit));
    match determinise(&start, &budget.clone().with_max_states(limit)) {
        Ok(sets) => Ok(Shrunk { lts: strong(&sets.lts, budget)?.lts, deterministic: true }),
        Err(StopReason::States(_)) => Ok(Shrunk { lts: start, deterministic: false }),
        Err(other) => Err(other),
    }
}
