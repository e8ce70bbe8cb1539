//! A small picture for each subject: states, or time, by size for every way to verify it (after Figures 5.9
//! and 5.10, which show two subjects).
//!
//! A cross at the upper edge marks a size at which a run came to the end of its time or memory. Axes differ
//! from picture to picture; every one has its own labels.

use super::markup::{Node, el, px};
use super::plot::{Area, Shape, cut, label, legend, line, long, svg};
use super::scale::Scale;
use crate::Record;
use crate::analysis::{Measure, SubjectRuns};
use crate::numbers::{count, duration, ratio};

const WIDTH: f64 = 220.0;
const HEIGHT: f64 = 150.0;

/// A way to verify a subject, in the order in which they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Monolithic,
    Auto,
    Predicted,
    Generalised,
    FromLarger,
    Best,
}

impl Way {
    const ALL: [Self; 6] =
        [Self::Monolithic, Self::Auto, Self::Predicted, Self::Generalised, Self::FromLarger, Self::Best];

    fn name(self) -> &'static str {
        match self {
            Self::Monolithic => "plain search",
            Self::Auto => "auto",
            Self::Predicted => "predicted",
            Self::Generalised => "generalised from the smallest size",
            Self::FromLarger => "generalised from a larger size",
            Self::Best => "best decomposition",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Monolithic => "plain",
            Self::Auto => "auto",
            Self::Predicted => "predicted",
            Self::Generalised => "generalised",
            Self::FromLarger => "larger",
            Self::Best => "best",
        }
    }

    fn shape(self) -> Shape {
        match self {
            Self::Monolithic => Shape::Square,
            Self::Auto => Shape::Down,
            Self::Predicted => Shape::Triangle,
            Self::Generalised | Self::FromLarger => Shape::Circle,
            Self::Best => Shape::Diamond,
        }
    }

    fn run<'a>(self, subject: &SubjectRuns<'a>, size: u32) -> Option<&'a Record> {
        let runs = subject.sizes.get(&size)?;
        match self {
            Self::Monolithic => runs.monolithic(),
            Self::Auto => runs.auto(),
            Self::Predicted => runs.predicted,
            Self::Generalised => subject.generalised(size),
            Self::FromLarger => subject.generalised_from_larger(size),
            Self::Best => runs.best().map(|best| best.run),
        }
    }
}

/// All pictures with one legend; nothing without subjects.
pub(super) fn multiples(subjects: &[SubjectRuns<'_>], measure: Measure, lead: &str) -> Option<Node> {
    let panels: Vec<Node> = subjects.iter().filter_map(|subject| panel(subject, measure)).collect();
    if panels.is_empty() {
        return None;
    }
    let occurs = |way: &Way| {
        subjects.iter().any(|subject| subject.sizes.keys().any(|&size| way.run(subject, size).is_some()))
    };
    let ways = Way::ALL.into_iter().filter(occurs).map(|way| {
        let mark = way.shape().at(&format!("mark {}", way.class()), 11.0, 6.0, 3.2);
        let stroke = line(&format!("line {}", way.class()), (0.0, 6.0), (22.0, 6.0));
        (el("g").child(stroke).child(mark), way.name().to_owned())
    });
    let out = (Shape::Cross.at("cross", 11.0, 6.0, 3.5), "ran out of time or memory".to_owned());
    let what = match measure {
        Measure::Memory => "States of the largest search",
        Measure::Time => "Time",
    };
    let caption = el("figcaption").child(el("strong").text(lead)).text(format!(
        " {what} by size, on a logarithmic scale that differs from picture to picture. After Figures 5.9 \
         and 5.10."
    ));
    let grid = el("div").class("multiples").children(panels);
    Some(el("figure").class("wide").child(legend(ways.chain([out]))).child(grid).child(caption))
}

fn panel(subject: &SubjectRuns<'_>, measure: Measure) -> Option<Node> {
    let area = Area { left: 38.0, right: WIDTH - 8.0, top: 30.0, bottom: HEIGHT - 20.0 };
    let runs = |way: Way| {
        subject.sizes.keys().filter_map(move |&size| Some((f64::from(size), way.run(subject, size)?)))
    };
    let value = |run: &Record| measure.of(run).filter(|_| run.has_answer());
    let values: Vec<f64> = Way::ALL
        .into_iter()
        .flat_map(|way| runs(way).filter_map(|(_, run)| value(run)).collect::<Vec<_>>())
        .collect();
    if values.is_empty() {
        return None;
    }
    let (first, last) = (*subject.sizes.keys().next()?, *subject.sizes.keys().next_back()?);
    let x = Scale::linear(f64::from(first), f64::from(last), area.left + 8.0, area.right - 6.0);
    let y = Scale::log(values, area.bottom - 2.0, area.top + 4.0);
    let mut picture = svg(WIDTH, HEIGHT, &format!("{} by size", long(&subject.name)))
        .child(axes(area, &x, &y, measure))
        .child(label("panel-title", 4.0, 13.0, &title(subject)).titled(long(&subject.name)));
    for way in Way::ALL {
        let show = |run: &Record| match measure {
            Measure::Memory => format!("{} states", count(run.max_states)),
            Measure::Time => duration(run.time_ms),
        };
        let mut series = el("g").class("series");
        let mut path = Vec::new();
        let mut marks = Vec::new();
        for (size, run) in runs(way) {
            let Some(at) = x.at(size) else { continue };
            if let Some(height) = value(run).and_then(|value| y.at(value)) {
                path.push(format!("{},{}", px(at), px(height)));
                let mark = way.shape().at(&format!("mark {}", way.class()), at, height, 2.0);
                marks.push(mark.titled(format!("{}, size {size}: {}", way.name(), show(run))));
            } else if run.is_exhausted() {
                let mark = Shape::Cross.at(&format!("cross {}", way.class()), at, area.top, 2.6);
                marks.push(mark.titled(format!("{}, size {size}: ran out after {}", way.name(), show(run))));
            }
        }
        if path.len() > 1 {
            let class = format!("line {}", way.class());
            series = series.child(el("polyline").class(class).attr("points", path.join(" ")));
        }
        if !marks.is_empty() {
            picture = picture.child(series.children(marks));
        }
    }
    Some(picture)
}

fn title(subject: &SubjectRuns<'_>) -> String {
    let number = subject.name.number().map_or_else(String::new, |number| format!("{number}  "));
    cut(&format!("{number}{}", subject.name), 34)
}

/// Axes with few labels: there is little room.
fn axes(area: Area, x: &Scale, y: &Scale, measure: Measure) -> Node {
    let mut axes = el("g").child(line("base", (area.left, area.bottom), (area.right, area.bottom)));
    let ticks = y.ticks();
    let every = ticks.len().div_ceil(4).max(1);
    for tick in ticks.iter().step_by(every) {
        let Some(place) = y.at(tick.value) else { continue };
        let text = match measure {
            Measure::Memory => tick.label.clone(),
            Measure::Time if tick.value >= 999.5 => format!("{} s", ratio(tick.value / 1000.0)),
            Measure::Time => format!("{} ms", tick.label),
        };
        axes = axes.child(line("grid", (area.left, place), (area.right, place))).child(label(
            "tick end",
            area.left - 4.0,
            place + 3.0,
            &text,
        ));
    }
    let ticks = x.ticks();
    let every = ticks.len().div_ceil(6).max(1);
    for tick in ticks.iter().step_by(every) {
        if let Some(place) = x.at(tick.value) {
            axes = axes.child(label("tick middle", place, area.bottom + 13.0, &tick.label));
        }
    }
    axes
}
