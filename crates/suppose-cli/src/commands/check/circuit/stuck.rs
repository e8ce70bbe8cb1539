//! Why nothing happens any more in a design: for each net what its tokens would let it do, and which wires hold it up.
//!
//! In a deadlock a transition whose places are all marked has a guard that is false, or follows a change that nobody makes.

use suppose::nets::{Design, Effect, Expr, Net, Snapshot, Target, Transition};

/// More nets than this are only counted, and so are transitions of one net, unless the user wants to see all.
const MOST_NETS: usize = 16;
const MOST_TRANSITIONS: usize = 3;

/// The lines that say what holds each net up in a snapshot.
pub(super) fn explain(design: &Design, at: &Snapshot, all: bool) -> Vec<String> {
    let count = design.nets.len();
    let shown = if all || count <= MOST_NETS { count } else { MOST_NETS };
    let mut lines = vec!["  Nobody can move:".to_owned()];
    lines.extend((0..shown).map(|net| format!("    {}", held_up(design, net, at, all))));
    if shown < count {
        lines.push(format!("    … and {} more components (-v shows all)", count - shown));
    }
    lines
}

fn held_up(design: &Design, n: usize, at: &Snapshot, all: bool) -> String {
    let net = &design.nets[n];
    let marked = |t: &&Transition| t.preset.iter().all(|&place| at.marking.contains(&(n, place)));
    let reasons: Vec<String> =
        net.transitions.iter().filter(marked).map(|t| reason(design, net, t, at)).collect();
    if reasons.is_empty() {
        return format!("{} has stopped", net.name);
    }
    let shown = if all { reasons.len() } else { MOST_TRANSITIONS.min(reasons.len()) };
    let more = match reasons.len() - shown {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{} {}{more}", net.name, reasons[..shown].join("; "))
}

/// What a transition whose places are marked waits for.
fn reason(design: &Design, net: &Net, transition: &Transition, at: &Snapshot) -> String {
    if net.is_following(transition) {
        let wire = |effect: &Effect| match (&effect.target, &effect.value) {
            (Target::Wire(wire), Expr::Const(0)) => Some(format!("{}-", design.wire(*wire).name)),
            (Target::Wire(wire), Expr::Const(_)) => Some(format!("{}+", design.wire(*wire).name)),
            (Target::Wire(wire), _) => Some(design.wire(*wire).name.clone()),
            (Target::Element(..), _) => None,
        };
        let edge = transition.effects.first().and_then(wire).unwrap_or_default();
        return format!("waits for {edge}");
    }
    let mut wires = transition.guard.wires();
    wires.sort_unstable();
    wires.dedup();
    if wires.is_empty() {
        return format!("can never do {}", transition.name);
    }
    let values =
        wires.iter().map(|&wire| format!("{} = {}", design.wire(wire).name, at.values[wire.index()]));
    format!("cannot do {} while {}", transition.name, values.collect::<Vec<_>>().join(", "))
}
