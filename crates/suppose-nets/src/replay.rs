//! A second reading of the semantics, straight from the definitions: checks that a run happens and fails as it says.
//!
//! A state here is a sorted list of marked places and a list of values, as in definition 2.1.8. Nothing is shared with the search: neither the packing nor the
//! covers nor the tables of events. Where a name stands for several steps, all of them are followed. No witness is shown that this code does
//! not confirm.

use crate::design::Design;
use crate::expr::{Expr, Value};
use crate::failure::Failure;
use crate::net::{Target, Transition, WireId};
use crate::search::Run;
use crate::snapshot::Snapshot;

/// Something that can happen in a snapshot.
struct Happening {
    name: String,
    after: Snapshot,
    failures: Vec<Failure>,
}

/// The snapshots along a run, from the first to the last one before the failing step; or why the run is none.
///
/// # Errors
/// When a step cannot happen, or the last one does not fail as the run says.
pub fn replay(design: &Design, run: &Run) -> Result<Vec<Snapshot>, String> {
    let first = Snapshot::initial(design);
    // For each step all snapshots that its name can lead to, each with the place of the one before.
    let mut levels: Vec<Vec<(Snapshot, usize)>> = vec![vec![(first, 0)]];
    let last =
        if run.failure == Failure::Deadlock { None } else { Some(run.actions.len().saturating_sub(1)) };
    if last.is_some() && run.actions.is_empty() {
        return Err("a failing run needs a step".into());
    }
    for (place, &action) in run.actions.iter().enumerate() {
        let name = design.actions.name(action);
        let mut next: Vec<(Snapshot, usize)> = Vec::new();
        let level = levels.last().expect("there is a first one");
        for (from, (snapshot, _)) in level.iter().enumerate() {
            for happening in happenings(design, snapshot).into_iter().filter(|h| h.name == name) {
                if last == Some(place) && happening.failures.contains(&run.failure) {
                    return Ok(way(&levels, from));
                }
                if !next.iter().any(|(known, _)| *known == happening.after) {
                    next.push((happening.after, from));
                }
            }
        }
        if next.is_empty() || last == Some(place) {
            let problem = if next.is_empty() { "cannot happen" } else { "does not fail" };
            return Err(format!("step {} `{name}` {problem}", place + 1));
        }
        levels.push(next);
    }
    let level = levels.last().expect("there is a first one");
    match level.iter().position(|(snapshot, _)| happenings(design, snapshot).is_empty()) {
        Some(at) => Ok(way(&levels, at)),
        None => Err("something can still happen at the end".into()),
    }
}

/// The snapshots that lead to one of the last level.
fn way(levels: &[Vec<(Snapshot, usize)>], mut at: usize) -> Vec<Snapshot> {
    let mut all = Vec::with_capacity(levels.len());
    for level in levels.iter().rev() {
        all.push(level[at].0.clone());
        at = level[at].1;
    }
    all.reverse();
    all
}

fn happenings(design: &Design, before: &Snapshot) -> Vec<Happening> {
    let mut all = Vec::new();
    for (n, net) in design.nets.iter().enumerate() {
        for transition in net.transitions.iter().filter(|t| !net.is_following(t)) {
            match enabled(n, transition, before) {
                Some(true) => all.extend(fire(design, n, transition, before)),
                Some(false) => {}
                None => all.push(Happening {
                    name: own_name(design, n, transition),
                    after: before.clone(),
                    failures: vec![Failure::Expression],
                }),
            }
        }
    }
    for (w, wire) in design.wires.iter().enumerate().filter(|(_, wire)| wire.free) {
        for &value in wire.domain.iter().filter(|&&value| value != before.values[w]) {
            let mut after = before.clone();
            after.values[w] = value;
            let failures = disabled(design, None, before, &after);
            let change = (WireId(w as u32), value);
            all.extend(followed(design, &[change], before, after, failures, &change_name(design, change)));
        }
    }
    all
}

/// Definition 2.1.8; none if the guard has no value.
fn enabled(net: usize, transition: &Transition, at: &Snapshot) -> Option<bool> {
    if !transition.preset.iter().all(|&place| at.marking.contains(&(net, place))) {
        return Some(false);
    }
    transition.guard.eval(&|wire| at.values[wire.index()]).ok().map(|value| value != 0)
}

fn own_name(design: &Design, n: usize, transition: &Transition) -> String {
    let net = &design.nets[n];
    if design.nets.len() == 1 { transition.name.clone() } else { format!("{}.{}", net.name, transition.name) }
}

fn change_name(design: &Design, (wire, value): (WireId, Value)) -> String {
    let wire = design.wire(wire);
    match (wire.is_boolean(), value) {
        (true, 0) => format!("{}-", wire.name),
        (true, 1) => format!("{}+", wire.name),
        _ => format!("{}:={value}", wire.name),
    }
}

