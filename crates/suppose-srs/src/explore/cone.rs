//! Which machines a property depends on.
//!
//! A machine matters when the property looks at its state, when it emits an event that matters, or when a
//! machine that matters tests its state; an event matters when the property or a guard of a machine that
//! matters reads it. Other machines can neither change what is looked at nor keep it from changing. They only
//! decide when a macrostep is over. So without them a program may wait when nothing moves, as an open one may
//! anyway: what holds then holds. In a closed program a violation need not be real, since nobody may be
//! running for whom it waits; then all machines are looked at. Slicing is what makes a component with many
//! equal units as cheap to check as one with a single unit.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, EventId, Expr};

use crate::program::Program;

/// Part of a program: places of machines, sorted, and the events that they or the property read, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cone {
    pub machines: Vec<usize>,
    pub events: Vec<EventId>,
}

impl Cone {
    /// All machines, and all events that a guard reads, that are asked for, or that several machines give a
    /// value.
    pub(super) fn whole(program: &Program, asked: &[EventId]) -> Self {
        let mut events: BTreeSet<EventId> = asked.iter().copied().collect();
        for place in 0..program.machines.len() {
            for transition in &program.machine(place).transitions {
                events.extend(transition.guard.events());
            }
        }
        events.extend(required(program));
        // These could get two values at once.
        let emitters = emitters(program);
        let several =
            |event: &EventId| !program.model.event(*event).is_pulse() && emitters[event.index()].len() > 1;
        events.extend((0..emitters.len()).map(EventId::at).filter(several));
        Self { machines: (0..program.machines.len()).collect(), events: events.into_iter().collect() }
    }

    /// No machine, and the inputs that requirements speak about.
    pub(super) fn inputs(program: &Program) -> Self {
        let events: BTreeSet<EventId> = required(program).collect();
        Self { machines: Vec::new(), events: events.into_iter().collect() }
    }

    /// What formulas of a component depend on.
    pub(super) fn of(program: &Program, component: ComponentId, formulas: &[&Expr]) -> Self {
        let emitters = emitters(program);
        let mut machines = BTreeSet::new();
        let mut events = BTreeSet::new();
        let mut todo = Vec::new();
        let mut need = |component: ComponentId, expr: &Expr, todo: &mut Vec<usize>| {
            expr.visit(&mut |atom| match atom {
                Atom::In(machine, _) | Atom::Pre(machine, _) => {
                    todo.extend(program.place(component, machine));
                }
                Atom::Event(event) | Atom::Is(event, _) => {
                    if events.insert(event) {
                        todo.extend(&emitters[event.index()]);
                    }
                }
                Atom::Microstep(..) => {}
            });
        };
        for formula in formulas {
            need(component, formula, &mut todo);
        }
        while let Some(place) = todo.pop() {
            if machines.insert(place) {
                let component = program.machines[place].0;
                for transition in &program.machine(place).transitions {
                    need(component, &transition.guard, &mut todo);
                }
            }
        }
        events.extend(required(program));
        Self { machines: machines.into_iter().collect(), events: events.into_iter().collect() }
    }
}

/// The inputs that requirements speak about. They belong to every cone, because a requirement ties inputs
/// that matter to others.
fn required(program: &Program) -> impl Iterator<Item = EventId> {
    let parts = program.components.iter().map(|&id| program.model.component(id));
    parts.flat_map(|part| part.requirements.iter().flat_map(Expr::events))
}

/// For each event of the model the places of the machines of the program that emit it.
pub(super) fn emitters(program: &Program) -> Vec<Vec<usize>> {
    let mut emitters: Vec<Vec<usize>> = vec![Vec::new(); program.model.events.len()];
    for place in 0..program.machines.len() {
        for &(event, _) in program.machine(place).transitions.iter().flat_map(|t| t.emits.iter()) {
            let known = &mut emitters[event.index()];
            if known.last() != Some(&place) {
                known.push(place);
            }
        }
    }
    emitters
}
