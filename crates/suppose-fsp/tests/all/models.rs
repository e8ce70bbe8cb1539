//! The example models mean what their header comments say.
//!
//! The numbers below were worked out by a small interpreter of FSP in another language, which shares nothing
//! with this one; those of the philosophers are also what other tools give. Those of the bank, the filter,
//! the gas station, the pipeline, the smokers and the token ring come from programs in that language which
//! were written from the stories, not from the FSP.

use std::path::PathBuf;

use suppose_base::{Budget, FileId, Verdict};
use suppose_fsp::{Compiled, NoImports, load};
use suppose_lts::Lts;
use suppose_lts::io::write_fsp;
use suppose_lts::product::{Errors, Goal, Product, Requirement, Violation, check_progress, compose};
use suppose_lts::reduce::{strong, weak};

/// What a system does.
enum Safety {
    /// It reaches neither π nor a deadlock.
    Fine,
    /// It can violate this property after so many actions.
    Violates(&'static str, usize),
    /// It can deadlock after so many actions.
    Deadlocks(usize),
}

use Safety::{Deadlocks, Fine, Violates};

/// File, composite, states, transitions, safety, progress tests that fail.
type Row = (&'static str, &'static str, usize, usize, Safety, &'static [&'static str]);

const ROWS: &[Row] = &[
    ("alternating_bit", "Protocol", 116, 358, Fine, &[]),
    ("alternating_bit", "Service", 116, 352, Fine, &[]),
    ("alternating_bit", "NoBit", 122, 354, Violates("Order", 9), &[]),
    ("bank", "Bank", 35, 80, Fine, &[]),
    ("buffer", "Bounded", 24, 42, Fine, &[]),
    ("buffer", "Unguarded", 4, 8, Violates("Bounds", 1), &[]),
    ("buffer", "Nested", 30, 32, Deadlocks(1), &[]),
    ("channel", "Channel", 4, 4, Fine, &[]),
    ("channel_prime", "Channel", 4, 4, Fine, &[]),
    ("client_server", "OneByOne", 20, 48, Fine, &[]),
    ("client_server", "Crowded", 20, 60, Violates("Turns", 2), &[]),
    ("commit", "Commit", 47, 81, Fine, &[]),
    ("commit", "Service", 47, 81, Fine, &[]),
    ("commit", "Rash", 51, 90, Violates("Unanimity", 4), &[]),
    ("election", "Ring", 47, 88, Fine, &[]),
    ("election", "Seen", 47, 88, Fine, &[]),
    ("election", "Careless", 638, 1976, Violates("Highest", 5), &["Leads"]),
    ("filter", "Filter", 2813, 8439, Fine, &[]),
    ("gas_station", "GAS_STATION", 675, 1782, Fine, &[]),
    ("lift", "Lift", 200, 800, Fine, &[]),
    ("lift", "Hasty", 208, 880, Violates("DoorsShut", 4), &[]),
    ("mutex", "Mutual", 7, 8, Fine, &[]),
    ("mutex", "Barging", 9, 20, Violates("Race", 3), &[]),
    ("mutex", "Component", 9, 29, Violates("Race", 1), &[]),
    ("peterson", "Peterson", 48, 96, Fine, &[]),
    ("peterson", "Reversed", 94, 188, Violates("Mutex", 9), &[]),
    ("peterson", "Spinning", 43, 73, Fine, &["Enter.1", "Enter.2"]),
    ("philosophers", "Table", 2163, 8770, Deadlocks(10), &[]),
    ("philosophers", "Polite", 2163, 8770, Fine, &[]),
    ("pipeline", "Pipeline", 32, 56, Fine, &[]),
    ("priorities", "Fair", 12, 24, Fine, &[]),
    ("priorities", "Unfair", 4, 5, Fine, &["Right"]),
    ("priorities", "Urgent", 3, 3, Fine, &["Left"]),
    ("readers_writers", "Document", 6, 12, Fine, &[]),
    ("readers_writers", "Busy", 6, 10, Fine, &["WriteAgain"]),
    ("readers_writers", "Careless", 6, 24, Violates("Safe", 2), &[]),
    ("seated_philosophers", "Attended", 753, 2236, Fine, &[]),
    ("seated_philosophers", "Unattended", 1296, 4568, Deadlocks(8), &[]),
    ("seated_philosophers", "Neighbourly", 1296, 4568, Deadlocks(8), &[]),
    ("smokers", "Smokers", 94, 159, Fine, &[]),
    ("terminating", "Laundry", 11, 10, Fine, &[]),
    ("terminating", "Stuck", 10, 9, Deadlocks(9), &[]),
    ("token_ring", "RING", 480, 2560, Fine, &[]),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

fn compile(text: &str, target: Option<&str>) -> Compiled {
    let model = load(text, FileId(0), &NoImports).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    assert_eq!(model.warnings(), []);
    let compiled = model.compile(target, &Budget::unlimited()).expect("it has a meaning");
    assert_eq!(compiled.warnings, []);
    compiled
}

fn model(name: &str, target: Option<&str>) -> Compiled {
    let path = folder().join(name).with_extension("lts");
    compile(&std::fs::read_to_string(path).expect("the model is there"), target)
}

fn built(compiled: &Compiled) -> Lts {
    compose(&compiled.system, &Budget::unlimited()).expect("no limit").lts
}

#[test]
fn every_model_is_listed_and_its_default_is_the_first_row() {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "lts"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut listed: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
    listed.dedup();
    assert_eq!(names, listed);
    for name in listed {
        let first = ROWS.iter().find(|row| row.0 == name).map(|row| row.1);
        assert_eq!(Some(model(name, None).system.name.as_str()), first, "{name}");
    }
}

#[test]
fn sizes() {
    for &(file, system, states, transitions, ..) in ROWS {
        let lts = built(&model(file, Some(system)));
        assert_eq!((lts.num_states(), lts.num_transitions()), (states, transitions), "{file} {system}");
    }
}

#[test]
fn safety() {
    let goal = Goal { errors: Errors::Any, deadlocks: true };
    for (file, name, _, _, expected, _) in ROWS {
        let system = model(file, Some(name)).system;
        let product = Product::new(&system).expect("small");
        let verdict = product.explore(goal, 1, &Budget::unlimited()).verdict;
        match (verdict, expected) {
            (Verdict::Holds, Fine) => {}
            (Verdict::Violated(witness), Violates(property, length)) => {
                let Violation::Error { component } = witness.violation else {
                    panic!("{file} {name}: {witness:?}")
                };
                assert_eq!(system.components[component].name, *property, "{file} {name}");
                assert_eq!(witness.steps.len(), *length, "{file} {name}: {witness:?}");
            }
            (Verdict::Violated(witness), Deadlocks(length)) => {
                assert_eq!(witness.violation, Violation::Deadlock, "{file} {name}");
                assert_eq!(witness.steps.len(), *length, "{file} {name}: {witness:?}");
            }
            (other, _) => panic!("{file} {name}: {other:?}"),
        }
    }
}

#[test]
fn progress() {
    for (file, name, _, _, _, expected) in ROWS {
        let compiled = model(file, Some(name));
        let tests = &compiled.progress;
        let requirements: Vec<_> =
            tests.iter().map(|test| Requirement::AnyOf(test.actions.clone())).collect();
        let found = check_progress(&built(&compiled), &requirements, &Budget::unlimited()).expect("no limit");
        let failed: Vec<&str> = tests
            .iter()
            .zip(&found)
            .filter(|(_, found)| found.is_some())
            .map(|(test, _)| test.name.as_str())
            .collect();
        assert_eq!(failed, *expected, "{file} {name}");
    }
    let served: Vec<_> = model("lift", None).progress.into_iter().map(|test| test.name).collect();
    assert_eq!(served, ["Served.0", "Served.1", "Served.2"]);
}

#[test]
fn the_protocol_is_a_buffer_from_outside() {
    let lts = built(&model("alternating_bit", Some("Service")));
    assert_eq!(weak(&lts, &Budget::unlimited()).expect("no limit").lts.num_states(), 2);
}

/// The silent decision, and for each outcome which of `done` and the two participants have happened; when
/// only `done` is left, the outcome is forgotten. The ring shows who leads.
#[test]
fn little_is_seen_from_outside() {
    for (file, name, states) in [("commit", "Service", 14), ("election", "Seen", 2)] {
        let lts = built(&model(file, Some(name)));
        assert_eq!(weak(&lts, &Budget::unlimited()).expect("no limit").lts.num_states(), states, "{file}");
    }
}

/// What `write_fsp` writes is FSP, and means the same LTS up to the order of states.
#[test]
fn written_models_are_read_again() {
    for &(file, name, ..) in ROWS {
        let compiled = model(file, Some(name));
        let lts = built(&compiled);
        let mut text = Vec::new();
        write_fsp(&lts, name, &compiled.system.actions, &mut text, &Budget::unlimited()).expect("a vector");
        let again = compile(&String::from_utf8(text).expect("text"), Some(name)).system;
        assert_eq!(again.components.len(), 1);
        let other = &again.components[0].lts;
        let facts = |lts: &Lts| {
            let quotient = strong(lts, &Budget::unlimited()).expect("no limit").lts;
            (
                (lts.num_states(), lts.num_transitions(), lts.deadlocks().count()),
                (lts.end().is_some(), lts.has_error(), lts.has_tau()),
                (quotient.num_states(), quotient.num_transitions()),
            )
        };
        assert_eq!(facts(other), facts(&lts), "{file} {name}");
        assert_eq!(
            again.actions.sorted_names(other.alphabet().iter().copied()),
            compiled.system.actions.sorted_names(lts.alphabet().iter().copied())
        );
    }
}