fn fire(design: &Design, n: usize, transition: &Transition, before: &Snapshot) -> Vec<Happening> {
    let net = &design.nets[n];
    let read = |wire: WireId| before.values[wire.index()];
    let mut failures = Vec::new();
    let mut after = before.clone();
    for &place in &transition.preset {
        after.marking.remove(&(n, place));
    }
    if transition.postset.iter().any(|&place| after.marking.contains(&(n, place))) {
        failures.push(Failure::Safety);
    }
    after.marking.extend(transition.postset.iter().map(|&place| (n, place)));
    for assert in &transition.asserts {
        match assert.eval(&read) {
            Ok(0) => failures.push(Failure::Assertion),
            Ok(_) => {}
            Err(_) => failures.push(Failure::Expression),
        }
    }
    let mut edges = Vec::new();
    for effect in &transition.effects {
        let wire = match &effect.target {
            Target::Wire(wire) => Ok(*wire),
            Target::Element(wires, index) => {
                let index = index.eval(&read).ok().and_then(|i| usize::try_from(i).ok());
                index.and_then(|i| wires.get(i)).copied().ok_or(())
            }
        };
        match (wire, effect.value.eval(&read)) {
            (Ok(wire), Ok(value)) => {
                after.values[wire.index()] = value;
                edges.push((wire, value));
            }
            _ => failures.push(Failure::Expression),
        }
    }
    if failures.contains(&Failure::Expression) {
        // A step without a value does nothing.
        return vec![Happening { name: own_name(design, n, transition), after: before.clone(), failures }];
    }
    // In a signal transition graph an edge is an edge even where it is inconsistent.
    let graph = net.signals.is_some();
    let mut changes: Vec<(WireId, Value)> = (0..design.wires.len())
        .map(|w| (WireId(w as u32), after.values[w]))
        .filter(|&(wire, value)| read(wire) != value || graph && edges.contains(&(wire, value)))
        .collect();
    changes.sort_unstable();
    let seen: Vec<(WireId, Value)> =
        changes.iter().copied().filter(|&(wire, _)| others_use(design, wire, n)).collect();
    let single_constant = matches!(&transition.effects[..], [effect] if matches!((&effect.target, &effect.value), (Target::Wire(_), Expr::Const(_))));
    let name = if !seen.is_empty() {
        let names: Vec<String> = seen.iter().map(|&change| change_name(design, change)).collect();
        let contested = seen.iter().any(|&(wire, _)| design.wire(wire).drivers.len() > 1);
        let who = if contested { format!("@{}", net.name) } else { String::new() };
        names.join("&") + &who
    } else if single_constant && !changes.is_empty() {
        change_name(design, changes[0])
    } else {
        own_name(design, n, transition)
    };
    failures.extend(disabled(design, Some((n, transition)), before, &after));
    followed(design, &changes, before, after, failures, &name)
}

fn others_use(design: &Design, wire: WireId, net: usize) -> bool {
    let wire = design.wire(wire);
    wire.free || wire.users.iter().any(|&user| user != net)
}

/// Definition 2.3.1, 2: what was enabled and is not, and shares no place with what fired.
fn disabled(
    design: &Design,
    fired: Option<(usize, &Transition)>,
    before: &Snapshot,
    after: &Snapshot,
) -> Vec<Failure> {
    for (n, net) in design.nets.iter().enumerate() {
        for other in net.transitions.iter().filter(|t| !net.is_following(t)) {
            if let Some((m, transition)) = fired {
                let same = m == n && std::ptr::eq(transition, other);
                let shared = m == n && other.preset.iter().any(|place| transition.preset.contains(place));
                if same || shared {
                    continue;
                }
            }
            if enabled(n, other, before) != Some(false) && enabled(n, other, after) == Some(false) {
                return vec![Failure::Disabling];
            }
        }
    }
    Vec::new()
}

/// What the nets that follow the changes make of a step.
fn followed(
    design: &Design,
    changes: &[(WireId, Value)],
    before: &Snapshot,
    after: Snapshot,
    failures: Vec<Failure>,
    name: &str,
) -> Vec<Happening> {
    let mut all = vec![(after, failures)];
    for &(wire, value) in changes {
        for (n, net) in design.nets.iter().enumerate().filter(|(_, net)| net.follows.contains(&wire)) {
            let able: Vec<&Transition> = net
                .transitions
                .iter()
                .filter(|t| {
                    let matching = t.effects.iter().any(|effect| {
                        // A toggle follows any edge.
                        effect.target == Target::Wire(wire)
                            && !matches!(effect.value, Expr::Const(new) if new != value)
                    });
                    matching && enabled(n, t, before) == Some(true)
                })
                .collect();
            let mut next = Vec::new();
            for (at, failures) in all {
                if able.is_empty() {
                    let mut failures = failures.clone();
                    failures.push(Failure::Conformance);
                    next.push((at.clone(), failures));
                }
                for transition in &able {
                    let (mut at, mut failures) = (at.clone(), failures.clone());
                    for &place in &transition.preset {
                        at.marking.remove(&(n, place));
                    }
                    if transition.postset.iter().any(|&place| at.marking.contains(&(n, place))) {
                        failures.push(Failure::Safety);
                    }
                    at.marking.extend(transition.postset.iter().map(|&place| (n, place)));
                    next.push((at, failures));
                }
            }
            all = next;
        }
    }
    let happening =
        |(after, failures): (Snapshot, Vec<Failure>)| Happening { name: name.to_owned(), after, failures };
    all.into_iter().map(happening).collect()
}
