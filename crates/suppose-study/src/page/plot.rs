//! What all pictures share: the frame, thin axes, lines of reference, marks, and the figure around them.

use super::markup::{Node, el, px};
use super::scale::Scale;
use crate::analysis::SubjectName;

/// The width of a picture that takes the whole column, in units of its own.
pub(super) const WIDTH: f64 = 920.0;

/// The most characters of a label under a column.
const LABEL: usize = 16;

/// The area inside the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// An empty picture. Its marks are decoration for those who cannot see it; they get the label and the table.
pub(super) fn svg(width: f64, height: f64, label: &str) -> Node {
    el("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", format!("0 0 {} {}", px(width), px(height)))
        .attr("role", "img")
        .attr("aria-label", label)
}

/// A straight line.
pub(super) fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Node {
    el("line").class(class).px("x1", x1).px("y1", y1).px("x2", x2).px("y2", y2)
}

/// Text at a place; the class says how it is aligned.
pub(super) fn label(class: &str, x: f64, y: f64, text: &str) -> Node {
    el("text").class(class).px("x", x).px("y", y).text(text)
}

/// Horizontal lines at the ticks with their labels, and above them what the axis shows.
pub(super) fn y_axis(area: Area, scale: &Scale, name: &str) -> Node {
    let mut axis = el("g");
    for tick in scale.ticks() {
        if let Some(y) = scale.at(tick.value) {
            axis = axis.child(line("grid", (area.left, y), (area.right, y))).child(label(
                "tick end",
                area.left - 6.0,
                y + 3.5,
                &tick.label,
            ));
        }
    }
    axis.child(label("axis", area.left, area.top - 10.0, name))
}

/// The line at the bottom with ticks and their labels, and below them what the axis shows.
pub(super) fn x_axis(area: Area, scale: &Scale, name: &str) -> Node {
    let mut axis = el("g").child(line("base", (area.left, area.bottom), (area.right, area.bottom)));
    for tick in scale.ticks() {
        if let Some(x) = scale.at(tick.value) {
            axis = axis.child(line("base", (x, area.bottom), (x, area.bottom + 4.0))).child(label(
                "tick middle",
                x,
                area.bottom + 16.0,
                &tick.label,
            ));
        }
    }
    let shown = !name.is_empty();
    axis.children(shown.then(|| label("axis end", area.right, area.bottom + 32.0, name)))
}

/// A dashed horizontal line of reference across the area, with a label in the margin.
pub(super) fn reference(area: Area, scale: &Scale, value: f64, name: &str) -> Option<Node> {
    let y = scale.at(value).filter(|y| (area.top..=area.bottom).contains(y))?;
    let line = line("one", (area.left, y), (area.right, y));
    let name = (!name.is_empty()).then(|| label("note", area.right + 6.0, y + 3.5, name));
    Some(el("g").child(line).children(name))
}

/// The marks of series, told apart by shape as well as by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Down,
    Plus,
    Hourglass,
    Left,
    Cross,
}

/// The corners of a plus sign.
const PLUS: [(f64, f64); 12] = [
    (-0.45, -1.2),
    (0.45, -1.2),
    (0.45, -0.45),
    (1.2, -0.45),
    (1.2, 0.45),
    (0.45, 0.45),
    (0.45, 1.2),
    (-0.45, 1.2),
    (-0.45, 0.45),
    (-1.2, 0.45),
    (-1.2, -0.45),
    (-0.45, -0.45),
];

impl Shape {
    /// The shape of the series with this index.
    pub(super) fn of(index: usize) -> Self {
        let all = [
            Self::Circle,
            Self::Square,
            Self::Triangle,
            Self::Diamond,
            Self::Down,
            Self::Plus,
            Self::Hourglass,
            Self::Left,
        ];
        all[index % all.len()]
    }

