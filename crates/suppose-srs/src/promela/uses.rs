//! Which events and states an export has to keep in variables.
//!
//! What no guard reads and no property asks for would only make more states of the same behaviour.

use crate::lang::{Atom, ComponentId, EventId, Property, ValueIx};

use crate::program::Program;

/// What is read, remembered or checked, and so needs a variable.
pub(super) struct Uses {
    /// Sent and internal events that a guard reads, sorted.
    pub(super) read: Vec<EventId>,
    /// Events of which two machines can emit different values, sorted.
    pub(super) disputed: Vec<EventId>,
    /// What the property asks of events: that they occurred, with a value or not; sorted.
    pub(super) remembered: Vec<(EventId, Option<ValueIx>)>,
    /// Machines whose state at the start of the macrostep the property asks for, sorted.
    pub(super) before: Vec<usize>,
}

impl Uses {
    pub(super) fn of(program: &Program<'_>, property: Option<(ComponentId, &Property)>) -> Self {
        let machines = || (0..program.machines.len()).map(|place| (place, program.machine(place)));
        let guards = machines().flat_map(|(_, machine)| &machine.transitions).map(|t| &t.guard);
        let mut read: Vec<EventId> = guards.flat_map(|guard| guard.events()).collect();
        read.retain(|event| {
            [&program.sent, &program.local].iter().any(|list| list.binary_search(event).is_ok())
        });
        let valued = machines().flat_map(|(place, machine)| {
            let emits = machine.transitions.iter().flat_map(|transition| transition.emits.iter());
            emits.filter_map(move |&(event, value)| value.map(|value| (event, value, place)))
        });
        let mut disputed = Vec::new();
        let mut emitters: Vec<(EventId, ValueIx, usize)> = valued.collect();
        emitters.sort_unstable();
        for of_one in emitters.chunk_by(|a, b| a.0 == b.0) {
            let (_, value, place) = of_one[0];
            // Two machines and two values: if the first entry agrees with all others in one of them, then two
            // of the others differ in both.
            if of_one.iter().any(|other| other.2 != place) && of_one.iter().any(|other| other.1 != value) {
                disputed.push(of_one[0].0);
            }
        }
        let (mut remembered, mut before) = (Vec::new(), Vec::new());
        if let Some((component, property)) = property {
            property.formula.visit(&mut |atom| match atom {
                Atom::Event(event) => remembered.push((event, None)),
                Atom::Is(event, value) => remembered.push((event, Some(value))),
                Atom::Pre(machine, _) => before.extend(program.place(component, machine)),
                Atom::In(..) | Atom::Microstep(..) => {}
            });
        }
        read.sort_unstable();
        read.dedup();
        remembered.sort_unstable();
        remembered.dedup();
        before.sort_unstable();
        before.dedup();
        Self { read, disputed, remembered, before }
    }
}
