//! All methods give the same verdicts, and these are the ones of an interpreter that shares no code with
//! them, on small random designs.
//!
//! `SUPPOSE_DESIGNS` makes each test larger and `SUPPOSE_SEED` other.

#![expect(clippy::print_stderr, reason = "the tests say how much they compared")]

mod cells;
use crate::common;
mod corners;
mod graphs;
mod names;
mod random;

use suppose_base::{Budget, Verdict};
use suppose_nets::reduce::Reduction;
use suppose_nets::replay::replay;
use suppose_nets::search::search;
use suppose_nets::verify::{Answer, Method, Options, Refinement, questions, verify, verify_together};
use suppose_nets::{Design, Failure, Failures};
use suppose_testing::Random;

use common::interpret;
use random::Kind;

/// The verdicts of one way, for each question.
fn verdicts(design: &Design, options: &Options) -> Vec<(Failure, bool)> {
    judged(design, &verify(design, &questions(design), options, &Budget::unlimited()))
}

/// The verdicts of some answers, whose runs are replayed and judged.
fn judged(design: &Design, answers: &[Answer]) -> Vec<(Failure, bool)> {
    let verdict = |answer: &Answer| match &answer.verdict {
        Verdict::Holds => (answer.failure, true),
        Verdict::Violated(run) => {
            assert_eq!(run.failure, answer.failure);
            let way = replay(design, run).expect("a run of the design");
            interpret::judge(design, &way.snapshots).expect("a run of the interpreter");
            // A failing step is judged where it begins.
            let end = way.snapshots.len() - usize::from(run.failure != Failure::Deadlock);
            let failures = interpret::judge(design, &way.snapshots[..end]).expect("a run of the interpreter");
            assert!(failures.iter().any(|failure| failure.kind() == run.failure), "{run:?}");
            (answer.failure, false)
        }
        Verdict::Inconclusive(reason) => panic!("{:?} {:?}: {reason:?}", answer.method, answer.failure),
    };
    answers.iter().map(verdict).collect()
}

fn ways() -> Vec<Options> {
    let usual = Options::default();
    let mut all = Vec::new();
    for sharing in [true, false] {
        for method in Method::ALL {
            all.push(Options { method, sharing, ..usual });
        }
        all.push(Options { method: Method::Refine, sharing, k: 2, ..usual });
        for refinement in Refinement::ALL.into_iter().filter(|&refinement| refinement != usual.refinement) {
            all.push(Options { method: Method::Refine, refinement, sharing, ..usual });
        }
        for reduction in exact_reductions() {
            all.push(Options { method: Method::Minimise, reduction: Some(reduction), sharing, ..usual });
        }
    }
    for small in [5, 30] {
        // Nets with more states than this are taken together.
        all.push(Options { method: Method::Minimise, small, ..usual });
        all.push(Options { method: Method::Refine, small, sharing: false, ..usual });
    }
    for reduction in exact_reductions() {
        all.push(Options { method: Method::Refine, reduction: Some(reduction), ..usual });
    }
    all
}

/// All but the one that may see failures that are none.
fn exact_reductions() -> impl Iterator<Item = Reduction> {
    Reduction::ALL.into_iter().filter(|&reduction| reduction != Reduction::State)
}

/// The reduction that may see failures that are none never says so: what it says is right, or it says that it
/// does not know. Returns how often it did not.
fn check_coarse(design: &Design, expected: &[(Failure, bool)], about: &str) -> usize {
    let mut open = 0;
    for method in [Method::Refine, Method::Minimise] {
        let options = Options { method, reduction: Some(Reduction::State), ..Options::default() };
        let mut answers = verify(design, &questions(design), &options, &Budget::unlimited());
        let is_open = |answer: &Answer| match &answer.verdict {
            Verdict::Inconclusive(reason) => reason.to_string().contains("state-based abstraction"),
            _ => false,
        };
        open += answers.iter().filter(|answer| is_open(answer)).count();
        answers.retain(|answer| !is_open(answer));
        for verdict in judged(design, &answers) {
            assert!(expected.contains(&verdict), "{about}: {method:?}, {verdict:?}");
        }
    }
    open
}

