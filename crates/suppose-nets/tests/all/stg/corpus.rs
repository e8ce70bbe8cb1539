//! Published graphs against what an independent explicit search and petrify say about them.
//!
//! `SUPPOSE_CORPUS` names the directory; without it the test says that it is skipped. Each row of
//! `async/g-expected.tsv` has a file, its places and transitions, how a search of at most 300000 markings
//! ended, and the markings, edges and deadlocks it found.

use std::path::{Path, PathBuf};

use suppose_base::{Budget, FileId, StopReason, Verdict};
use suppose_nets::search::search;
use suppose_nets::stg::{Stg, check, read};
use suppose_nets::{Design, Failures};

/// Two tokens, more markings than the reference looked at.
const UNSAFE: [&str; 1] = ["g/balsa-callmux_.g"];
const LARGE: [&str; 2] = ["g/balsa-gcd_clean.g", "g/rotsor-ParArbMix_std_3.g"];

/// Files without a row: their codes are given here.
const WRONG: [(&str, &str); 4] = [
    ("g/balsa-gcd-core.g", "E0836"),
    ("g/mechkg-badImplicitPlaceReference.g", "E0841"),
    ("g/mechkg-badImplicitPlaceReference2.g", "E0841"),
    ("g/mechkg-badPlaceReference.g", "E0841"),
];

fn corpus() -> Option<PathBuf> {
    Some(suppose_testing::corpus()?.join("async"))
}

fn load(directory: &Path, file: &str) -> Stg {
    let text = std::fs::read_to_string(directory.join(file)).expect("a corpus file");
    let (stg, warnings) = read(&text, FileId(0), file).unwrap_or_else(|list| panic!("{file}: {list:#?}"));
    assert!(warnings.is_empty(), "{file}: {warnings:#?}");
    stg
}

#[test]
fn every_row_is_found_again() {
    let Some(directory) = corpus() else { return };
    let table = std::fs::read_to_string(directory.join("g-expected.tsv")).expect("the table");
    let (mut rows, mut designs) = (0, 0);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (file, result) = (cells[0], cells[3]);
        let number = |i: usize| cells[i].parse::<u64>().expect("a number");
        let mut stg = load(&directory, file);
        assert_eq!(stg.net().places.len() as u64, number(1), "{file}");
        assert_eq!(stg.net().transitions.len() as u64, number(2), "{file}");
        if result != "limit" {
            stg.infer_initial(&Budget::unlimited()).expect("no limit");
        }
        let limit = if result == "limit" { 20_000 } else { 300_000 };
        let report = check(&stg, &Budget::unlimited().with_max_states(limit));
        match result {
            "ok" => {
                assert_eq!(report.safe, Verdict::Holds, "{file}");
                let found = (report.markings, report.edges, report.deadlocks);
                assert_eq!(found, (number(4), number(5), number(6)), "{file}");
                assert_eq!(report.deadlock_free.holds(), number(6) == 0, "{file}");
                if report.consistent.holds() {
                    // Values follow from the marking, so the search of designs finds as many states.
                    let (design, _) = Design::join(file, vec![stg.fragment]).expect("a graph alone");
                    let found = search(&design, Failures::NONE, &Budget::unlimited());
                    let found = (found.states, found.firings, found.deadlocks);
                    assert_eq!(found, (number(4), number(5), number(6)), "{file} as a design");
                    designs += 1;
                }
            }
            "unsafe" => {
                assert!(UNSAFE.contains(&file));
                assert!(report.safe.witness().is_some(), "{file}");
            }
            "limit" => {
                assert!(LARGE.contains(&file));
                assert_eq!(report.safe, Verdict::Inconclusive(StopReason::States(limit)), "{file}");
            }
            other => panic!("{file}: {other}"),
        }
        rows += 1;
    }
    assert_eq!((rows, designs), (32, 26));
}

#[test]
fn wrong_files_are_refused() {
    let Some(directory) = corpus() else { return };
    for (file, code) in WRONG {
        let text = std::fs::read_to_string(directory.join(file)).expect("a corpus file");
        let messages = read(&text, FileId(0), file).expect_err(file);
        assert!(messages.iter().all(|m| m.code == code), "{file}: {messages:#?}");
    }
}
