//! The state graph of the whole circuit: Fig. 2.2 and Table 2.1; and its components with free inputs: Fig.
//! 4.2 and 3.2.

use std::collections::BTreeSet;

use suppose_base::Budget;
use suppose_nets::build::state_graph;
use suppose_nets::search::{reachable, search};
use suppose_nets::{Design, Failure, Failures, Snapshot};

use crate::figures::circuit::circuit;

/// Table 2.1: the marked places, and the values of v, y, w, x, u, z.
const TABLE_2_1: [([u32; 6], &str); 20] = [
    ([2, 3, 6, 7, 9, 11], "101000"),
    ([2, 3, 6, 7, 9, 12], "101001"),
    ([2, 3, 5, 7, 9, 12], "100001"),
    ([1, 3, 6, 7, 9, 12], "001001"),
    ([2, 3, 5, 8, 9, 12], "100101"),
    ([1, 3, 5, 7, 9, 12], "000001"),
    ([1, 4, 6, 7, 9, 12], "011001"),
    ([1, 3, 5, 8, 9, 12], "000101"),
    ([1, 4, 5, 7, 9, 12], "010001"),
    ([1, 4, 5, 8, 9, 12], "010101"),
    ([1, 4, 5, 8, 10, 12], "010111"),
    ([1, 4, 5, 8, 10, 11], "010110"),
    ([1, 4, 6, 8, 10, 11], "011110"),
    ([2, 4, 5, 8, 10, 11], "110110"),
    ([1, 4, 6, 7, 10, 11], "011010"),
    ([2, 4, 6, 8, 10, 11], "111110"),
    ([2, 3, 5, 8, 10, 11], "100110"),
    ([2, 4, 6, 7, 10, 11], "111010"),
    ([2, 3, 6, 8, 10, 11], "101110"),
    ([2, 3, 6, 7, 10, 11], "101010"),
];

fn row(design: &Design, snapshot: &Snapshot) -> (Vec<u32>, String) {
    let place = |&(net, place): &(usize, suppose_nets::PlaceId)| -> u32 {
        design.nets[net].places[place.index()].name[1..].parse().expect("p and a number")
    };
    let mut places: Vec<u32> = snapshot.marking.iter().map(place).collect();
    places.sort_unstable();
    (places, snapshot.values.iter().map(ToString::to_string).collect())
}

#[test]
fn the_whole_circuit_has_the_states_of_table_2_1() {
    let design = circuit();
    let states = reachable(&design, &Budget::unlimited()).expect("no limit");
    let found: BTreeSet<(Vec<u32>, String)> = states.iter().map(|state| row(&design, state)).collect();
    let expected = TABLE_2_1.iter().map(|(places, values)| (places.to_vec(), (*values).to_owned())).collect();
    assert_eq!(found, expected);
    assert_eq!(states.len(), 20);
}

#[test]
fn the_whole_circuit_has_no_failure() {
    let found = search(&circuit(), Failures::STEPS.with(Failure::Deadlock), &Budget::unlimited());
    assert_eq!((found.states, found.deadlocks, found.runs, found.stopped), (20, 0, vec![], None));
}

/// Names and codes of §4.3.4: G1 and G2 have 8 states, G3 has 16 (there is no s1), besides π.
#[test]
fn components_with_free_inputs() {
    let design = circuit();
    let sizes = |autofailure: bool| -> Vec<usize> {
        let build =
            |net: usize| state_graph(&design, &[net], Failures::STEPS, autofailure, &Budget::unlimited());
        (0..3).map(|net| build(net).expect("no limit").graph.lts.num_states()).collect()
    };
    assert_eq!(sizes(false), [8, 8, 16]);
    // §4.2.5 lists what autofailure leaves: s0, s1, s2, s4, s5, s6 of G1 and G2; s3, s5 and so on are π.
    assert_eq!(sizes(true), [6, 6, 14]);
}
