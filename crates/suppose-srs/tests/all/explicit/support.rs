//! Exploring programs and showing what was found.

use std::collections::BTreeSet;

use suppose_base::{Budget, FileId};
use suppose_srs::explicit::{Exploration, Judged, Mode, Options, Valuation, explore, judge, obeys};
use suppose_srs::lang::{Model, StateIx, parse_assumption};
use suppose_srs::program::Program;

pub(crate) const PAPER: Mode = Mode::Paper { short_circuit: true };
pub(crate) const UNCUT: Mode = Mode::Paper { short_circuit: false };

/// Everything may be received.
pub(crate) fn anything(_: usize, _: &Valuation) -> bool {
    true
}

/// Explores, and observes everything that the program sends.
pub(crate) fn found(
    program: &Program<'_>,
    mode: Mode,
    last: usize,
    allowed: &dyn Fn(usize, &Valuation) -> bool,
) -> Exploration {
    let options = Options { mode, last };
    explore(program, &program.sent, allowed, options, &Budget::unlimited()).expect("no limits")
}

/// Judges all properties.
pub(crate) fn verdicts(
    program: &Program<'_>,
    mode: Mode,
    last: usize,
    allowed: &dyn Fn(usize, &Valuation) -> bool,
) -> Vec<Judged> {
    judge(program, allowed, Options { mode, last }, &Budget::unlimited()).expect("no limits")
}

/// The names of the violated properties.
pub(crate) fn violated<'m>(model: &'m Model, verdicts: &[Judged]) -> Vec<&'m str> {
    let broken = verdicts.iter().filter(|judged| judged.violation.is_some());
    broken.map(|judged| model.component(judged.component).properties[judged.property].name.as_str()).collect()
}

/// Rows from microstep 1 on as in `1: -`, `2: OPEN`.
pub(crate) fn rows(model: &Model, rows: &[BTreeSet<Valuation>]) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for (microstep, row) in rows.iter().enumerate().skip(1) {
        shown.extend(row.iter().map(|valuation| format!("{microstep}: {}", valuation.text(model))));
    }
    shown
}

/// States as in `ON/OPENED`.
pub(crate) fn place(program: &Program<'_>, states: &[StateIx]) -> String {
    let name = |(at, state): (usize, &StateIx)| program.machine(at).states[state.index()].as_str();
    states.iter().enumerate().map(name).collect::<Vec<_>>().join("/")
}

/// The stable states, sorted by their names.
pub(crate) fn stable(program: &Program<'_>, exploration: &Exploration) -> Vec<String> {
    let mut shown: Vec<String> = exploration.stable.iter().map(|states| place(program, states)).collect();
    shown.sort();
    shown
}

/// Rules about what a component receives, as an assumption.
pub(crate) fn rules(
    model: &Model,
    component: &str,
    text: &str,
) -> impl Fn(usize, &Valuation) -> bool + use<> {
    let id = crate::explicit::models::component(model, component);
    let assumption = parse_assumption(text, FileId(0), model, id).expect("rules");
    move |microstep, received| obeys(&assumption, microstep, received)
}
