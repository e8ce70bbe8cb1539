//! Bars and dots: the generalised decomposition and the best one of each subject, at the largest size at
//! which both were tried (Figures 5.7 and 5.8).

use super::bars::Columns;
use super::markup::{Node, el};
use super::plot::{
    Area, Shape, WIDTH, column_labels, column_labels_height, figure, legend, long, reference, svg, y_axis,
};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::analysis::{Against, SubjectName, VerifierAnalysis, real, verifier_name};
use crate::numbers::{count, ratio};

/// Nothing without sizes at which both were tried.
pub(super) fn versus(found: &VerifierAnalysis<'_>) -> Option<Node> {
    if found.against_best.is_empty() {
        return None;
    }
    let mut subjects: Vec<&Against> = found.against_best.iter().collect();
    // Without an answer nobody knows how high the bar would be: these come last.
    subjects.sort_by(|a, b| {
        b.decided.cmp(&a.decided).then(a.generalised_ratio().total_cmp(&b.generalised_ratio()))
    });
    let lead = format!("Generalised against best decompositions, with {}.", verifier_name(found.verifier));
    let caption = "Memory divided by that of the plain search, at the largest size at which all \
                   decompositions were tried. After Figures 5.7 and 5.8.";
    let at = |node: fn(f64, f64) -> Node, text: &str| (node(11.0, 6.0), text.to_owned());
    let marks = [
        at(|x, y| Shape::Square.at("bar other", x, y, 5.0), "generalised, and another one is better"),
        at(|x, y| Shape::Square.at("bar same", x, y, 5.0), "generalised, and as good as the best"),
        at(|x, y| Shape::Triangle.at("out", x, y, 4.5), "generalised ran out; at least this much"),
        at(|x, y| Shape::Circle.at("dot known", x, y, 4.0), "best of all"),
        at(|x, y| Shape::Circle.at("dot unknown", x, y, 4.0), "best known; some ran out"),
    ];
    Some(figure(picture(&subjects, &lead), Some(legend(marks)), &lead, caption, Some(numbers(&subjects))))
}

fn picture(subjects: &[&Against], name: &str) -> Node {
    let names: Vec<SubjectName> = subjects.iter().map(|against| against.name.clone()).collect();
    let area = Area { left: 52.0, right: WIDTH - 72.0, top: 28.0, bottom: 340.0 };
    let ratios =
        subjects.iter().flat_map(|against| [Some(against.generalised_ratio()), against.best_ratio()]);
    let y = Scale::log(ratios.flatten().chain([1.0]), area.bottom, area.top);
    let columns = Columns::new(area, subjects.len());
    let one = y.at(1.0).unwrap_or(area.bottom);
    let mut bars = el("g");
    let mut dots = el("g");
    for (index, against) in subjects.iter().enumerate() {
        let middle = columns.middle(index);
        let title = describe(against);
        let top = y.at(against.generalised_ratio());
        if let Some(end) = top {
            let class = if against.is_best() { "bar same" } else { "bar other" };
            bars = bars.child(columns.bar(index, class, one, end).titled(&title));
        }
        if !against.decided {
            // A run that stopped before its first search has no height: its mark stands at the line.
            let tip = top.unwrap_or(one).min(one);
            dots = dots.child(Shape::Triangle.at("out", middle, tip - 5.0, 5.0).titled(&title));
        }
        if let Some(place) = against.best_ratio().and_then(|ratio| y.at(ratio)) {
            let class = if against.known { "dot known" } else { "dot unknown" };
            dots = dots.child(Shape::Circle.at(class, middle, place, 4.0).titled(&title));
        }
    }
    svg(WIDTH, area.bottom + column_labels_height(&names), name)
        .child(y_axis(area, &y, "memory, as a multiple of the plain search"))
        .child(bars)
        .children(reference(area, &y, 1.0, "plain search"))
        .child(dots)
        .child(column_labels(&names, |index| columns.middle(index), area.bottom + 16.0))
}

fn describe(against: &Against) -> String {
    let out = if against.decided { "" } else { " at least, when it ran out" };
    let best = against.best_ratio().map_or_else(|| "none decided".to_owned(), ratio);
    let known = if against.known { "best" } else { "best known" };
    let generalised = ratio(against.generalised_ratio());
    format!("{}, size {}: generalised {generalised}{out}, {known} {best}", long(&against.name), against.size)
}

fn numbers(subjects: &[&Against]) -> Node {
    let columns = [
        ("Subject", false),
        ("No.", true),
        ("Size", true),
        ("Generalised", true),
        ("Best", true),
        ("Best is certain", false),
        ("Plain search", true),
    ];
    let rows: Vec<_> = subjects
        .iter()
        .map(|against| {
            let least = if against.decided { "" } else { "> " };
            let generalised = format!("{least}{}", count(against.generalised));
            vec![
                against.name.to_string().into(),
                against.name.number().map_or_else(Cell::none, |number| number.to_string().into()),
                against.size.to_string().into(),
                Cell::number(generalised, real(against.generalised)),
                against.best.map_or_else(Cell::none, |best| Cell::number(count(best), real(best))),
                if against.known { "yes" } else { "no" }.into(),
                Cell::number(count(against.monolithic), real(against.monolithic)),
            ]
        })
        .collect();
    table("States of generalised and best decompositions", &columns, &rows, &[])
}
