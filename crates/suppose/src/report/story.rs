//! A run that shows a violation, laid out for a terminal. Long runs and long lists are cut unless everything
//! is asked for.

use suppose_base::{SourceMap, counted};
use suppose_inquiry::{Cycle, Held, Macrostep, Mover, Offer, Run, Step, Story, Stuck};

use super::Look;
use super::diagnostics::line_of;
use super::table::table;

/// More components, and more actions or names, than these are only counted.
const MOST_COMPONENTS: usize = 16;
const MOST_NAMES: usize = 4;
/// More things that one component waits for are only counted.
const MOST_REASONS: usize = 3;
/// At most so many actions of a cycle are listed.
const MOST_ACTIONS: usize = 16;
/// Longer runs of macrosteps are not shown as a whole, nor are longer macrosteps.
const MOST_MACROSTEPS: usize = 8;
const MOST_LINES: usize = 24;

/// The lines of a story after its sentence.
pub fn story_lines(story: &Story, sources: &SourceMap, look: &Look) -> Vec<String> {
    let mut lines: Vec<String> = story.about.iter().map(|text| format!("  {text}")).collect();
    match &story.run {
        Run::Macrosteps(macrosteps) => lines.extend(macrostep_lines(macrosteps, look.verbose)),
        Run::Steps { steps, .. } if story.cycle.is_some() => lines.extend(plain_steps(steps)),
        Run::Steps { actors: "", steps, .. } => lines.extend(plain_steps(steps)),
        Run::Steps { actors, watched, steps } => {
            lines.extend(step_table(actors, watched.as_deref(), steps, sources));
        }
    }
    if let Some(cycle) = &story.cycle {
        lines.extend(cycle_lines(cycle, story.trace.is_empty()));
    }
    if !story.stuck.is_empty() {
        lines.extend(stuck_lines(&story.stuck, look.verbose));
    }
    lines
}

/// Numbered steps: who moves, what the property does, and where the action is written.
fn step_table(actors: &str, watched: Option<&str>, steps: &[Step], sources: &SourceMap) -> Vec<String> {
    if steps.is_empty() {
        return Vec::new();
    }
    let heading = watched.unwrap_or_default().to_owned();
    let mut rows = vec![["#".into(), "action".into(), actors.to_owned(), heading, String::new()]];
    for (index, step) in steps.iter().enumerate() {
        rows.push([
            (index + 1).to_string(),
            if step.hidden { format!("tau ({})", step.action) } else { step.action.clone() },
            movers(&step.movers),
            match &step.states {
                None => String::new(),
                Some((from, None)) => from.clone(),
                Some((from, Some(to))) => format!("{from} → {to}"),
            },
            step.place.map_or_else(String::new, |span| line_of(sources, span)),
        ]);
    }
    table(&rows)
}

