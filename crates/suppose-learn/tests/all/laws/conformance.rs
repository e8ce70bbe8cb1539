//! The W-method and the Wp-method find every difference that they promise to find.

use suppose_learn::{Cache, Counter, Dfa, Equivalence, WMethod, WpMethod};
use suppose_testing::Random;

use crate::laws::automata::{dfa, first_difference, minimal, words};

/// What the tests find, and how many different words they try.
fn find(method: &mut dyn Equivalence, conjecture: &Dfa, target: &Dfa) -> (bool, u64) {
    let mut oracle = Cache::new(Counter::new(target));
    let found = method.find(conjecture, &mut oracle).expect("no limit");
    if let Some(word) = &found {
        assert_ne!(conjecture.accepts(word), target.accepts(word), "{word:?} is no difference");
    }
    (found.is_some(), oracle.inner().queries())
}

#[test]
fn one_extra_state_is_found() {
    let decisive = words(2, 4);
    let (small, three) = ([minimal(1), minimal(2)].concat(), minimal(3));
    let mut missed = 0;
    for conjecture in &small {
        for target in small.iter().chain(&three) {
            let differ = first_difference(conjecture, target, &decisive).is_some();
            let extra = target.size().saturating_sub(conjecture.size());
            assert_eq!(
                find(&mut WMethod { extra }, conjecture, target).0,
                differ,
                "{conjecture:?} {target:?}"
            );
            assert_eq!(
                find(&mut WpMethod { extra }, conjecture, target).0,
                differ,
                "{conjecture:?} {target:?}"
            );
            missed += usize::from(differ && !find(&mut WpMethod { extra: 0 }, conjecture, target).0);
        }
    }
    // With too few extra states some differences are missed: the parameter matters.
    assert!(missed > 0);
}

#[test]
fn automata_of_the_same_size_need_no_extra_state() {
    let decisive = words(2, 4);
    let three = minimal(3);
    for conjecture in three.iter().step_by(23) {
        for target in &three {
            let differ = first_difference(conjecture, target, &decisive).is_some();
            assert_eq!(
                find(&mut WMethod { extra: 0 }, conjecture, target).0,
                differ,
                "{conjecture:?} {target:?}"
            );
            assert_eq!(
                find(&mut WpMethod { extra: 0 }, conjecture, target).0,
                differ,
                "{conjecture:?} {target:?}"
            );
        }
    }
}

#[test]
fn random_automata_with_one_changed_transition_are_told_apart() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let conjecture = dfa(&mut random, 12, 2).minimise();
        let size = conjecture.size();
        let mut delta: Vec<u32> = (0..size as u32).flat_map(|state| conjecture.row(state).to_vec()).collect();
        let cell = random.below(delta.len());
        delta[cell] = random.below(size) as u32;
        let accepting = (0..size as u32).map(|state| conjecture.is_accepting(state)).collect();
        let target = Dfa::new(2, accepting, delta).expect("targets are states");
        let differ = conjecture.minimise() != target.minimise();
        assert_eq!(find(&mut WMethod { extra: 0 }, &conjecture, &target).0, differ, "seed {seed}");
        assert_eq!(find(&mut WpMethod { extra: 1 }, &conjecture, &target).0, differ, "seed {seed}");
    }
}

/// Words over two letters in which the number of the first letter is divisible by four: four states in a
/// ring, told apart by λ, a and aa.
#[test]
fn tests_are_those_of_the_definition() {
    let ring = Dfa::new(2, vec![true, false, false, false], vec![1, 0, 2, 1, 3, 2, 0, 3]);
    let ring = ring.expect("targets are states");
    // P has λ, a, aa, aaa and b, ab, aab, aaab, aaaa; each with λ, a and aa.
    // These are a^0 to a^6, and a^i b a^j for i up to 3 and j up to 2.
    assert_eq!(find(&mut WMethod { extra: 0 }, &ring, &ring), (false, 7 + 12));
    let (_, fewer) = find(&mut WpMethod { extra: 0 }, &ring, &ring);
    assert!(fewer < 19, "{fewer}");
}

#[test]
fn an_empty_alphabet_has_one_word() {
    let (yes, no) = (Dfa::constant(0, true), Dfa::constant(0, false));
    assert_eq!(find(&mut WMethod { extra: 3 }, &yes, &yes), (false, 1));
    assert_eq!(find(&mut WpMethod { extra: 3 }, &yes, &no), (true, 1));
}
