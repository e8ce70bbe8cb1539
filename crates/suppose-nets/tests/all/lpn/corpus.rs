//! The published models, where `SUPPOSE_CORPUS` names their folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use suppose_base::{Diagnostic, FileId};
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::{Design, Fragment};

use crate::lpn::common::corpus;
use crate::lpn::common::interpret::{Failure, explore, explore_some};
use crate::lpn::support::check_search;

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|suffix| suffix == "lpn") {
            all.push(path);
        }
    }
    all.sort();
}

fn read_file(path: &Path) -> Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>> {
    let text = fs::read_to_string(path).expect("text");
    let name = path.file_stem().expect("a name").to_string_lossy();
    read(&text, FileId(0), &name, &NoIncludes)
}

#[test]
fn all_but_one_are_read_and_joined() {
    let Some(root) = corpus("async/platu") else { return };
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut codes = BTreeSet::new();
    let mut broken = Vec::new();
    for path in &all {
        let name = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
        match read_file(path) {
            Err(problems) => broken.push((name, problems.iter().map(|p| p.code).collect::<Vec<_>>())),
            Ok((fragment, warnings)) => {
                codes.extend(warnings.iter().map(|w| w.code));
                let (design, _) =
                    Design::join(&name, vec![fragment]).unwrap_or_else(|p| panic!("{name}: {p:#?}"));
                assert!(!design.nets.is_empty(), "{name}");
            }
        }
    }
    // `mmu_v2` lacks a parenthesis, and Platu does not read it either.
    assert_eq!(broken, [("mmu/mmu_v2.lpn".to_owned(), vec!["E0814"])]);
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), ["W0810", "W0811"]);
    assert_eq!(all.len(), 51);
}

#[test]
fn old_modules_of_several_files_are_joined() {
    let Some(root) = corpus("async/platu") else { return };
    for (folder, nets) in [("mmu/old-format", 11), ("stari", 7)] {
        let mut all = Vec::new();
        files(&root.join(folder), &mut all);
        let fragments = all.iter().map(|path| read_file(path).expect("a meaning").0).collect();
        let (design, _) = Design::join(folder, fragments).unwrap_or_else(|p| panic!("{folder}: {p:#?}"));
        assert_eq!((design.nets.len(), design.is_open()), (nets, false), "{folder}");
    }
}

/// What Platu's own flat search finds.
#[test]
fn flat_searches_find_what_platu_finds() {
    let Some(root) = corpus("async") else { return };
    let table = fs::read_to_string(root.join("platu-expected.tsv")).expect("the table");
    let mut checked = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (model, states, firings) = (fields[0], fields[1].parse::<usize>(), fields[2].parse::<usize>());
        let states = states.expect("a number");
        if states > 300_000 {
            continue;
        }
        let folder = model.split('N').next().expect("a name");
        let (fragment, _) =
            read_file(&root.join("platu").join(folder).join(format!("{model}.lpn"))).expect("a meaning");
        let (design, _) = Design::join(model, vec![fragment]).expect("a design");
        let found = explore(&design, 700_000).expect("not more");
        assert_eq!(found.states, states, "{model}");
        if let Ok(firings) = firings {
            assert_eq!(found.firings, firings, "{model}");
        }
        assert!(found.failures.is_empty(), "{model}: {:?}", found.failures);
        check_search(&design, &found, model);
        checked.push(model);
    }
    assert_eq!(checked, ["fifoN3", "fifoN5", "arbN3", "dmeN3"]);
}

/// The tag unit has a version that its authors found to be wrong, and one that they found to be right.
#[test]
fn the_tag_unit_fails_as_platu_says() {
    let Some(root) = corpus("async/platu/tagunit") else { return };
    let explored = |name: &str| {
        let (fragment, _) = read_file(&root.join(name)).expect("a meaning");
        let (design, _) = Design::join(name, vec![fragment]).expect("a design");
        explore_some(&design, 1000)
    };
    let expected =
        Failure::Disabled { net: "tagout".to_owned(), transition: "66".to_owned(), by: "PB2:3".to_owned() };
    let found = explored("tagunit.lpn").failures;
    assert!(found.contains(&expected));
    assert!(explored("tagunit-trunk.lpn").failures.is_empty());
}
