//! The published tables, analysed: the numbers of the dissertation's chapter 5 come out of its appendix C.
//!
//! Where they differ from the text of the chapter, a comment says so; the rest is equal.

use suppose_study::Verifier;
use suppose_study::analysis::{Analysis, BestKnown, Category, VerifierAnalysis, published};

use crate::records::appendix_c;

fn with<T>(verifier: Verifier, look: impl Fn(&VerifierAnalysis<'_>) -> T) -> T {
    let records = appendix_c();
    let analysis = Analysis::of(&records);
    look(
        analysis.verifiers.iter().find(|found| found.verifier == verifier).expect("both verifiers have runs"),
    )
}

#[test]
fn all_rows_are_read() {
    let records = appendix_c();
    let analysis = Analysis::of(&records);
    assert_eq!(analysis.verifiers.iter().map(|found| found.subjects.len()).collect::<Vec<_>>(), [30, 32]);
    assert_eq!(analysis.contradictions, []);
    // Section 5.1: "a total of 12 subjects"; the two that LTSA does not have are not compared.
    assert_eq!(analysis.better_with_all, Some((12, 30)));
}

#[test]
fn section_5_1_on_small_sizes() {
    let of = |verifier| {
        with(verifier, |found| {
            let round = |value: Option<f64>| (value.unwrap_or(0.0) * 1000.0).round();
            let smallest = &found.smallest;
            let means = (round(smallest.mean_of_better()), round(smallest.mean_of_others()));
            (smallest.better(), smallest.ratios.len(), means)
        })
    };
    assert_eq!(of(Verifier::Lts), (17, 30, (336.0, 2817.0)));
    // The chapter has 48.5% and 654.1%.
    assert_eq!(of(Verifier::Flow), (17, 32, (484.0, 6371.0)));
}

#[test]
fn section_5_2_on_larger_sizes() {
    let better = |verifier| {
        with(verifier, |found| found.memory.iter().filter(|curve| curve.last().value() < 1.0).count())
    };
    assert_eq!(better(Verifier::Flow), 18);
    assert_eq!(better(Verifier::Lts), 3);
}

#[test]
fn table_5_3_as_far_as_the_appendix_tells() {
    let counts =
        |verifier| with(verifier, |found| Category::ALL.map(|category| found.scaling.count(category)));
    // The chapter has 6, 7, 13, 2, 4 and 0, 2, 14, 14, 0. The appendix shows few of the sizes at which
    // memory ran out, without which some subjects of categories 1 and 3 look like 2 or 4.
    assert_eq!(counts(Verifier::Flow), [4, 10, 9, 5, 4]);
    assert_eq!(counts(Verifier::Lts), [0, 3, 11, 16, 0]);
}

#[test]
fn table_5_4_on_sizes_whose_best_is_known() {
    let rows = |verifier| with(verifier, |found| found.best_known.clone());
    for verifier in [Verifier::Lts, Verifier::Flow] {
        let expected = published::of(verifier).best_known;
        let expected = expected.map(|(size, attempted, known)| BestKnown { size, attempted, known });
        assert_eq!(rows(verifier), expected);
    }
}

#[test]
fn section_5_4_on_the_best_decompositions() {
    let of = |verifier| {
        with(verifier, |found| {
            let best = found.against_best.iter().filter(|against| against.is_best()).count();
            let only = found.against_best.iter().filter(|against| against.only_best_is_better()).count();
            (best, only, found.against_best.len())
        })
    };
    assert_eq!(of(Verifier::Flow), (10, 1, 32));
    assert_eq!(of(Verifier::Lts), (11, 3, 30));
}

#[test]
fn section_5_5_on_time() {
    let less = |verifier| {
        with(verifier, |found| found.time.iter().filter(|curve| curve.last().value() < 1.0).count())
    };
    assert_eq!(less(Verifier::Lts), 7);
    // The chapter has 11.
    assert_eq!(less(Verifier::Flow), 12);
}

#[test]
fn subjects_have_their_numbers() {
    let number = published::subject_number;
    assert_eq!(number("gas-station", "P3"), Some(1));
    assert_eq!(number("peterson", "P1"), Some(32));
    assert_eq!(number("chiron-single", "P8"), Some(19));
    assert_eq!(number("chiron-single", "P10"), None);
    assert_eq!(number("fifo", "P1"), None);
    let totals = [Verifier::Lts, Verifier::Flow].map(|verifier| {
        let rows = published::of(verifier).decompositions;
        rows.iter().map(|&(_, properties, each)| properties as u64 * each).sum::<u64>()
    });
    assert_eq!(totals, [2772, 3088]);
}
