//! Every method gives the verdicts of the flat search, or where that does not end within a limit, those of
//! the other methods. A method may give up for want of time or states, but not where the flat search ends if
//! it is `auto`. Runs are replayed before they are believed.

#![expect(clippy::print_stderr, reason = "the table is for people")]

use std::time::{Duration, Instant};

use suppose_base::{Budget, Verdict};
use suppose_nets::verify::{Answer, Method, Options, Refinement, questions, verify};
use suppose_nets::{Design, Failure};

use crate::corpus::common::corpus;
use crate::corpus::designs::{graphs, netlists, platu};

/// States of the flat search.
const MOST: u64 = if cfg!(debug_assertions) { 3_000 } else { 700_000 };

/// For each method and design.
const PATIENCE: Duration = Duration::from_secs(5);

fn ways() -> Vec<(&'static str, Options)> {
    let usual = Options::default();
    let refine = Options { method: Method::Refine, ..usual };
    let constraint = Options { refinement: Refinement::Constraint, ..refine };
    let minimise = Options { method: Method::Minimise, ..usual };
    vec![
        ("auto", usual),
        ("minimise", minimise),
        ("minimise apart", Options { sharing: false, ..minimise }),
        ("refine 2", Options { k: 2, ..refine }),
        ("refine 3", refine),
        ("refine 3 apart", Options { sharing: false, ..refine }),
        ("constraint", constraint),
        ("constraint apart", Options { sharing: false, ..constraint }),
    ]
}

/// As letters: the first letter of a question, large where it is violated, a dash where there is no answer.
fn letters(answers: &[Answer]) -> String {
    let letter = |answer: &Answer| {
        let first = if answer.failure == Failure::Deadlock {
            'l'
        } else {
            answer.failure.name().chars().next().unwrap_or('?')
        };
        match &answer.verdict {
            Verdict::Holds => first,
            Verdict::Violated(_) => first.to_ascii_uppercase(),
            Verdict::Inconclusive(_) => '-',
        }
    };
    answers.iter().map(letter).collect()
}

/// Compares all methods on a design, with the flat search if that ends, and else with each other; returns how
/// many answers there were, and how many were missing.
fn compare(design: &Design) -> Option<(usize, usize)> {
    let questions = questions(design);
    let began = Instant::now();
    let flat = Options { method: Method::Flat, ..Options::default() };
    let found = verify(design, &questions, &flat, &Budget::unlimited().with_max_states(MOST));
    let mut expected: Vec<char> = letters(&found).chars().collect();
    let whole = !expected.contains(&'-');
    if !whole && cfg!(debug_assertions) {
        return None;
    }
    let (verdicts, states) = (letters(&found), found[0].effort.states);
    let nets = design.nets.len();
    eprintln!("{:32} {nets:4} nets {states:8} states {verdicts} {:.1?}", design.name, began.elapsed());
    let (mut answered, mut open) = (0, 0);
    for (name, options) in ways() {
        let began = Instant::now();
        let budget = Budget::unlimited().with_max_states(2 * MOST).with_timeout(PATIENCE);
        let answers = verify(design, &questions, &options, &budget);
        let found = letters(&answers);
        let states = answers.iter().map(|answer| answer.effort.peak_states).max().unwrap_or(0);
        eprintln!("{name:>48} {states:8} states {found} {:.1?}", began.elapsed());
        for ((answer, letter), expected) in answers.iter().zip(found.chars()).zip(&mut expected) {
            if let Verdict::Inconclusive(reason) = &answer.verdict {
                assert!(["states", "timeout"].contains(&reason.name()), "{} {name}: {reason:?}", design.name);
                assert!(!whole || name != "auto", "{}: {reason:?}", design.name);
                open += 1;
            } else {
                if *expected == '-' {
                    *expected = letter;
                }
                assert_eq!(letter, *expected, "{} {name} {:?}", design.name, answer.failure);
                answered += 1;
            }
        }
    }
    Some((answered, open))
}

fn compare_all(designs: &[Design], least: usize) {
    let compared: Vec<(usize, usize)> = designs.iter().filter_map(compare).collect();
    let (answers, open) = compared.iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    eprintln!("{} of {} designs, {answers} answers, {open} without", compared.len(), designs.len());
    assert!(compared.len() >= least, "{} designs", compared.len());
}

#[test]
fn methods_agree_on_circuits() {
    let Some(root) = corpus("async") else { return };
    compare_all(&platu(&root), if cfg!(debug_assertions) { 1 } else { 10 });
}

#[test]
fn methods_agree_on_signal_transition_graphs() {
    let Some(root) = corpus("async") else { return };
    compare_all(&graphs(&root), 20);
}

#[test]
fn methods_agree_on_open_netlists() {
    let Some(root) = corpus("async") else { return };
    compare_all(&netlists(&root), 5);
}