    /// The mark at a place.
    pub(super) fn at(self, class: &str, x: f64, y: f64, radius: f64) -> Node {
        if self == Self::Circle {
            return el("circle").class(class).px("cx", x).px("cy", y).px("r", radius);
        }
        let r = radius;
        let corners: &[(f64, f64)] = match self {
            Self::Circle => &[],
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Down => &[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
            Self::Plus => &PLUS,
            Self::Hourglass => &[(-1.1, -1.1), (1.1, -1.1), (-1.1, 1.1), (1.1, 1.1)],
            Self::Left => &[(-1.2, 0.0), (0.8, -1.1), (0.8, 1.1)],
            Self::Cross => {
                let (l, rr, t, b) = (px(x - r), px(x + r), px(y - r), px(y + r));
                return el("path").class(class).attr("d", format!("M{l} {t}L{rr} {b}M{l} {b}L{rr} {t}"));
            }
        };
        let points = corners.iter().map(|(dx, dy)| format!("{},{}", px(x + dx * r), px(y + dy * r)));
        el("polygon").class(class).attr("points", points.collect::<Vec<_>>().join(" "))
    }
}

/// The class that gives a system its colour.
pub(super) fn colour(systems: &[String], system: &str) -> usize {
    systems.iter().position(|name| name == system).unwrap_or(0) % 8
}

/// A name of at most so many characters: the number of the dissertation, or system and property cut short.
pub(super) fn short(name: &SubjectName, most: usize) -> String {
    if let Some(number) = name.number() {
        return number.to_string();
    }
    let property = cut(&name.property, most.saturating_sub(name.system.chars().count() + 1).max(most / 2));
    let system = cut(&name.system, most - property.chars().count() - 1);
    format!("{system} {property}")
}

/// The whole name, with the number.
pub(super) fn long(name: &SubjectName) -> String {
    name.number().map_or_else(|| name.to_string(), |number| format!("{name} (no. {number})"))
}

/// Text of at most so many characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    start + "…"
}

/// The labels under columns: upright where they are short, slanted where they are not.
pub(super) fn column_labels(names: &[SubjectName], place: impl Fn(usize) -> f64, y: f64) -> Node {
    let slanted = names.iter().any(|name| short(name, LABEL).chars().count() > 3);
    el("g").children(names.iter().enumerate().map(|(index, name)| {
        let x = place(index);
        let text = if slanted {
            let turn = format!("rotate(-45 {} {})", px(x), px(y));
            label("tick end", x + 2.0, y + 2.0, &short(name, LABEL)).attr("transform", turn)
        } else {
            label("tick middle", x, y, &short(name, LABEL))
        };
        text.titled(long(name))
    }))
}

/// How much room [`column_labels`] needs below the area.
pub(super) fn column_labels_height(names: &[SubjectName]) -> f64 {
    let longest = names.iter().map(|name| short(name, LABEL).chars().count()).max().unwrap_or(0);
    if longest > 3 { 24.0 + 4.6 * f64::from(u32::try_from(longest).unwrap_or(16)) } else { 26.0 }
}

/// Entries of a legend: a mark and what it means.
pub(super) fn legend(entries: impl IntoIterator<Item = (Node, String)>) -> Node {
    el("ul").class("legend").children(entries.into_iter().map(|(mark, meaning)| {
        let swatch = el("svg").attr("viewBox", "0 0 22 12").attr("aria-hidden", "true").child(mark);
        el("li").child(swatch).child(el("span").text(meaning))
    }))
}

/// A legend of systems.
pub(super) fn system_legend(systems: &[String], names: &[&str]) -> Node {
    legend(names.iter().map(|&system| {
        let index = colour(systems, system);
        let mark = Shape::of(index).at(&format!("mark c{index}"), 11.0, 6.0, 4.0);
        (mark, cut(system, 40))
    }))
}

/// A figure: the picture, what its marks mean, the caption, and the numbers as a table that can be opened.
pub(super) fn figure(
    picture: Node,
    legend: Option<Node>,
    lead: &str,
    caption: &str,
    numbers: Option<Node>,
) -> Node {
    let caption = el("figcaption").child(el("strong").text(lead)).text(" ").text(caption);
    el("figure")
        .child(el("div").class("scroll").child(picture))
        .children(legend)
        .child(caption)
        .children(numbers.map(|table| el("details").child(el("summary").text("The numbers")).child(table)))
}
