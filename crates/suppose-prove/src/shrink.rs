//! The smallest LTS that is as good as another for a proof.
//!
//! Two things are kept, depending on what the LTS is for (see [`Keep`]). Deadlocks, divergence and choices are of no interest to
//! safety, so after branching bisimilarity, which is cheap, determinisation and minimisation follow. Determinisation can be
//! exponential; when it makes more than a few times as many sets as there are states it is given up, and the result of the first
//! reduction stands. This is what makes the sizes polynomial in families where bisimilarity alone does not.
//!
//! Tests: below, all words up to a length are the same before and after on random LTSs, by the definition of a run; with and without
//! determinisation.

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use suppose_base::{ActionId, StateId};

    use super::*;
    use crate::test_support::{PI, lts_of};

    /// All words of up to five letters over 1 and 2.
    fn words() -> Vec<Vec<u32>> {
        let (mut all, mut next) = (vec![Vec::new()], 0);
        while all[next].len() < 5 {
            for letter in [1, 2] {
                all.push([&all[next][..], &[letter]].concat());
            }
            next += 1;
        }
        all
    }

    /// Where runs with these letters can end.
    fn ends(lts: &Lts, word: &[u32]) -> BTreeSet<StateId> {
        let silently = |mut states: BTreeSet<StateId>| loop {
            let more = states.iter().flat_map(|&s| lts.successors(s, ActionId::TAU)).map(|t| t.target);
            let all: BTreeSet<StateId> = states.iter().copied().chain(more).collect();
            if all == states {
                return all;
            }
            states = all;
        };
        word.iter().fold(silently(BTreeSet::from([lts.initial()])), |states, &letter| {
            let letter = ActionId::from_raw(letter);
            silently(states.iter().flat_map(|&s| lts.successors(s, letter)).map(|t| t.target).collect())
        })
    }

    /// Whether a word or a beginning of it can end in π.
    fn fails(lts: &Lts, word: &[u32]) -> bool {
        (0..=word.len()).any(|length| ends(lts, &word[..length]).contains(&StateId::ERROR))
    }

    #[test]
    fn words_are_the_same_before_and_after() {
        let mut seed = 2026u64;
        let mut below = move |bound: usize| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) % bound as u64) as usize
        };
        let words = words();
        let (free, tight) = (Budget::unlimited(), Budget::unlimited().with_max_states(1));
        let (mut choices, mut failing) = (0, 0);
        for _ in 0..400 {
            let states = 1 + below(5);
            let mut edges = Vec::new();
            for _ in 0..below(3 * states + 1) {
                edges.push((below(states), below(3) as u32, below(states)));
            }
            let safe = lts_of(states, &edges, &[1, 2]);
            for _ in 0..below(3) {
                edges.push((below(states), below(3) as u32, PI));
            }
            let unsafe_too = lts_of(states, &edges, &[1, 2]);
            for budget in [&free, &tight] {
                let traces = shrink(&safe, Keep::Traces, budget).expect("a limit is no error");
                let errors = shrink(&unsafe_too, Keep::Errors, budget).expect("a limit is no error");
                for part in [&traces, &errors] {
                    assert!(!part.deterministic || part.lts.is_deterministic(), "{edges:?}");
                    choices += u32::from(!part.deterministic);
                }
                for word in &words {
                    let possible = |lts: &Lts| !ends(lts, word).is_empty();
                    assert_eq!(possible(&safe), possible(&traces.lts), "{word:?} in {edges:?}");
                    assert_eq!(fails(&unsafe_too, word), fails(&errors.lts, word), "{word:?} in {edges:?}");
                    failing += u32::from(fails(&errors.lts, word));
                }
            }
        }
        assert!(choices > 50 && failing > 1000, "{choices} {failing}");
    }
}
