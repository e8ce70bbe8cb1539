//! Compiling large FSP processes.

use std::fmt::Write;

use suppose_base::{Budget, FileId};
use suppose_fsp as fsp;

use crate::clock::best_of;

pub(crate) fn run() {
    println!("## Compiling FSP\n");
    println!("| process | states | transitions | text MB | CPU s |");
    println!("|---|---|---|---|---|");
    let counter =
        "COUNT(N=1000000) = C[0], C[i:0..N] = (when (i<N) inc -> C[i+1] | when (i>0) dec -> C[i-1])."
            .to_owned();
    let grid =
        "GRID = P[0][0], P[i:0..999][j:0..999] = (right[i] -> P[(i+1)%1000][j] | up[j] -> P[i][(j+1)%1000])."
            .to_owned();
    let chain = format!("CHAIN = ({}CHAIN).", "a -> b -> ".repeat(500_000));
    let mut locals = String::from("MANY = L0");
    for i in 0..100_000 {
        let _ = write!(locals, ",\nL{i} = (a -> L{})", (i + 1) % 100_000);
    }
    locals.push('.');
    for (name, text) in [
        ("counter to 10^6", counter),
        ("grid of 10^6", grid),
        ("chain of 10^6", chain),
        ("10^5 local processes", locals),
    ] {
        let run = best_of(1, || {
            let model = fsp::load(&text, FileId(0), &fsp::NoImports).expect("valid");
            let compiled = model.compile(None, &Budget::unlimited()).expect("valid");
            let lts = &compiled.system.components[0].lts;
            (lts.num_states(), lts.num_transitions())
        });
        let (states, transitions) = run.value;
        println!("| {name} | {states} | {transitions} | {:.1} | {:.2} |", text.len() as f64 / 1e6, run.cpu);
    }
    println!();
}
