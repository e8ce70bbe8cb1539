//! Nets of the Model Checking Contest against the numbers that its participants agreed on.
//!
//! `SUPPOSE_CORPUS` names the directory; without it the test says that it is skipped. Each row of
//! `pnml/MANIFEST.tsv` has a file with its places, transitions and arcs, and the markings and firings.

use suppose_base::{Budget, FileId};
use suppose_nets::pnml::read;
use suppose_nets::search::search;
use suppose_nets::{Design, Failures};
use suppose_testing::corpus;

use crate::pnml::support::count;

/// Too many markings for a test.
const LARGE: &str = "DES-PT-00a.pnml";

/// Nets of the contest have nothing in them that the reader does not know.
#[test]
fn every_net_of_the_contest_is_read() {
    let Some(directory) = corpus() else { return };
    let mut nets = 0;
    for entry in std::fs::read_dir(directory.join("mcc")).expect("the folder") {
        let file = entry.expect("an entry").path().join("model.pnml");
        if !file.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a corpus file");
        let (fragment, warnings) =
            read(&text, FileId(0), "net").unwrap_or_else(|list| panic!("{}: {list:#?}", file.display()));
        assert!(warnings.is_empty());
        let net = &fragment.nets[0];
        let arcs: usize = net.transitions.iter().map(|t| t.preset.len() + t.postset.len()).sum();
        let elements = ["<place ", "<transition ", "<arc "].map(|tag| text.matches(tag).count());
        assert_eq!([net.places.len(), net.transitions.len(), arcs], elements, "{}", file.display());
        nets += 1;
    }
    assert_eq!(nets, 91);
}

#[test]
fn every_row_is_found_again() {
    let Some(directory) = corpus() else { return };
    let directory = directory.join("pnml");
    let table = std::fs::read_to_string(directory.join("MANIFEST.tsv")).expect("the table");
    let (mut rows, mut searched) = (0, 0);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let file = cells[0];
        let number = |i: usize| cells[i].parse::<usize>().expect("a number");
        let text = std::fs::read_to_string(directory.join(file)).expect("a corpus file");
        let (fragment, warnings) =
            read(&text, FileId(0), file).unwrap_or_else(|list| panic!("{file}: {list:#?}"));
        assert!(warnings.is_empty(), "{file}");
        let net = &fragment.nets[0];
        let arcs: usize = net.transitions.iter().map(|t| t.preset.len() + t.postset.len()).sum();
        assert_eq!(
            (net.places.len(), net.transitions.len(), arcs),
            (number(2), number(3), number(4)),
            "{file}"
        );
        rows += 1;
        if file != LARGE {
            assert_eq!(count(net), Ok((number(5), number(6))), "{file}");
            let (design, _) = Design::join(file, vec![fragment]).expect("a net alone");
            let found = search(&design, Failures::NONE, &Budget::unlimited());
            assert_eq!(
                (found.states, found.firings),
                (number(5) as u64, number(6) as u64),
                "{file} as a design"
            );
            searched += 1;
        }
    }
    assert_eq!((rows, searched), (17, 16));
}
