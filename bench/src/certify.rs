//! Checking a certificate against finding the proof.

use suppose_base::Budget;
use suppose_certify::{Limits, Outcome, check};
use suppose_prove::certificate::{Target, certificate, prepared};
use suppose_prove::method::{Method, Options, prove};

use crate::clock::best_of;
use crate::families::{
    AGREEMENT, BANK, CLIENT_SERVER, COMMIT, Family, GAS_STATION, PHILOSOPHERS, PIPELINE, SMOKERS, TOKEN_RING,
};

/// Runs of each step; the best counts.
const RUNS: usize = 3;

/// Proofs that take a tenth of a second or more: by parts, and by plain search. The last two cannot be taken
/// apart.
const ROWS: [(Family, usize, Method); 17] = [
    (GAS_STATION, 28, Method::Auto),
    (COMMIT, 14, Method::Auto),
    (PIPELINE, 48, Method::Auto),
    (BANK, 30, Method::Auto),
    (COMMIT, 90, Method::Minimise),
    (BANK, 200, Method::Minimise),
    (TOKEN_RING, 500, Method::Lazy),
    (TOKEN_RING, 500, Method::Direct),
    (TOKEN_RING, 500, Method::Learn),
    (PIPELINE, 18, Method::Refine),
    (BANK, 12, Method::Refine),
    (GAS_STATION, 8, Method::Monolithic),
    (TOKEN_RING, 14, Method::Monolithic),
    (PHILOSOPHERS, 7, Method::Monolithic),
    (CLIENT_SERVER, 16, Method::Monolithic),
    (SMOKERS, 40, Method::Monolithic),
    (AGREEMENT, 10, Method::Monolithic),
];

pub(crate) fn run() {
    println!("## Checking certificates\n");
    println!(
        "Seconds on the clock, the best of {RUNS} runs. The last two systems cannot be taken apart, and \
            their check is a second search.\n"
    );
    println!("| family, property | N | method | proof s | writing s | kB | check s | check / proof |");
    println!("|---|---|---|---|---|---|---|---|");
    for (family, size, method) in ROWS {
        row(&family, size, method);
    }
    println!();
}

fn row(family: &Family, size: usize, method: Method) {
    let (system, question) = family.system(size);
    let options = Options { method, ..Options::default() };
    let budget = Budget::unlimited();
    let proof = best_of(RUNS, || prove(&system, question, &options, &budget));
    let answer = &proof.value;
    assert!(answer.verdict.holds(), "{} holds with N = {size}", family.property);
    let by = if method == answer.method { String::new() } else { format!(" ({})", answer.method) };
    let written = best_of(RUNS, || {
        let answer = prepared(&system, answer, &budget).expect("it holds");
        certificate(&system, &[&answer], Vec::new(), Target::default())
    });
    let text = written.value.expect("there is a proof to write down");
    let limits = Limits { max_states: usize::MAX, deadline: None, cancel: None };
    let checked = best_of(RUNS, || check(text.as_bytes(), &limits));
    assert!(matches!(checked.value, Outcome::Accepted(_)), "{:?}", checked.value);
    println!(
        "| {}: {} | {size} | {method}{by} | {:.3} | {:.3} | {:.1} | {:.4} | {:.1} % |",
        family.name,
        family.property,
        proof.wall,
        written.wall,
        text.len() as f64 / 1e3,
        checked.wall,
        checked.wall / proof.wall * 100.0,
    );
}
