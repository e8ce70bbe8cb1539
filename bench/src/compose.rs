//! Building the product as one LTS: the philosophers of Magee and Kramer's book, who sit down first.

use suppose_base::{Budget, FileId};
use suppose_fsp as fsp;
use suppose_lts::product::compose;

use crate::clock::best_of;

/// Number of philosophers, states of the product as LTSA counts them, and LTSA's time in seconds.
const SIZES: [(usize, usize, f64); 2] = [(7, 279_934, 1.5), (8, 1_679_616, 40.0)];

pub(crate) fn run() {
    println!("## Composing the seated philosophers\n");
    println!("| N | states | transitions | compile s | compose s | M states/s | LTSA s |");
    println!("|---|---|---|---|---|---|---|");
    for (n, states, peer) in SIZES {
        let text = format!(
            "Diner = (sit -> right.take -> left.take -> eat -> left.drop -> right.drop -> stand -> Diner).
             Fork = (take -> drop -> Fork).
             ||Table = forall [i:0..{last}] (d[i]:Diner || {{d[i].left, d[((i-1)+{n})%{n}].right}}::Fork).",
            last = n - 1
        );
        let compiled = best_of(1, || {
            let model = fsp::load(&text, FileId(0), &fsp::NoImports).expect("valid");
            model.compile(None, &Budget::unlimited()).expect("valid").system
        });
        let run = best_of(2, || compose(&compiled.value, &Budget::unlimited()).expect("no limit").lts);
        let lts = run.value;
        let same = if lts.num_states() == states { String::new() } else { format!(" (LTSA: {states})") };
        println!(
            "| {n} | {}{same} | {} | {:.3} | {:.2} | {:.2} | {peer} |",
            lts.num_states(),
            lts.num_transitions(),
            compiled.wall,
            run.cpu,
            lts.num_states() as f64 / run.cpu / 1e6,
        );
    }
    println!();
}
