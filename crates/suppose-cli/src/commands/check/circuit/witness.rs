//! A run of a design for the eye: what goes wrong, the steps, and the waveform.

use serde_json::json;
use suppose::nets::replay::{Cause, Firing, Replayed};
use suppose::nets::search::Run;
use suppose::nets::waveform::{Window, changing, waveform};
use suppose::nets::{Design, Failure as Kind, WireId};

use super::super::Shape;
use super::stuck;
use crate::commands::trace::table;
use crate::session::Session;

/// How wide a waveform is where there is no terminal.
const WIDTH: usize = 100;

/// About so many lines of a waveform are shown, unless everything is asked for.
const LINES: usize = 200;

/// At most so many causes are named in a sentence.
const CAUSES: usize = 3;

/// The wires to show: those that change, or all.
pub(super) fn wires(design: &Design, run: &Replayed, all: bool) -> Vec<WireId> {
    if all { (0..design.wires.len() as u32).map(WireId).collect() } else { changing(design, &run.snapshots) }
}

/// A run that was replayed, ready to be shown.
pub(super) fn shape(design: &Design, run: &Run, replayed: &Replayed, session: &Session) -> Shape {
    let trace: Vec<String> =
        run.actions.iter().map(|&action| design.actions.name(action).to_owned()).collect();
    let sentence = sentence(design, run.failure, replayed, &trace);
    let mut lines = steps(design, replayed, &trace, session);
    if run.failure == Kind::Deadlock
        && let Some(last) = replayed.snapshots.last()
    {
        lines.extend(stuck::explain(design, last, session.verbose));
    }
    let shown = wires(design, replayed, session.verbose);
    let total = shown.len();
    let most = if session.verbose { usize::MAX } else { LINES };
    let window = Window::of_end(design, &replayed.snapshots, shown, width(), most);
    let wave = waveform(design, &replayed.snapshots, &window, width());
    if !wave.is_empty() {
        lines.push(String::new());
        if window.from > 0 || window.wires.len() < total {
            let steps = replayed.snapshots.len();
            lines.push(format!(
                "  the last {} of {steps} columns and {} of {total} wires; -v shows and --vcd writes them all:",
                steps - window.from,
                window.wires.len()
            ));
        }
        let indented = |line: String| if line.is_empty() { line } else { format!("  {line}") };
        lines.extend(wave.into_iter().map(indented));
    }
    let extra = json!({ "explanation": sentence });
    Shape { trace, failed: run.failure.name().to_owned(), extra, lines, sentence }
}

/// The width of the terminal, less the indentation.
fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    terminal.map_or(WIDTH, |(width, _)| usize::from(width.0)).saturating_sub(2)
}

fn who(design: &Design, fired: Option<Firing>) -> &str {
    fired.map_or("the environment", |(net, _)| design.nets[net].name.as_str())
}

/// What goes wrong, in one sentence.
fn sentence(design: &Design, kind: Kind, run: &Replayed, trace: &[String]) -> String {
    let place = match trace.len() {
        0 => "in the initial state".to_owned(),
        1 => "after 1 step".to_owned(),
        n => format!("after {n} steps"),
    };
    if kind == Kind::Deadlock {
        return format!("there is a deadlock {place}");
    }
    let named: Vec<String> = run.causes.iter().take(CAUSES).map(|cause| told(design, cause)).collect();
    let more = match run.causes.len().saturating_sub(CAUSES) {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    let doer = who(design, run.fired.last().copied().flatten());
    let action = trace.last().map_or("", String::as_str);
    format!("{kind} is violated {place}: {doer} does {action}, and {}{more}", named.join(", and "))
}

/// One thing that goes wrong.
fn told(design: &Design, cause: &Cause) -> String {
    let transition = |&(net, t): &Firing| {
        let net = &design.nets[net];
        format!("{} of {}", net.transitions[t].name, net.name)
    };
    match cause {
        Cause::SecondToken(net, place) => {
            let net = &design.nets[*net];
            format!("place {} of {} gets a second token", net.places[place.index()].name, net.name)
        }
        Cause::Disabled(firing) => format!("{}, which was enabled, no longer is", transition(firing)),
        Cause::Unexpected(net, _) => format!("{} does not expect it", design.nets[*net].name),
        Cause::Assertion(firing) => format!("an assertion of {} is false", transition(firing)),
        Cause::NoValue(firing) => format!("an expression of {} has no value", transition(firing)),
    }
}

/// The steps: who does what, and where that is written.
fn steps(design: &Design, run: &Replayed, trace: &[String], session: &Session) -> Vec<String> {
    if trace.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<[String; 4]> = vec![["#".into(), "action".into(), "done by".into(), String::new()]];
    for (place, (action, &fired)) in trace.iter().zip(&run.fired).enumerate() {
        let span = fired.and_then(|(net, t)| design.nets[net].transitions[t].span);
        let written = span.map_or_else(String::new, |span| {
            let at = session.sources.position(span);
            format!("{}:{}", session.sources.file(span.file).name, at.line)
        });
        rows.push([(place + 1).to_string(), action.clone(), who(design, fired).to_owned(), written]);
    }
    table(&rows)
}
