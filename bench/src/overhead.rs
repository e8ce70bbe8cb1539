//! What `auto` costs where the plain search is the best that can be done, and the other contenders of its
//! race are in vain.

use suppose_base::Budget;
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_prove::method::{Method, Options, prove};

use crate::clock::{Measured, measure};
use crate::families::{AGREEMENT, FILTER, SMOKERS};

/// Runs of each, in turn; the best counts.
const RUNS: usize = 5;

pub(crate) fn run() {
    println!("## `auto` where the plain search is best\n");
    println!("One thread; the best of {RUNS} runs of each, taken in turn.\n");
    println!("| system, property | N | states | plain search s | auto s | auto / plain | answered by |");
    println!("|---|---|---|---|---|---|---|");
    for (family, sizes) in [(SMOKERS, &[35, 45, 55][..]), (FILTER, &[4]), (AGREEMENT, &[10, 11])] {
        for &size in sizes {
            let (system, question) = family.system(size);
            compare(&format!("{}: {}", family.name, family.property), size, &system, question);
        }
    }
    println!();
}

fn compare(name: &str, size: usize, system: &System, question: Question) {
    let ask = |method: Method| {
        let options = Options { method, ..Options::default() };
        let run = measure(|| prove(system, question, &options, &Budget::unlimited()));
        assert!(run.value.verdict.holds(), "{name} holds with N = {size}");
        run
    };
    let better = |best: Measured<_>, next: Measured<_>| if next.cpu < best.cpu { next } else { best };
    let (mut plain, mut auto) = (ask(Method::Monolithic), ask(Method::Auto));
    for _ in 1..RUNS {
        plain = better(plain, ask(Method::Monolithic));
        auto = better(auto, ask(Method::Auto));
    }
    println!(
        "| {name} | {size} | {} | {:.3} | {:.3} | {:.2} | {} |",
        plain.value.findings.effort.max_states,
        plain.cpu,
        auto.cpu,
        auto.cpu / plain.cpu,
        auto.value.method,
    );
}
