//! Exploration of the full state space of the philosophers.

use suppose_base::Budget;
use suppose_lts::product::{Goal, Product};

use crate::clock::best_of;
use crate::{philosophers, spin};

/// States and transitions, as several other tools count them, and the best peer in millions of states per
/// second.
const SIZES: [(usize, u64, u64, Option<f64>); 4] = [
    (8, 216_993, 1_407_880, Some(0.95)),
    (9, 1_008_099, 7_358_274, Some(0.73)),
    (10, 4_683_381, 37_983_050, Some(0.51)),
    (11, 21_757_827, 194_105_824, None),
];

pub(crate) fn run() {
    println!("## Exploration of the philosophers\n");
    println!(
        "| N | states | transitions | threads | seconds | M states/s | M transitions/s | bytes/state | peer, \
            M states/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for (n, states, transitions, peer) in SIZES {
        let system = philosophers::system(n);
        let product = Product::new(&system).expect("it fits");
        for threads in [1, 2] {
            if threads > cores {
                continue;
            }
            let runs = if n < 11 { 3 } else { 2 };
            let run = best_of(runs, || product.explore(Goal::default(), threads, &Budget::unlimited()));
            let found = run.value;
            assert_eq!((found.states, found.transitions), (states, transitions), "wrong counts for N = {n}");
            println!(
                "| {n} | {states} | {transitions} | {threads} | {:.3} | {:.2} | {:.1} | {:.1} | {} |",
                run.wall,
                states as f64 / run.wall / 1e6,
                transitions as f64 / run.wall / 1e6,
                found.bytes as f64 / states as f64,
                peer.map_or_else(|| "-".to_owned(), |p| format!("{p}")),
            );
        }
    }
    println!();
    spin::run();
}
