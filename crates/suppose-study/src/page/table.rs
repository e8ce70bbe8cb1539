//! Tables: real ones, with a caption, headers of columns, and a header for each row.

use super::markup::{Node, el};

/// A cell: what is shown, and the number by which a sorted table sorts it.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    text: String,
    sort: Option<f64>,
}

impl Cell {
    /// A number as it is shown, and as it is.
    pub(super) fn number(text: String, value: f64) -> Self {
        Self { text, sort: value.is_finite().then_some(value) }
    }

    /// A cell that says that there is no value.
    pub(super) fn none() -> Self {
        Self::from("–")
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, sort: None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

/// A column: its name, and whether it has numbers, which stand to the right.
pub(super) type Column = (&'static str, bool);

/// A table in a box that scrolls sideways where it has to. Rows after `body` are totals.
pub(super) fn table(caption: &str, columns: &[Column], rows: &[Vec<Cell>], totals: &[Vec<Cell>]) -> Node {
    let head = el("tr").children(
        columns.iter().map(|&(name, numeric)| el("th").attr("scope", "col").class(class(numeric)).text(name)),
    );
    let mut table = el("table")
        .child(el("caption").text(caption))
        .child(el("thead").child(head))
        .child(el("tbody").children(rows.iter().map(|cells| row(columns, cells))));
    if !totals.is_empty() {
        table = table.child(el("tfoot").children(totals.iter().map(|cells| row(columns, cells))));
    }
    el("div")
        .class("scroll")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", caption)
        .child(table)
}

/// A row; its first cell is its header.
pub(super) fn row(columns: &[Column], cells: &[Cell]) -> Node {
    el("tr").children(cells.iter().zip(columns).enumerate().map(|(index, (cell, &(_, numeric)))| {
        let node = if index == 0 { el("th").attr("scope", "row") } else { el("td") };
        let node = node.class(class(numeric)).text(&cell.text);
        match cell.sort {
            Some(value) => node.attr("data-sort", value),
            None => node,
        }
    }))
}

fn class(numeric: bool) -> &'static str {
    if numeric { "n" } else { "t" }
}
