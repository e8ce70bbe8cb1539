//! The smallest LTS that is as good as another for a proof.
//!
//! Two things are kept, depending on what the LTS is for (see [`Keep`]). Deadlocks, divergence and choices
//! are of no interest to safety, so after branching bisimilarity, which is cheap, determinisation and
//! minimisation follow. Determinisation can be exponential; when it makes more than a few times as many sets
//! as there are states it is given up, and the result of the first reduction stands. This is what makes the
//! sizes polynomial in families where bisimilarity alone does not.
//!
//! Tested below against sets of words, on all small LTSs.

use suppose_base::{Budget, StopReason};
use suppose_lts::Lts;
use suppose_lts::ops::{determinise, propagate_error, towards_error};
use suppose_lts::reduce::{branching, strong};

/// What a reduction has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keep {
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
pub(crate) struct Shrunk {
    /// The LTS; deterministic when `deterministic` says so, else only reduced by branching bisimilarity.
    pub lts: Lts,
    /// Whether determinisation stayed within bounds.
    pub deterministic: bool,
}

/// Reduces an LTS without an end state.
///
/// # Errors
/// When the budget is spent. A determinisation that grows too large is not an error.
pub(crate) fn shrink(lts: &Lts, keep: Keep, budget: &Budget) -> Result<Shrunk, StopReason> {
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
    match determinise(&start, &budget.capped(limit)) {
        Ok(sets) => Ok(Shrunk { lts: strong(&sets.lts, budget)?.lts, deterministic: true }),
        Err(StopReason::States(_)) => Ok(Shrunk { lts: start, deterministic: false }),
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::test_support::{PI, lts_of};

    type Edge = (usize, u32, usize);

    /// The words of up to four letters that can be performed, and those that can lead to π, from the
    /// definition.
    fn words(lts: &Lts) -> [BTreeSet<Vec<u32>>; 2] {
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        let mut pending = vec![(lts.initial(), Vec::new())];
        let mut seen = BTreeSet::new();
        while let Some((state, word)) = pending.pop() {
            if word.len() > 4 || !seen.insert((state, word.clone())) {
                continue;
            }
            found[usize::from(state.is_error())].insert(word.clone());
            for t in lts.transitions(state) {
                let mut longer = word.clone();
                longer.extend((!t.action.is_tau()).then(|| t.action.raw()));
                pending.push((t.target, longer));
            }
        }
        found
    }

    /// All sets of up to four of these.
    fn choices(edges: &[Edge]) -> Vec<Vec<Edge>> {
        let mut all: Vec<Vec<Edge>> = vec![Vec::new()];
        for edge in edges {
            let longer: Vec<Vec<Edge>> =
                all.iter().filter(|c| c.len() < 4).map(|c| [&c[..], &[*edge]].concat()).collect();
            all.extend(longer);
        }
        all
    }

    #[test]
    fn nothing_that_matters_is_lost() {
        let targets = |errors: bool| if errors { vec![0, 1, PI] } else { vec![0, 1] };
        for keep in [Keep::Traces, Keep::Errors] {
            let mut edges: Vec<Edge> = Vec::new();
            for source in 0..2 {
                for action in 0..3 {
                    edges.extend(targets(keep == Keep::Errors).into_iter().map(|t| (source, action, t)));
                }
            }
            for chosen in choices(&edges) {
                let lts = lts_of(2, &chosen, &[1, 2]);
                let small = shrink(&lts, keep, &Budget::unlimited()).expect("no limit");
                assert!(small.deterministic && small.lts.is_deterministic(), "{lts:?}");
                assert_eq!(small.lts.alphabet(), lts.alphabet());
                let ([traces, errors], [new_traces, new_errors]) = (words(&lts), words(&small.lts));
                if keep == Keep::Traces {
                    assert_eq!(new_traces, traces, "{lts:?}");
                } else {
                    // After an error nothing matters: only the shortest of them are kept.
                    let first = |word: &&Vec<u32>| !(0..word.len()).any(|n| errors.contains(&word[..n]));
                    let shortest: BTreeSet<_> = errors.iter().filter(first).cloned().collect();
                    assert_eq!(new_errors, shortest, "{lts:?}");
                }
            }
        }
    }

    #[test]
    fn determinisation_is_given_up_when_it_grows() {
        // The n-th letter from the end was a 1: 2^n sets from n + 1 states.
        let n = 12;
        let mut edges = vec![(0, 1, 0), (0, 2, 0), (0, 1, 1)];
        for i in 1..n {
            edges.extend([(i, 1, i + 1), (i, 2, i + 1)]);
        }
        edges.push((n, 3, PI));
        let shrunk =
            shrink(&lts_of(n + 1, &edges, &[]), Keep::Errors, &Budget::unlimited()).expect("no limit");
        assert!(!shrunk.deterministic);
        assert_eq!(shrunk.lts.num_states(), n + 1);
    }
}
