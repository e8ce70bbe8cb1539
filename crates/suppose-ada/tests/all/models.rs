//! Programs of any size: the shipped files are what the generators give, sizes are what they say, and their
//! LTSs have the states that they should have.
//!
//! With `SUPPOSE_BLESS` in the environment the files are written, not compared.

use std::fs;
use std::path::PathBuf;

use suppose_ada::models::{MODELS, Model};
use suppose_ada::{load, lower};
use suppose_base::{Budget, FileId, Verdict};
use suppose_lts::product::{Errors, Exploration, Goal, Product};
use suppose_lts::{Role, System};

/// The folder of the shipped programs.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/ada"))
}

#[test]
fn shipped_programs_are_those_of_the_default_size() {
    let write = std::env::var_os("SUPPOSE_BLESS").is_some();
    for model in MODELS {
        let file = format!("{}.adb", model.unit());
        for (path, text) in [
            (folder().join(&file), (model.text)(model.default)),
            (folder().join("faulty").join(&file), (model.wrong)(model.default)),
        ] {
            if write {
                fs::write(&path, &text).expect("the file can be written");
            }
            let shipped =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(shipped == text, "{} differs; run the test with SUPPOSE_BLESS=1", path.display());
        }
    }
    // Nothing else lies there.
    let programs = |path: PathBuf| {
        let entries = fs::read_dir(path).expect("the folder is there");
        entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().is_file())).count()
    };
    assert_eq!((programs(folder()), programs(folder().join("faulty"))), (7, 7));
}

#[test]
fn no_blank_is_left_and_lines_are_short() {
    for model in MODELS {
        for size in [model.smallest, model.smallest + 1, 5, 50, model.largest] {
            for text in [(model.text)(size), (model.wrong)(size)] {
                assert!(!text.contains('@'), "{} of size {size}", model.name);
                let longest = text.lines().map(str::len).max();
                assert!(longest <= Some(79), "{} of size {size} has a line of {longest:?}", model.name);
            }
        }
    }
}

fn find(name: &str) -> &'static Model {
    MODELS.iter().find(|model| model.name == name).expect("a model")
}

#[test]
fn there_is_one_task_for_each_number() {
    let text = (find("gas-station").text)(3);
    for line in ["   Customer_1 : Customer (1);", "   Customer_3 : Customer (3);"] {
        assert_eq!(text.lines().filter(|&other| other == line).count(), 1, "{line}");
    }
    assert!(text.contains("            when 3 => Customer_3.Change (Used);\n"));
    assert!(!text.contains("Customer_4") && !text.contains("Customer_0"));
    let text = (find("relay").text)(3);
    assert!(text.contains("Runner_0 : Runner (0);") && text.contains("Runner_2 : Runner (2);"));
    assert!(!text.contains("Runner_3"));
}

#[test]
fn sizes_are_in_order() {
    for model in MODELS {
        assert!(model.smallest <= model.default && model.default <= model.largest, "{}", model.name);
        assert_eq!((model.text)(0), (model.text)(model.smallest), "{}", model.name);
        assert!((model.text)(model.default).contains(&format!("--# property {} is", model.violated)));
    }
}

/// The system of a program, which must have no mistake in it.
fn system(text: &str) -> System {
    let (program, _) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}"));
    lower(&program, &Budget::unlimited()).expect("no limits").system
}

/// Each property by name with a search of the components and this property alone.
fn searches(system: &System) -> Vec<(String, Exploration)> {
    let properties = system.components.iter().filter(|part| part.role == Role::Property);
    let search = |name: &str| {
        let mut alone = system.clone();
        alone.components.retain(|part| part.role == Role::Component || part.name == name);
        let goal = Goal { errors: Errors::Any, deadlocks: false };
        Product::new(&alone).expect("small").explore(goal, 1, &Budget::unlimited())
    };
    properties.map(|property| (property.name.clone(), search(&property.name))).collect()
}

