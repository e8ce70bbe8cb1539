//! Automata to test with, and naive definitions to test against.

use suppose_learn::{Dfa, Symbol};
use suppose_testing::Random;

pub(crate) fn word(random: &mut Random, alphabet: usize, longest: usize) -> Vec<Symbol> {
    let length = random.below(longest + 1);
    (0..length).map(|_| random.below(alphabet) as Symbol).collect()
}

/// An automaton with up to this many states, of which one in four accepts, or half, or three in four.
pub(crate) fn dfa(random: &mut Random, most: usize, alphabet: usize) -> Dfa {
    let states = 1 + random.below(most);
    let share = 1 + random.below(3);
    let accepting = (0..states).map(|_| random.below(4) < share).collect();
    let delta = (0..states * alphabet).map(|_| random.below(states) as u32).collect();
    Dfa::new(alphabet, accepting, delta).expect("targets are states")
}

/// An automaton of a prefix-closed language: the last state rejects and is never left.
pub(crate) fn prefix_closed(random: &mut Random, most: usize, alphabet: usize) -> Dfa {
    let states = 2 + random.below(most - 1);
    let accepting = (0..states).map(|state| state + 1 < states).collect();
    let targets = |random: &mut Random, state| {
        if state + 1 == states { states - 1 } else { random.below(states) }
    };
    let delta = (0..states * alphabet).map(|cell| targets(random, cell / alphabet) as u32).collect();
    Dfa::new(alphabet, accepting, delta).expect("targets are states")
}

/// All automata with this many states over two letters.
pub(crate) fn all(states: usize) -> impl Iterator<Item = Dfa> {
    let tables = states.pow(2 * states as u32);
    (0..tables << states).map(move |number| {
        let accepting = (0..states).map(|state| number >> state & 1 == 1).collect();
        let digit = |place: usize| (number >> states) / states.pow(place as u32) % states;
        let delta = (0..2 * states).map(|place| digit(place) as u32).collect();
        Dfa::new(2, accepting, delta).expect("targets are states")
    })
}

/// One automaton for each language whose minimal automaton has this many states, over two letters.
pub(crate) fn minimal(states: usize) -> Vec<Dfa> {
    all(states).filter(|dfa| is_canonical(dfa) && classes(dfa) == states).collect()
}

/// Whether all states are reached, and in the order of their numbers when letters are tried in order.
fn is_canonical(dfa: &Dfa) -> bool {
    let mut known = 1;
    let mut state = 0;
    while state < known {
        for symbol in 0..dfa.alphabet() as Symbol {
            let target = dfa.step(state, symbol);
            if target > known {
                return false;
            }
            known = known.max(target + 1);
        }
        state += 1;
    }
    known as usize == dfa.size()
}

pub(crate) fn is_prefix_closed(dfa: &Dfa) -> bool {
    let states = 0..dfa.size() as u32;
    let opens = |state| dfa.row(state).iter().any(|&target| dfa.is_accepting(target));
    states.into_iter().all(|state| dfa.is_accepting(state) || !opens(state))
}

/// How many classes the reachable states fall into: the size of the minimal automaton. Moore's way: classes
/// by acceptance, then again and again by the classes of the targets.
pub(crate) fn classes(dfa: &Dfa) -> usize {
    let mut reachable = vec![0];
    let mut next = 0;
    while next < reachable.len() {
        let state: u32 = reachable[next];
        for &target in dfa.row(state) {
            if !reachable.contains(&target) {
                reachable.push(target);
            }
        }
        next += 1;
    }
    let mut class: Vec<usize> =
        (0..dfa.size() as u32).map(|state| usize::from(dfa.is_accepting(state))).collect();
    let mut count = 0;
    loop {
        let mut seen: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut finer = class.clone();
        for &state in &reachable {
            let targets = dfa.row(state).iter().map(|&target| class[target as usize]).collect();
            let signature = (class[state as usize], targets);
            finer[state as usize] = seen.iter().position(|s| *s == signature).unwrap_or_else(|| {
                seen.push(signature);
                seen.len() - 1
            });
        }
        if seen.len() == count {
            return count;
        }
        count = seen.len();
        class = finer;
    }
}

/// All words up to a length, shortest first and then in lexicographic order.
pub(crate) fn words(alphabet: usize, longest: usize) -> Vec<Vec<Symbol>> {
    let mut words = vec![Vec::new()];
    let mut level = 0..1;
    for _ in 0..longest {
        let start = words.len();
        for place in level {
            for symbol in 0..alphabet as Symbol {
                let word = [&*words[place], &[symbol]].concat();
                words.push(word);
            }
        }
        level = start..words.len();
    }
    words
}

/// The first of the words that only one of the two accepts.
pub(crate) fn first_difference(left: &Dfa, right: &Dfa, words: &[Vec<Symbol>]) -> Option<Vec<Symbol>> {
    words.iter().find(|word| left.accepts(word) != right.accepts(word)).cloned()
}
