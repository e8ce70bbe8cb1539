//! The text of an export: names, variables, what is chosen, how machines react, and the process that does it
//! again and again.

use crate::lang::{Atom, ComponentId, EventId, MachineId, Property, StateIx, ValueIx};

use super::Assumed;
use super::choice::{Block, Chooser, Constraint, blocks};
use super::names::{Names, formula, present};
use super::text::Text;
use super::uses::Uses;
use crate::program::Program;

/// Everything that an export is made of.
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) names: &'a Names,
    pub(super) property: Option<(ComponentId, &'a Property)>,
    /// Where ranges of microsteps begin. The counter stays at the last one.
    pub(super) starts: Vec<u32>,
    pub(super) uses: Uses,
}

impl Writer<'_> {
    pub(super) fn write(&self, assumed: Assumed<'_>, received: &[Constraint<'_>]) -> String {
        let mut text = Text::default();
        self.header(assumed, &mut text);
        self.declare(&mut text);
        self.process(received, &mut text);
        text.finish()
    }

    fn header(&self, assumed: Assumed<'_>, text: &mut Text) {
        let program = self.program;
        let model = program.model;
        let parts: Vec<&str> =
            program.components.iter().map(|&id| model.component(id).name.as_str()).collect();
        text.comment(format_args!("{}: {}", model.name, parts.join(", ")));
        match assumed {
            Assumed::Universal if program.received.is_empty() => {
                text.comment("nothing is received from outside");
            }
            Assumed::Universal => text.comment("anything can be received from outside at any microstep"),
            Assumed::Tables(tables) => {
                text.comment(format_args!("received events as in {} tables", tables.len()));
            }
            Assumed::Rules(assumption) => {
                for rule in &assumption.rules {
                    if let Some(&component) = program.components.first() {
                        text.comment(format_args!("assumed: {}", model.rule_text(component, rule)));
                    }
                }
            }
        }
        if let Some((component, property)) = self.property {
            let words = property.text.as_deref().unwrap_or_default();
            text.comment(format_args!(
                "property {} of {}: {words}",
                property.name,
                model.component(component).name
            ));
            text.comment(model.expr_text(component, &property.formula));
        }
        text.comment(
            "e_ event now, g_ event emitted, m_ state of a machine, n_ its next state, pre_ its \
            state at the start of the macrostep,",
        );
        text.comment(
            "saw_ the event occurred in this macrostep, was_ the same with a value, s_ names of \
            states, v_ names of values",
        );
        text.gap();
    }

    /// Variables and constants.
    fn declare(&self, text: &mut Text) {
        let (program, names) = (self.program, self.names);
        let model = program.model;
        for place in 0..program.machines.len() {
            let machine = program.machine(place);
            let component = &model.component(program.machines[place].0).name;
            text.comment(format_args!("machine {component}.{}", machine.name));
            for (number, _) in machine.states.iter().enumerate() {
                let state = StateIx::at(number);
                text.line(format_args!("#define {} {number}", names.state(place, state)));
            }
            let kind = kind(machine.states.len() as u64);
            let initial = names.state(place, machine.initial);
            text.line(format_args!("{kind} {} = {initial};", names.machine(place)));
            text.line(format_args!("{kind} {} = {initial};", names.machine_next(place)));
            if self.uses.before.binary_search(&place).is_ok() {
                text.line(format_args!("{kind} {};", names.before(place)));
            }
        }
        let lists = [
            ("input", &program.inputs),
            ("received", &program.received),
            ("sent", &program.sent),
            ("internal", &program.local),
            ("output", &program.outputs),
        ];
        for (what, &event) in
            lists.iter().flat_map(|(what, list)| list.iter().map(move |event| (what, event)))
        {
            let from_outside = matches!(*what, "input" | "received");
            let read = self.uses.read.binary_search(&event).is_ok();
            let disputed = self.uses.disputed.binary_search(&event).is_ok();
            let values = &model.event(event).values;
            text.comment(format_args!("{what} {}", model.event(event).name));
            for number in 0..values.len() {
                text.line(format_args!("#define {} {}", names.value(event, ValueIx::at(number)), number + 1));
            }
            let kind = if values.is_empty() { "bit" } else { kind(values.len() as u64 + 1) };
            if from_outside || read {
                text.line(format_args!("{kind} {};", names.now(event)));
            }
            if read || disputed {
                text.line(format_args!("{kind} {};", names.next(event)));
            }
        }
        for &(event, value) in &self.uses.remembered {
            text.line(format_args!("bit {};", names.occurred(event, value)));
        }
        text.gap();
        let last = self.last();
        text.comment(format_args!("microsteps of this macrostep; {last} stands for {last} or more"));
        text.line(format_args!("{} k;", kind(u64::from(last) + 1)));
        text.line("bit moved;");
        if !self.uses.disputed.is_empty() {
            text.comment("whether two machines emitted different values of one event");
            text.line("bit two_values;");
        }
        text.line("int node;");
        text.gap();
    }

    fn last(&self) -> u32 {
        self.starts.last().copied().unwrap_or(1)
    }

    /// The end of a run that the assumption does not allow.
    fn dropped(&self, text: &mut Text) {
        text.comment("what is assumed does not allow this: all such runs jump here and end in one state");
        text.line(":: false ->");
        text.line("dropped: skip;");
        // Inside of the same atomic, because SPIN stores the state in which another one is entered.
        text.open("d_step {");
        for place in 0..self.program.machines.len() {
            text.line(format_args!(
                "{} = 0; {} = 0;",
                self.names.machine(place),
                self.names.machine_next(place)
            ));
        }
        self.forget(text);
        self.consume(text);
        for &event in &self.uses.read {
            text.line(format_args!("{} = 0;", self.names.now(event)));
        }
        text.line("k = 0; node = 0");
        text.close("};");
        text.line("goto end_dropped");
    }

    /// The end of what is remembered of a macrostep.
    fn forget(&self, text: &mut Text) {
        for &place in &self.uses.before {
            text.line(format_args!("{} = 0;", self.names.before(place)));
        }
        for &(event, value) in &self.uses.remembered {
            text.line(format_args!("{} = 0;", self.names.occurred(event, value)));
        }
    }

    /// The end of events from outside.
    fn consume(&self, text: &mut Text) {
        for &event in self.program.inputs.iter().chain(&self.program.received) {
            text.line(format_args!("{} = 0;", self.names.now(event)));
        }
    }

    fn inputs(&self, text: &mut Text) {
        let program = self.program;
        let parts = || program.components.iter().map(|&id| program.model.component(id));
        let mut always: Vec<EventId> = parts().flat_map(|part| &part.always).copied().collect();
        always.sort_unstable();
        let chooser = Chooser { program, names: self.names, always: &always };
        let constraints: Vec<Constraint<'_>> =
            parts().flat_map(|part| &part.requirements).map(Constraint::Formula).collect();
        text.comment("a macrostep begins, with inputs from the physical environment");
        for &place in &self.uses.before {
            text.line(format_args!("{} = {};", self.names.before(place), self.names.machine(place)));
        }
        for block in blocks(&program.inputs, &constraints) {
            chooser.write(&block, &[0], text);
        }
        self.remember(&program.inputs, text);
        text.line("skip");
    }

    /// Gives the last microstep in which something can be received.
    fn received(&self, constraints: &[Constraint<'_>], text: &mut Text) -> u32 {
        let chooser = Chooser { program: self.program, names: self.names, always: &[] };
        let all: Vec<Block<'_>> = blocks(&self.program.received, constraints);
        text.comment("events of other components");
        for block in &all {
            chooser.write(block, &self.starts, text);
        }
        self.remember(&self.program.received, text);
        text.line("skip");
        chooser
            .last_present(&all, &self.starts)
            .map_or(0, |range| self.starts.get(range + 1).map_or(self.last(), |next| next - 1))
    }

    /// Remembers events that have just been chosen.
    fn remember(&self, events: &[EventId], text: &mut Text) {
        for &(event, value) in &self.uses.remembered {
            if events.binary_search(&event).is_ok() {
                let occurred = self.names.occurred(event, value);
                let atom = value.map_or(Atom::Event(event), |value| Atom::Is(event, value));
                let now = present(self.program, self.names, atom, |_| 0);
                text.line(format_args!("{occurred} = {occurred} || {now};"));
            }
        }
    }

    /// All machines, each with one of its enabled transitions.
    fn react(&self, text: &mut Text) {
        let (program, names) = (self.program, self.names);
        text.comment("every machine that can move does so, and all read the old states");
        for place in 0..program.machines.len() {
            let machine = program.machine(place);
            let component = program.machines[place].0;
            if machine.transitions.is_empty() {
                continue;
            }
            text.comment(&machine.name);
            text.open("if");
            for transition in &machine.transitions {
                let here = |machine: MachineId| program.place(component, machine).unwrap_or(place);
                let guard = formula(&transition.guard, &|atom| present(program, names, atom, here));
                text.line(format_args!(
                    ":: {} == {} && {guard} ->",
                    names.machine(place),
                    names.state(place, transition.source)
                ));
                let next = names.machine_next(place);
                let mut acts = vec![
                    "moved = 1".to_string(),
                    format!("{next} = {}", names.state(place, transition.target)),
                ];
                for &(event, value) in transition.emits.iter() {
                    self.emit(event, value, &mut acts);
                }
                text.deeper(|text| text.line(acts.join("; ")));
            }
            text.line(":: else");
            text.close("fi;");
        }
    }

    fn emit(&self, event: EventId, value: Option<ValueIx>, acts: &mut Vec<String>) {
        let names = self.names;
        let next = names.next(event);
        let code = value.map_or_else(|| "1".to_string(), |value| names.value(event, value));
        let disputed = self.uses.disputed.binary_search(&event).is_ok();
        if disputed {
            acts.push(format!("two_values = two_values || ({next} != 0 && {next} != {code})"));
        }
        if disputed || self.uses.read.binary_search(&event).is_ok() {
            acts.push(format!("{next} = {code}"));
        }
        for asked in [None, value] {
            if self.uses.remembered.binary_search(&(event, asked)).is_ok() {
                acts.push(format!("{} = 1", names.occurred(event, asked)));
            }
        }
        acts.dedup();
    }

    /// The process: a microstep in each round.
    fn process(&self, received: &[Constraint<'_>], text: &mut Text) {
        let (program, names) = (self.program, self.names);
        text.open("active proctype system() {");
        text.line("do");
        text.open(":: atomic {");
        text.open("if");
        text.line(":: k == 0 ->");
        text.deeper(|text| self.inputs(text));
        text.line(":: else ->");
        let mut last_received = 0;
        text.deeper(|text| last_received = self.received(received, text));
        text.close("fi;");
        self.react(text);
        if !self.uses.disputed.is_empty() {
            text.line("assert(!two_values);");
        }
        let last = self.last();
        let count =
            if last == 1 { "k = 1".to_string() } else { format!("k = (k < {last} -> k + 1 : {last})") };
        text.open("if");
        text.open(":: moved -> d_step {");
        for place in 0..program.machines.len() {
            text.line(format_args!("{} = {};", names.machine(place), names.machine_next(place)));
        }
        self.consume(text);
        for &event in &self.uses.read {
            text.line(format_args!("{} = {};", names.now(event), names.next(event)));
        }
        let mut emitted: Vec<EventId> = self.uses.read.iter().chain(&self.uses.disputed).copied().collect();
        emitted.sort_unstable();
        emitted.dedup();
        for event in emitted {
            text.line(format_args!("{} = 0;", names.next(event)));
        }
        text.line(format_args!("moved = 0; {count}"));
        text.close("}");
        text.line(":: else ->");
        text.deeper(|text| self.quiet(last_received, &count, text));
        if text.drops {
            self.dropped(text);
        }
        text.close("fi");
        text.close("}");
        if text.drops {
            text.line("od;");
            text.line("end_dropped:");
            text.line("false");
        } else {
            text.line("od");
        }
        text.close("}");
    }

    /// Nothing moved: the macrostep ends, or time passes.
    fn quiet(&self, last_received: u32, count: &str, text: &mut Text) {
        let (program, names) = (self.program, self.names);
        text.open("d_step {");
        self.consume(text);
        for &event in &self.uses.read {
            text.line(format_args!("{} = 0;", names.now(event)));
        }
        text.line("moved = 0");
        text.close("};");
        text.open("if");
        text.line(":: true ->");
        text.deeper(|text| {
            text.comment("the macrostep ends");
            if let Some((component, property)) = self.property {
                let place = |machine: MachineId| program.place(component, machine).unwrap_or_default();
                let atom = |atom| match atom {
                    Atom::Event(event) => names.occurred(event, None),
                    Atom::Is(event, value) => names.occurred(event, Some(value)),
                    Atom::Pre(machine, state) => {
                        let place = place(machine);
                        format!("{} == {}", names.before(place), names.state(place, state))
                    }
                    Atom::In(..) | Atom::Microstep(..) => present(program, names, atom, place),
                };
                text.line(format_args!("assert({});", formula(&property.formula, &atom)));
            }
            text.open("d_step {");
            self.forget(text);
            text.line("k = 0");
            text.close("}");
        });
        let idle =
            if last_received == self.last() { "true".to_string() } else { format!("k < {last_received}") };
        if last_received > 0 {
            text.line(format_args!(":: {idle} ->"));
            text.deeper(|text| {
                text.comment("other components are still at work and may send something later");
                text.line(count);
            });
        }
        text.close("fi");
    }
}

/// A type of Promela for so many values from 0 on.
fn kind(values: u64) -> &'static str {
    match values {
        0..=2 => "bit",
        3..=256 => "byte",
        257..=0x8000 => "short",
        _ => "int",
    }
}
