//! Small sets of records, and the numbers that come of them, worked out by hand.

use suppose_study::Outcome::{self, Failed, Holds, Memory, Timeout};
use suppose_study::analysis::{
    Against, Analysis, Category, Predicted, SubjectName, SystemCount, VerifierAnalysis,
};
use suppose_study::{Record, Role, Verifier};

use crate::records::{key, parts, whole};

const LTS: Verifier = Verifier::Lts;

fn plain(system: &str, size: u32, max_states: u64) -> Record {
    whole(LTS, system, "P1", size, max_states)
}

/// A decomposition of the components a, b and c.
fn split(role: Role, system: &str, size: u32, max_states: u64, first: &[&str]) -> Record {
    let rest: Vec<&str> = ["a", "b", "c"].into_iter().filter(|name| !first.contains(name)).collect();
    parts(plain(system, size, max_states), role, first, &rest)
}

fn generalised(system: &str, size: u32, max_states: u64) -> Record {
    let mut run = split(Role::Generalised, system, size, max_states, &["a"]);
    run.from_size = Some(2);
    run.run = key(&run);
    run
}

fn ended(mut record: Record, outcome: Outcome) -> Record {
    record.outcome = outcome;
    record
}

/// The four decompositions of a, b and c when b and c can be swapped: {a}, {b}, {a,b}, {b,c}.
fn all(system: &str, size: u32, states: [u64; 4]) -> Vec<Record> {
    let firsts: [&[&str]; 4] = [&["a"], &["b"], &["a", "b"], &["b", "c"]];
    let stands_for = [1, 2, 2, 1];
    let runs = states.into_iter().zip(firsts).zip(stands_for);
    runs.map(|((states, first), stands_for)| Record {
        stands_for,
        ..split(Role::All, system, size, states, first)
    })
    .collect()
}

fn first<T>(records: &[Record], look: impl Fn(&VerifierAnalysis<'_>) -> T) -> T {
    look(&Analysis::of(records).verifiers[0])
}

fn name(system: &str) -> SubjectName {
    SubjectName { system: system.to_owned(), property: "P1".to_owned() }
}

#[test]
fn decompositions_are_counted_with_those_they_stand_for() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records[2].outcome = Outcome::Timeout;
    records.extend(all("s", 3, [1, 2, 3, 4]));
    let row = |size, decided| SystemCount {
        system: "s".to_owned(),
        size,
        properties: 1,
        stands_for: 6,
        runs: 4,
        decided,
    };
    first(&records, |found| {
        assert_eq!(found.counts.rows, [row(2, 3), row(3, 4)]);
        assert_eq!(found.counts.smallest().collect::<Vec<_>>(), [&row(2, 3)]);
    });
}

#[test]
fn the_best_is_compared_with_the_plain_search_at_the_smallest_size() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records.extend([plain("s", 2, 40), plain("s", 3, 1)]);
    records.extend(all("t", 2, [300, 500, 200, 400]));
    records.push(plain("t", 2, 100));
    records.extend(all("without a plain search", 2, [1, 1, 1, 1]));
    first(&records, |found| {
        let smallest = &found.smallest;
        let ratios: Vec<_> =
            smallest.ratios.iter().map(|ratio| (ratio.name.system.as_str(), ratio.value())).collect();
        assert_eq!(ratios, [("s", 0.25), ("t", 2.0)]);
        assert_eq!(
            (smallest.better(), smallest.mean_of_better(), smallest.mean_of_others()),
            (1, Some(0.25), Some(2.0))
        );
        // Below 40 states are {a}, {b} with its twin, and {b,c}.
        assert_eq!((smallest.better_decompositions, smallest.decompositions), (4, 12));
    });
}

