//! A line for each subject: memory or time of generalised decompositions by size (Figures 5.4 to 5.6, and
//! 5.11 to 5.13).
//!
//! As published, subjects that go beyond size 10 have a picture of their own, and the first one stops there.
//! Lines are coloured by system and end with the number of their subject; numbers at the same size are moved
//! apart until they can be read.

use super::markup::{Node, el, px};
use super::plot::{
    Area, Shape, WIDTH, colour, figure, long, reference, short, svg, system_legend, x_axis, y_axis,
};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::analysis::{Curve, Measure, Ratio, systems};
use crate::numbers::{ratio, whole};

/// The largest size of the first picture.
const SPLIT: u32 = 10;
/// The room that a label at the end of a line needs.
const LABEL_HEIGHT: f64 = 11.0;

/// One figure, or two where some subjects go beyond [`SPLIT`].
pub(super) fn curves(all: &[Curve], measure: Measure, verifier: &str, colours: &[String]) -> Vec<Node> {
    let what = match measure {
        Measure::Memory => "Memory",
        Measure::Time => "Time",
    };
    let after = match measure {
        Measure::Memory => "After Figures 5.4 to 5.6.",
        Measure::Time => "After Figures 5.11 to 5.13.",
    };
    let up_to = |limit: u32| -> Vec<Curve> {
        let keep = |curve: &Curve| {
            let ratios: Vec<_> = curve.ratios.iter().filter(|ratio| ratio.size <= limit).cloned().collect();
            (!ratios.is_empty()).then(|| Curve { name: curve.name.clone(), ratios })
        };
        all.iter().filter_map(keep).collect()
    };
    let large: Vec<Curve> = all.iter().filter(|curve| curve.last().size > SPLIT).cloned().collect();
    let small = up_to(SPLIT);
    let mut figures = Vec::new();
    for (shown, range) in
        [(small, if large.is_empty() { "" } else { ", up to size 10" }), (large, ", beyond size 10")]
    {
        if shown.is_empty() {
            continue;
        }
        let lead = format!("{what} of generalised decompositions, with {verifier}{range}.");
        let caption = format!(
            "Divided by what the plain search needs; a line for each subject, up to the largest size at \
             which both have an answer. {after}"
        );
        let axis = format!("{}, as a multiple of the plain search", what.to_lowercase());
        let names = systems(shown.iter().map(|curve| &curve.name));
        let legend = system_legend(colours, &names);
        figures.push(figure(
            picture(&shown, &lead, &axis, colours),
            Some(legend),
            &lead,
            &caption,
            Some(numbers(&shown)),
        ));
    }
    figures
}

fn picture(curves: &[Curve], name: &str, axis: &str, colours: &[String]) -> Node {
    let area = Area { left: 52.0, right: WIDTH - 72.0, top: 28.0, bottom: 430.0 };
    let points = || curves.iter().flat_map(|curve| &curve.ratios);
    let y = Scale::log(points().map(Ratio::value).chain([1.0]), area.bottom, area.top);
    let first = points().map(|ratio| ratio.size).min().unwrap_or(0);
    let last = points().map(|ratio| ratio.size).max().unwrap_or(1);
    let x = Scale::linear(f64::from(first), f64::from(last), area.left + 16.0, area.right);
    let mut picture = svg(WIDTH, area.bottom + 40.0, name)
        .child(y_axis(area, &y, axis))
        .child(x_axis(area, &x, "size"))
        .children(reference(area, &y, 1.0, ""));
    for curve in curves {
        let index = colour(colours, &curve.name.system);
        let places: Vec<(f64, f64, &Ratio)> = curve
            .ratios
            .iter()
            .filter_map(|ratio| Some((x.at(f64::from(ratio.size))?, y.at(ratio.value())?, ratio)))
            .collect();
        let path: Vec<String> = places.iter().map(|(x, y, _)| format!("{},{}", px(*x), px(*y))).collect();
        let marks = places.iter().map(|(x, y, of)| {
            Shape::of(index).at(&format!("mark c{index}"), *x, *y, 2.6).titled(format!(
                "{}, size {}: {}",
                long(&of.name),
                of.size,
                ratio(of.value())
            ))
        });
        let polyline = el("polyline").class(format!("line c{index}")).attr("points", path.join(" "));
        let group = el("g").class("series").titled(long(&curve.name)).child(polyline).children(marks);
        picture = picture.child(group);
    }
    picture.child(end_labels(curves, &x, &y, area, colours))
}

