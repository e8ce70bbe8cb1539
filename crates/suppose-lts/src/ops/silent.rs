//! LTSA's short way past silent states.
//!
//! Before LTSA minimises a `minimal` composite, it leaves out every state but the initial one all of whose
//! moves are τ: a transition into such a state goes to where its τ moves lead, so
//! `a -> (tau -> P | tau -> Q)` becomes `(a -> P | a -> Q)`. This keeps the traces, those to π among them,
//! and the states in which nothing more can happen; it does not keep bisimilarity, and τ loops are dropped.
//! The tool follows LTSA here so that models have the sizes their authors know.
//!
//! # Method
//! Passes over the whole LTS, each of which bends the transitions of the states that are kept and drops what
//! is no longer reachable, until a pass drops nothing. A chain of silent states takes as many passes as it is
//! long. After [`PATIENCE`] passes the LTS is reduced by branching bisimilarity, which merges silent states
//! that only pass on to one other state; the result then has no more states than LTSA's, but may have fewer
//! transitions.
//!
//! Tested by hand-worked cases, by comparing traces on random systems, and by the sizes of LTSA's own
//! results.

use suppose_base::{Budget, Poll, StateId, StopReason};

use super::reachable;
use crate::reduce::branching;
use crate::{Lts, LtsBuilder, Mapped, StateMap, Transition};

/// Passes after which silent states that decide nothing are merged instead.
const PATIENCE: usize = 64;

/// Leaves out states that can only move silently. A state that was left out is mapped to nothing.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn skip_silent(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    let mut result = Mapped { lts: lts.clone(), map: StateMap::identity(lts.num_states()) };
    for number in 0.. {
        budget.poll(Poll::Refine)?;
        if number == PATIENCE {
            let merged = branching(&result.lts, budget)?;
            result = Mapped { map: result.map.then(&merged.map), lts: merged.lts };
        }
        let before = result.lts.num_states();
        let next = reachable(&pass(&result.lts));
        result = Mapped { map: result.map.then(&next.map), lts: next.lts };
        if result.lts.num_states() == before {
            break;
        }
    }
    Ok(result)
}

/// Bends the transitions of all states that are kept past the silent ones.
fn pass(lts: &Lts) -> Lts {
    let moves = |s: StateId| lts.transitions(s).iter().filter(move |t| !is_loop(s, **t));
    let silent: Vec<bool> = lts
        .states()
        .map(|s| s != lts.initial() && moves(s).next().is_some() && moves(s).all(|t| t.action.is_tau()))
        .collect();
    let is_silent = |s: StateId| !s.is_error() && silent[s.index()];
    let mut next = LtsBuilder::new(lts.num_states());
    next.set_initial(lts.initial());
    next.set_end(lts.end());
    next.extend_alphabet(lts.alphabet().iter().copied());
    for s in lts.states() {
        for t in moves(s) {
            if !is_silent(s) && is_silent(t.target) {
                for onward in moves(t.target) {
                    next.add(s, t.action, onward.target);
                }
            } else {
                next.add(s, t.action, t.target);
            }
        }
    }
    next.finish().expect("the states are those of an LTS")
}

/// Whether a transition is a τ loop.
fn is_loop(source: StateId, t: Transition) -> bool {
    t.action.is_tau() && t.target == source
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::compare;
    use crate::reduce::Relation;
    use crate::test_support::{Edge, PI, lts_of};
    use suppose_testing::Random;

    fn lts(states: usize, edges: &[Edge]) -> Lts {
        lts_of(states, edges, &[])
    }

    #[test]
    fn a_silent_choice_moves_before_its_state() {
        // a -> (tau -> b -> STOP | tau -> c -> STOP)
        let before = lts(5, &[(0, 1, 1), (1, 0, 2), (1, 0, 3), (2, 2, 4), (3, 3, 4)]);
        let after = skip_silent(&before, &Budget::unlimited()).expect("no limit");
        assert_eq!(after.lts, lts(4, &[(0, 1, 1), (0, 1, 2), (1, 2, 3), (2, 3, 3)]));
        assert_eq!(after.map.get(StateId::must(1)), None);
        assert_eq!(after.map.get(StateId::must(3)), Some(StateId::must(2)));
    }

    #[test]
    fn the_first_state_stays_and_so_does_the_way_to_the_error() {
        let before = lts(3, &[(0, 0, 1), (0, 0, 2), (1, 0, PI), (2, 1, 0)]);
        let after = skip_silent(&before, &Budget::unlimited()).expect("no limit");
        assert_eq!(after.lts, lts(2, &[(0, 0, 1), (0, 0, PI), (1, 1, 0)]));
        // A τ loop alone is no move at all.
        let idle = skip_silent(&lts(2, &[(0, 1, 1), (1, 0, 1)]), &Budget::unlimited()).expect("no limit");
        assert_eq!(idle.lts, lts(2, &[(0, 1, 1)]));
    }

    #[test]
    fn a_long_chain_takes_no_quadratic_time() {
        // A visible step into each of many silent states in a row.
        let n = 20_000;
        let mut edges: Vec<Edge> = (2..n).map(|i| (i - 1, 0, i)).collect();
        edges.extend((1..n).map(|i| (0, 1, i)));
        edges.push((n - 1, 2, 0));
        let long = lts(n, &edges);
        let after = skip_silent(&long, &Budget::unlimited()).expect("no limit");
        assert_eq!(after.lts, lts(2, &[(0, 1, 1), (1, 2, 0)]));
    }

    #[test]
    fn traces_are_kept() {
        let mut random = Random::new(3);
        let mut shorter = 0;
        for _ in 0..3000 {
            let n = 2 + random.below(6);
            let edges: Vec<Edge> = (0..random.below(3 * n))
                .map(|_| {
                    let to = if random.below(15) == 0 { PI } else { random.below(n) };
                    (random.below(n), [0, 0, 1, 2][random.below(4)], to)
                })
                .collect();
            let before = lts(n, &edges);
            let after = skip_silent(&before, &Budget::unlimited()).expect("no limit").lts;
            let compared = compare(&before, &after, Relation::Trace, &Budget::unlimited()).expect("no limit");
            assert!(compared.equal, "{before:?}");
            shorter += usize::from(after.num_states() < reachable(&before).lts.num_states());
        }
        assert!(shorter > 500, "only {shorter} had a silent state");
    }
}
