//! The plain search against `auto` on families that grow: where the one gives up, the other goes on to twice
//! the size.

use std::time::Duration;

use suppose_base::{Budget, Verdict};
use suppose_prove::method::{Answer, Method, Options, prove};

use crate::clock::{Measured, measure};
use crate::families::{
    BANK, CLIENT_SERVER, COMMIT, Family, GAS_STATION, NEIGHBOURS, PHILOSOPHERS, PIPELINE, TOKEN_RING,
};

/// One search or composition may have so many states, and the plain search so many seconds; `auto` may take
/// twice as long, since the machine may be busy.
const STATES: u64 = 20_000_000;
const SECONDS: u64 = 10;

/// A family, a size that both can do, one where the plain search reaches a limit, and at least twice that.
const ROWS: [(Family, [usize; 3]); 8] = [
    (GAS_STATION, [9, 14, 28]),
    (TOKEN_RING, [14, 19, 38]),
    (PHILOSOPHERS, [7, 10, 20]),
    (NEIGHBOURS, [7, 10, 20]),
    (CLIENT_SERVER, [16, 22, 44]),
    (COMMIT, [9, 13, 26]),
    (PIPELINE, [18, 24, 48]),
    (BANK, [12, 20, 40]),
];

pub(crate) fn run() {
    println!("## The plain search and `auto` on families that grow\n");
    println!(
        "One thread each; the limits are {} million states in one search or composition, and {SECONDS} s ({} \
            s for auto).\n",
        STATES / 1_000_000,
        2 * SECONDS
    );
    println!(
        "| family, property | N | plain search, states | s | auto, s | answered by | largest composition | \
            states in all |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (family, sizes) in ROWS {
        let mut beyond = false;
        for size in sizes {
            let (system, question) = family.system(size);
            let ask = |method: Method, seconds: u64| {
                let options = Options { method, ..Options::default() };
                let time = Duration::from_secs(seconds);
                let budget = Budget::unlimited().with_max_states(STATES).with_timeout(time);
                measure(|| prove(&system, question, &options, &budget))
            };
            // The next size is larger still.
            let plain = if beyond {
                "not tried | -".to_owned()
            } else {
                let plain = ask(Method::Monolithic, SECONDS);
                beyond = !plain.value.verdict.holds();
                let over = if beyond { "> " } else { "" };
                format!("{over}{} | {over}{:.2}", plain.value.findings.effort.states_explored, plain.wall)
            };
            let auto = ask(Method::Auto, 2 * SECONDS);
            println!(
                "| {}: {} | {size} | {plain} | {:.3} | {} |",
                family.name,
                family.property,
                auto.wall,
                described(&auto),
            );
        }
    }
    println!();
}

/// Who answered, its largest composition, and the states of all that took part.
fn described(run: &Measured<Answer>) -> String {
    let Measured { value: answer, .. } = run;
    let all: u64 = answer.race.iter().map(|spent| spent.states).sum();
    let largest = answer.findings.effort.max_states;
    match &answer.verdict {
        Verdict::Holds => format!("{} | {largest} | {all}", answer.method),
        Verdict::Violated(_) => "violated | - | -".to_owned(),
        Verdict::Inconclusive(reason) => format!("nobody: {reason} | {largest} | {all}"),
    }
}
