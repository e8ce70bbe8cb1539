//! Comparing and minimising.

use suppose_learn::{Dfa, Symbol, access_words, characterising_set, identification_sets};
use suppose_learn::{state_cover, transition_cover};
use suppose_testing::Random;

use crate::laws::automata::{all, classes, dfa, first_difference, minimal, word, words};

#[test]
fn bad_tables_are_refused() {
    assert_eq!(Dfa::new(1, vec![], vec![]), None);
    assert_eq!(Dfa::new(1, vec![true], vec![]), None);
    assert_eq!(Dfa::new(1, vec![true], vec![1]), None);
    assert_eq!(Dfa::new(usize::MAX, vec![true, true], vec![0]), None);
    assert_eq!(Dfa::new(0, vec![true], vec![]), Some(Dfa::constant(0, true)));
}

/// The numbers are those of distinct languages by size of the minimal automaton over two letters.
#[test]
fn there_are_as_many_minimal_automata_as_known() {
    assert_eq!([1, 2, 3].map(|states| minimal(states).len()), [2, 24, 1028]);
}

#[test]
fn minimising_gives_the_canonical_automaton() {
    let known: Vec<Dfa> = (1..=3).flat_map(minimal).collect();
    let decisive = words(2, 4);
    for dfa in (1..=3).flat_map(all) {
        let small = dfa.minimise();
        assert_eq!(small.size(), classes(&dfa), "{dfa:?}");
        assert_eq!(first_difference(&dfa, &small, &decisive), None, "{dfa:?}");
        assert!(known.contains(&small), "{dfa:?}");
    }
}

#[test]
fn minimising_random_automata_keeps_the_language() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let alphabet = 1 + random.below(4);
        let dfa = dfa(&mut random, 40, alphabet);
        let small = dfa.minimise();
        assert_eq!(small.size(), classes(&dfa), "seed {seed}");
        assert_eq!(small.minimise(), small, "seed {seed}");
        for _ in 0..50 {
            let word = word(&mut random, alphabet, 60);
            assert_eq!(dfa.accepts(&word), small.accepts(&word), "seed {seed}");
        }
    }
}

#[test]
fn minimising_a_long_chain_takes_no_quadratic_time() {
    // Each state accepts but the last; none are equivalent.
    let size: u32 = 200_000;
    let delta = (0..size).map(|state| (state + 1).min(size - 1)).collect();
    let accepting = (0..size).map(|state| state + 1 < size).collect();
    let chain = Dfa::new(1, accepting, delta).expect("targets are states");
    assert_eq!(chain.minimise(), chain);
}

#[test]
fn a_difference_is_the_first_word_in_order() {
    let small: Vec<Dfa> = (1..=2).flat_map(minimal).collect();
    let decisive = words(2, 5);
    for left in &small {
        for right in small.iter().chain(&minimal(3)) {
            assert_eq!(
                left.difference(right),
                first_difference(left, right, &decisive),
                "{left:?} {right:?}"
            );
        }
    }
    let three = words(3, 7);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (left, right) = (dfa(&mut random, 4, 3), dfa(&mut random, 4, 3));
        assert_eq!(left.difference(&right), first_difference(&left, &right, &three), "seed {seed}");
    }
}

fn check_covers(dfa: &Dfa, name: &str) {
    let reached = state_cover(dfa);
    assert_eq!(reached.len(), dfa.size(), "{name}");
    for (state, word) in access_words(dfa).into_iter().enumerate() {
        let word = word.expect("all states are reachable");
        assert_eq!(dfa.run(0, &word) as usize, state, "{name}");
        assert!(reached.contains(&word), "{name}");
    }
    for symbol in 0..dfa.alphabet() as Symbol {
        for state in 0..dfa.size() as u32 {
            let takes = |word: &Vec<Symbol>| {
                word.split_last().is_some_and(|(&last, first)| last == symbol && dfa.run(0, first) == state)
            };
            assert_eq!(transition_cover(dfa).iter().filter(|word| takes(word)).count(), 1, "{name}");
        }
    }
    let (set, sets) = (characterising_set(dfa), identification_sets(dfa));
    assert_eq!(set[0], [] as [Symbol; 0], "{name}");
    assert!(set.len() < dfa.size().max(2), "{name}");
    for left in 0..dfa.size() as u32 {
        assert!(sets[left as usize].iter().all(|word| set.contains(word)), "{name}");
        for right in (0..dfa.size() as u32).filter(|&right| right != left) {
            let tells = |word: &Vec<Symbol>| {
                dfa.is_accepting(dfa.run(left, word)) != dfa.is_accepting(dfa.run(right, word))
            };
            assert!(sets[left as usize].iter().any(tells), "{name}: {left} and {right}");
        }
    }
}

#[test]
fn covers_reach_and_tell_apart() {
    for (number, dfa) in (1..=3).flat_map(minimal).enumerate() {
        check_covers(&dfa, &format!("minimal automaton {number}"));
    }
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let alphabet = 1 + random.below(3);
        check_covers(&dfa(&mut random, 15, alphabet).minimise(), &format!("seed {seed}"));
    }
}
