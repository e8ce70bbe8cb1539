//! Benchmarks: `cargo run --profile dist -p suppose-bench -- [NAME]...`, all of them without names; see the
//! table in `main`.
//!
//! Each prints a table in Markdown. Times are CPU seconds where one thread works and wall-clock seconds where
//! several do; compare within one run only. The column *peer* is the best of the other tools on the same work
//! as measured on a like machine in November 2026 (see the book): a bar to look at, not part of the run. SPIN
//! runs beside the exploration where it is installed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing tables is what this program does")]
#![expect(clippy::cast_precision_loss, reason = "rates need no more than a few digits")]

mod assume;
mod aut;
mod certify;
mod circuits;
mod clock;
mod compose;
mod decompose;
mod explore;
mod families;
mod fsp;
mod learn;
mod overhead;
mod philosophers;
mod race;
mod reduce;
mod scale;
mod spin;
mod srs;
mod tasking;

fn main() {
    let benchmarks: [(&str, fn()); 15] = [
        ("explore", explore::run),
        ("compose", compose::run),
        ("reduce", reduce::run),
        ("aut", aut::run),
        ("fsp", fsp::run),
        ("learn", learn::run),
        ("assume", assume::run),
        ("scale", scale::run),
        ("overhead", overhead::run),
        ("race", race::run),
        ("decompose", decompose::run),
        ("certify", certify::run),
        ("circuits", circuits::run),
        ("srs", srs::run),
        ("tasking", tasking::run),
    ];
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    if wanted.first().is_some_and(|name| name == "race" || name == "decompose") {
        // What follows are subjects.
        wanted.truncate(1);
    }
    if let Some(unknown) = wanted.iter().find(|w| !benchmarks.iter().any(|(name, _)| name == w)) {
        eprintln!("unknown benchmark {unknown}");
        std::process::exit(2);
    }
    clock::describe_machine();
    for (name, run) in benchmarks {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            run();
        }
    }
}
