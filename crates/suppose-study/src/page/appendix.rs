//! The numbers by size, as in appendix C of the dissertation: the plain search, the generalised decomposition
//! and the best one.

use super::markup::{Node, el};
use super::runs::outcome;
use super::table::{Cell, table};
use crate::Record;
use crate::analysis::{VerifierAnalysis, real, verifier_name};
use crate::numbers::{count, duration};

/// A table that can be opened; nothing without runs.
pub(super) fn numbers(found: &VerifierAnalysis<'_>) -> Option<Node> {
    let columns = [
        ("Subject", false),
        ("Size", true),
        ("Plain search: states", true),
        ("time", true),
        ("Generalised: states", true),
        ("time", true),
        ("Best: states", true),
    ];
    let mut rows = Vec::new();
    for subject in &found.subjects {
        for (&size, runs) in &subject.sizes {
            let mut cells = vec![subject.name.to_string().into(), size.to_string().into()];
            cells.extend(states_and_time(runs.monolithic()));
            cells.extend(states_and_time(subject.generalised(size)));
            // As in the dissertation, a star says that a better one may exist.
            cells.push(runs.best().map_or_else(Cell::none, |best| {
                let star = if best.known { "" } else { "*" };
                Cell::number(format!("{star}{}", count(best.run.max_states)), real(best.run.max_states))
            }));
            rows.push(cells);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let name = verifier_name(found.verifier);
    let caption =
        format!("States and time by size, with {name}; * is the best known, where a better one may exist");
    let summary = el("summary").text(format!("The numbers by size, with {name}"));
    Some(el("details").child(summary).child(table(&caption, &columns, &rows, &[])))
}

fn states_and_time(run: Option<&Record>) -> [Cell; 2] {
    match run {
        None => [Cell::none(), Cell::none()],
        Some(run) if run.has_answer() => [
            Cell::number(count(run.max_states), real(run.max_states)),
            Cell::number(duration(run.time_ms), run.time_ms),
        ],
        Some(run) => [outcome(run.outcome).into(), Cell::none()],
    }
}