fn movers(movers: &[Mover]) -> String {
    if movers.is_empty() {
        return "(nobody: only properties know it)".to_owned();
    }
    let name = |mover: &Mover| {
        let mark = if mover.fails { " (to the error state)" } else { "" };
        format!("{}{mark}", mover.name)
    };
    movers.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn plain_steps(steps: &[Step]) -> impl Iterator<Item = String> {
    steps.iter().enumerate().map(|(index, step)| {
        let names: Vec<&str> = step.movers.iter().map(|mover| mover.name.as_str()).collect();
        let by = if names.is_empty() { String::new() } else { format!("  ({})", names.join(", ")) };
        format!("  {:>4}  {}{by}", index + 1, step.action)
    })
}

fn cycle_lines(cycle: &Cycle, at_once: bool) -> Vec<String> {
    let then = if at_once { "" } else { "and then " };
    let mut lines = Vec::new();
    if cycle.actions.is_empty() {
        lines.push(format!("  {then}nothing can happen any more"));
    } else {
        let (states, occurring) = (counted(cycle.states, "state"), cut(&cycle.occurring));
        lines.push(format!("  {then}for ever, among {states}: {occurring}"));
        lines.push(format!("  for example the cycle: {}", cut(&cycle.actions)));
    }
    lines.push(format!("  never again: {}", cut(&cycle.missing)));
    lines
}

/// A list for the eye: not too long.
fn cut(names: &[String]) -> String {
    if names.len() <= MOST_ACTIONS {
        return names.join(", ");
    }
    format!("{}, and {} more", names[..MOST_ACTIONS].join(", "), names.len() - MOST_ACTIONS)
}

fn stuck_lines(stuck: &[Stuck], all: bool) -> Vec<String> {
    let count = stuck.len();
    let shown = if all || count <= MOST_COMPONENTS { count } else { MOST_COMPONENTS };
    let mut lines = vec!["  Nobody can move:".to_owned()];
    lines.extend(stuck[..shown].iter().map(|one| format!("    {}", held(one, all))));
    if shown < count {
        lines.push(format!("    … and {} (-v shows all)", counted(count - shown, "more component")));
    }
    lines
}

/// What holds one component up.
fn held(stuck: &Stuck, all: bool) -> String {
    let name = &stuck.component;
    match &stuck.held {
        Held::Terminated => format!("{name} has terminated"),
        Held::Stopped => format!("{name} has stopped"),
        Held::Refused(offers) => {
            let hidden = if all { 0 } else { offers.len().saturating_sub(MOST_NAMES) };
            let clause = |offer: &Offer| {
                let (actions, refusing) = (few(&offer.actions, all), few(&offer.refused_by, all));
                format!("{actions}, refused by {refusing}")
            };
            let mut clauses: Vec<String> = offers[..offers.len() - hidden].iter().map(clause).collect();
            if hidden > 0 {
                clauses.push("and more".to_owned());
            }
            format!("{name} could do {}", clauses.join("; "))
        }
        Held::Waiting(reasons) => {
            let shown = if all { reasons.len() } else { MOST_REASONS.min(reasons.len()) };
            let more = match reasons.len() - shown {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            format!("{name} {}{more}", reasons[..shown].join("; "))
        }
    }
}

/// Names with commas between them, not too many.
fn few(names: &[String], all: bool) -> String {
    if all || names.len() <= MOST_NAMES {
        return names.join(", ");
    }
    format!("{} and {} more", names[..MOST_NAMES].join(", "), names.len() - MOST_NAMES)
}

/// A table for each macrostep.
fn macrostep_lines(macrosteps: &[Macrostep], all: bool) -> Vec<String> {
    let count = macrosteps.len();
    let mut lines = Vec::new();
    let rows = || macrosteps.iter().flat_map(|step| &step.microsteps);
    let receives = rows().any(|row| !row.received.is_empty());
    let width =
        |texts: &mut dyn Iterator<Item = usize>, title: &str| texts.max().unwrap_or(0).max(title.len());
    let moves = width(&mut rows().flat_map(|row| row.moves.iter().map(|text| text.chars().count())), "moves");
    let received = width(&mut rows().map(|row| row.received.chars().count()), "received");
    let columns = |number: &str, moved: &str, received_text: &str, emitted: &str| {
        let middle = if receives { format!("{received_text:received$}  ") } else { String::new() };
        format!("    {number:>3}  {moved:moves$}  {middle}{emitted}").trim_end().to_owned()
    };
    let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    for (number, step) in macrosteps.iter().enumerate() {
        if !all && count > MOST_MACROSTEPS && (3..count - 3).contains(&number) {
            if number == 3 {
                lines.push(format!("  … {} …", counted(count - 6, "macrostep")));
            }
            continue;
        }
        let inputs = if step.inputs.is_empty() { "none".to_owned() } else { step.inputs.join(", ") };
        lines.push(format!("  macrostep {}: inputs {inputs}", number + 1));
        if !step.microsteps.is_empty() {
            lines.push(columns("mS", "moves", "received", "emitted"));
        }
        let mut table = Vec::new();
        for (k, row) in step.microsteps.iter().enumerate() {
            let first = row.moves.first().map_or("-", String::as_str);
            table.push(columns(&(k + 1).to_string(), first, &or_dash(&row.received), &or_dash(&row.emitted)));
            table.extend(row.moves.iter().skip(1).map(|text| columns("", text, "", "")));
        }
        if !all && table.len() > MOST_LINES {
            let dropped = table.len() - MOST_LINES;
            let note = format!("    … {} …", counted(dropped, "line"));
            table.splice(MOST_LINES / 2..MOST_LINES / 2 + dropped, [note]);
        }
        lines.extend(table);
        lines.extend(step.end.as_ref().map(|text| format!("    {text}")));
    }
    lines
}
