//! Mining: what components can send each other, found in several ways, and what it saves.

use suppose_base::Budget;
use suppose_srs::explore::Setting;
use suppose_srs::lang::{ComponentId, EventId, Model};
use suppose_srs::mine::{Style, mine};
use suppose_srs::modular::{Direction, Options, iterate};
use suppose_srs::program::Program;
use suppose_srs::table::Table;

use super::against_spin::Theirs;
use super::{RUNS, all, check, mined, model, ratio};
use crate::clock::{Measured, best_of};

/// Microsteps with a row of their own.
const LAST: usize = 8;

/// For each component the tables of what it receives.
type Found = Vec<Vec<Table>>;

pub(super) fn run(theirs: &[Theirs]) {
    ways();
    saved(theirs);
}

/// What the rest of the system sends to a component, all of it explored together.
fn composed(model: &Model) -> Found {
    let table = |id: ComponentId| {
        let received: &[EventId] = &model.component(id).received;
        let program = Program::around(model, id);
        let setting = Setting { program: &program, tables: &[], last: LAST };
        vec![setting.sent(received, &Budget::unlimited()).expect("no limit").table]
    };
    all(model).map(table).collect()
}

fn iterated(model: &Model, direction: Direction, rounds: Option<usize>) -> Found {
    let options = Options { direction, last: LAST, most: LAST, rounds };
    let mutual = iterate(model, &options, &Budget::unlimited()).expect("no limit");
    all(model).map(|id| mutual.of(id).to_vec()).collect()
}

fn ways() {
    println!("### Mining\n");
    println!(
        "What each component receives from the others, with {LAST} microsteps told apart. *One round*: each \
            sender alone in a universal environment, as in the paper but soundly. *Down* and *up*: iterated \
            between all components. *Composed*: all other components explored together. Then the rules that \
            describe it, in the style of the paper's tables, and the check of all properties.\n"
    );
    println!("| pumps | way | mining s | rules | s to find rules | check s | false |");
    println!("|---|---|---|---|---|---|---|");
    for pumps in [1, 4] {
        let model = model(pumps);
        let row = |way: &str, found: &Measured<Found>| {
            let tables = || found.value.iter().flatten();
            let budget = Budget::unlimited();
            let rules = best_of(RUNS, || {
                tables()
                    .map(|table| mine(table, Style::Tables, &budget).expect("no limit").rules.len())
                    .sum::<usize>()
            });
            let (mut seconds, mut violated) = (0.0, Vec::new());
            for (id, tables) in all(&model).zip(&found.value) {
                let checked = check(&model, id, tables, LAST);
                seconds += checked.wall;
                violated.extend(checked.value);
            }
            println!(
                "| {pumps} | {way} | {:.4} | {} | {:.4} | {seconds:.4} | {} |",
                found.wall,
                rules.value,
                rules.wall,
                if violated.is_empty() { "none".into() } else { violated.join(", ") },
            );
        };
        row("one round", &best_of(RUNS, || iterated(&model, Direction::Down, Some(1))));
        row("down", &best_of(RUNS, || iterated(&model, Direction::Down, None)));
        row("up", &best_of(RUNS, || iterated(&model, Direction::Up, None)));
        row("composed", &best_of(RUNS, || composed(&model)));
    }
    println!();
}

fn saved(theirs: &[Theirs]) {
    if theirs.is_empty() {
        return;
    }
    println!("### What mining saves\n");
    println!(
        "The check under the universal environment, which mined assumptions make unnecessary, against the \
            time to mine for all components (down). Where SPIN gave up, its limit counts. Our own check is \
            that of all properties of the component.\n"
    );
    println!(
        "| pumps | component | mining s | SPIN universal s | properties | SPIN / mining | our universal s | \
            ours / mining |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for row in theirs {
        let model = model(row.pumps);
        let mining = best_of(RUNS, || mined(&model));
        let id = model.component_named(&row.component).expect("a component");
        let ours = check(&model, id, &[], 1);
        let more = if row.given_up == 0 { "" } else { "> " };
        println!(
            "| {} | {} | {:.4} | {more}{:.2} | {} of {} | {more}{} | {:.4} | {} |",
            row.pumps,
            row.component,
            mining.wall,
            row.seconds,
            row.tried,
            model.component(id).properties.len(),
            ratio(row.seconds, mining.wall),
            ours.wall,
            ratio(ours.wall, mining.wall),
        );
    }
    println!();
}
