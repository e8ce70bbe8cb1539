//! Query counts on random automata that other implementations have learned, with exact equivalence and least
//! shortest counterexamples.
//!
//! Repeated queries are not counted for L* and Kearns–Vazirani; on these libalf agrees with `AALpy` and with
//! `LearnLib`. They are counted for TTT, where the answer to the counterexample itself is given. TTT of
//! `LearnLib` asks a little more: it sifts the transitions of its second state twice, which the table below
//! adds.
//!
//! The automata are read from the folder `learn` of the directory that `SUPPOSE_CORPUS` names.

use std::path::Path;

use suppose_learn::{Cache, Counter, Dfa, Kind, Learner, Membership};

/// Learns with least shortest counterexamples; how many of these there were, and the letters in them.
fn learn(learner: &mut dyn Learner, target: &Dfa, oracle: &mut dyn Membership) -> (u64, u64) {
    let (mut count, mut letters) = (0, 0);
    learner.start(oracle).expect("no limit");
    while let Some(word) = learner.conjecture().difference(target) {
        learner.refine(&word, oracle).expect("a counterexample");
        count += 1;
        letters += word.len() as u64;
    }
    assert_eq!(learner.conjecture().size(), target.size());
    (count, letters)
}

fn distinct_queries(kind: Kind, target: &Dfa) -> (u64, u64) {
    let mut oracle = Cache::new(Counter::new(target));
    learn(&mut *kind.build(target.alphabet()), target, &mut oracle);
    (oracle.inner().queries(), oracle.inner().symbols())
}

/// All queries but the one for each counterexample.
fn queries_besides_counterexamples(kind: Kind, target: &Dfa) -> (u64, u64) {
    let mut oracle = Counter::new(target);
    let (count, letters) = learn(&mut *kind.build(target.alphabet()), target, &mut oracle);
    (oracle.queries() - count, oracle.symbols() - letters)
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
    let Some(corpus) = suppose_testing::corpus() else { return };
    let folder = corpus.join("learn");
    // File; L*; Kearns–Vazirani; TTT of LearnLib; the queries that it repeats.
    let expected = [
        ("dfa_50_5_1.txt", (1_859, 9_086), (1_242, 5_561), (1_515, 6_515), (29, 84)),
        ("dfa_50_20_1.txt", (11_462, 41_239), (5_956, 20_952), (6_325, 21_969), (123, 349)),
        ("dfa_200_5_1.txt", (11_414, 72_146), (6_474, 36_410), (7_906, 43_027), (35, 105)),
        ("dfa_200_20_1.txt", (53_414, 220_757), (30_776, 121_736), (32_323, 126_452), (158, 454)),
    ];
    for (file, rivest_schapire, kearns_vazirani, ttt, repeated) in expected {
        let target = read(&folder.join(file));
        assert_eq!(distinct_queries(Kind::RivestSchapire, &target), rivest_schapire, "{file}");
        assert_eq!(distinct_queries(Kind::KearnsVazirani, &target), kearns_vazirani, "{file}");
        let (queries, symbols) = queries_besides_counterexamples(Kind::Ttt, &target);
        assert_eq!((queries + repeated.0, symbols + repeated.1), ttt, "{file}");
    }
}
