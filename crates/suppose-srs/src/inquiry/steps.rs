//! Runs of reactive systems in words: macrosteps with their microsteps.
//!
//! A microstep is told as the configuration that it leads to: what moved into it, what was emitted on the way
//! and what is received in it, so that its number is the microstep that rules speak of.

use suppose_inquiry::{Macrostep, Microstep};

use crate::explicit::{Ending, Run, Valuation, enabled};
use crate::explore::{Snapshot, Trail};
use crate::lang::{EventId, StateIx, Transition, ValueIx};
use crate::program::Program;
use crate::table::Column;

/// A run that was replayed.
pub(super) fn of_run(program: &Program<'_>, run: &Run) -> Vec<Macrostep> {
    let events = |valuation: &Valuation| listed(program, valuation.iter());
    let macrosteps = run.macrosteps.iter().map(|step| {
        let (last, end) = match &step.ending {
            Ending::Quiescent { received } => (events(received), None),
            Ending::Cut { received } => (events(received), Some("and so on".to_owned())),
            Ending::Never { back_to } => (Vec::new(), Some(for_ever(*back_to))),
            Ending::TwoValues { received, event, .. } => {
                let name = &program.model.event(*event).name;
                (events(received), Some(format!("then {name} gets two values in one microstep")))
            }
        };
        let mut microsteps = Vec::with_capacity(step.microsteps.len());
        let mut before = &step.before;
        for (k, micro) in step.microsteps.iter().enumerate() {
            let moved = |(place, at): (usize, &Option<usize>)| {
                at.map(|_| shift(program, place, before[place], micro.states[place]))
            };
            let moves = micro.taken.iter().enumerate().filter_map(moved).collect();
            let next = step.microsteps.get(k + 1);
            let received = next.map_or_else(|| last.clone(), |next| events(&next.received)).join(", ");
            microsteps.push(Microstep { moves, received, emitted: events(&micro.emitted).join(", ") });
            before = &micro.states;
        }
        Macrostep { inputs: events(&step.inputs), microsteps, end }
    });
    macrosteps.collect()
}

/// A trail to a configuration in which an event gets two values next.
pub(super) fn to_two_values(program: &Program<'_>, trail: &Trail) -> Vec<Macrostep> {
    let mut steps = of_trail(program, trail);
    let last = trail.last().and_then(|snapshots| snapshots.last());
    let two = last.and_then(|last| clash(program, last));
    let two = two.unwrap_or_else(|| "an event gets two values".to_owned());
    if let Some(step) = steps.last_mut() {
        step.end = Some(format!("then {two} in one microstep"));
    }
    steps
}

/// A trail to a circle of configurations, and once round it. The trail ends where the circle begins.
pub(super) fn round(program: &Program<'_>, trail: &Trail, circle: &[Snapshot]) -> Vec<Macrostep> {
    let mut trail = trail.clone();
    let Some(last) = trail.last_mut() else { return Vec::new() };
    let back_to = last.len().saturating_sub(1);
    last.extend(circle.iter().skip(1).chain(circle.first()).cloned());
    let mut steps = of_trail(program, &trail);
    if let Some(step) = steps.last_mut() {
        step.end = Some(for_ever(back_to));
    }
    steps
}

/// One text for each configuration.
pub(super) fn list(macrosteps: &[Macrostep]) -> Vec<String> {
    let mut list = Vec::new();
    for (number, step) in (1..).zip(macrosteps) {
        let inputs = if step.inputs.is_empty() { "none".to_owned() } else { step.inputs.join(", ") };
        list.push(format!("{number}: inputs {inputs}"));
        for (k, micro) in (1..).zip(&step.microsteps) {
            let moves = micro.moves.join(", ").replace('→', "->");
            let mut parts = vec![if moves.is_empty() { "nothing moves".to_owned() } else { moves }];
            if !micro.emitted.is_empty() {
                parts.push(format!("emitted {}", micro.emitted));
            }
            if !micro.received.is_empty() {
                parts.push(format!("received {}", micro.received));
            }
            list.push(format!("{number}.{k}: {}", parts.join("; ")));
        }
        list.extend(step.end.clone());
    }
    list
}

