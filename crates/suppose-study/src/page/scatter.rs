//! Points: what learning costs against the size of the assumption (Figures 5.14 and 5.15), and `auto` against
//! the fastest single method.

use super::markup::{Node, el, px};
use super::plot::{Area, Shape, WIDTH, colour, figure, label, long, svg, system_legend, x_axis, y_axis};
use super::scale::Scale;
use super::table::{Cell, table};
use crate::analysis::{LearningCost, RaceRun, VerifierAnalysis, real, systems, verifier_name};
use crate::numbers::{count, duration, percent, ratio};

/// The share of time that learning takes; nothing without runs that were checked again without learning.
pub(super) fn learning(found: &VerifierAnalysis<'_>, colours: &[String]) -> Option<Node> {
    let costs: Vec<(&LearningCost, f64)> =
        found.learning.subjects.iter().filter_map(|cost| Some((cost, cost.time_share?))).collect();
    if costs.is_empty() {
        return None;
    }
    let area = Area { left: 52.0, right: WIDTH - 20.0, top: 28.0, bottom: 300.0 };
    let states = |cost: &LearningCost| real(cost.assumption_states.max(1));
    let x = Scale::log(costs.iter().map(|(cost, _)| states(cost)).chain([1.0]), area.left, area.right);
    let y = Scale::linear(0.0, 100.0, area.bottom, area.top);
    let lead = format!("Share of time spent learning, with {}.", verifier_name(found.verifier));
    let points = costs.iter().filter_map(|&(cost, share)| {
        let index = colour(colours, &cost.name.system);
        let mark =
            Shape::of(index).at(&format!("mark c{index}"), x.at(states(cost))?, y.at(share * 100.0)?, 4.0);
        let title = format!(
            "{}, size {}: {} of the time, {} states",
            long(&cost.name),
            cost.size,
            percent(share),
            count(cost.assumption_states)
        );
        Some(mark.titled(title))
    });
    let picture = svg(WIDTH, area.bottom + 40.0, &lead)
        .child(y_axis(area, &y, "% of the time spent learning"))
        .child(x_axis(area, &x, "states of the assumption"))
        .child(el("g").children(points));
    let names = systems(costs.iter().map(|(cost, _)| &cost.name));
    let caption = "One point for each subject, at the largest size that its generalised decomposition \
                   verifies. The rest of the time goes into checking the premises. After Figures 5.14 and \
                   5.15.";
    Some(figure(
        picture,
        Some(system_legend(colours, &names)),
        &lead,
        caption,
        Some(learning_numbers(&costs)),
    ))
}

fn learning_numbers(costs: &[(&LearningCost, f64)]) -> Node {
    let columns = [
        ("Subject", false),
        ("Size", true),
        ("Assumption", true),
        ("Time learning", true),
        ("Memory without learning", true),
    ];
    let rows: Vec<_> = costs
        .iter()
        .map(|&(cost, share)| {
            vec![
                cost.name.to_string().into(),
                cost.size.to_string().into(),
                Cell::number(count(cost.assumption_states), real(cost.assumption_states)),
                Cell::number(percent(share), share),
                cost.memory_share.map_or_else(Cell::none, |share| Cell::number(percent(share), share)),
            ]
        })
        .collect();
    table("What learning costs", &columns, &rows, &[])
}

