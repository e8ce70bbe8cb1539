//! A run as a waveform for the terminal.
//!
//! One column of two characters for each step, one line for each wire that changes: `▁` is 0, `▔` is 1, `╱` and `╲` are edges; a wire with
//! other values shows them. Long runs are broken into blocks of a given width.

use crate::design::Design;
use crate::net::WireId;
use crate::snapshot::Snapshot;

/// The wires that change along a run, in the order of their first change.
pub fn changing(design: &Design, snapshots: &[Snapshot]) -> Vec<WireId> {
    let first_change = |wire: &WireId| {
        snapshots.windows(2).position(|pair| pair[0].values[wire.index()] != pair[1].values[wire.index()])
    };
    let all = (0..design.wires.len() as u32).map(WireId);
    let mut found: Vec<(usize, WireId)> = all.filter_map(|w| first_change(&w).map(|at| (at, w))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, wire)| wire).collect()
}

/// The lines of a waveform of some wires, at most `width` characters wide if that is possible at all.
pub fn waveform(design: &Design, snapshots: &[Snapshot], wires: &[WireId], width: usize) -> Vec<String> {
    let names: Vec<&str> = wires.iter().map(|&wire| design.wire(wire).name.as_str()).collect();
    let margin = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    let columns = (width.saturating_sub(margin) / 2).max(8);
    let mut lines = Vec::new();
    let mut from = 0;
    while from < snapshots.len() && !wires.is_empty() {
        let to = (from + columns).min(snapshots.len());
        if from > 0 {
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
        let lines = waveform(&design, &run, &[a, n], 80);
        assert_eq!(lines, ["       0", "a      ▁▁╱▔▔▔╲▁", "count  0   2"]);
    }
}
