//! Learning random automata with exact equivalence and least shortest counterexamples. Milliseconds on the
//! clock (CPU time is too coarse here) for everything: the learner, the answers, the search for
//! counterexamples.
//!
//! The automata are those of the folder `learn` of the directory that `SUPPOSE_CORPUS` names, since peers
//! were measured on them; otherwise random ones of the same sizes are made here.

use std::path::Path;

use suppose_learn::{Cache, Counter, Dfa, Kind, Membership};

use crate::clock::best_of;

/// States, letters, and the fastest peer in milliseconds.
const ROWS: [(usize, usize, f64); 4] = [(50, 5, 2.0), (50, 20, 7.0), (200, 5, 31.0), (200, 20, 22.0)];

pub(crate) fn run() {
    println!("## Learning random automata\n");
    println!(
        "| states × letters | learner | conjectures | queries | distinct | ms | with cache ms | peer ms |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (states, letters, peer) in ROWS {
        let given = std::env::var_os("SUPPOSE_CORPUS")
            .and_then(|corpus| read(&Path::new(&corpus).join(format!("learn/dfa_{states}_{letters}_1.txt"))));
        let target = given.unwrap_or_else(|| random(states, letters));
        for kind in Kind::ALL {
            let plain = best_of(9, || {
                let mut oracle = Counter::new(&target);
                (learn(kind, &target, &mut oracle), oracle.queries())
            });
            let cached = best_of(9, || {
                let mut oracle = Cache::new(Counter::new(&target));
                learn(kind, &target, &mut oracle);
                oracle.inner().queries()
            });
            let (conjectures, queries) = plain.value;
            println!(
                "| {} × {letters} | {kind} | {conjectures} | {queries} | {} | {:.2} | {:.2} | {peer} |",
                target.size(),
                cached.value,
                plain.wall * 1e3,
                cached.wall * 1e3,
            );
        }
    }
    println!();
}

fn learn(kind: Kind, target: &Dfa, oracle: &mut dyn Membership) -> usize {
    let mut learner = kind.build(target.alphabet());
    let mut conjectures = 1;
    learner.start(oracle).expect("no limit");
    while let Some(word) = learner.conjecture().difference(target) {
        learner.refine(&word, oracle).expect("a counterexample");
        conjectures += 1;
    }
    conjectures
}

/// First line `states letters`, then the accepting bits after a word, then a row of targets for each state.
fn read(path: &Path) -> Option<Dfa> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut lines =
        text.lines().map(|line| line.split_whitespace().filter_map(|word| word.parse::<u32>().ok()));
    let letters = lines.next()?.nth(1)?;
    let accepting = lines.next()?.map(|bit| bit == 1).collect();
    Dfa::new(letters as usize, accepting, lines.flatten().collect())
}

/// The minimal automaton of a random one; random automata are nearly minimal already.
fn random(states: usize, letters: usize) -> Dfa {
    let mut seed = (states * letters) as u64;
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % bound as u64) as usize
    };
    let accepting = (0..states).map(|_| next(2) == 1).collect();
    let delta = (0..states * letters).map(|_| next(states) as u32).collect();
    Dfa::new(letters, accepting, delta).expect("targets are states").minimise()
}
