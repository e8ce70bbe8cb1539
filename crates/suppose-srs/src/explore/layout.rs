//! The variables of a symbolic exploration, and their order.
//!
//! A configuration is made of: the states of machines in binary; a variable for each column of the events
//! that are read or asked for; a *sticky* variable for each column that the property looks at, which says
//! that it was true in an earlier configuration of the macrostep; and a variable for each test of a state at
//! the start of the macrostep. States, emitted events and sticky variables have a second variable, for the
//! configuration after the next microstep, right behind the first one. A column that several machines emit
//! has one more for each of them.
//!
//! The order follows the machines: behind the bits of a machine come the events that it is the first to emit
//! or to read, and what belongs to these. Units that have little to do with each other are then far apart,
//! and diagrams stay small.

use crate::lang::{Atom, ComponentId, EventId, Expr, MachineId, StateIx};
use rustc_hash::FxHashMap;

use super::cone::{Cone, emitters};
use crate::program::Program;
use crate::table::{Column, columns};

/// A variable for now and one for the next configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub now: u32,
    pub next: u32,
}

/// A column of an event.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub column: Column,
    pub now: u32,
    /// For an emitted one: the variable for the next configuration.
    pub next: Option<u32>,
    /// The machines that emit it, by their place in [`Layout::machines`], each with the variable that says
    /// so: `next` if it is the only one.
    pub emitters: Vec<(usize, u32)>,
    /// The sticky variables, if the property looks at it.
    pub sticky: Option<Pair>,
}

/// A machine.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// Its place in the program.
    pub place: usize,
    /// The bits of its state, the lowest first.
    pub bits: Vec<Pair>,
}

/// All variables.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub machines: Vec<Bits>,
    pub events: Vec<Event>,
    /// Tests of states at the start of the macrostep, by place in `machines`, each with its variable.
    pub pre: Vec<((usize, StateIx), u32)>,
    pub variables: u32,
    /// Place in `events` by column.
    by_column: FxHashMap<Column, usize>,
    /// Place in `machines` by place in the program.
    by_place: FxHashMap<usize, usize>,
}

/// What is looked at besides guards.
pub(super) struct Watched<'a> {
    /// The component whose property it is, and what it says.
    pub property: Option<(ComponentId, &'a Expr)>,
}

impl Layout {
    pub(super) fn new(program: &Program, cone: &Cone, watched: &Watched<'_>) -> Self {
        let emitters = emitters(program);
        let inside = |place: &usize| cone.machines.binary_search(place).is_ok();
        let mut sticky: Vec<EventId> = Vec::new();
        let mut tests: Vec<(usize, StateIx)> = Vec::new();
        if let Some((component, formula)) = watched.property {
            sticky = formula.events();
            formula.visit(&mut |atom| {
                if let Atom::Pre(machine, state) = atom {
                    tests.extend(program.place(component, machine).map(|place| (place, state)));
                }
            });
            tests.sort_unstable();
            tests.dedup();
        }
        let anchors = anchors(program, cone, &emitters);
        let mut layout = Self {
            machines: Vec::new(),
            events: Vec::new(),
            pre: Vec::new(),
            variables: 0,
            by_column: FxHashMap::default(),
            by_place: FxHashMap::default(),
        };
        for (number, &place) in cone.machines.iter().enumerate() {
            layout.by_place.insert(place, number);
        }
        // Events by the machine that they follow; those that follow none come first.
        let mut following: Vec<Vec<EventId>> = vec![Vec::new(); cone.machines.len() + 1];
        for (&event, anchor) in cone.events.iter().zip(anchors) {
            following[anchor.map_or(0, |number| number + 1)].push(event);
        }
        let add_events = |layout: &mut Self, events: &[EventId]| {
            for column in columns(program.model, events) {
                let from: Vec<usize> =
                    emitters[column.event.index()].iter().filter(|place| inside(place)).copied().collect();
                layout.add_event(program, column, &from, sticky.binary_search(&column.event).is_ok());
            }
        };
        add_events(&mut layout, &following[0]);
        for (number, &place) in cone.machines.iter().enumerate() {
            let states = program.machine(place).states.len();
            let count = usize::BITS - states.saturating_sub(1).leading_zeros();
            let bits = (0..count).map(|_| layout.pair()).collect();
            layout.machines.push(Bits { place, bits });
            let first = tests.partition_point(|test| test.0 < place);
            for &(_, state) in tests[first..].iter().take_while(|test| test.0 == place) {
                let variable = layout.variable();
                layout.pre.push(((number, state), variable));
            }
            add_events(&mut layout, &following[number + 1]);
        }
        layout
    }

    fn variable(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    fn pair(&mut self) -> Pair {
        Pair { now: self.variable(), next: self.variable() }
    }

    fn add_event(&mut self, program: &Program, column: Column, from: &[usize], sticky: bool) {
        let emits = |place: &&usize| {
            let mut all = program.machine(**place).transitions.iter().flat_map(|t| t.emits.iter());
            all.any(|&(event, value)| (event, value) == (column.event, column.value))
        };
        let from: Vec<usize> = from.iter().filter(emits).map(|place| self.by_place[place]).collect();
        let outside = program.inputs.binary_search(&column.event).is_ok()
            || program.received.binary_search(&column.event).is_ok();
        if from.is_empty() && !outside {
            // Nobody emits it.
            return;
        }
        let now = self.variable();
        let next = (!from.is_empty()).then(|| self.variable());
        let emitters = match (&from[..], next) {
            (&[only], Some(next)) => vec![(only, next)],
            _ => from.iter().map(|&machine| (machine, self.variable())).collect(),
        };
        let sticky = sticky.then(|| self.pair());
        self.by_column.insert(column, self.events.len());
        self.events.push(Event { column, now, next, emitters, sticky });
    }

    /// The event of a column; nothing when it is never there.
    pub(super) fn event(&self, column: Column) -> Option<&Event> {
        self.by_column.get(&column).map(|&at| &self.events[at])
    }

    /// The place in [`Layout::machines`] of a machine of a component.
    pub(super) fn machine(
        &self,
        program: &Program,
        component: ComponentId,
        machine: MachineId,
    ) -> Option<usize> {
        self.by_place.get(&program.place(component, machine)?).copied()
    }

    /// The variable of a test of a state at the start of the macrostep.
    pub(super) fn pre(&self, machine: usize, state: StateIx) -> Option<u32> {
        let at = self.pre.binary_search_by_key(&(machine, state), |&(test, _)| test).ok()?;
        Some(self.pre[at].1)
    }
}

/// For each event of a cone the number of the machine that it follows in the order: the first that emits it,
/// else the first that reads it.
fn anchors(program: &Program, cone: &Cone, emitters: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut reader: FxHashMap<EventId, usize> = FxHashMap::default();
    for (number, &place) in cone.machines.iter().enumerate() {
        for event in program.machine(place).transitions.iter().flat_map(|t| t.guard.events()) {
            reader.entry(event).or_insert(number);
        }
    }
    let number = |place: &usize| cone.machines.binary_search(place).ok();
    let anchor = |event: &EventId| {
        let emitter = emitters[event.index()].iter().find_map(number);
        emitter.or_else(|| reader.get(event).copied())
    };
    cone.events.iter().map(anchor).collect()
}
