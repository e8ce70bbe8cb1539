//! A bar for each subject: the memory of its best decomposition at the smallest size (Figures 5.1 and 5.2).
//!
//! Bars start at the line of the plain search: those that go down save memory, those that go up cost it.

use super::markup::{Node, el};
use super::plot::{
    Area, Shape, WIDTH, column_labels, column_labels_height, figure, legend, long, reference, svg, y_axis,
};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::analysis::{Comparison, Ratio, SubjectName, VerifierAnalysis, verifier_name};
use crate::numbers::{count, ratio, whole};

/// Nothing without ratios.
pub(super) fn bars(found: &VerifierAnalysis<'_>) -> Option<Node> {
    let ratios = &found.smallest.ratios;
    if ratios.is_empty() {
        return None;
    }
    let lead = format!("Memory of the best decomposition, with {}.", verifier_name(found.verifier));
    let caption = "The largest number of states in any query or premise at the smallest size, divided by the \
                   states of the plain search; below 1 the decomposition is better. Subjects of \
                   the published study have its numbers. After Figures 5.1 and 5.2.";
    let marks = [
        (bar_swatch("better"), "less memory than the plain search".to_owned()),
        (bar_swatch("worse"), "as much or more".to_owned()),
    ];
    Some(figure(picture(ratios, &lead), Some(legend(marks)), &lead, caption, Some(numbers(&found.smallest))))
}

fn bar_swatch(class: &str) -> Node {
    Shape::Square.at(&format!("bar {class}"), 11.0, 6.0, 5.0)
}

fn picture(ratios: &[Ratio], name: &str) -> Node {
    let names: Vec<SubjectName> = ratios.iter().map(|ratio| ratio.name.clone()).collect();
    let area = Area { left: 52.0, right: WIDTH - 72.0, top: 28.0, bottom: 320.0 };
    let y = Scale::log(ratios.iter().map(Ratio::value).chain([1.0]), area.bottom, area.top);
    let columns = Columns::new(area, ratios.len());
    let one = y.at(1.0).unwrap_or(area.bottom);
    let mut picture = svg(WIDTH, area.bottom + column_labels_height(&names), name).child(y_axis(
        area,
        &y,
        "memory, as a multiple of the plain search",
    ));
    let mut bars = el("g");
    for (index, ratio) in ratios.iter().enumerate() {
        let Some(end) = y.at(ratio.value()) else { continue };
        let class = if ratio.value() < 1.0 { "bar better" } else { "bar worse" };
        bars = bars.child(columns.bar(index, class, one, end).titled(describe(ratio)));
    }
    picture = picture.child(bars).children(reference(area, &y, 1.0, "plain search"));
    picture.child(column_labels(&names, |index| columns.middle(index), area.bottom + 16.0))
}

fn describe(of: &Ratio) -> String {
    format!("{}, size {}: {} of the plain search", long(&of.name), of.size, ratio(of.value()))
}

/// Columns of equal width across an area.
pub(super) struct Columns {
    left: f64,
    step: f64,
}

impl Columns {
    pub(super) fn new(area: Area, count: usize) -> Self {
        let count = f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        // A handful of columns stays together at the left.
        Self { left: area.left + 6.0, step: ((area.right - area.left - 12.0) / count).min(44.0) }
    }

    /// The middle of a column.
    pub(super) fn middle(&self, index: usize) -> f64 {
        self.left + self.step * (f64::from(u32::try_from(index).unwrap_or(u32::MAX)) + 0.5)
    }

    /// A bar between two heights.
    pub(super) fn bar(&self, index: usize, class: &str, from: f64, to: f64) -> Node {
        let width = (self.step * 0.68).min(22.0);
        el("rect")
            .class(class)
            .px("x", self.middle(index) - width / 2.0)
            .px("y", from.min(to))
            .px("width", width)
            .px("height", (from - to).abs().max(1.0))
    }
}

fn numbers(smallest: &Comparison) -> Node {
    let columns = [
        ("Subject", false),
        ("No.", true),
        ("Size", true),
        ("Best", true),
        ("Plain search", true),
        ("Ratio", true),
    ];
    let states = |value: f64| Cell::number(count(whole(value)), value);
    let rows: Vec<_> = smallest
        .ratios
        .iter()
        .map(|of| {
            vec![
                of.name.to_string().into(),
                of.name.number().map_or_else(Cell::none, |number| number.to_string().into()),
                of.size.to_string().into(),
                states(of.decomposed),
                states(of.whole),
                Cell::number(ratio(of.value()), of.value()),
            ]
        })
        .collect();
    table("States of the best decomposition and of the plain search", &columns, &rows, &[])
}
