//! States and firings of the flat search against those of Platu's. (The tables of graphs and of Petri nets
//! are checked with their readers.)

use std::fs;

use suppose_base::Budget;
use suppose_nets::Failures;
use suppose_nets::search::search;

use crate::corpus::common::corpus;
use crate::corpus::designs::lpn;

#[test]
fn as_many_states_and_firings_as_platu_finds() {
    let Some(root) = corpus("async") else { return };
    let most = if cfg!(debug_assertions) { 50_000 } else { u64::MAX };
    let table = fs::read_to_string(root.join("platu-expected.tsv")).expect("the table");
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (model, states) = (cells[0], cells[1].parse::<u64>().expect("a number"));
        if states > most {
            continue;
        }
        let folder = model.split('N').next().expect("a name");
        let design = lpn(&root, model, &[&format!("{folder}/{model}.lpn")]);
        let found = search(&design, Failures::NONE, &Budget::unlimited());
        assert_eq!((found.states, found.deadlocks), (states, 0), "{model}");
        if let Ok(firings) = cells[2].parse::<u64>() {
            assert_eq!(found.firings, firings, "{model}");
        }
        rows.push(model.to_owned());
    }
    let small = ["fifoN3", "fifoN5", "arbN3"];
    let all = ["fifoN3", "fifoN5", "fifoN7", "arbN3", "dmeN3"];
    assert_eq!(rows, if cfg!(debug_assertions) { &small[..] } else { &all });
}