/// The flat search finds the kinds of failures that the interpreter finds; and as many states, where these
/// have the same parts.
fn check_flat(design: &Design, flat: &[(Failure, bool)], about: &str) {
    const MOST: usize = 20_000;
    let Some(expected) = interpret::explore(design, MOST) else { return };
    let mut kinds: Vec<Failure> = expected.failures.iter().map(interpret::Failure::kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut found: Vec<Failure> = flat.iter().filter(|verdict| !verdict.1).map(|verdict| verdict.0).collect();
    found.sort_unstable();
    assert_eq!(found, kinds, "{about}");
    if design.nets.iter().all(|net| net.signals.is_none()) {
        let counted = search(design, Failures::NONE, &Budget::unlimited());
        assert_eq!(
            (counted.states, counted.firings),
            (expected.states as u64, expected.firings as u64),
            "{about}"
        );
    }
}

/// Whether the product of the parts that certificates are about stays out of π.
fn guarded_parts_are_fine(design: &Design, kind: Failure) -> bool {
    let budget = Budget::unlimited();
    let system = suppose_nets::guarded(design, Failures::of(&[kind]), &budget).expect("no limit");
    let product = suppose_lts::product::compose(&system, &budget).expect("no limit").lts;
    !product.has_error() && !product.initial().is_error()
}

/// Groups of nets: up to three, some with a net in common, and with a number that is no net.
fn groups(design: &Design, random: &mut Random) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); 3];
    for net in 0..design.nets.len() {
        groups[random.below(3)].push(net);
        if random.below(8) == 0 {
            groups[random.below(3)].push(net);
        }
    }
    groups[0].insert(0, design.nets.len());
    // Nets of the others are alone.
    groups.truncate(1 + random.below(3));
    groups
}

/// How many questions are violated and how many hold.
fn compare(name: &str, number: u64, make: impl Fn(&mut Random) -> Design) -> [usize; 2] {
    let number = std::env::var("SUPPOSE_DESIGNS").ok().and_then(|n| n.parse().ok()).unwrap_or(number);
    let seed: u64 = std::env::var("SUPPOSE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(2012);
    let (mut counts, mut open) = ([0, 0], 0);
    for i in 0..number {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(i));
        let design = make(&mut random);
        let about = format!("{name}, seed {seed}, design {i}");
        let flat = Options { method: Method::Flat, ..Options::default() };
        let expected = verdicts(&design, &flat);
        check_flat(&design, &expected, &about);
        for &(_, holds) in &expected {
            counts[usize::from(holds)] += 1;
        }
        for &(kind, holds) in expected.iter().filter(|(kind, _)| *kind != Failure::Deadlock) {
            assert_eq!(guarded_parts_are_fine(&design, kind), holds, "{about}: guarded parts, {kind}");
        }
        for options in ways() {
            let found = std::panic::catch_unwind(|| verdicts(&design, &options));
            assert_eq!(found.ok(), Some(expected.clone()), "{about}: {options:?}");
        }
        open += check_coarse(&design, &expected, &about);
        let together = groups(&design, &mut random);
        for method in [Method::Refine, Method::Minimise] {
            let options = Options { method, ..Options::default() };
            let all = questions(&design);
            let answers = verify_together(&design, &together, &all, &options, &Budget::unlimited());
            assert_eq!(judged(&design, &answers), expected, "{about}: {method:?}, {together:?}");
        }
    }
    eprintln!(
        "{name}: {} questions violated, {} hold; {open} answers of a coarse reduction open",
        counts[0], counts[1]
    );
    counts
}

#[test]
fn random_gates() {
    let [violated, holds] = compare("gates", 150, |random| random::design(random, Kind::Gates));
    assert!(violated > 50 && holds > 50);
}

#[test]
fn random_nets() {
    let [violated, holds] = compare("nets", 150, |random| random::design(random, Kind::Nets));
    assert!(violated > 50 && holds > 50);
}

#[test]
fn wires_that_several_nets_write() {
    let [violated, holds] = compare("contested", 120, |random| random::design(random, Kind::Contested));
    assert!(violated > 50 && holds > 50);
}

#[test]
fn expressions_without_a_value() {
    let [violated, holds] = compare("partial", 120, |random| random::design(random, Kind::Partial));
    assert!(violated > 50 && holds > 50);
}

#[test]
fn inputs_from_outside() {
    let [violated, holds] = compare("open", 120, |random| random::design(random, Kind::Open));
    assert!(violated > 50 && holds > 50);
}

#[test]
fn signal_transition_graphs() {
    let [violated, holds] = compare("graphs", 150, graphs::design);
    assert!(violated > 50 && holds > 50);
}

#[test]
fn equal_cells() {
    let [violated, holds] = compare("cells", 120, cells::design);
    assert!(violated > 50 && holds > 50);
}
