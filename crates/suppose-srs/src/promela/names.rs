//! Names in an export: readable, and different for different things.
//!
//! A name is a prefix that says what it stands for and the name of the source, in which everything but
//! letters, digits and underscores becomes an underscore. The prefixes keep kinds of names and the words of
//! Promela apart; a number at the end keeps apart what would be equal within a kind. Long names are cut,
//! because SPIN has fixed buffers for them.

use crate::lang::{Atom, EventId, Expr, MachineId, Role, StateIx, ValueIx};
use rustc_hash::FxHashMap;

use crate::program::Program;

/// The most characters of a name before its number.
const LONGEST: usize = 80;

/// The names of everything in a program.
pub(super) struct Names {
    events: FxHashMap<EventId, String>,
    values: FxHashMap<(EventId, ValueIx), String>,
    machines: Vec<String>,
    states: Vec<Vec<String>>,
}

/// Names that are taken, of one kind, and the next number for each of them.
#[derive(Default)]
struct Taken(FxHashMap<String, u32>);

impl Taken {
    fn take(&mut self, wish: &str) -> String {
        let plain: String =
            wish.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(LONGEST).collect();
        let mut name = plain.clone();
        while self.0.contains_key(&name) {
            let number = self.0.entry(plain.clone()).or_insert(2);
            name = format!("{plain}_{number}");
            *number += 1;
        }
        self.0.insert(name.clone(), 2);
        name
    }
}

impl Names {
    /// Names for the events, values, machines and states of a program.
    pub(super) fn new(program: &Program<'_>) -> Self {
        let model = program.model;
        let several = program.components.len() > 1;
        let (mut events, mut values) = (FxHashMap::default(), FxHashMap::default());
        let (mut taken, mut taken_values) = (Taken::default(), Taken::default());
        let lists = [&program.inputs, &program.received, &program.sent, &program.local, &program.outputs];
        for &id in lists.into_iter().flatten() {
            let event = model.event(id);
            let owner = event.owner.filter(|_| several && event.role == Role::Local);
            let whole = owner.map_or_else(
                || event.name.clone(),
                |owner| format!("{}_{}", model.component(owner).name, event.name),
            );
            let name = taken.take(&whole);
            for (number, value) in event.values.iter().enumerate() {
                let value = taken_values.take(&format!("{name}_{value}"));
                values.insert((id, ValueIx::at(number)), value);
            }
            events.insert(id, name);
        }
        let (mut taken, mut taken_states) = (Taken::default(), Taken::default());
        let (mut machines, mut states) = (Vec::new(), Vec::new());
        for (place, &(component, _)) in program.machines.iter().enumerate() {
            let machine = program.machine(place);
            let whole = if several {
                format!("{}_{}", model.component(component).name, machine.name)
            } else {
                machine.name.clone()
            };
            let name = taken.take(&whole);
            let of = |state: &String| taken_states.take(&format!("{name}_{state}"));
            states.push(machine.states.iter().map(of).collect());
            machines.push(name);
        }
        Self { events, values, machines, states }
    }

    /// The event in this configuration: 0 when absent, 1 or the number of its value otherwise.
    pub(super) fn now(&self, event: EventId) -> String {
        format!("e_{}", self.events[&event])
    }

    /// The event in the next configuration.
    pub(super) fn next(&self, event: EventId) -> String {
        format!("g_{}", self.events[&event])
    }

    /// Whether the event, with a value if one is given, occurred in this macrostep.
    pub(super) fn occurred(&self, event: EventId, value: Option<ValueIx>) -> String {
        match value {
            None => format!("saw_{}", self.events[&event]),
            Some(value) => format!("was_{}", self.values[&(event, value)]),
        }
    }

    /// A value of an event, as a constant.
    pub(super) fn value(&self, event: EventId, value: ValueIx) -> String {
        format!("v_{}", self.values[&(event, value)])
    }

    /// The state of a machine, now.
    pub(super) fn machine(&self, place: usize) -> String {
        format!("m_{}", self.machines[place])
    }

    /// The state of a machine after this microstep.
    pub(super) fn machine_next(&self, place: usize) -> String {
        format!("n_{}", self.machines[place])
    }

    /// The state of a machine at the start of the macrostep.
    pub(super) fn before(&self, place: usize) -> String {
        format!("pre_{}", self.machines[place])
    }

    /// A state of a machine, as a constant.
    pub(super) fn state(&self, place: usize, state: StateIx) -> String {
        format!("s_{}", self.states[place][state.index()])
    }
}

/// A formula in Promela, when `atom` writes its atoms.
pub(super) fn formula(expr: &Expr, atom: &impl Fn(Atom) -> String) -> String {
    let list = |parts: &[Expr], sign: &str, none: &str| match parts {
        [] => none.to_string(),
        [only] => formula(only, atom),
        _ => {
            let parts: Vec<String> = parts.iter().map(|part| formula(part, atom)).collect();
            format!("({})", parts.join(sign))
        }
    };
    match expr {
        Expr::Constant(value) => value.to_string(),
        Expr::Atom(this) => atom(*this),
        Expr::Not(inner) => format!("!{}", grouped(&formula(inner, atom))),
        Expr::And(parts) => list(parts, " && ", "true"),
        Expr::Or(parts) => list(parts, " || ", "false"),
        Expr::Implies(left, right) => {
            format!("(!{} || {})", grouped(&formula(left, atom)), formula(right, atom))
        }
    }
}

/// With parentheses, if it is more than a word and has none.
fn grouped(text: &str) -> String {
    let word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if word || text.starts_with('(') { text.to_string() } else { format!("({text})") }
}

/// The atoms of guards, requirements and rules: events of this configuration and states of now. `place` finds
/// the machines of the component.
pub(super) fn present(
    program: &Program<'_>,
    names: &Names,
    atom: Atom,
    place: impl Fn(MachineId) -> usize,
) -> String {
    match atom {
        Atom::Event(event) if program.model.event(event).is_pulse() => names.now(event),
        Atom::Event(event) => format!("{} != 0", names.now(event)),
        Atom::Is(event, value) => format!("{} == {}", names.now(event), names.value(event, value)),
        Atom::In(machine, state) | Atom::Pre(machine, state) => {
            let place = place(machine);
            format!("{} == {}", names.machine(place), names.state(place, state))
        }
        Atom::Microstep(comparison, number) => format!("k {} {number}", comparison.text()),
    }
}