#[test]
fn the_best_is_known_when_nothing_can_be_better() {
    let known = |records: &[Record]| {
        first(records, |found| (found.best_known[0].attempted, found.best_known[0].known))
    };
    let mut records = all("s", 2, [30, 20, 90, 10]);
    assert_eq!(known(&records), (1, 1));
    // Stopped when it was already worse than the best one.
    records[2] = ended(records[2].clone(), Outcome::Memory);
    assert_eq!(known(&records), (1, 1));
    // Stopped when it could still have been better.
    records[2].max_states = 9;
    assert_eq!(known(&records), (1, 0));
    // One class is missing.
    records.remove(2);
    assert_eq!(known(&records), (1, 0));
}

#[test]
fn equal_decompositions_are_told_apart_by_all_their_states_and_never_by_time() {
    let mut records = all("s", 2, [10, 10, 10, 10]);
    (records[0].states, records[1].states, records[2].states, records[3].states) = (50, 40, 40, 60);
    (records[1].time_ms, records[2].time_ms) = (2.0, 1.0);
    let best =
        first(&records, |found| found.subjects[0].sizes[&2].best().map(|best| best.run.parts[0].clone()));
    assert_eq!(best, Some(vec!["a".to_owned(), "b".to_owned()]));
}

#[test]
fn lines_have_the_sizes_at_which_both_have_an_answer() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records.extend([2, 3, 4, 5, 6].map(|size| plain("s", size, 10 * u64::from(size))));
    records.extend([generalised("s", 3, 60), generalised("s", 5, 25)]);
    records.push(ended(generalised("s", 4, 7), Outcome::Timeout));
    first(&records, |found| {
        let line: Vec<_> = found.memory[0].ratios.iter().map(|ratio| (ratio.size, ratio.value())).collect();
        // At the smallest size, the best decomposition takes the place of the generalised one.
        assert_eq!(line, [(2, 0.5), (3, 2.0), (5, 0.5)]);
        assert_eq!(found.time[0].last().decomposed.to_bits(), 10f64.to_bits());
    });
}

#[test]
fn subjects_fall_into_five_categories() {
    let category = |plain_runs: &[(u32, u64, Outcome)], general: &[(u32, u64, Outcome)]| {
        let mut records = all("s", 2, [30, 20, 90, 10]);
        records.push(plain("s", 2, 20));
        records.extend(
            plain_runs.iter().map(|&(size, states, outcome)| ended(plain("s", size, states), outcome)),
        );
        records.extend(
            general.iter().map(|&(size, states, outcome)| ended(generalised("s", size, states), outcome)),
        );
        first(&records, |found| found.scaling.subjects[0].category)
    };
    // The plain search runs out where the decomposition does not.
    assert_eq!(category(&[(3, 9, Memory)], &[(3, 9, Holds)]), Some(Category::Farther));
    assert_eq!(
        category(&[(3, 90, Holds), (4, 9, Timeout)], &[(3, 99, Holds), (4, 9, Holds)]),
        Some(Category::Farther)
    );
    // The plain search failed for another reason: the last size of both decides what is likely.
    assert_eq!(category(&[(3, 9, Failed)], &[(3, 9, Holds)]), Some(Category::PerhapsFarther));
    assert_eq!(
        category(&[(3, 9, Holds), (4, 9, Failed)], &[(3, 9, Holds), (4, 9, Holds)]),
        Some(Category::PerhapsNot)
    );
    // Nothing larger was run.
    assert_eq!(category(&[(3, 9, Holds)], &[(3, 8, Holds)]), Some(Category::PerhapsFarther));
    // The decomposition runs out first, or at the same size, which need not be the next number.
    assert_eq!(category(&[(3, 90, Holds)], &[(3, 9, Memory)]), Some(Category::NotFarther));
    assert_eq!(
        category(&[(3, 90, Holds), (8, 9, Memory)], &[(3, 9, Holds), (8, 9, Timeout)]),
        Some(Category::NotFarther)
    );
    // The plain search goes to size 30 by itself, and farther or not no longer matters.
    assert_eq!(
        category(&[(30, 90, Holds), (31, 9, Memory)], &[(30, 9, Holds), (31, 9, Holds)]),
        Some(Category::BothScale)
    );
    assert_eq!(category(&[(30, 90, Holds)], &[(30, 99, Holds)]), Some(Category::PerhapsNot));
}

