//! The runs that matter, one by one: the best, generalised, predicted and given decompositions of each
//! subject at each size. The table can be searched and sorted; without scripts it is all there, in the
//! order of subjects.

use super::markup::{Node, el};
use super::table::{Cell, Column, row};
use crate::analysis::{Analysis, SubjectRuns, real};
use crate::numbers::{count, duration, ratio};
use crate::{Outcome, Record, Verifier};

const COLUMNS: [Column; 12] = [
    ("Subject", false),
    ("No.", true),
    ("Size", true),
    ("Verifier", false),
    ("Which", false),
    ("Outcome", false),
    ("States", true),
    ("Ratio", true),
    ("Time", true),
    ("Assumption", true),
    ("Queries", true),
    ("Decomposition", false),
];

/// The table with a field to search it; nothing without runs of decompositions.
pub(super) fn runs(analysis: &Analysis<'_>) -> Option<Node> {
    let rows: Vec<Node> = analysis
        .verifiers
        .iter()
        .flat_map(|found| found.subjects.iter().flat_map(subject_rows))
        .map(|cells| row(&COLUMNS, &cells))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let total = rows.len();
    let head = el("tr").children(COLUMNS.iter().map(|&(name, numeric)| {
        el("th").attr("scope", "col").class(if numeric { "n" } else { "t" }).text(name)
    }));
    let table = el("table")
        .attr("id", "runs-table")
        .child(el("caption").text("Best, generalised and predicted decompositions"))
        .child(el("thead").child(head))
        .child(el("tbody").children(rows));
    let search = el("p")
        .class("search")
        .attr("hidden", "hidden")
        .child(el("label").attr("for", "runs-search").text("Search"))
        .child(el("input").attr("id", "runs-search").attr("type", "search").attr("autocomplete", "off"))
        .child(
            el("output")
                .attr("aria-live", "polite")
                .attr("for", "runs-search")
                .attr("id", "runs-count")
                .text(format!("{total} runs")),
        );
    let table = el("div")
        .class("scroll tall breakout")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", "Runs of decompositions")
        .child(table);
    Some(el("div").child(search).child(table))
}

fn subject_rows(subject: &SubjectRuns<'_>) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for runs in subject.sizes.values() {
        let plain = runs.monolithic().filter(|run| run.has_answer() && run.max_states > 0);
        let best = runs.best();
        let certain = if best.is_some_and(|best| best.known) { "best" } else { "best known" };
        rows.extend(best.map(|best| cells(subject, certain, best.run, plain)));
        for (from, run) in &runs.generalised {
            let from = from.map_or_else(String::new, |size| format!(" from {size}"));
            rows.push(cells(subject, &format!("generalised{from}"), run, plain));
        }
        rows.extend(runs.predicted.map(|run| cells(subject, "predicted", run, plain)));
        rows.extend(runs.given.iter().map(|run| cells(subject, "given", run, plain)));
    }
    rows
}

fn cells(subject: &SubjectRuns<'_>, which: &str, run: &Record, plain: Option<&Record>) -> Vec<Cell> {
    let of_plain =
        plain.filter(|_| run.has_answer()).map(|plain| real(run.max_states) / real(plain.max_states));
    let amount = |value: u64| Cell::number(count(value), real(value));
    vec![
        subject.name.to_string().into(),
        subject.name.number().map_or_else(Cell::none, |number| number.to_string().into()),
        run.subject.size.to_string().into(),
        match run.verifier {
            Verifier::Lts => "LTS",
            Verifier::Flow => "flow",
        }
        .into(),
        which.into(),
        outcome(run.outcome).into(),
        amount(run.max_states),
        of_plain.map_or_else(Cell::none, |value| Cell::number(ratio(value), value)),
        Cell::number(duration(run.time_ms), run.time_ms),
        amount(run.assumption_states),
        amount(run.queries),
        run.parts.iter().map(|part| part.join(", ")).collect::<Vec<_>>().join(" | ").into(),
    ]
}

/// What an outcome is called.
pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Holds => "holds",
        Outcome::Violated => "violated",
        Outcome::Timeout => "out of time",
        Outcome::Memory => "out of memory",
        Outcome::Unknown => "unknown",
        Outcome::Failed => "failed",
    }
}
