//! The answers against the definition, on all small components.

use std::collections::VecDeque;

use suppose_base::Budget;
use suppose_learn::Kind;
use suppose_lts::Lts;

use super::super::{Environment, Learn, OpenSystem, Oracle, deadlock_free, learn};
use super::naive::{Plain, can_fail, product, words};
use super::small::{components, numbers, properties, random};
use super::{both, open};
use crate::test_support::word;

const LONGEST: usize = 4;

/// The same language up to a length, and the form that is promised.
#[track_caller]
fn agrees(found: &Environment, sigma: &[u32], allowed: impl Fn(&[u32]) -> bool) {
    let all = words(sigma, LONGEST);
    match found {
        Environment::Any => assert!(all.iter().all(|w| allowed(w)), "not in any environment"),
        Environment::None { .. } => assert!(!allowed(&[]), "some environments are good"),
        Environment::Assumption(lts) => {
            let plain = Plain::of(lts);
            for w in &all {
                assert_eq!(plain.can(w), allowed(w), "{w:?} by {lts:?}");
            }
            assert_eq!(lts.alphabet(), word(sigma));
            is_canonical(lts);
        }
    }
}

/// Deterministic, without τ and π, every two states tell themselves apart by some word, numbered as met
/// breadth-first.
#[track_caller]
fn is_canonical(lts: &Lts) {
    assert!(lts.is_deterministic() && !lts.has_error() && lts.end().is_none());
    let plain = Plain::of(lts);
    let n = lts.num_states();
    let step = |s: usize, a: u32| plain.edges.iter().find(|e| e.0 == s && e.1 == a).map(|e| e.2);
    let mut differ = vec![vec![false; n]; n];
    for _ in 0..n {
        for p in 0..n {
            for q in 0..n {
                differ[p][q] |= plain.alphabet.iter().any(|&a| match (step(p, a), step(q, a)) {
                    (Some(p), Some(q)) => differ[p][q],
                    (None, None) => false,
                    _ => true,
                });
            }
        }
    }
    assert!((0..n).all(|p| (0..n).all(|q| p == q || differ[p][q])), "not minimal: {lts:?}");
    let mut met: Vec<usize> = vec![0];
    let mut queue: VecDeque<usize> = met.clone().into();
    while let Some(s) = queue.pop_front() {
        for &a in &plain.alphabet {
            if let Some(t) = step(s, a)
                && !met.contains(&t)
            {
                met.push(t);
                queue.push_back(t);
            }
        }
    }
    assert!(met.iter().copied().eq(0..n), "not numbered breadth-first: {lts:?}");
}

/// A trace of the whole that shows nothing of Σ and takes what is watched to π.
#[track_caller]
fn is_violation(all: &[Plain], sigma: &[u32], trace: &[u32]) {
    assert!(trace.iter().all(|a| !sigma.contains(a)));
    let known: Vec<u32> = all.iter().flat_map(|p| p.alphabet.iter().copied()).collect();
    assert!(can_fail(all, &known, trace), "{trace:?} is no violation");
}

fn plain(open: &OpenSystem) -> Vec<Plain> {
    open.components.iter().chain([&open.watched]).map(|lts| Plain::of(lts)).collect()
}

fn check(open: &OpenSystem, sigma: &[u32], learners: &[Kind]) {
    let found = both(open, learners).environment;
    let all = plain(open);
    agrees(&found, sigma, |w| !can_fail(&all, sigma, w));
    if let Environment::None { trace, .. } = found {
        is_violation(&all, sigma, &numbers(&trace));
    }
}

fn check_deadlock_free(open: &OpenSystem, sigma: &[u32]) {
    let found = deadlock_free(open, &Budget::unlimited()).expect("no limit").environment;
    let all = plain(open);
    let joint: Vec<u32> = sigma
        .iter()
        .copied()
        .filter(|a| all[..all.len() - 1].iter().any(|p| p.alphabet.contains(a)))
        .collect();
    let mut graph = product(&all, sigma);
    graph.remove_deadlocks(&joint);
    let mut sets = graph.determinised(sigma);
    sets.remove_deadlocks(&joint);
    agrees(&found, sigma, |w| sets.allows(w));
}

