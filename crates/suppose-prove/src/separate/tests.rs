//! The search with and without what makes it fast.
//!
//! With clashes and a basis nearly all states have their numbers before the solver starts. Without them it
//! has to refute every smaller number on fragments alone and to number all states breadth-first, as it does
//! for LTSs that are too large for clashes.

use suppose_testing::Random;

use super::*;
use crate::test_support::{PI, lts_of};

/// Traces and errors that a random automaton of k states over three letters separates. In both it runs beside
/// n more states.
fn planted(random: &mut Random, k: usize, n: usize) -> (Lts, Lts) {
    let table: Vec<Vec<Option<usize>>> =
        (0..k).map(|_| (0..3).map(|_| (random.below(4) > 0).then(|| random.below(k))).collect()).collect();
    let mut side = |with_errors: bool| {
        let mut edges = Vec::new();
        for here in 0..k * n {
            for (letter, cell) in (1..).zip(&table[here / n]) {
                let beside = random.below(n);
                match cell {
                    Some(r) if with_errors || random.below(2) > 0 => {
                        edges.push((here, letter, r * n + beside));
                    }
                    None if with_errors && random.below(2) == 0 => edges.push((here, letter, PI)),
                    None if with_errors => edges.push((here, letter, random.below(k) * n + beside)),
                    _ => {}
                }
            }
        }
        lts_of(k * n, &edges, &[1, 2, 3])
    };
    (side(false), side(true))
}

#[test]
fn clashes_and_basis_change_nothing() {
    // A wrong formula would try ever more states.
    let budget = Budget::unlimited().with_max_bytes(1 << 24);
    let sigma = [1, 2, 3].map(ActionId::from_raw);
    let mut sizes = [0; 8];
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let (k, n) = (2 + random.below(6), 1 + random.below(4));
        let (traces, errors) = planted(&mut random, k, n);
        let sides = Sides::new(&traces, &errors, &sigma);
        let (mut fast, mut slow) = (Search::new(&sides), Search::new(&sides));
        let found = fast.run(None, &budget).expect("no limit").expect("no bound");
        let plain = slow.run_with(&Clashes::unknown(), None, &budget).expect("no limit").expect("no bound");
        assert_eq!(found.num_states(), plain.num_states(), "seed {seed}");
        assert_eq!((fast.least, slow.least), (found.num_states(), found.num_states()), "seed {seed}");
        assert_eq!(suppose_lts::ops::reachable(&plain).lts, plain, "not numbered breadth-first, seed {seed}");
        sizes[found.num_states()] += 1;
    }
    assert!(sizes[1..6].iter().all(|&number| number >= 5), "{sizes:?}");
}

#[test]
fn a_separator_is_kept_when_time_runs_out_and_not_when_a_check_fails() {
    let bound = || lts_of(1, &[(0, 1, 0)], &[]);
    let internal = StopReason::Internal("broken".into());
    assert_eq!(best(Err(StopReason::Timeout), Some(bound())), Ok((bound(), Some(StopReason::Timeout))));
    assert_eq!(best(Err(StopReason::Timeout), None), Err(StopReason::Timeout));
    assert_eq!(best(Err(internal.clone()), Some(bound())), Err(internal));
}
