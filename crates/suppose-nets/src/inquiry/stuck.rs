//! Why nothing happens any more in a design: for each net what its tokens would let it do, and which wires
//! hold it up.
//!
//! In a deadlock a transition whose places are all marked has a guard that is false, or follows a change that
//! nobody makes.

use suppose_inquiry::{Held, Stuck};

use crate::design::Design;
use crate::expr::Expr;
use crate::net::{Effect, Net, Target, Transition};
use crate::snapshot::Snapshot;

/// What holds each net up in a snapshot.
pub(super) fn explain(design: &Design, at: &Snapshot) -> Vec<Stuck> {
    let one = |net: usize| Stuck { component: design.nets[net].name.clone(), held: held_up(design, net, at) };
    (0..design.nets.len()).map(one).collect()
}

fn held_up(design: &Design, n: usize, at: &Snapshot) -> Held {
    let net = &design.nets[n];
    let is_marked = |t: &&Transition| t.preset.iter().all(|&place| at.marking.contains(&(n, place)));
    let reasons: Vec<String> =
        net.transitions.iter().filter(is_marked).map(|t| reason(design, net, t, at)).collect();
    if reasons.is_empty() { Held::Stopped } else { Held::Waiting(reasons) }
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
