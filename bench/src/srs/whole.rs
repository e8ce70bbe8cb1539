//! The whole system at once, without assumptions.

use std::time::Duration;

use suppose_base::{Budget, Verdict};
use suppose_srs::explore::Setting;
use suppose_srs::program::Program;

use super::{all, count, model, peak};
use crate::clock::{best_of, reset_peak};

/// Seconds that a property may take.
const SECONDS: u64 = 120;

pub(super) fn run() {
    println!("### The whole system at once\n");
    println!(
        "All properties, each on all components together; CPU seconds. At most {SECONDS} s for one; the \
            better of two runs. *Stable states* are those of all machines; *s to count* is the exploration \
            of all of them that counts them.\n"
    );
    println!(
        "| pumps | machines | properties | hold | violated | open | s | slowest, s | stable states | s to \
            count | MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for pumps in [1, 2, 4] {
        row(pumps);
    }
    println!();
}

fn row(pumps: u32) {
    let model = model(pumps);
    let program = Program::whole(&model);
    let setting = Setting { program: &program, tables: &[], last: 1 };
    let budget = || Budget::unlimited().with_timeout(Duration::from_secs(SECONDS));
    reset_peak();
    let (mut hold, mut violated, mut open, mut total, mut slowest) = (0, 0, 0, 0.0, (0.0, String::new()));
    for id in all(&model) {
        for (place, property) in model.component(id).properties.iter().enumerate() {
            let checked = best_of(2, || setting.check(id, place, &budget()));
            match checked.value.verdict {
                Verdict::Holds => hold += 1,
                Verdict::Violated(_) => violated += 1,
                Verdict::Inconclusive(_) => open += 1,
            }
            total += checked.cpu;
            if checked.cpu > slowest.0 {
                slowest = (checked.cpu, property.name.clone());
            }
        }
    }
    let counted = best_of(2, || setting.sent(&[], &budget()));
    let (stable, seconds) = match counted.value {
        Ok(sent) => (count(sent.stable), format!("{:.3}", counted.cpu)),
        Err(reason) => (reason.name().to_owned(), "-".into()),
    };
    println!(
        "| {pumps} | {} | {} | {hold} | {violated} | {open} | {total:.3} | {} {:.3} | {stable} | {seconds} | \
            {} |",
        program.machines.len(),
        hold + violated + open,
        slowest.1,
        slowest.0,
        peak(),
    );
}
