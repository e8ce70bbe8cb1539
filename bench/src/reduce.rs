//! Reductions: read an `.aut` file, reduce, write the result. CPU seconds of the three together.

use suppose_base::{ActionTable, Budget, FileId};
use suppose_lts::io::{TauSpelling, read_aut, write_aut};
use suppose_lts::reduce::{Relation, reduce};
use suppose_lts::{LtsBuilder, StateId};

use crate::clock::{best_of, peak_bytes};
use crate::philosophers::{Labels, graph};

/// A row: size, labels, relation, states and transitions of the result as other tools count them, and the
/// fastest peer in seconds.
type Row = (usize, Labels, Relation, usize, usize, f64);

const ROWS: [Row; 10] = [
    (8, Labels::Indexed, Relation::Strong, 216_993, 1_407_880, 0.50),
    (8, Labels::Indexed, Relation::Branching, 25_889, 170_984, 0.64),
    (9, Labels::Indexed, Relation::Strong, 1_008_099, 7_358_274, 3.0),
    (9, Labels::Indexed, Relation::Branching, 92_205, 685_089, 4.5),
    (9, Labels::Anonymous, Relation::Strong, 112_035, 817_442, 2.3),
    (9, Labels::Anonymous, Relation::Branching, 10_256, 76_037, 3.7),
    (7, Labels::Indexed, Relation::Weak, 7_269, 42_007, 0.66),
    (8, Labels::Indexed, Relation::Weak, 25_889, 170_984, 5.5),
    (8, Labels::Indexed, Relation::Trace, 256, 2_048, 3.8),
    (9, Labels::Indexed, Relation::Trace, 512, 4_608, 23.8),
];

pub(crate) fn run() {
    println!("## Reduction: read `.aut`, reduce, write\n");
    println!(
        "| input | relation | states → | transitions → | read s | reduce s | write s | total CPU s | peer s \
            | peak MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut made: Option<(usize, Labels, Vec<u8>)> = None;
    for (n, labels, relation, states, transitions, peer) in ROWS {
        if made.as_ref().is_none_or(|(size, kind, _)| (*size, *kind) != (n, labels)) {
            // The last file is dropped before the next one is made.
            drop(made.take());
            let (lts, actions) = graph(n, labels);
            let mut file = Vec::new();
            write_aut(&lts, &actions, &mut file, &Budget::unlimited()).expect("memory");
            made = Some((n, labels, file));
        }
        let Some((_, _, file)) = &made else { continue };
        let name = format!("phil{n} {}", labels.name());
        row(&name, file, relation, (states, transitions), peer);
    }
    let chain = chain(200_000);
    row("chain of 200,000", &chain, Relation::Strong, (200_001, 200_000), 0.14);
    println!();
}

fn row(name: &str, file: &[u8], relation: Relation, expected: (usize, usize), peer: f64) {
    let budget = Budget::unlimited();
    let runs = if file.len() > 100 << 20 { 2 } else { 3 };
    let run = best_of(runs, || {
        let mut actions = ActionTable::new();
        let read = best_of(1, || {
            read_aut(file, FileId(0), TauSpelling::Tau, &mut actions, &budget).expect("valid").lts
        });
        let reduced = best_of(1, || reduce(&read.value, relation, &budget).expect("no limit").lts);
        let mut out = Vec::new();
        let written = best_of(1, || write_aut(&reduced.value, &actions, &mut out, &budget).expect("memory"));
        (read.cpu, reduced.cpu, written.cpu, reduced.value.num_states(), reduced.value.num_transitions())
    });
    let (read, reduced, written, states, transitions) = run.value;
    assert_eq!((states, transitions), expected, "wrong result for {name}");
    let peak = peak_bytes().map_or_else(|| "-".to_owned(), |bytes| (bytes >> 20).to_string());
    println!(
        "| {name} | {relation} | {states} | {transitions} | {read:.2} | {reduced:.2} | {written:.2} | {:.2} \
            | {peer} | {peak} |",
        read + reduced + written
    );
}

fn chain(steps: usize) -> Vec<u8> {
    let mut actions = ActionTable::new();
    let a = actions.intern("a");
    let mut builder = LtsBuilder::new(steps + 1);
    for i in 0..steps {
        builder.add(StateId::must(i), a, StateId::must(i + 1));
    }
    let mut file = Vec::new();
    write_aut(&builder.finish().expect("a chain"), &actions, &mut file, &Budget::unlimited())
        .expect("memory");
    file
}