/// A machine with its component where that is needed.
pub(super) fn machine(program: &Program<'_>, place: usize) -> String {
    let name = &program.machine(place).name;
    match &program.components[..] {
        [_] => name.clone(),
        _ => format!("{}.{name}", program.model.component(program.machines[place].0).name),
    }
}

/// What a machine does.
pub(super) fn shift(program: &Program<'_>, place: usize, old: StateIx, new: StateIx) -> String {
    let states = &program.machine(place).states;
    format!("{}: {} → {}", machine(program, place), states[old.index()], states[new.index()])
}

fn for_ever(back_to: usize) -> String {
    format!("and so on for ever: it is as after microstep {back_to} again")
}

fn of_trail(program: &Program<'_>, trail: &[Vec<Snapshot>]) -> Vec<Macrostep> {
    let of = |snapshot: &Snapshot, events: &[&[EventId]]| {
        let inside = |column: &&Column| events.iter().any(|list| list.binary_search(&column.event).is_ok());
        let present = snapshot.present.iter().filter(inside);
        listed(program, present.map(|column| (column.event, column.value)))
    };
    let macrosteps = trail.iter().map(|snapshots| {
        let microstep = |pair: &[Snapshot]| {
            // A machine that is able to moves, perhaps to the same state.
            let able = able(program, &pair[0]);
            let states = pair[0].states.iter().zip(&pair[1].states).enumerate();
            let moved = states.filter(|&(place, (old, new))| {
                old != new || able.get(place).is_some_and(|able| !able.is_empty())
            });
            Microstep {
                received: of(&pair[1], &[&program.received]).join(", "),
                moves: moved.map(|(place, (&old, &new))| shift(program, place, old, new)).collect(),
                emitted: of(&pair[1], &[&program.sent, &program.local, &program.outputs]).join(", "),
            }
        };
        let inputs = snapshots.first().map_or_else(Vec::new, |first| of(first, &[&program.inputs]));
        Macrostep { inputs, microsteps: snapshots.windows(2).map(microstep).collect(), end: None }
    });
    macrosteps.collect()
}

/// Which event can get which two values next, and by which machines.
fn clash(program: &Program<'_>, now: &Snapshot) -> Option<String> {
    let able = able(program, now);
    let mut given: Vec<(EventId, ValueIx, usize, &Transition)> = Vec::new();
    for (place, own) in able.iter().enumerate() {
        for transition in own.iter().map(|&at| &program.machine(place).transitions[at]) {
            for &(event, value) in transition.emits.iter() {
                let Some(value) = value else { continue };
                let other = given.iter().find(|one| one.0 == event && one.1 != value && one.2 != place);
                if let Some(&(_, before, by, first)) = other {
                    let event = program.model.event(event);
                    let (one, two) = (&event.values[before.index()], &event.values[value.index()]);
                    let first = shift(program, by, first.source, first.target);
                    let second = shift(program, place, transition.source, transition.target);
                    return Some(format!(
                        "{} gets the values {one} ({first}) and {two} ({second})",
                        event.name
                    ));
                }
                given.push((event, value, place, transition));
            }
        }
    }
    None
}

/// The transitions that each machine can take in a configuration of all machines.
fn able(program: &Program<'_>, now: &Snapshot) -> Vec<Vec<usize>> {
    let present = now.present.iter().map(|column| (column.event, column.value));
    Valuation::of(present).map(|events| enabled(program, &now.states, &events)).unwrap_or_default()
}

fn listed(program: &Program<'_>, events: impl Iterator<Item = (EventId, Option<ValueIx>)>) -> Vec<String> {
    let one = |(event, value): (EventId, Option<ValueIx>)| {
        let event = program.model.event(event);
        match value {
            Some(value) => format!("{}={}", event.name, event.values[value.index()]),
            None => event.name.clone(),
        }
    };
    events.map(one).collect()
}