/// A model, a size, the states of the composed LTSs with any of its properties, and the properties with which
/// there are more.
type Row = (&'static str, u32, u64, &'static [(&'static str, u64)]);

/// Smokers and Peterson have the states that were published, in tables C.53 and C.55 to C.62 of Cobleigh
/// (2007), and the elevator those of its figure 3.15. But for the elevator, all numbers also come from a
/// program in another language, in which each task was written down by hand as a function from its states to
/// its steps.
const STATES: &[Row] = &[
    ("elevator", 1, 25, &[]),
    ("chiron-single", 2, 204, &[("P3", 350), ("P4", 306)]),
    ("chiron-single", 3, 559, &[("P3", 964), ("P4", 811)]),
    ("chiron-single", 4, 698, &[("P3", 1203), ("P4", 1010)]),
    ("chiron-single", 5, 4833, &[("P3", 8187), ("P4", 6612)]),
    ("chiron-multiple", 2, 442, &[("P3", 765), ("P4", 655)]),
    ("chiron-multiple", 3, 1242, &[("P3", 2178), ("P4", 1863)]),
    ("chiron-multiple", 4, 1533, &[("P3", 2687), ("P4", 2292)]),
    ("chiron-multiple", 5, 10030, &[("P3", 17620), ("P4", 14899)]),
    ("gas-station", 2, 111, &[]),
    ("gas-station", 3, 675, &[]),
    ("gas-station", 4, 3429, &[]),
    ("gas-station", 5, 15633, &[]),
    ("gas-station", 6, 66339, &[]),
    ("gas-station", 7, 267_543, &[]),
    ("peterson", 2, 52, &[]),
    ("peterson", 3, 2857, &[]),
    ("relay", 2, 16, &[]),
    ("relay", 3, 44, &[]),
    ("relay", 4, 112, &[]),
    ("relay", 5, 272, &[]),
    ("relay", 9, 7424, &[]),
    ("smokers", 2, 41, &[]),
    ("smokers", 3, 97, &[]),
    ("smokers", 4, 181, &[]),
    ("smokers", 5, 296, &[]),
    ("smokers", 6, 445, &[]),
];

#[test]
fn all_properties_hold_with_the_states_of_the_literature() {
    for &(name, size, states, more) in STATES {
        let properties = searches(&system(&(find(name).text)(size)));
        let expected = match name {
            "elevator" | "peterson" | "relay" => 1,
            "gas-station" => 4,
            "smokers" => 8,
            _ => 9,
        };
        assert_eq!(properties.len(), expected, "{name}");
        for (property, search) in properties {
            let more = more.iter().find(|more| more.0 == property);
            let states = more.map_or(states, |more| more.1);
            assert_eq!(search.states, states, "{name} of size {size}, {property}");
            assert!(matches!(search.verdict, Verdict::Holds), "{name} of size {size}, {property}");
        }
    }
}

#[test]
fn the_largest_gas_station_of_the_tables() {
    let mut system = system(&(find("gas-station").text)(9));
    system.components.retain(|part| part.role == Role::Component || part.name == "P4");
    let goal = Goal { errors: Errors::Any, deadlocks: false };
    let search = Product::new(&system).expect("small").explore(goal, 2, &Budget::unlimited());
    // Counted by the other program as well.
    assert_eq!(search.states, 3_916_917);
    assert!(matches!(search.verdict, Verdict::Holds));
}

/// A faulty model and the properties it violates at sizes 2 and 3, worked out by the same program in another
/// language.
const VIOLATED: &[(&str, [&[&str]; 2])] = &[
    ("elevator", [&["Doors_Closed"], &["Doors_Closed"]]),
    ("chiron-single", [&["P7"], &["P7"]]),
    ("chiron-multiple", [&["P3"], &["P3"]]),
    ("gas-station", [&["P4"], &["P4"]]),
    ("peterson", [&["P1"], &["P1"]]),
    ("relay", [&["P1"], &["P1"]]),
    ("smokers", [&["P1", "P2", "P3", "P4", "P5", "P6", "P7"], &["P1", "P5", "P7"]]),
];

#[test]
fn each_fault_violates_its_property() {
    assert_eq!(VIOLATED.len(), MODELS.len());
    for &(name, sizes) in VIOLATED {
        let model = find(name);
        for (size, expected) in [2, 3].into_iter().zip(sizes) {
            let searches = searches(&system(&(model.wrong)(size)));
            let violated =
                searches.iter().filter(|(_, search)| matches!(search.verdict, Verdict::Violated(_)));
            let violated: Vec<&str> = violated.map(|(property, _)| property.as_str()).collect();
            assert_eq!(violated, expected, "{name} of size {size}");
            assert!(violated.contains(&model.violated), "{name}");
        }
    }
}
