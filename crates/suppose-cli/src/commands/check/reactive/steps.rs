//! Runs of reactive systems, for the eye and as a list: macrosteps with their microsteps.
//!
//! A line is a configuration: what moved into it, what was emitted on the way and what is received in it, so that its number is the microstep that rules speak of.

use suppose::srs::explicit::{Ending, Run, Valuation, enabled};
use suppose::srs::explore::{Snapshot, Survey};
use suppose::srs::lang::{EventId, StateIx, Transition, ValueIx};
use suppose::srs::program::Program;
use suppose::srs::table::Column;

/// Longer runs are not shown as a whole, unless the user wants more.
const MOST_MACROSTEPS: usize = 8;
/// Nor are longer macrosteps.
const MOST_LINES: usize = 24;

/// A configuration.
#[derive(Default)]
struct Row {
    received: String,
    moves: Vec<String>,
    emitted: String,
}

/// A macrostep.
struct Macrostep {
    inputs: String,
    /// From the first microstep on.
    rows: Vec<Row>,
    /// What there is to say about its end.
    end: Option<String>,
}

/// A run in words.
pub(super) struct Steps {
    macrosteps: Vec<Macrostep>,
}

impl Steps {
    /// A run that was replayed.
    pub(super) fn of_run(program: &Program<'_>, run: &Run) -> Self {
        let events = |valuation: &Valuation| listed(program, valuation.iter());
        let macrosteps = run.macrosteps.iter().map(|step| {
            let (last, end) = match &step.ending {
                Ending::Quiescent { received } => (events(received), None),
                Ending::Cut { received } => (events(received), Some("and so on".to_owned())),
                Ending::Never { back_to } => (
                    String::new(),
                    Some(format!("and so on for ever: it is as after microstep {back_to} again")),
                ),
                Ending::TwoValues { received, event, .. } => {
                    let name = &program.model.event(*event).name;
                    (events(received), Some(format!("then {name} gets two values in one microstep")))
                }
            };
            let mut rows = Vec::with_capacity(step.microsteps.len());
            let mut before = &step.before;
            for (k, micro) in step.microsteps.iter().enumerate() {
                let moved = |(place, at): (usize, &Option<usize>)| {
                    at.map(|_| shift(program, place, before[place], micro.states[place]))
                };
                let moves = micro.taken.iter().enumerate().filter_map(moved).collect();
                let received =
                    step.microsteps.get(k + 1).map_or_else(|| last.clone(), |next| events(&next.received));
                rows.push(Row { received, moves, emitted: events(&micro.emitted) });
                before = &micro.states;
            }
            Macrostep { inputs: events(&step.inputs), rows, end }
        });
        Self { macrosteps: macrosteps.collect() }
    }

    /// How a survey found that an event gets two values.
    pub(super) fn to_two_values(program: &Program<'_>, survey: &Survey) -> Option<Self> {
        let mut steps = Self::of_trail(program, survey.two_values.as_ref()?);
        let last = survey.two_values.as_ref()?.last()?.last()?;
        let two = clash(program, last).unwrap_or_else(|| "an event gets two values".to_owned());
        if let Some(step) = steps.macrosteps.last_mut() {
            step.end = Some(format!("then {two} in one microstep"));
        }
        Some(steps)
    }

    /// How a survey found that a macrostep never ends.
    pub(super) fn for_ever(program: &Program<'_>, survey: &Survey) -> Option<Self> {
        let (trail, circle) = survey.endless.as_ref()?;
        let mut trail = trail.clone();
        let last = trail.last_mut()?;
        // The way ends where the circle begins.
        let back_to = last.len() - 1;
        last.extend(circle.iter().skip(1).chain(circle.first()).cloned());
        let mut steps = Self::of_trail(program, &trail);
        if let Some(last) = steps.macrosteps.last_mut() {
            last.end = Some(format!("and so on for ever: it is as after microstep {back_to} again"));
        }
        Some(steps)
    }

