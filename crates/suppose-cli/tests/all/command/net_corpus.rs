//! Published nets, where `SUPPOSE_CORPUS` names their folder: the sizes of their graphs, and certificates.

use std::path::{Path, PathBuf};

use crate::command::fixture::Place;

/// Graphs with more states are left out: the debug build would take too long.
const MOST: u64 = 20_000;

/// Signals that toggle have two edges, `a+` and `a-`, so these graphs have two states for a marking.
const TOGGLES: [&str; 2] = ["g/mechkg-goodImplicitPlaceReference.g", "g/workcraft-buffer-name_clash.g"];

fn folder(name: &str) -> Option<PathBuf> {
    Some(suppose_testing::corpus()?.join(name))
}

/// The rows of a table after its heading.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("a table of the corpus");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn signal_transition_graphs_have_the_states_that_others_found() {
    let Some(folder) = folder("async") else { return };
    let place = Place::new();
    let mut counted = 0;
    for row in rows(&folder.join("g-expected.tsv")) {
        let number = |column: usize| row[column].parse::<u64>().expect("a number");
        let file = folder.join(&row[0]).to_string_lossy().into_owned();
        match row[3].as_str() {
            "unsafe" => {
                place.run(&format!("compile {file}")).expect(2).complains(&["E0807"]);
            }
            "ok" if number(4) <= MOST && !TOGGLES.contains(&row[0].as_str()) => {
                let object = place.json(0, &format!("compile {file} -q"));
                assert_eq!(object["states"], number(4), "{file}");
                assert_eq!(object["firings"], number(5), "{file}");
                assert_eq!(object["deadlocks"], number(6), "{file}");
                counted += 1;
            }
            _ => {}
        }
    }
    assert!(counted > 20, "{counted} graphs");
}

#[test]
fn petri_nets_have_the_states_that_others_found() {
    let Some(folder) = folder("pnml") else { return };
    let place = Place::new();
    let mut counted = 0;
    for row in rows(&folder.join("MANIFEST.tsv")) {
        let Ok(states) = row[5].parse::<u64>() else { continue };
        if states > MOST {
            continue;
        }
        let object = place.json(0, &format!("compile {}", folder.join(&row[0]).to_string_lossy()));
        assert_eq!(object["states"], states, "{}", row[0]);
        assert_eq!(object["firings"], row[6].parse::<u64>().expect("a number"), "{}", row[0]);
        counted += 1;
    }
    assert!(counted > 8, "{counted} nets");
}

#[test]
fn three_cells_of_mutual_exclusion() {
    let Some(folder) = folder("async/platu/dme") else { return };
    let file = folder.join("dmeN3.lpn").to_string_lossy().into_owned();
    let object = Place::new().json(0, &format!("compile {file} -q"));
    assert_eq!([&object["states"], &object["transitions"]], [267_999, 1_290_534]);
}

/// Designs that others published, each with its verdict on steps and what the checker says to it. MMU and the
/// tag unit have millions of states.
#[test]
fn published_designs_have_certificates() {
    let Some(folder) = folder("async") else { return };
    let place = Place::new();
    for (file, exit, results) in [
        ("arb/arbN13.lpn", 0, 13),
        ("dme/dmeN15.lpn", 0, 15),
        ("mmu/mmu.lpn", 0, 11),
        ("tagunit/tagunit-trunk.lpn", 0, 10),
        ("tagunit/tagunit.lpn", 1, 1),
        ("tagunit/tag.lpn", 1, 1),
        ("pipectrl/pipectrl.lpn", 1, 1),
    ] {
        let path = folder.join("platu").join(file).to_string_lossy().into_owned();
        place.run(&format!("check {path} -q --property disabling --certificate c.json")).expect(exit);
        let checked = place.json(0, "certify c.json");
        assert_eq!(checked["accepted"], true, "{file}");
        let verdict = if exit == 0 { "holds" } else { "violated" };
        let found = checked["results"].as_array().expect("a list");
        assert!(found.iter().all(|result| result["verdict"] == verdict), "{file}: {checked}");
        assert_eq!(found.len(), results, "{file}");
    }
}