#[test]
fn a_subject_without_comparison_has_no_category() {
    let records = [ended(plain("s", 3, 5), Outcome::Failed), generalised("s", 3, 5)];
    assert_eq!(first(&records, |found| found.scaling.subjects[0].category), None);
    assert_eq!(first(&records, |found| found.scaling.total()), 0);
    let records = [generalised("s", 3, 5)];
    assert!(first(&records, |found| found.scaling.subjects.is_empty()));
}

#[test]
fn the_generalised_decomposition_is_compared_with_the_best_of_all_roles() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records.extend(all("s", 3, [80, 70, 60, 50]));
    records.extend([plain("s", 3, 55), generalised("s", 3, 80), split(Role::Given, "s", 3, 40, &["c"])]);
    let against = Against {
        name: name("s"),
        size: 3,
        generalised: 80,
        decided: true,
        best: Some(40),
        known: true,
        monolithic: 55,
    };
    first(&records, |found| {
        assert_eq!(found.against_best, std::slice::from_ref(&against));
        assert!(found.against_best[0].only_best_is_better() && !found.against_best[0].is_best());
    });
}

#[test]
fn learning_costs_what_checking_the_premises_does_not() {
    let mut run = generalised("s", 3, 100);
    (run.time_ms, run.premises_ms, run.premises_max_states) = (20.0, Some(5.0), Some(60));
    run.assumption_states = 12;
    let mut slower = generalised("t", 3, 100);
    // Measured apart, checking the premises may seem to take longer.
    (slower.time_ms, slower.premises_ms, slower.premises_max_states) = (1.0, Some(2.0), Some(100));
    slower.assumption_states = 9;
    let unfinished = ended(generalised("s", 4, 9), Outcome::Timeout);
    first(&[run, slower, unfinished], |found| {
        let costs: Vec<_> = found
            .learning
            .subjects
            .iter()
            .map(|cost| (cost.size, cost.time_share, cost.memory_share))
            .collect();
        assert_eq!(costs, [(3, Some(0.75), Some(0.6)), (3, Some(0.0), Some(1.0))]);
        assert_eq!(found.learning.memory(), (2, 1));
        assert_eq!(
            (found.learning.time_shares(true), found.learning.median_time_share(false)),
            (vec![0.0], Some(0.75))
        );
    });
}

#[test]
fn predictions_are_measured_by_the_best() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records.push(split(Role::Predicted, "s", 2, 20, &["b"]));
    records.extend(all("s", 3, [30, 20, 90, 10]));
    records.push(ended(split(Role::Predicted, "s", 3, 1, &["b"]), Outcome::Timeout));
    records.extend(all("t", 2, [30, 20, 90, 10]));
    records.push(split(Role::Predicted, "t", 2, 10, &["b", "c"]));
    records.push(split(Role::Predicted, "nothing to compare with", 2, 10, &["b", "c"]));
    first(&records, |found| {
        let predictions = &found.predictions;
        let ratios: Vec<_> =
            predictions.all.iter().map(|one| (one.name.system.as_str(), one.ratio())).collect();
        assert_eq!(ratios, [("s", Some(2.0)), ("s", None), ("t", Some(1.0))]);
        assert_eq!((predictions.within(2.0), predictions.within(1.0)), (2, 1));
        assert_eq!(predictions.subjects_within(2.0), (2, 1));
        let last = Predicted { name: name("t"), size: 2, predicted: Some(10), best: 10, known: true };
        assert_eq!(predictions.all[2], last);
    });
}

