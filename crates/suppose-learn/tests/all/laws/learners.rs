//! Every learner learns every target, with whatever counterexamples it is given.

use suppose_learn::{Cache, Dfa, Kind, LearnError, Learner, Symbol, Ttt};
use suppose_testing::Random;

use crate::laws::automata::{
    classes, dfa, first_difference, is_prefix_closed, minimal, prefix_closed, word, words,
};

/// Learns a target whose minimal automaton has `size` states; `find` looks for counterexamples.
fn check(
    learner: &mut dyn Learner,
    target: &Dfa,
    size: usize,
    name: &str,
    mut find: impl FnMut(&Dfa) -> Option<Vec<Symbol>>,
) {
    learner.start(&mut &*target).expect("no limit");
    let mut sizes = vec![learner.conjecture().size()];
    while let Some(word) = find(learner.conjecture()) {
        let agreed = |learner: &dyn Learner| learner.conjecture().accepts(&word) == target.accepts(&word);
        assert!(!agreed(learner), "{name}");
        learner.refine(&word, &mut &*target).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(agreed(learner), "{name}");
        assert_eq!(classes(learner.conjecture()), learner.conjecture().size(), "{name}: not minimal");
        sizes.push(learner.conjecture().size());
        let before = learner.conjecture().clone();
        assert_eq!(learner.refine(&word, &mut &*target), Err(LearnError::NoCounterexample), "{name}");
        assert_eq!(*learner.conjecture(), before, "{name}");
    }
    assert!(sizes.is_sorted_by(|left, right| left < right), "{name}: {sizes:?}");
    assert_eq!(sizes.last(), Some(&size), "{name}");
}

#[test]
fn all_small_languages_are_learned() {
    let decisive = words(2, 4);
    for target in (1..=3).flat_map(minimal) {
        for kind in Kind::ALL {
            let name = format!("{kind} {target:?}");
            check(&mut *kind.build(2), &target, target.size(), &name, |conjecture| {
                first_difference(conjecture, &target, &decisive)
            });
        }
    }
}

#[test]
fn all_small_languages_are_learned_from_last_counterexamples() {
    let mut decisive = words(2, 5);
    decisive.reverse();
    for target in (1..=3).flat_map(minimal) {
        for kind in Kind::ALL {
            let name = format!("{kind} {target:?}");
            check(&mut *kind.build(2), &target, target.size(), &name, |conjecture| {
                first_difference(conjecture, &target, &decisive)
            });
        }
    }
}

#[test]
fn all_small_prefix_closed_languages_are_learned() {
    let decisive = words(2, 6);
    let targets: Vec<Dfa> = (1..=4).flat_map(minimal).filter(is_prefix_closed).collect();
    assert_eq!(targets.len(), 2 + 3 + 29 + 485);
    for target in &targets {
        for kind in Kind::ALL {
            let name = format!("{kind} {target:?}");
            check(&mut *kind.build(2), target, target.size(), &name, |conjecture| {
                first_difference(conjecture, target, &decisive)
            });
        }
    }
}

#[test]
fn prefix_closed_languages_are_learned_through_a_cache_that_concludes() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let target = prefix_closed(&mut random, 20, 3);
        for kind in Kind::ALL {
            let mut oracle = Cache::prefix_closed(&target);
            let mut learner = kind.build(3);
            learner.start(&mut oracle).expect("no limit");
            while let Some(word) = some_difference(&mut random, learner.conjecture(), &target, 30) {
                learner.refine(&word, &mut oracle).expect("a counterexample");
            }
            assert_eq!(learner.conjecture().size(), classes(&target), "{kind}, seed {seed}");
        }
    }
}

/// A random counterexample of up to this many letters, or else the least one.
fn some_difference(
    random: &mut Random,
    conjecture: &Dfa,
    target: &Dfa,
    longest: usize,
) -> Option<Vec<Symbol>> {
    let least = conjecture.difference(target)?;
    let tries = (0..100).map(|_| word(random, target.alphabet(), longest));
    let found = tries.into_iter().find(|word| conjecture.accepts(word) != target.accepts(word));
    Some(found.unwrap_or(least))
}

#[test]
fn random_languages_are_learned() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let alphabet = 1 + random.below(5);
        let target = if seed % 3 == 0 {
            prefix_closed(&mut random, 30, alphabet)
        } else {
            dfa(&mut random, 30, alphabet)
        };
        let size = classes(&target);
        for kind in Kind::ALL {
            let name = format!("{kind}, seed {seed}");
            check(&mut *kind.build(alphabet), &target, size, &name, |conjecture| {
                conjecture.difference(&target)
            });
            check(&mut *kind.build(alphabet), &target, size, &name, |conjecture| {
                some_difference(&mut random, conjecture, &target, 80)
            });
        }
    }
}

#[test]
fn ttt_forgets_long_counterexamples() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let target = dfa(&mut random, 25, 3);
        let size = classes(&target);
        let mut learner = Ttt::new(3);
        learner.start(&mut &target).expect("no limit");
        while let Some(word) = some_difference(&mut random, learner.conjecture(), &target, 400) {
            learner.refine(&word, &mut &target).expect("a counterexample");
            let suffixes = learner.discriminators();
            for suffix in &suffixes {
                assert!(suffix.len() < size, "seed {seed}: {suffix:?}");
                let rest = suffix.get(1..).unwrap_or(&[]);
                assert!(suffixes.iter().any(|other| other == rest), "seed {seed}: {suffix:?}");
            }
            assert_eq!(suffixes.len(), learner.conjecture().size().max(2) - 1, "seed {seed}");
        }
    }
}

#[test]
fn the_least_alphabets_are_learned() {
    for kind in Kind::ALL {
        for accepting in [false, true] {
            let target = Dfa::constant(0, accepting);
            check(&mut *kind.build(0), &target, 1, kind.name(), |conjecture| conjecture.difference(&target));
        }
        // Words of exactly three letters, over one letter.
        let target = Dfa::new(1, vec![false, false, false, true, false], vec![1, 2, 3, 4, 4]);
        let target = target.expect("targets are states");
        check(&mut *kind.build(1), &target, 5, kind.name(), |conjecture| conjecture.difference(&target));
    }
}

#[test]
fn names_are_read_back() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert_eq!(Kind::ALL.map(Kind::name), ["rivest-schapire", "angluin", "kv", "ttt"]);
    let error = "lsharp".parse::<Kind>().expect_err("not a learner");
    assert_eq!(error.to_string(), "there is no learner lsharp; there are rivest-schapire, angluin, kv, ttt");
}
