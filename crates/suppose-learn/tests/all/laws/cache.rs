//! The cache against a plain map of whole words.

use std::cell::RefCell;
use std::collections::HashMap;

use suppose_base::StopReason;
use suppose_learn::{Cache, Counter, Dfa, Membership, Symbol};
use suppose_testing::Random;

use crate::laws::automata::{dfa, prefix_closed, word};

/// Answers from an automaton and writes down what it was asked.
struct Recorder<'a> {
    target: &'a Dfa,
    asked: &'a RefCell<Vec<Vec<Symbol>>>,
}

impl Membership for Recorder<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.asked.borrow_mut().push(word.to_vec());
        Ok(self.target.accepts(word))
    }
}

/// Asks random words, short ones often again; `infer` gives the answer that follows from the answers so far.
fn check(
    seed: u64,
    target: &Dfa,
    mut cache: Cache<Recorder<'_>>,
    asked: &RefCell<Vec<Vec<Symbol>>>,
    infer: impl Fn(&HashMap<Vec<Symbol>, bool>, &[Symbol]) -> Option<bool>,
) {
    let mut random = Random::new(!seed);
    let mut plain: HashMap<Vec<Symbol>, bool> = HashMap::new();
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..300 {
        let word = word(&mut random, target.alphabet(), 6);
        let inferred = infer(&plain, &word);
        assert_eq!(cache.known(&word), inferred, "seed {seed}");
        let before = asked.borrow().len();
        let answer = cache.member(&word).expect("no limit");
        assert_eq!(answer, target.accepts(&word), "seed {seed}");
        assert_eq!(asked.borrow().len() - before, usize::from(inferred.is_none()), "seed {seed}");
        if inferred.is_none() {
            misses += 1;
            assert_eq!(asked.borrow().last(), Some(&word), "seed {seed}");
            plain.insert(word, answer);
        } else {
            hits += 1;
        }
    }
    assert_eq!((cache.hits(), cache.misses()), (hits, misses), "seed {seed}");
    assert!(hits > 0 && misses > 0, "seed {seed}");
}

#[test]
fn no_word_is_asked_twice() {
    for seed in 0..100 {
        let target = dfa(&mut Random::new(seed), 6, 2);
        let asked = RefCell::default();
        let cache = Cache::new(Recorder { target: &target, asked: &asked });
        check(seed, &target, cache, &asked, |plain, word| plain.get(word).copied());
    }
}

#[test]
fn nothing_is_asked_that_follows_from_prefix_closure() {
    for seed in 0..100 {
        let target = prefix_closed(&mut Random::new(seed), 6, 2);
        let asked = RefCell::default();
        let cache = Cache::prefix_closed(Recorder { target: &target, asked: &asked });
        check(seed, &target, cache, &asked, |plain, word| {
            let rejected = (0..=word.len()).any(|length| plain.get(&word[..length]) == Some(&false));
            // The order in which a map is gone through does not matter to `any`, but lists are clearer.
            let known = asked.borrow();
            let opened = known.iter().any(|other| other.starts_with(word) && plain[other]);
            if rejected { Some(false) } else { opened.then_some(true) }
        });
    }
}

#[test]
fn a_counter_behind_a_cache_counts_different_words() {
    let target = Dfa::constant(2, true);
    let mut oracle = Cache::new(Counter::new(&target));
    for word in [vec![0, 1], vec![], vec![0, 1], vec![0], vec![]] {
        oracle.member(&word).expect("no limit");
    }
    assert_eq!((oracle.inner().queries(), oracle.inner().symbols()), (3, 3));
}

#[test]
fn only_what_was_accepted_is_carried_over_to_a_larger_language() {
    // Words without the second letter, then all words.
    let small = Dfa::new(2, vec![true, false], vec![0, 1, 1, 1]).expect("targets are states");
    let large = Dfa::constant(2, true);
    let mut cache = Cache::prefix_closed(&small);
    for word in [vec![0, 0], vec![1], vec![0, 1, 0]] {
        cache.member(&word).expect("no limit");
    }
    assert_eq!(cache.known(&[1, 0]), Some(false));
    let mut cache = cache.without_rejections(Counter::new(&large));
    assert_eq!([cache.known(&[0]), cache.known(&[1]), cache.known(&[1, 0])], [Some(true), None, None]);
    assert_eq!(cache.member(&[0, 1, 0]), Ok(true));
    assert_eq!(cache.inner().queries(), 1);
}
