//! A second reading of the semantics, straight from the definitions: checks that a run happens and fails as
//! it says.
//!
//! A state here is a sorted list of marked places and a list of values, as in definition 2.1.8. Nothing is
//! shared with the search: neither the packing nor the covers nor the tables of events. Where a name stands
//! for several steps, all of them are followed. No witness is shown that this code does not confirm. Because
//! it goes by the definitions, it also knows who did what, and what exactly goes wrong: a [`Cause`].

use std::collections::BTreeMap;

use crate::design::Design;
use crate::expr::{Expr, Value};
use crate::failure::Failure;
use crate::net::{PlaceId, Target, Transition, WireId};
use crate::search::Run;
use crate::snapshot::Snapshot;

/// A transition of a design: the net and the place in its list.
pub type Firing = (usize, usize);

/// What goes wrong in a step, in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// This place of a net gets a second token.
    SecondToken(usize, PlaceId),
    /// This transition was enabled and no longer is.
    Disabled(Firing),
    /// This net follows the wire and does not expect the change.
    Unexpected(usize, WireId),
    /// An assertion of this transition is false.
    Assertion(Firing),
    /// An expression of this transition has no value.
    NoValue(Firing),
}

impl Cause {
    /// The kind of failure.
    pub fn failure(&self) -> Failure {
        match self {
            Self::SecondToken(..) => Failure::Safety,
            Self::Disabled(_) => Failure::Disabling,
            Self::Unexpected(..) => Failure::Conformance,
            Self::Assertion(_) => Failure::Assertion,
            Self::NoValue(_) => Failure::Expression,
        }
    }
}

/// A run that was confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The snapshots from the first to the one after the last step.
    pub snapshots: Vec<Snapshot>,
    /// For each step the transition that fires; none where the environment changes a wire.
    pub fired: Vec<Option<Firing>>,
    /// What goes wrong in the last step, of the kind that the run says; nothing for a deadlock.
    pub causes: Vec<Cause>,
}

/// Something that can happen in a snapshot.
struct Happening {
    fired: Option<Firing>,
    after: Snapshot,
    causes: Vec<Cause>,
}

/// A snapshot, the place of the one before it, and what fired between them.
struct Reached {
    snapshot: Snapshot,
    from: usize,
    fired: Option<Firing>,
}

