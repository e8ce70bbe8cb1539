//! Checking a certificate against finding the proof.

use std::time::Duration;

use suppose_base::Budget;
use suppose_certify::{Limits, Outcome, check};
use suppose_prove::certificate::{Target, certificate, prepared};
use suppose_prove::method::{Method, Options, prove};

use crate::clock::{best_of, measure};
use crate::families::{
    BANK, CLIENT_SERVER, COMMIT, FILTER, Family, GAS_STATION, NEIGHBOURS, PHILOSOPHERS, PIPELINE, SMOKERS,
    TOKEN_RING,
};

pub(crate) fn run() {
    println!("## Checking certificates\n");
    println!(
        "| family, property | N | method | proof s | states | writing s | certificate kB | check s | check / proof |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (family, sizes) in EXPLORE {
        for &size in sizes {
            for method in [
                Method::Auto,
                Method::Monolithic,
                Method::Minimise,
                Method::Lazy,
                Method::Direct,
                Method::Learn,
                Method::Refine,
            ] {
                row(&family, size, method);
            }
        }
    }
    println!();
}

const EXPLORE: [(Family, &[usize]); 10] = [
    (GAS_STATION, &[8, 20]),
    (TOKEN_RING, &[14, 38]),
    (PHILOSOPHERS, &[7, 20]),
    (NEIGHBOURS, &[7, 20]),
    (CLIENT_SERVER, &[16, 44]),
    (COMMIT, &[9, 14]),
    (PIPELINE, &[18, 48]),
    (BANK, &[12, 30]),
    (SMOKERS, &[40]),
    (FILTER, &[4]),
];

fn row(family: &Family, size: usize, method: Method) {
    let (system, question) = family.system(size);
    let options = Options { method, ..Options::default() };
    let budget = || Budget::unlimited().with_max_states(5_000_000).with_timeout(Duration::from_secs(6));
    let proof = measure(|| prove(&system, question, &options, &budget()));
    if !proof.value.verdict.holds() || proof.cpu < 0.08 {
        return;
    }
    let answer = &proof.value;
    let written = measure(|| {
        certificate(
            &system,
            &[&prepared(&system, answer, &Budget::unlimited()).expect("it can have one")],
            Vec::new(),
            Target::default(),
        )
    });
    let Ok(text) = written.value else {
        println!("| {}: {} | {size} | {method} | {:.3} | none |", family.name, family.property, proof.cpu);
        return;
    };
    let limits = Limits { max_states: 50_000_000, deadline: None, cancel: None };
    let checked = best_of(1, || check(text.as_bytes(), &limits));
    assert!(matches!(checked.value, Outcome::Accepted(_)), "{:?}", checked.value);
    println!(
        "| {}: {} | {size} | {method} ({}) | {:.3} | {} | {:.3} | {} | {:.3} | {:.0} % |",
        family.name,
        family.property,
        answer.method,
        proof.cpu,
        answer.outcome.effort.states_explored,
        written.cpu,
        text.len() / 1000,
        checked.cpu,
        checked.cpu / proof.cpu * 100.0,
    );
}
