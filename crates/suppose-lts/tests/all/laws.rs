//! The laws of reduction and comparison, on all small LTSs and on random ones, against naive twins.
//!
//! The naive twins compute each relation straight from its definition on plain lists of transitions and share
//! no code with the library. A failure prints the LTS, and the seed when it is a random one.

mod generate;
mod identities;
mod naive;
mod operations;
mod plain;

use generate::{changed, for_all_small_lts, permutation, random_lts};
use plain::Plain;
use suppose_lts::reduce::Relation;
use suppose_testing::Random;

// The numbers of small LTSs were counted by Burnside's lemma.

#[test]
fn reductions_of_all_lts_with_two_states() {
    let count = for_all_small_lts(2, 2, 4, |lts| identities::check_reductions(lts, "two states"));
    assert_eq!(count, 2414);
}

#[test]
fn reductions_of_all_lts_with_three_states() {
    let count = for_all_small_lts(3, 2, 4, |lts| identities::check_reductions(lts, "three states"));
    assert_eq!(count, 27_423);
}

#[test]
fn reductions_of_all_lts_with_four_states_and_one_action() {
    let count = for_all_small_lts(4, 1, 4, |lts| identities::check_reductions(lts, "four states"));
    assert_eq!(count, 39_714);
}

#[test]
fn operations_on_all_lts_with_three_states() {
    for_all_small_lts(3, 2, 4, |lts| {
        operations::check_determinise(lts, "three states");
        operations::check_propagate_error(lts, "three states");
        operations::check_towards_error(lts, "three states");
        operations::check_error_lts_and_complete(lts, "three states");
    });
}

#[test]
fn operations_on_random_lts() {
    for seed in 0..10_000 {
        let lts = random_lts(&mut Random::new(seed), 8, 3);
        operations::check_determinise(&lts, &format!("seed {seed}"));
        operations::check_propagate_error(&lts, &format!("seed {seed}"));
        if seed % 10 == 0 {
            operations::check_towards_error(&lts, &format!("seed {seed}"));
        }
        operations::check_error_lts_and_complete(&lts, &format!("seed {seed}"));
    }
}

#[test]
fn reductions_of_random_lts() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let lts = random_lts(&mut random, 9, 3);
        identities::check_reductions(&lts, &format!("seed {seed}"));
        let renumbered = lts.renumbered(&permutation(&mut random, lts.n));
        identities::check_invariance(&lts, &renumbered, &format!("seed {seed}"));
        let renamed = lts.renamed(&[2, 3, 1]);
        identities::check_renaming(&lts, &renamed, &format!("seed {seed}"));
    }
}

#[test]
fn reductions_of_larger_random_lts() {
    for seed in 0..400 {
        let lts = random_lts(&mut Random::new(seed), 40, 2);
        identities::check_reductions(&lts, &format!("seed {seed}"));
    }
}

#[test]
fn comparisons_of_all_pairs_of_very_small_lts() {
    for (actions, transitions, expected) in [(1, 3, 383), (2, 2, 156)] {
        let mut all: Vec<Plain> = Vec::new();
        for_all_small_lts(2, actions, transitions, |lts| all.push(lts.clone()));
        assert_eq!(all.len(), expected);
        for left in &all {
            for right in &all {
                identities::check_comparison(left, right, "all pairs");
                // The names of actions matter for pairs.
                if actions == 2 {
                    identities::check_comparison(left, &right.renamed(&[2, 1]), "all pairs");
                }
            }
        }
    }
}

#[test]
fn comparisons_of_random_pairs() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let left = random_lts(&mut random, 6, 2);
        let right =
            if random.once_in(4) { random_lts(&mut random, 6, 2) } else { changed(&mut random, &left) };
        let right = right.renumbered(&permutation(&mut random, right.n));
        identities::check_comparison(&left, &right, &format!("seed {seed}"));
    }
}

#[test]
fn products_of_all_pairs_of_very_small_lts() {
    let mut all: Vec<Plain> = Vec::new();
    for_all_small_lts(2, 2, 2, |lts| all.push(lts.clone()));
    for left in &all {
        for right in &all {
            operations::check_compose_pair(left, right, "all pairs");
            // 2 is the left one's own, 3 the right one's; or both are shared.
            operations::check_compose_pair(left, &right.renamed(&[1, 3]), "all pairs");
        }
    }
}

#[test]
fn products_of_random_pairs() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let (left, right) = (random_lts(&mut random, 6, 3), random_lts(&mut random, 6, 3));
        operations::check_compose_pair(&left, &right.renamed(&[2, 3, 4]), &format!("seed {seed}"));
    }
}

#[test]
fn relations_are_congruences() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let mut lts = random_lts(&mut random, 5, 3);
        let mut context = random_lts(&mut random, 3, 3);
        // The two share some actions and have some of their own.
        lts.actions = vec![1, 2];
        lts.edges.retain(|e| e.1 <= 2);
        context.actions = vec![2, 3];
        context.edges.retain(|e| e.1 != 1);
        identities::check_congruence(&lts, &context, &format!("seed {seed}"));
    }
}

#[test]
fn each_relation_is_finer_than_the_next() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let left = random_lts(&mut random, 4, 2);
        let right = changed(&mut random, &left);
        let equal = Relation::ALL.map(|relation| identities::compare(&left, &right, relation).equal);
        assert!(equal.is_sorted(), "seed {seed}: {equal:?}\n{left:?}\n{right:?}");
    }
}
