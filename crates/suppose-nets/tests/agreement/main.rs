//! All methods give the same verdicts, on small random designs and on the dissertation's circuit.

#![expect(clippy::print_stderr, reason = "the tests say how much they compared")]

mod random;

use suppose_base::{Budget, Verdict};
use suppose_nets::reduce::Reduction;
use suppose_nets::verify::{Method, Options, Refinement, questions, verify};
use suppose_nets::{Design, Failure};

use random::{Kind, SplitMix, design};

/// The verdicts of one way, for each question; none means inconclusive.
fn verdicts(design: &Design, options: &Options) -> Vec<(Failure, bool)> {
    let answers = verify(design, &questions(design), options, &Budget::unlimited());
    let verdict = |answer: &suppose_nets::verify::Answer| match &answer.verdict {
        Verdict::Holds => (answer.failure, true),
        Verdict::Violated(run) => {
            assert_eq!(run.failure, answer.failure);
            (answer.failure, false)
        }
        Verdict::Inconclusive(reason) => panic!("{:?} {:?}: {reason:?}", options.method, answer.failure),
    };
    answers.iter().map(verdict).collect()
}

fn ways() -> Vec<Options> {
    let usual = Options::default();
    let mut all = Vec::new();
    for sharing in [true, false] {
        for k in [2, 3] {
            all.push(Options { method: Method::Refine, sharing, k, ..usual });
        }
        for refinement in [Refinement::Constraint, Refinement::Sync] {
            all.push(Options { method: Method::Refine, refinement, sharing, ..usual });
        }
        for reduction in [Reduction::None, Reduction::Autofailure, Reduction::Transition, Reduction::Region] {
            all.push(Options { method: Method::Minimise, reduction: Some(reduction), sharing, ..usual });
        }
        all.push(Options { method: Method::Minimise, sharing, ..usual });
    }
    all.push(usual);
    all
}

fn compare(kind: Kind, number: u64) -> [usize; 2] {
    let number = std::env::var("SUPPOSE_DESIGNS").ok().and_then(|n| n.parse().ok()).unwrap_or(number);
    let seed: u64 = std::env::var("SUPPOSE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(2012);
    let mut counts = [0, 0];
    for i in 0..number {
        let mut random = SplitMix(seed.wrapping_mul(1_000_003).wrapping_add(i));
        let design = design(&mut random, kind);
        let flat = Options { method: Method::Flat, ..Options::default() };
        let expected = verdicts(&design, &flat);
        for &(_, holds) in &expected {
            counts[usize::from(holds)] += 1;
        }
        for options in ways() {
            let found = std::panic::catch_unwind(|| verdicts(&design, &options));
            assert_eq!(found.ok(), Some(expected.clone()), "seed {seed}, design {i}: {options:?}");
        }
    }
    counts
}

#[test]
fn random_gates() {
    let [violated, holds] = compare(Kind::Gates, 400);
    eprintln!("{violated} questions violated, {holds} hold");
    assert!(violated > 100 && holds > 100);
}

#[test]
fn random_nets() {
    let [violated, holds] = compare(Kind::Nets, 400);
    eprintln!("{violated} questions violated, {holds} hold");
    assert!(violated > 100 && holds > 100);
}
