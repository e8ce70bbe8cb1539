//! Query counts on random automata that other implementations have learned: two independent ones agree on L* and on
//! Kearns–Vazirani, with exact equivalence, least shortest counterexamples and repeated queries not counted.
//!
//! The automata are read from the folder `learn` of the directory that `SUPPOSE_CORPUS` names.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

use std::path::Path;

use suppose_learn::{Cache, Counter, Dfa, Kind};

/// Learns with least shortest counterexamples; the number of distinct queries and of the letters in them.
fn distinct_queries(kind: Kind, target: &Dfa) -> (u64, u64) {
    let mut oracle = Cache::new(Counter::new(target));
    let mut learner = kind.build(target.alphabet());
    learner.start(&mut oracle).expect("no limit");
    while let Some(word) = learner.conjecture().difference(target) {
        learner.refine(&word, &mut oracle).expect("a counterexample");
    }
    assert_eq!(learner.conjecture().size(), target.size());
    (oracle.inner().queries(), oracle.inner().symbols())
}

fn read(path: &Path) -> Dfa {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    let mut lines = text.lines();
    let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let sizes: Vec<u32> = numbers(lines.next().expect("sizes"));
    let bits: Vec<u32> = numbers(lines.next().expect("accepting bits"));
    let delta: Vec<u32> = lines.flat_map(|line| -> Vec<u32> { numbers(line) }).collect();
    let dfa = Dfa::new(sizes[1] as usize, bits.iter().map(|&bit| bit == 1).collect(), delta);
    dfa.filter(|dfa| dfa.size() == sizes[0] as usize).expect("a complete automaton")
}

#[test]
fn query_counts_are_those_of_other_tools() {
    let Some(corpus) = std::env::var_os("SUPPOSE_CORPUS") else {
        eprintln!("skipped: SUPPOSE_CORPUS is not set");
        return;
    };
    let folder = Path::new(&corpus).join("learn");
    let expected = [
        ("dfa_50_5_1.txt", (1_859, 9_086), (1_242, 5_561)),
        ("dfa_50_20_1.txt", (11_462, 41_239), (5_956, 20_952)),
        ("dfa_200_5_1.txt", (11_414, 72_146), (6_474, 36_410)),
        ("dfa_200_20_1.txt", (53_414, 220_757), (30_776, 121_736)),
    ];
    for (file, rivest_schapire, kearns_vazirani) in expected {
        let target = read(&folder.join(file));
        assert_eq!(distinct_queries(Kind::RivestSchapire, &target), rivest_schapire, "{file}");
        assert_eq!(distinct_queries(Kind::KearnsVazirani, &target), kearns_vazirani, "{file}");
    }
}
