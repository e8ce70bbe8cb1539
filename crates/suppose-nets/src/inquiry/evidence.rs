//! A run of a design in which something goes wrong: in words, step by step, and as a waveform.

use std::sync::Arc;

use suppose_inquiry::system::after_steps;
use suppose_inquiry::{Evidence, Facts, Mover, Run as Told, Step, Story};

use super::stuck;
use crate::design::Design;
use crate::failure::Failure as Kind;
use crate::net::WireId;
use crate::replay::{Cause, Firing, Replayed};
use crate::search::Run;
use crate::vcd::write_vcd;
use crate::waveform::{Window, changing, waveform};

/// About so many lines of a waveform are drawn, unless everything is asked for.
const LINES: usize = 200;

/// How far a drawing is indented.
const INDENT: &str = "  ";

/// At most so many causes are named in a sentence.
const CAUSES: usize = 3;

/// A run that was replayed, and the design that it is one of.
#[derive(Clone, Debug)]
pub struct NetEvidence {
    design: Arc<Design>,
    run: Run,
    replayed: Replayed,
}

impl NetEvidence {
    /// A run, and what its replay says about it.
    pub(super) fn new(design: &Arc<Design>, run: Run, replayed: Replayed) -> Self {
        Self { design: Arc::clone(design), run, replayed }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Its snapshots, who does what, and what goes wrong.
    pub fn replayed(&self) -> &Replayed {
        &self.replayed
    }

    /// The wires to show: those that change, or all.
    fn wires(&self, all: bool) -> Vec<WireId> {
        if all {
            (0..self.design.wires.len() as u32).map(WireId).collect()
        } else {
            changing(&self.design, &self.replayed.snapshots)
        }
    }

    fn who(&self, fired: Option<Firing>) -> &str {
        fired.map_or("the environment", |(net, _)| self.design.nets[net].name.as_str())
    }

    /// What goes wrong, in one sentence.
    fn sentence(&self, trace: &[String]) -> String {
        let (kind, causes) = (self.run.failure, &self.replayed.causes);
        let place = after_steps(trace.len());
        if kind == Kind::Deadlock {
            return format!("there is a deadlock {place}");
        }
        let named: Vec<String> = causes.iter().take(CAUSES).map(|cause| self.told(cause)).collect();
        let more = match causes.len().saturating_sub(CAUSES) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let doer = self.who(self.replayed.fired.last().copied().flatten());
        let action = trace.last().map_or("", String::as_str);
        format!("{kind} is violated {place}: {doer} does {action}, and {}{more}", named.join(", and "))
    }

    /// One thing that goes wrong.
    fn told(&self, cause: &Cause) -> String {
        let nets = &self.design.nets;
        let transition =
            |&(net, t): &Firing| format!("{} of {}", nets[net].transitions[t].name, nets[net].name);
        match cause {
            Cause::SecondToken(net, place) => {
                let net = &nets[*net];
                format!("place {} of {} gets a second token", net.places[place.index()].name, net.name)
            }
            Cause::Disabled(firing) => format!("{}, which was enabled, no longer is", transition(firing)),
            Cause::Unexpected(net, _) => format!("{} does not expect it", nets[*net].name),
            Cause::Assertion(firing) => format!("an assertion of {} is false", transition(firing)),
            Cause::NoValue(firing) => format!("an expression of {} has no value", transition(firing)),
        }
    }

    fn step(&self, action: &str, fired: Option<Firing>) -> Step {
        Step {
            action: action.to_owned(),
            hidden: false,
            movers: vec![Mover::new(self.who(fired))],
            states: None,
            place: fired.and_then(|(net, t)| self.design.nets[net].transitions[t].span),
        }
    }
}

impl Evidence for NetEvidence {
    fn story(&self) -> Story {
        let Self { design, run, replayed } = self;
        let trace: Vec<String> =
            run.actions.iter().map(|&action| design.actions.name(action).to_owned()).collect();
        let sentence = self.sentence(&trace);
        let steps = trace.iter().zip(&replayed.fired).map(|(action, &fired)| self.step(action, fired));
        let stuck = match replayed.snapshots.last() {
            Some(last) if run.failure == Kind::Deadlock => stuck::explain(design, last),
            _ => Vec::new(),
        };
        Story {
            failed: run.failure.name().to_owned(),
            about: None,
            run: Told::Steps { actors: "done by", watched: None, steps: steps.collect() },
            stuck,
            cycle: None,
            facts: Facts { explanation: Some(sentence.clone()), ..Facts::default() },
            sentence,
            trace,
        }
    }

    fn drawing(&self, width: usize, all: bool) -> Vec<String> {
        let (design, snapshots) = (&self.design, &self.replayed.snapshots);
        let width = width.saturating_sub(INDENT.len());
        let wires = self.wires(all);
        let (total, most) = (wires.len(), if all { usize::MAX } else { LINES });
        let window = Window::of_end(design, snapshots, wires, width, most);
        let mut lines = waveform(design, snapshots, &window, width);
        if !lines.is_empty() && (window.from > 0 || window.wires.len() < total) {
            let (steps, shown) = (snapshots.len(), window.wires.len());
            let columns = steps - window.from;
            let what = format!("the last {columns} of {steps} columns and {shown} of {total} wires");
            lines.insert(0, format!("{what}; -v shows and --vcd writes them all:"));
        }
        let indented = |line: String| if line.is_empty() { line } else { format!("{INDENT}{line}") };
        lines.into_iter().map(indented).collect()
    }

    fn waveform(&self, all: bool) -> Option<String> {
        Some(write_vcd(&self.design, &self.replayed.snapshots, &self.wires(all)))
    }
}
