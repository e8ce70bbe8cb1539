//! Tasking programs: all 62 tables of Cobleigh, Automating and Evaluating Assume-Guarantee Reasoning (2007),
//! appendix C, on monolithic verification, beside what our programs take.
//!
//! Times are CPU seconds from the text to the verdict, on one thread. States of LTSs are comparable where the
//! programs are the same (the book says which are); those of flow analysis are pairs of a node and a tuple of
//! automaton states on both sides, with other graphs and other constraints.

mod flow;
mod lts;
mod published;

use std::time::Duration;

use suppose_ada::models::MODELS;
use suppose_ada::{Program, load};
use suppose_base::{Budget, FileId};

use published::{Published, tables};

/// Seconds that one row may take. Sizes beyond one that takes longer are left out.
const SECONDS: u64 = 300;

pub(crate) fn run() {
    let tables = tables();
    let of = |verifier: &str| -> Vec<&Published> {
        tables.iter().filter(|table| table.verifier == verifier).collect()
    };
    lts::run(&of("lts"));
    flow::run(&of("flow"));
}

fn budget() -> Budget {
    Budget::unlimited().with_timeout(Duration::from_secs(SECONDS))
}

/// The text of a model.
pub(crate) fn text(model: &str, size: u32) -> String {
    let model = MODELS.iter().find(|known| known.name == model).expect("a model of this name");
    (model.text)(size)
}

pub(crate) fn read(text: &str) -> Program {
    load(FileId(0), text).expect("the program is valid").0
}

/// What a table says of a size, as two cells.
fn theirs(found: Option<(u64, f64)>) -> String {
    found.map_or("out of memory | ".to_owned(), |(states, seconds)| format!("{states} | {seconds:.2}"))
}