    fn of_trail(program: &Program<'_>, trail: &[Vec<Snapshot>]) -> Self {
        let of = |snapshot: &Snapshot, events: &[&[EventId]]| {
            let inside =
                |column: &&Column| events.iter().any(|list| list.binary_search(&column.event).is_ok());
            let present = snapshot.present.iter().filter(inside);
            listed(program, present.map(|column| (column.event, column.value)))
        };
        let macrosteps = trail.iter().map(|snapshots| {
            let row = |pair: &[Snapshot]| {
                // A machine that is able to moves, perhaps to the same state.
                let able = able(program, &pair[0]);
                let states = pair[0].states.iter().zip(&pair[1].states).enumerate();
                let moved = states.filter(|&(place, (old, new))| {
                    old != new || able.get(place).is_some_and(|able| !able.is_empty())
                });
                Row {
                    received: of(&pair[1], &[&program.received]),
                    moves: moved.map(|(place, (&old, &new))| shift(program, place, old, new)).collect(),
                    emitted: of(&pair[1], &[&program.sent, &program.local, &program.outputs]),
                }
            };
            let inputs = snapshots.first().map_or_else(String::new, |first| of(first, &[&program.inputs]));
            Macrostep { inputs, rows: snapshots.windows(2).map(row).collect(), end: None }
        });
        Self { macrosteps: macrosteps.collect() }
    }

    /// How many macrosteps there are.
    pub(super) fn len(&self) -> usize {
        self.macrosteps.len()
    }

    /// One text for each configuration.
    pub(super) fn list(&self) -> Vec<String> {
        let mut list = Vec::new();
        for (number, step) in self.macrosteps.iter().enumerate() {
            list.push(format!("{}: inputs {}", number + 1, or_none(&step.inputs)));
            for (k, row) in step.rows.iter().enumerate() {
                let moves = row.moves.join(", ").replace('→', "->");
                let mut parts = vec![if moves.is_empty() { "nothing moves".to_owned() } else { moves }];
                if !row.emitted.is_empty() {
                    parts.push(format!("emitted {}", row.emitted));
                }
                if !row.received.is_empty() {
                    parts.push(format!("received {}", row.received));
                }
                list.push(format!("{}.{}: {}", number + 1, k + 1, parts.join("; ")));
            }
            list.extend(step.end.clone());
        }
        list
    }

    /// A table for each macrostep.
    pub(super) fn lines(&self, verbose: bool) -> Vec<String> {
        let count = self.macrosteps.len();
        let mut lines = Vec::new();
        let rows = || self.macrosteps.iter().flat_map(|step| &step.rows);
        let receives = rows().any(|row| !row.received.is_empty());
        let width =
            |texts: &mut dyn Iterator<Item = usize>, title: &str| texts.max().unwrap_or(0).max(title.len());
        let moves =
            width(&mut rows().flat_map(|row| row.moves.iter().map(|text| text.chars().count())), "moves");
        let received = width(&mut rows().map(|row| row.received.chars().count()), "received");
        let columns = |number: &str, moved: &str, received_text: &str, emitted: &str| {
            let middle = if receives { format!("{received_text:received$}  ") } else { String::new() };
            format!("    {number:>3}  {moved:moves$}  {middle}{emitted}").trim_end().to_owned()
        };
        for (number, step) in self.macrosteps.iter().enumerate() {
            if !verbose && count > MOST_MACROSTEPS && (3..count - 3).contains(&number) {
                if number == 3 {
                    lines.push(format!("  … {} macrosteps …", count - 6));
                }
                continue;
            }
            lines.push(format!("  macrostep {}: inputs {}", number + 1, or_none(&step.inputs)));
            if !step.rows.is_empty() {
                lines.push(columns("mS", "moves", "received", "emitted"));
            }
            let mut table = Vec::new();
            for (k, row) in step.rows.iter().enumerate() {
                let first = row.moves.first().map_or("-", String::as_str);
                table.push(columns(
                    &(k + 1).to_string(),
                    first,
                    or_dash(&row.received),
                    or_dash(&row.emitted),
                ));
                table.extend(row.moves.iter().skip(1).map(|text| columns("", text, "", "")));
            }
            if !verbose && table.len() > MOST_LINES {
                let dropped = table.len() - MOST_LINES;
                let note = format!("    … {dropped} lines …");
                table.splice(MOST_LINES / 2..MOST_LINES / 2 + dropped, [note]);
            }
            lines.extend(table);
            lines.extend(step.end.as_ref().map(|text| format!("    {text}")));
        }
        lines
    }
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

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// A machine with the component where that is needed.
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

fn listed(program: &Program<'_>, events: impl Iterator<Item = (EventId, Option<ValueIx>)>) -> String {
    let one = |(event, value): (EventId, Option<ValueIx>)| {
        let event = program.model.event(event);
        match value {
            Some(value) => format!("{}={}", event.name, event.values[value.index()]),
            None => event.name.clone(),
        }
    };
    events.map(one).collect::<Vec<_>>().join(", ")
}
