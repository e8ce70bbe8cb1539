//! Which runs a study has, in which order, and what their keys depend on.

use std::path::Path;

use super::*;
use crate::read::study_of;

fn plan(text: &str) -> Plan {
    let budget = Budget::unlimited();
    let study = study_of(Path::new("test.toml"), text, &budget).expect("a study");
    Plan::new(&study, &budget).expect("a plan")
}

const RELAY: &str = "[[systems]]\nmodel = \"relay\"\nsizes = [2, 3, 4]\n";

/// `role size parts`, with who it waits for.
fn shown(run: &Planned) -> String {
    let parts: Vec<String> = run.parts.iter().map(|part| part.join(" ")).collect();
    let size = run.subject.size;
    format!("{:?} {size} {} {:?} {:?}", run.role, parts.join(" | "), run.best_of, run.after)
}

#[test]
fn all_decompositions_come_before_what_is_generalised_from_them() {
    let decompositions = "[\"generalised\", \"predicted\"]";
    let text =
        format!("{RELAY}[[runs]]\nmethod = \"learn\"\ndecompositions = {decompositions}\ngive_up = true\n");
    let runs: Vec<String> = plan(&text).runs.iter().map(shown).collect();
    assert_eq!(
        runs,
        [
            "Predicted 2  [] None",
            "Predicted 3  [] Some(0)",
            "Predicted 4  [] Some(1)",
            "All 2 variable | runner_0 runner_1 [] None",
            "All 2 runner_0 | variable runner_1 [] None",
            "All 2 variable runner_0 | runner_1 [] None",
            "All 2 runner_1 | variable runner_0 [] None",
            "All 2 variable runner_1 | runner_0 [] None",
            "All 2 runner_0 runner_1 | variable [] None",
            "Generalised 3  [3, 4, 5, 6, 7, 8] None",
            "Generalised 4  [3, 4, 5, 6, 7, 8] Some(9)",
        ]
    );
}

#[test]
fn a_run_that_is_asked_for_twice_is_planned_once() {
    let once = format!("{RELAY}[[runs]]\nmethod = \"learn\"\ndecompositions = \"all\"\nsizes = 2\n");
    let twice = format!(
        "{once}[[runs]]\nmethod = \"learn\"\ndecompositions = [\"best\", \"generalised\"]\nsizes = [2, 3]\n"
    );
    // The decompositions of size 2, of size 3, and one that is generalised from the former.
    assert_eq!((plan(&once).runs.len(), plan(&twice).runs.len()), (6, 6 + 14 + 1));
    // Other limits make another run; what is generalised takes what is there.
    let longer =
        format!("{once}[[runs]]\nmethod = \"learn\"\ndecompositions = \"generalised\"\ntimeout = 99\n");
    assert_eq!(plan(&longer).runs.len(), 6 + 2);
}

#[test]
fn keys_are_the_same_whenever_they_are_made_and_differ_with_whatever_matters() {
    let text = format!("{RELAY}[[runs]]\nmethod = \"learn\"\ndecompositions = \"all\"\n");
    let first = plan(&text);
    assert_eq!(first, plan(&format!("# Another layout.\n{text}")));
    let mut keys: Vec<String> = first.runs.iter().map(|run| run.key.clone()).collect();
    for other in [
        format!("[study]\ntimeout = 61\n{text}"),
        format!("{text}verifier = \"flow\"\n"),
        text.replace("\"learn\"", "\"lazy\""),
    ] {
        keys.extend(plan(&other).runs.into_iter().map(|run| run.key));
    }
    let count = keys.len();
    assert_eq!(count, 4 * (6 + 14 + 30));
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}