/// `auto` against the fastest single method; nothing without runs of both.
pub(super) fn race(found: &VerifierAnalysis<'_>, colours: &[String]) -> Option<Node> {
    let runs = &found.race.runs;
    if runs.is_empty() {
        return None;
    }
    let area = Area { left: 62.0, right: WIDTH - 90.0, top: 28.0, bottom: 430.0 };
    let times = || runs.iter().flat_map(|run| [Some(run.method_ms), run.auto_ms]).flatten();
    let x = Scale::log(times(), area.left, area.right);
    // The bound is always in sight, also where all times are far below it.
    let bound = runs.iter().map(|run| RaceRun::bound(run.method_ms, 4.0)).fold(f64::INFINITY, f64::min);
    let y = Scale::log(times().chain([bound]), area.bottom, area.top + 14.0);
    let lead =
        format!("The method auto against the fastest single one, with {}.", verifier_name(found.verifier));
    let points = runs.iter().filter_map(|run| {
        let index = colour(colours, &run.name.system);
        let at = x.at(run.method_ms)?;
        let (mark, time) = match run.auto_ms {
            Some(ms) => {
                (Shape::of(index).at(&format!("mark soft c{index}"), at, y.at(ms)?, 3.4), duration(ms))
            }
            None => (Shape::Cross.at(&format!("cross c{index}"), at, area.top, 3.4), "no answer".to_owned()),
        };
        let fastest = duration(run.method_ms);
        Some(mark.titled(format!(
            "{}, size {}: auto {time}, {} {fastest}",
            long(&run.name),
            run.size,
            run.method
        )))
    });
    let picture = svg(WIDTH, area.bottom + 40.0, &lead)
        .child(y_axis(area, &y, "milliseconds of auto"))
        .child(x_axis(area, &x, "milliseconds of the fastest single method"))
        .children(bounds(area, &x, &y))
        .child(el("g").children(points));
    let caption = "A point for each subject and size that a single method verifies. On the lower line auto \
                   is as fast as the fastest method; the upper line is four times that, and a tenth of a \
                   second. Crosses at the top: auto had no answer.";
    let names = systems(runs.iter().map(|run| &run.name));
    Some(figure(picture, Some(system_legend(colours, &names)), &lead, caption, Some(race_numbers(runs))))
}

/// The lines of equal time and of the bound, as far as they are inside the area.
fn bounds(area: Area, x: &Scale, y: &Scale) -> Vec<Node> {
    let (low, high) = x.bounds();
    let steps = 60;
    let mut lines = Vec::new();
    for (times, name) in [(1.0, "equal"), (4.0, "4 × + 0.1 s")] {
        let bound = |ms: f64| if times > 1.0 { RaceRun::bound(ms, times) } else { ms };
        let points: Vec<(f64, f64)> = (0..=steps)
            .map(|step| low * (high / low).powf(f64::from(step) / f64::from(steps)))
            .filter_map(|ms| Some((x.at(ms)?, y.at(bound(ms))?)))
            .filter(|(_, y)| (area.top..=area.bottom).contains(y))
            .collect();
        let Some(&(last_x, last_y)) = points.last() else { continue };
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
        lines.push(el("polyline").class("one").attr("points", path.join(" ")));
        lines.push(label("note", last_x + 5.0, last_y + 4.0, name));
    }
    lines
}

/// The slowest ones first: they are what one looks for.
fn race_numbers(runs: &[RaceRun]) -> Node {
    let columns = [
        ("Subject", false),
        ("Size", true),
        ("auto", true),
        ("Fastest method", false),
        ("Its time", true),
        ("Ratio", true),
    ];
    let mut runs: Vec<&RaceRun> = runs.iter().collect();
    let key = |run: &RaceRun| run.ratio().unwrap_or(f64::INFINITY);
    runs.sort_by(|a, b| key(b).total_cmp(&key(a)));
    let rows: Vec<_> = runs
        .iter()
        .map(|run| {
            vec![
                run.name.to_string().into(),
                run.size.to_string().into(),
                run.auto_ms.map_or_else(|| "no answer".into(), |ms| Cell::number(duration(ms), ms)),
                run.method.as_str().into(),
                Cell::number(duration(run.method_ms), run.method_ms),
                run.ratio().map_or_else(Cell::none, |value| Cell::number(ratio(value), value)),
            ]
        })
        .collect();
    table("auto and the fastest single method, the largest ratio first", &columns, &rows, &[])
}