/// Labels at the ends of lines. Lines that end at nearly the same place share a label, in as many rows as the
/// room to the right asks for; rows at the same size are moved apart, each as little as the order allows.
fn end_labels(curves: &[Curve], x: &Scale, y: &Scale, area: Area, colours: &[String]) -> Node {
    let mut ends: Vec<(u32, f64, &Curve)> = curves
        .iter()
        .filter_map(|curve| Some((curve.last().size, y.at(curve.last().value())?, curve)))
        .collect();
    ends.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut labels = el("g");
    for group in ends.chunk_by(|a, b| a.0 == b.0) {
        let Some(at) = x.at(f64::from(group[0].0)).map(|at| at + 7.0) else { continue };
        let mut rows: Vec<(f64, Vec<&Curve>)> = Vec::new();
        for cluster in group.chunk_by(|a, b| b.1 - a.1 < LABEL_HEIGHT / 2.0) {
            let middle = f64::midpoint(cluster[0].1, cluster[cluster.len() - 1].1);
            let mut cluster: Vec<&Curve> = cluster.iter().map(|end| end.2).collect();
            cluster.sort_by_key(|curve| (&curve.name.system, curve.name.number()));
            let chunks = cluster.chunks(labels_in_a_row(&cluster, WIDTH - at));
            let lift = LABEL_HEIGHT * f64::from(u32::try_from(chunks.len()).unwrap_or(1) - 1) / 2.0;
            rows.extend(chunks.map(|chunk| (middle - lift, chunk.to_vec())));
        }
        let wanted: Vec<f64> = rows.iter().map(|row| row.0).collect();
        let placed = spread(&wanted, LABEL_HEIGHT, area.top, area.bottom);
        labels = labels
            .children(rows.iter().zip(placed).map(|((_, row), place)| shared_label(row, at, place, colours)));
    }
    labels
}

/// How many of these labels fit into a width, if all were as long as the longest; at least one.
fn labels_in_a_row(cluster: &[&Curve], width: f64) -> usize {
    let longest = cluster.iter().map(|curve| end_label(curve).chars().count() + 1).max().unwrap_or(1);
    (whole(width / 5.6) as usize / longest).max(1)
}

fn end_label(curve: &Curve) -> String {
    short(&curve.name, 11)
}

/// One label for several lines, each name in the colour of its system.
fn shared_label(row: &[&Curve], x: f64, y: f64, colours: &[String]) -> Node {
    let names: Vec<String> = row.iter().map(|curve| long(&curve.name)).collect();
    let mut text = el("text").class("end-label").px("x", x).px("y", y + 3.5).titled(names.join(", "));
    for (index, curve) in row.iter().enumerate() {
        let class = format!("t{}", colour(colours, &curve.name.system));
        let gap = if index == 0 { "" } else { " " };
        text = text.text(gap).child(el("tspan").class(class).text(end_label(curve)));
    }
    text
}

/// Moves sorted places apart to at least `gap`, within two bounds where they fit.
fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut placed: Vec<f64> = Vec::with_capacity(wanted.len());
    for &place in wanted {
        placed.push(placed.last().map_or(place, |last: &f64| place.max(last + gap)).max(low));
    }
    let mut limit = high;
    for place in placed.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - gap;
    }
    placed
}

fn numbers(curves: &[Curve]) -> Node {
    let columns = [
        ("Subject", false),
        ("No.", true),
        ("Smallest size", true),
        ("Ratio there", true),
        ("Largest size", true),
        ("Ratio there", true),
    ];
    let rows: Vec<_> = curves
        .iter()
        .map(|curve| {
            let (first, last) = (&curve.ratios[0], curve.last());
            vec![
                curve.name.to_string().into(),
                curve.name.number().map_or_else(Cell::none, |number| number.to_string().into()),
                first.size.to_string().into(),
                Cell::number(ratio(first.value()), first.value()),
                last.size.to_string().into(),
                Cell::number(ratio(last.value()), last.value()),
            ]
        })
        .collect();
    table("Where each line starts and ends", &columns, &rows, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_moved_apart_within_the_area() {
        assert_eq!(spread(&[10.0, 11.0, 50.0], 10.0, 0.0, 100.0), [10.0, 20.0, 50.0]);
        assert_eq!(spread(&[95.0, 97.0, 99.0], 10.0, 0.0, 100.0), [80.0, 90.0, 100.0]);
        assert_eq!(spread(&[], 10.0, 0.0, 100.0), [0.0; 0]);
    }
}