#[test]
fn all_small_components() {
    for (number, component) in components().enumerate() {
        for (property, sigma) in properties() {
            let open = open(std::slice::from_ref(&component), &property, &word(sigma));
            check(&open, sigma, &[Kind::ALL[number % Kind::ALL.len()]]);
        }
    }
}

#[test]
fn all_small_components_without_deadlock() {
    for component in components() {
        for (property, sigma) in properties() {
            let open = open(std::slice::from_ref(&component), &property, &word(sigma));
            check_deadlock_free(&open, sigma);
        }
    }
}

/// The weakest assumptions of these components are small: five states more than any conjecture are enough.
#[test]
fn enough_tests_are_as_good_as_certainty() {
    for (number, component) in components().enumerate().step_by(61) {
        for (property, sigma) in properties() {
            let open = open(std::slice::from_ref(&component), &property, &word(sigma));
            let oracle = if number % 2 == 0 { Oracle::W { extra: 5 } } else { Oracle::Wp { extra: 5 } };
            let learner = Kind::ALL[number % Kind::ALL.len()];
            let learned = learn(&open, Learn { learner, oracle }, &Budget::unlimited()).expect("no limit");
            assert_eq!(learned.environment, both(&open, &[]).environment, "component {number}");
        }
    }
}

#[test]
fn random_components() {
    let (mut any, mut none, mut some) = (0, 0, 0);
    for seed in 0..400 {
        let (components, property, sigma) = random(seed);
        let open = open(&components, &property, &word(&sigma));
        let outcome = std::panic::catch_unwind(|| {
            check(&open, &sigma, &Kind::ALL);
            check_deadlock_free(&open, &sigma);
        });
        assert!(outcome.is_ok(), "seed {seed}");
        match both(&open, &[]).environment {
            Environment::Any => any += 1,
            Environment::None { .. } => none += 1,
            Environment::Assumption(_) => some += 1,
        }
    }
    // All three answers occur often enough.
    assert!(any > 20 && none > 20 && some > 100, "{any} {none} {some}");
}

/// Theorem 3.2: an environment keeps to the assumption exactly when the whole system keeps to the property.
#[test]
fn environments_are_good_exactly_when_they_keep_to_it() {
    use suppose_base::Verdict;
    use suppose_lts::Role;
    use suppose_lts::check::{Question, check};
    use suppose_lts::ops::error_lts;

    use super::small::random_environment;
    use crate::test_support::{component, system_of};

    let holds = |parts: &[Lts], property: &Lts| {
        let mut all: Vec<_> = parts.iter().map(|lts| component("M", Role::Component, lts.clone())).collect();
        all.push(component("P", Role::Property, property.clone()));
        let watched = all.len() - 1;
        let system = system_of(all);
        let answer = check(&system, &[Question::Safe(watched)], 1, &Budget::unlimited()).remove(0);
        matches!(answer.verdict, Verdict::Holds)
    };
    let (mut good, mut bad) = (0, 0);
    for seed in 0..600 {
        let (components, property, sigma) = random(seed);
        let environment = random_environment(seed, &sigma);
        let mut all = components.clone();
        all.push(environment.clone());
        let whole = holds(&all, &property);
        let expected = match both(&open(&components, &property, &word(&sigma)), &[]).environment {
            Environment::Any => true,
            Environment::None { .. } => false,
            Environment::Assumption(lts) => {
                let watch = error_lts(&lts).expect("an assumption is deterministic");
                holds(&[environment], &watch)
            }
        };
        assert_eq!(whole, expected, "seed {seed}");
        *if whole { &mut good } else { &mut bad } += 1;
    }
    assert!(good > 100 && bad > 100, "{good} {bad}");
}
