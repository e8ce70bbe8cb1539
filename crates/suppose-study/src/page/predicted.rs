//! How good predictions are: for each subject the memory of the predicted decomposition at each size,
//! divided by that of the best one.

use super::bars::Columns;
use super::markup::{Node, el};
use super::plot::{
    Area, Shape, WIDTH, colour, column_labels, column_labels_height, figure, line, long, reference, svg,
    system_legend, y_axis,
};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::analysis::{Predicted, SubjectName, VerifierAnalysis, real, systems, verifier_name};
use crate::numbers::{count, ratio};

/// Nothing without predictions.
pub(super) fn predicted(found: &VerifierAnalysis<'_>, colours: &[String]) -> Option<Node> {
    let all = &found.predictions.all;
    if all.is_empty() {
        return None;
    }
    let mut groups: Vec<&[Predicted]> = all.chunk_by(|a, b| a.name == b.name).collect();
    let worst =
        |group: &[Predicted]| group.iter().map(|p| p.ratio().unwrap_or(f64::INFINITY)).fold(0.0, f64::max);
    groups.sort_by(|a, b| worst(a).total_cmp(&worst(b)));
    let lead = format!("Predicted against best decompositions, with {}.", verifier_name(found.verifier));
    let caption = "Memory of the predicted decomposition divided by that of the best one; a point for each \
                   size at which all decompositions were tried. At 1 the prediction is the best \
                   decomposition. Crosses at the top: the predicted decomposition had no answer.";
    let names = systems(all.iter().map(|predicted| &predicted.name));
    let legend = system_legend(colours, &names);
    Some(figure(picture(&groups, &lead, colours), Some(legend), &lead, caption, Some(numbers(all))))
}

fn picture(groups: &[&[Predicted]], name: &str, colours: &[String]) -> Node {
    let names: Vec<SubjectName> = groups.iter().map(|group| group[0].name.clone()).collect();
    let area = Area { left: 52.0, right: WIDTH - 72.0, top: 28.0, bottom: 260.0 };
    let ratios = groups.iter().flat_map(|group| group.iter().filter_map(Predicted::ratio));
    let y = Scale::log(ratios.chain([1.0, 2.0]), area.bottom, area.top + 12.0);
    let columns = Columns::new(area, groups.len());
    let mut marks = el("g");
    for (index, group) in groups.iter().enumerate() {
        let middle = columns.middle(index);
        let system = colour(colours, &group[0].name.system);
        let places = group.iter().filter_map(|predicted| y.at(predicted.ratio()?));
        let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
        if low < high {
            marks = marks.child(line("range", (middle, low), (middle, high)));
        }
        for predicted in *group {
            let title = describe(predicted);
            let mark = match predicted.ratio().and_then(|ratio| y.at(ratio)) {
                Some(place) => Shape::of(system).at(&format!("mark soft c{system}"), middle, place, 3.6),
                None => Shape::Cross.at(&format!("cross c{system}"), middle, area.top, 3.4),
            };
            marks = marks.child(mark.titled(title));
        }
    }
    svg(WIDTH, area.bottom + column_labels_height(&names), name)
        .child(y_axis(area, &y, "memory, as a multiple of the best decomposition"))
        .children(reference(area, &y, 1.0, "best"))
        .children(reference(area, &y, 2.0, "twice"))
        .child(marks)
        .child(column_labels(&names, |index| columns.middle(index), area.bottom + 16.0))
}

fn describe(predicted: &Predicted) -> String {
    let value = predicted
        .ratio()
        .map_or_else(|| "no answer".to_owned(), |value| format!("{} of the best", ratio(value)));
    format!("{}, size {}: {value}", long(&predicted.name), predicted.size)
}

fn numbers(all: &[Predicted]) -> Node {
    let columns = [("Subject", false), ("Size", true), ("Predicted", true), ("Best", true), ("Ratio", true)];
    let rows: Vec<_> = all
        .iter()
        .map(|predicted| {
            vec![
                predicted.name.to_string().into(),
                predicted.size.to_string().into(),
                predicted.predicted.map_or_else(|| "no answer".into(), |n| Cell::number(count(n), real(n))),
                Cell::number(count(predicted.best), real(predicted.best)),
                predicted.ratio().map_or_else(Cell::none, |value| Cell::number(ratio(value), value)),
            ]
        })
        .collect();
    table("States of predicted and best decompositions", &columns, &rows, &[])
}
