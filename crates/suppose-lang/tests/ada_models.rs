//! Programs of any size: the shipped files are what the generators give, and sizes are what they say.
//!
//! With `SUPPOSE_BLESS` in the environment the files are written, not compared.

use std::fs;
use std::path::PathBuf;

use suppose_lang::ada::models::{MODELS, Model};

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