#[test]
fn auto_is_measured_by_the_fastest_single_method() {
    let timed = |system: &str, method: &str, time_ms: f64, outcome: Outcome| {
        let mut run = Record { method: method.to_owned(), time_ms, outcome, ..plain(system, 2, 5) };
        run.run = key(&run);
        run
    };
    let records = [
        timed("a", "monolithic", 1000.0, Holds),
        timed("a", "refine", 10.0, Timeout),
        timed("a", "auto", 1500.0, Holds),
        timed("b", "monolithic", 1000.0, Holds),
        timed("b", "refine", 200.0, Holds),
        timed("b", "auto", 1000.0, Holds),
        timed("c", "monolithic", 10.0, Holds),
        timed("c", "auto", 99.0, Timeout),
        timed("d", "monolithic", 10.0, Timeout),
        timed("d", "auto", 99.0, Holds),
    ];
    first(&records, |found| {
        let race = &found.race;
        let ratios: Vec<_> = race.runs.iter().map(|run| (run.method.as_str(), run.ratio())).collect();
        assert_eq!(ratios, [("monolithic", Some(1.5)), ("refine", Some(5.0)), ("monolithic", None)]);
        // 1000 ms is more than four times 200 ms and a tenth of a second.
        assert_eq!((race.answered(), race.within(4.0), race.where_plain_is_fastest(1.5)), (2, 1, (2, 1)));
        assert_eq!(race.median_ratio(), Some(5.0));
        assert_eq!(race.worst().map(|run| run.name.system.as_str()), Some("b"));
    });
}

#[test]
fn of_the_same_run_under_several_limits_one_with_an_answer_counts() {
    let mut slow = ended(plain("s", 2, 3), Outcome::Timeout);
    let quick = plain("s", 2, 40);
    for (key, expected) in [("0 before", 40), ("z after", 40)] {
        key.clone_into(&mut slow.run);
        let records = [quick.clone(), slow.clone()];
        let states =
            first(&records, |found| found.subjects[0].sizes[&2].monolithic().map(|run| run.max_states));
        assert_eq!(states, Some(expected));
    }
    // And of the same key, the last one.
    let mut again = quick.clone();
    again.max_states = 41;
    let records = [quick, again];
    assert_eq!(Analysis::of(&records).overview.runs, 1);
    assert_eq!(
        first(&records, |found| found.subjects[0].sizes[&2].monolithic().map(|run| run.max_states)),
        Some(41)
    );
}

#[test]
fn opposite_answers_are_a_contradiction_only_with_one_verifier() {
    let mut flow = ended(whole(Verifier::Flow, "s", "P1", 2, 5), Outcome::Violated);
    let holds = plain("s", 2, 5);
    assert_eq!(Analysis::of(&[holds.clone(), flow.clone()]).contradictions, []);
    flow.verifier = LTS;
    let records = [holds.clone(), flow.clone()];
    let found = Analysis::of(&records).contradictions;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0].holds, &found[0].violated), (&holds.run, &flow.run));
}

#[test]
fn answers_and_summary_have_the_numbers() {
    let mut records = all("s", 2, [30, 20, 90, 10]);
    records.extend([plain("s", 2, 40), plain("s", 3, 100), generalised("s", 3, 150)]);
    let analysis = Analysis::of(&records);
    let ours: Vec<&str> = analysis.answers.iter().map(|answer| answer.ours.as_str()).collect();
    assert_eq!(
        ours[0],
        "The best decomposition needs less memory than the plain search on 1 of 1 subjects; there it needs \
         25% of its memory on average. Of all 6 decompositions of these subjects, 4 are better than the \
         plain search."
    );
    assert_eq!(
        ours[1],
        "At the largest size where both have an answer, the generalised decomposition needs less memory \
         than the plain search on 0 of 1 subjects (0%). Of the 1 that start out better at the smallest \
         size, 0 stay so. The median of the memory at the largest size is 1.5 times that of the plain \
         search."
    );
    assert_eq!(ours[5], "There are no runs that answer this yet.");
    let summary = analysis.summary();
    assert!(summary.starts_with("7 runs of 1 systems, 70 ms in all.\n\n5.1 Do decompositions save memory"));
    assert!(summary.lines().all(|line| line.chars().count() <= 100), "{summary}");
}

#[test]
fn no_records_are_no_trouble() {
    let analysis = Analysis::of(&[]);
    assert_eq!((analysis.overview.runs, analysis.verifiers.len(), analysis.answers.len()), (0, 0, 0));
    assert!(analysis.summary().starts_with("0 runs"));
}