/// Follows a run; or says why it is none.
///
/// # Errors
/// When a step cannot happen, or the last one does not fail as the run says.
pub fn replay(design: &Design, run: &Run) -> Result<Replayed, String> {
    let first = Reached { snapshot: Snapshot::initial(design), from: 0, fired: None };
    // For each step all snapshots that its name can lead to.
    let mut levels: Vec<Vec<Reached>> = vec![vec![first]];
    let last =
        if run.failure == Failure::Deadlock { None } else { Some(run.actions.len().saturating_sub(1)) };
    if last.is_some() && run.actions.is_empty() {
        return Err("a failing run needs a step".into());
    }
    for (place, &action) in run.actions.iter().enumerate() {
        let name = design.actions.name(action);
        let mut next: Vec<Reached> = Vec::new();
        let level = levels.last().expect("there is a first one");
        for (from, before) in level.iter().enumerate() {
            for Happening { fired, after, mut causes } in happenings(design, &before.snapshot, name) {
                causes.retain(|cause| cause.failure() == run.failure);
                let reached = Reached { snapshot: after, from, fired };
                if last == Some(place) && !causes.is_empty() {
                    levels.push(vec![reached]);
                    return Ok(way(&levels, 0, causes));
                }
                if !next.iter().any(|known| known.snapshot == reached.snapshot) {
                    next.push(reached);
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
    match level.iter().position(|reached| is_stuck(design, &reached.snapshot)) {
        Some(at) => Ok(way(&levels, at, Vec::new())),
        None => Err("something can still happen at the end".into()),
    }
}

/// The way to a snapshot of the last level.
fn way(levels: &[Vec<Reached>], mut at: usize, causes: Vec<Cause>) -> Replayed {
    let mut snapshots = Vec::with_capacity(levels.len());
    let mut fired = Vec::with_capacity(levels.len());
    for level in levels.iter().rev() {
        let reached = &level[at];
        snapshots.push(reached.snapshot.clone());
        fired.push(reached.fired);
        at = reached.from;
    }
    // Nothing fired before the first snapshot.
    fired.pop();
    snapshots.reverse();
    fired.reverse();
    Replayed { snapshots, fired, causes }
}

/// What can happen under a name. Names are compared before anything is worked out, since in a large design
/// thousands of other things can happen as well.
fn happenings(design: &Design, before: &Snapshot, wanted: &str) -> Vec<Happening> {
    let mut all = Vec::new();
    for (n, net) in design.nets.iter().enumerate() {
        for (t, transition) in net.transitions.iter().enumerate().filter(|(_, t)| !net.is_following(t)) {
            match enabled(n, transition, before) {
                Some(true) => all.extend(fire(design, (n, t), before, wanted)),
                None if own_name(design, (n, t)) == wanted => all.push(Happening {
                    fired: Some((n, t)),
                    after: before.clone(),
                    causes: vec![Cause::NoValue((n, t))],
                }),
                _ => {}
            }
        }
    }
    for (w, wire) in design.wires.iter().enumerate().filter(|(_, wire)| wire.free) {
        for &value in wire.domain.iter().filter(|&&value| value != before.values[w]) {
            let change = (WireId(w as u32), value);
            if change_name(design, change) != wanted {
                continue;
            }
            let mut after = before.clone();
            after.values[w] = value;
            let happening = Happening { fired: None, causes: disabled(design, None, before, &after), after };
            all.extend(followed(design, &[change], before, happening));
        }
    }
    all
}

/// Whether nothing can happen.
fn is_stuck(design: &Design, at: &Snapshot) -> bool {
    let able = design.nets.iter().enumerate().any(|(n, net)| {
        let mut own = net.transitions.iter().filter(|t| !net.is_following(t));
        own.any(|t| enabled(n, t, at) != Some(false))
    });
    let free = design
        .wires
        .iter()
        .zip(&at.values)
        .any(|(wire, value)| wire.free && wire.domain.iter().any(|other| other != value));
    !able && !free
}

/// Definition 2.1.8; none if the guard has no value.
fn enabled(net: usize, transition: &Transition, at: &Snapshot) -> Option<bool> {
    if !transition.preset.iter().all(|&place| at.marking.contains(&(net, place))) {
        return Some(false);
    }
    transition.guard.eval(&|wire| at.values[wire.index()]).ok().map(|value| value != 0)
}

/// What a step is called that others do not see.
fn own_name(design: &Design, (n, t): Firing) -> String {
    design.actions.name(design.labels(n, t).still).to_owned()
}

fn change_name(design: &Design, (wire, value): (WireId, Value)) -> String {
    let wire = design.wire(wire);
    match (wire.is_boolean(), value) {
        (true, 0) => format!("{}-", wire.name),
        (true, 1) => format!("{}+", wire.name),
        _ => format!("{}:={value}", wire.name),
    }
}

/// Takes the tokens of the preset and puts those of the postset; a place that has one already is a cause.
fn mark(n: usize, transition: &Transition, at: &mut Snapshot, causes: &mut Vec<Cause>) {
    for &place in &transition.preset {
        at.marking.remove(&(n, place));
    }
    let full = transition.postset.iter().filter(|&&place| at.marking.contains(&(n, place)));
    causes.extend(full.map(|&place| Cause::SecondToken(n, place)));
    at.marking.extend(transition.postset.iter().map(|&place| (n, place)));
}

fn fire(design: &Design, (n, t): Firing, before: &Snapshot, wanted: &str) -> Vec<Happening> {
    let net = &design.nets[n];
    let transition = &net.transitions[t];
    let fired = Some((n, t));
    let read = |wire: WireId| before.values[wire.index()];
    let mut causes = Vec::new();
    for assert in &transition.asserts {
        match assert.eval(&read) {
            Ok(0) => causes.push(Cause::Assertion((n, t))),
            Ok(_) => {}
            Err(_) => causes.push(Cause::NoValue((n, t))),
        }
    }
    // What is assigned; of two values of one wire the last counts.
    let mut assigned: BTreeMap<WireId, Value> = BTreeMap::new();
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
                assigned.insert(wire, value);
            }
            _ => causes.push(Cause::NoValue((n, t))),
        }
    }
    if causes.contains(&Cause::NoValue((n, t))) {
        if own_name(design, (n, t)) != wanted {
            return Vec::new();
        }
        // A step without a value does nothing; what else is wrong with it counts all the same.
        mark(n, transition, &mut before.clone(), &mut causes);
        return vec![Happening { fired, after: before.clone(), causes }];
    }
    // In a signal transition graph an edge is an edge even where it is inconsistent.
    let graph = net.signals.is_some();
    let mut changes: Vec<(WireId, Value)> = assigned.iter().map(|(&wire, &value)| (wire, value)).collect();
    changes.retain(|&(wire, value)| read(wire) != value || graph);
    if step_name(design, (n, t), &changes) != wanted {
        return Vec::new();
    }
    let mut after = before.clone();
    mark(n, transition, &mut after, &mut causes);
    for (wire, value) in assigned {
        after.values[wire.index()] = value;
    }
    causes.extend(disabled(design, fired, before, &after));
    followed(design, &changes, before, Happening { fired, after, causes })
}

/// What a step is called that changes these wires.
fn step_name(design: &Design, (n, t): Firing, changes: &[(WireId, Value)]) -> String {
    let net = &design.nets[n];
    let seen: Vec<(WireId, Value)> =
        changes.iter().copied().filter(|&(wire, _)| others_use(design, wire, n)).collect();
    let constant = matches!(&net.transitions[t].effects[..], [effect] if matches!((&effect.target, &effect.value), (Target::Wire(_), Expr::Const(_))));
    if !seen.is_empty() {
        let names: Vec<String> = seen.iter().map(|&change| change_name(design, change)).collect();
        let contested = seen.iter().any(|&(wire, _)| design.wire(wire).drivers.len() > 1);
        let who = if contested { format!("@{}", net.name) } else { String::new() };
        names.join("&") + &who
    } else if constant && !changes.is_empty() {
        design.actions.name(design.labels(n, t).moved).to_owned()
    } else {
        own_name(design, (n, t))
    }
}

fn others_use(design: &Design, wire: WireId, net: usize) -> bool {
    let wire = design.wire(wire);
    wire.free || wire.users.iter().any(|&user| user != net)
}

/// Definition 2.3.1, 2: what was enabled and is not, and shares no place with what fired; nor is it excused
/// because it samples what changed.
fn disabled(design: &Design, fired: Option<Firing>, before: &Snapshot, after: &Snapshot) -> Vec<Cause> {
    let mut causes = Vec::new();
    for (n, net) in design.nets.iter().enumerate() {
        for (t, other) in net.transitions.iter().enumerate().filter(|(_, t)| !net.is_following(t)) {
            if let Some((m, u)) = fired
                && m == n
            {
                let preset = &net.transitions[u].preset;
                if u == t || other.preset.iter().any(|place| preset.contains(place)) {
                    continue;
                }
            }
            if enabled(n, other, before) == Some(false) || enabled(n, other, after) != Some(false) {
                continue;
            }
            // Wires that it samples may do as they like.
            let mut as_sampled = after.clone();
            for wire in &other.samples {
                as_sampled.values[wire.index()] = before.values[wire.index()];
            }
            if enabled(n, other, &as_sampled) == Some(false) {
                causes.push(Cause::Disabled((n, t)));
            }
        }
    }
    causes
}

/// What the nets that follow the changes make of a step.
fn followed(
    design: &Design,
    changes: &[(WireId, Value)],
    before: &Snapshot,
    step: Happening,
) -> Vec<Happening> {
    let Happening { fired, after, causes } = step;
    let mut all = vec![(after, causes)];
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
            for (at, causes) in all {
                if able.is_empty() {
                    let mut causes = causes.clone();
                    causes.push(Cause::Unexpected(n, wire));
                    next.push((at.clone(), causes));
                }
                for transition in &able {
                    let (mut at, mut causes) = (at.clone(), causes.clone());
                    mark(n, transition, &mut at, &mut causes);
                    next.push((at, causes));
                }
            }
            all = next;
        }
    }
    let happening = |(after, causes)| Happening { fired, after, causes };
    all.into_iter().map(happening).collect()
}
