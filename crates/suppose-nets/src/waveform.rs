//! A run as a waveform for the terminal.
//!
//! One column of two characters for each step, one line for each wire that changes: `▁` is 0, `▔` is 1, `╱`
//! and `╲` are edges; a wire with other values shows them. Long runs are broken into blocks of a given width.
//! A run with so many steps or wires that nobody would read all of it can be cut down to its end by
//! [`Window::of_end`].

use crate::design::Design;
use crate::net::WireId;
use crate::snapshot::Snapshot;

/// The wires that change along a run, in the order of their first change.
pub(crate) fn changing(design: &Design, snapshots: &[Snapshot]) -> Vec<WireId> {
    let first_change = |wire: &WireId| {
        snapshots.windows(2).position(|pair| pair[0].values[wire.index()] != pair[1].values[wire.index()])
    };
    let all = (0..design.wires.len() as u32).map(WireId);
    let mut found: Vec<(usize, WireId)> = all.filter_map(|w| first_change(&w).map(|at| (at, w))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, wire)| wire).collect()
}

/// The part of a run that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first step.
    pub from: usize,
    /// The wires.
    pub wires: Vec<WireId>,
}

impl Window {
    /// As much of the end of a run as has about so many lines, at least one block. If the wires alone are too
    /// many, only those that change in that block are shown, the last ones of these.
    pub(crate) fn of_end(
        design: &Design,
        snapshots: &[Snapshot],
        wires: Vec<WireId>,
        width: usize,
        lines: usize,
    ) -> Self {
        let columns = columns(margin(design, &wires), width);
        let blocks = (lines / (wires.len() + 2)).max(1);
        let from = snapshots.len().saturating_sub(blocks.saturating_mul(columns));
        let mut window = Self { from, wires };
        if window.wires.len() > lines {
            let shown = &snapshots[from.saturating_sub(1)..];
            let late = changing(design, shown);
            let dropped = late.len().saturating_sub(lines);
            window.wires = late[dropped..].to_vec();
        }
        window
    }
}

/// How many characters the names of the wires take.
fn margin(design: &Design, wires: &[WireId]) -> usize {
    wires.iter().map(|&wire| design.wire(wire).name.chars().count()).max().unwrap_or(0) + 2
}

/// How many steps there are in a block.
fn columns(margin: usize, width: usize) -> usize {
    (width.saturating_sub(margin) / 2).max(8)
}

/// The lines of a waveform of some wires from one step to the end, at most `width` characters wide if that is
/// possible at all.
pub(crate) fn waveform(
    design: &Design,
    snapshots: &[Snapshot],
    window: &Window,
    width: usize,
) -> Vec<String> {
    let Window { from: first, wires } = window;
    let names: Vec<&str> = wires.iter().map(|&wire| design.wire(wire).name.as_str()).collect();
    let margin = margin(design, wires);
    let columns = columns(margin, width);
    let mut lines = Vec::new();
    let mut from = *first;
    while from < snapshots.len() && !wires.is_empty() {
        let to = (from + columns).min(snapshots.len());
        if from > *first {
            lines.push(String::new());
        }
        lines.push(ruler(from, to, margin));
        for (&wire, name) in wires.iter().zip(&names) {
            let mut line = format!("{name:margin$}");
            for time in from..to {
                line.push_str(&cell(design, snapshots, wire, time));
            }
            lines.push(line.trim_end().to_owned());
        }
        from = to;
    }
    lines
}

/// Step numbers, every tenth column.
fn ruler(from: usize, to: usize, margin: usize) -> String {
    let mut line = " ".repeat(margin);
    for time in from..to {
        let at = margin + (time - from) * 2;
        if (time == from || time % 10 == 0) && line.chars().count() <= at {
            line.push_str(&" ".repeat(at - line.chars().count()));
            line.push_str(&time.to_string());
        }
    }
    line
}

fn cell(design: &Design, snapshots: &[Snapshot], wire: WireId, time: usize) -> String {
    let now = snapshots[time].values[wire.index()];
    let before = time.checked_sub(1).map_or(now, |t| snapshots[t].values[wire.index()]);
    if design.wire(wire).is_boolean() {
        let level = if now == 0 { "▁" } else { "▔" };
        let first = match (before, now) {
            (0, 1) => "╱",
            (1, 0) => "╲",
            _ => level,
        };
        format!("{first}{level}")
    } else if before != now || time == 0 {
        format!("{now:<2}")
    } else {
        "  ".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Expr, Fragment, Net, Transition};

    #[test]
    fn levels_and_edges() {
        let mut fragment = Fragment::new("d");
        let (a, n) = (fragment.wire("a"), fragment.wire("count"));
        let mut net = Net::new("m");
        for (name, wire, value) in [("up", a, 1), ("down", a, 0), ("two", n, 2), ("seven", n, 7)] {
            net.transitions.push(Transition::new(name, vec![], vec![]).sets(wire, Expr::Const(value)));
        }
        fragment.nets.push(net);
        let (design, _) = Design::join("d", vec![fragment]).expect("a design");
        let snapshot = |a, n| Snapshot { values: vec![a, n], ..Snapshot::initial(&design) };
        let run = [snapshot(0, 0), snapshot(1, 0), snapshot(1, 2), snapshot(0, 2)];
        assert_eq!(changing(&design, &run), [a, n]);
        let lines = waveform(&design, &run, &Window { from: 0, wires: vec![a, n] }, 80);
        assert_eq!(lines, ["       0", "a      ▁▁╱▔▔▔╲▁", "count  0   2"]);
    }

    /// Each wire rises in turn.
    #[test]
    fn long_runs_are_cut_down_to_their_ends() {
        let mut fragment = Fragment::new("d");
        let wires: Vec<WireId> = (0..100).map(|w| fragment.wire(&format!("w{w:02}"))).collect();
        let mut net = Net::new("m");
        for (w, &wire) in wires.iter().enumerate() {
            let transition = Transition::new(format!("t{w}"), vec![], vec![]);
            net.transitions.push(transition.sets(wire, Expr::Const(1)));
        }
        fragment.nets.push(net);
        let (design, _) = Design::join("d", vec![fragment]).expect("a design");
        let at = |time: usize| Snapshot {
            values: (0..100).map(|w| i32::from(w < time)).collect(),
            ..Snapshot::initial(&design)
        };
        let run: Vec<Snapshot> = (0..=100).map(at).collect();
        // Names take 5 characters, so there are 10 steps in a block.
        let window = |lines: usize| Window::of_end(&design, &run, changing(&design, &run), 25, lines);
        assert_eq!(window(2000), Window { from: 0, wires: wires.clone() });
        assert_eq!(window(204), Window { from: 81, wires: wires.clone() });
        assert_eq!(window(100), Window { from: 91, wires: wires.clone() });
        assert_eq!(window(99), Window { from: 91, wires: wires[90..].to_vec() });
        assert_eq!(window(2), Window { from: 91, wires: wires[98..].to_vec() });
        let lines = waveform(&design, &run, &window(2), 25);
        assert_eq!(
            lines,
            ["     91                100", "w98  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱▔▔▔", "w99  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱▔"]
        );
    }
}
