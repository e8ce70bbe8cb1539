//! Rules of tables with thirty events and 64 microsteps.
//!
//! Six groups of five events. Those of a group exclude each other and are there in some microsteps only; in
//! some microsteps, one event needs another one.

use std::time::Duration;

use suppose_base::{Budget, FileId};
use suppose_srs::lang::{ComponentId, load};
use suppose_srs::mine::{Style, mine};
use suppose_srs::space::{Diagram, Set, Space};
use suppose_srs::table::{Table, columns};

use super::RUNS;
use crate::clock::{best_of, measure};

const EVENTS: u32 = 30;
const LAST: usize = 64;
const SECONDS: u64 = 60;

/// Events of one group.
const GROUP: u32 = 5;

pub(super) fn run() {
    println!("### Rules of thirty events\n");
    println!(
        "A table of {EVENTS} events and {LAST} microsteps: six groups of five events that exclude each \
            other, each there from microstep 3 + 8g to 20 + 8g, and one event that needs another one with a \
            third. At most {SECONDS} s for each style. The power set of the paper would have 2^31 sets for \
            each configuration.\n"
    );
    println!("| style | rules | exact | s |");
    println!("|---|---|---|---|");
    let table = table();
    for (name, style) in [
        ("compact", Style::Compact),
        ("tables", Style::Tables),
        ("basis", Style::Basis),
        ("full", Style::Full),
    ] {
        let work = || mine(&table, style, &Budget::unlimited().with_timeout(Duration::from_secs(SECONDS)));
        let quick = matches!(style, Style::Compact | Style::Tables);
        let found = if quick { best_of(RUNS, work) } else { measure(work) };
        match found.value {
            Ok(rules) => println!("| {name} | {} | {} | {:.3} |", rules.rules.len(), rules.exact, found.wall),
            Err(reason) => println!("| {name} | - | - | {} |", reason.name()),
        }
    }
    println!();
}

fn table() -> Table {
    let names: Vec<String> = (0..EVENTS).map(|event| format!("e{event}")).collect();
    let text = format!("component P {{ recv {}; fsm F {{ init S; S -> S : e0; }} }}", names.join(", "));
    let model = load(&text, FileId(0), "thirty").expect("a model without errors");
    let columns = columns(&model, &model.component(ComponentId::at(0)).received);
    let space = Space::new(EVENTS, 1 << 20);
    let is = |event: u32, value: bool| space.literal(event, value).expect("room");
    let without = |set: &Set, literals: &[(u32, bool)]| {
        let cube = literals
            .iter()
            .fold(space.constant(true), |cube, &(event, value)| cube.and(&is(event, value)).expect("room"));
        set.minus(&cube).expect("room")
    };
    let row = |step: usize| {
        let mut set = space.constant(true);
        for event in 0..EVENTS {
            let first = 3 + 8 * (event / GROUP) as usize;
            if step < first || step > first + 17 {
                set = without(&set, &[(event, true)]);
            }
            for other in event + 1..(event / GROUP + 1) * GROUP {
                set = without(&set, &[(event, true), (other, true)]);
            }
        }
        if (12..=19).contains(&step) {
            set = without(&set, &[(0, true), (GROUP, true), (2 * GROUP, false)]);
        }
        Diagram::from_set(&set, |variable| variable)
    };
    Table { columns, rows: (0..=LAST).map(row).collect() }
}
