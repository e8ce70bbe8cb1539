//! The definitions once more, as plainly as possible, for comparison: all valuations are enumerated, all
//! configurations are kept in a list.

use std::collections::{BTreeMap, BTreeSet};

use suppose_srs::lang::{Atom, ComponentId, EventId, Expr, MachineId, Property};
use suppose_srs::program::Program;

use crate::spin::spin::Verdict;

/// Present events: 0 for a pulse, otherwise the number of the value from 0 on.
pub(crate) type Events = BTreeMap<EventId, u32>;

/// What the environment can do.
pub(crate) struct Environment<'a> {
    /// Whether events can be received at a microstep.
    pub(crate) allows: &'a dyn Fn(u32, &Events) -> bool,
    /// From this microstep on everything stays the same.
    pub(crate) last: u32,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) verdict: Verdict,
    /// Configurations before something is received, as far as something can still depend on them.
    pub(crate) configurations: u64,
}

#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Configuration {
    microstep: u32,
    states: Vec<u32>,
    events: Events,
    /// States at the start, those that the property asks for.
    before: Vec<Option<u32>>,
    occurred: BTreeSet<Atom>,
}

/// All valuations of events.
pub(crate) fn valuations(program: &Program<'_>, events: &[EventId]) -> Vec<Events> {
    let mut all = vec![Events::new()];
    for &event in events {
        let count = (program.model.event(event).values.len() as u32).max(1);
        let mut more = Vec::new();
        for before in &all {
            for value in 0..count {
                let mut with = before.clone();
                with.insert(event, value);
                more.push(with);
            }
        }
        all.extend(more);
    }
    all
}

/// Whether an atom on events is true.
pub(crate) fn is_true(atom: Atom, events: &Events) -> bool {
    match atom {
        Atom::Event(event) => events.contains_key(&event),
        Atom::Is(event, value) => events.get(&event) == Some(&value.0),
        _ => panic!("not on events: {atom:?}"),
    }
}

struct Interpreter<'a> {
    program: &'a Program<'a>,
    property: Option<(ComponentId, &'a Property)>,
    asked: BTreeSet<Atom>,
    read: BTreeSet<EventId>,
}

/// Emitted events, which may come with several values.
type Emitted = BTreeSet<(EventId, u32)>;

enum Reaction {
    Quiet,
    TwoValues,
    /// New states and emitted events.
    Moves(Vec<(Vec<u32>, Emitted)>),
}

impl Interpreter<'_> {
    fn place(&self, component: ComponentId, machine: MachineId) -> usize {
        self.program.place(component, machine).expect("a machine of the program")
    }

    fn react(&self, states: &[u32], events: &Events) -> Reaction {
        let mut all = vec![(states.to_vec(), Emitted::new())];
        let mut quiet = true;
        for (place, &(component, _)) in self.program.machines.iter().enumerate() {
            let mut more = Vec::new();
            for transition in &self.program.machine(place).transitions {
                let enabled = transition.guard.holds(&mut |atom| match atom {
                    Atom::In(machine, state) => states[self.place(component, machine)] == state.0,
                    _ => is_true(atom, events),
                });
                if transition.source.0 == states[place] && enabled {
                    for (states, emitted) in &all {
                        let (mut states, mut emitted) = (states.clone(), emitted.clone());
                        states[place] = transition.target.0;
                        emitted.extend(
                            transition.emits.iter().map(|(event, value)| (*event, value.map_or(0, |v| v.0))),
                        );
                        more.push((states, emitted));
                    }
                }
            }
            if !more.is_empty() {
                all = more;
                quiet = false;
            }
        }
        let twice =
            |emitted: &Emitted| emitted.iter().zip(emitted.iter().skip(1)).any(|(one, next)| one.0 == next.0);
        if quiet {
            Reaction::Quiet
        } else if all.iter().any(|(_, emitted)| twice(emitted)) {
            Reaction::TwoValues
        } else {
            Reaction::Moves(all)
        }
    }

    fn occurred<'e>(&'e self, events: &'e Events) -> impl Iterator<Item = Atom> + 'e {
        self.asked.iter().copied().filter(|&atom| is_true(atom, events))
    }

    fn holds_at_end(&self, at: &Configuration, occurred: &BTreeSet<Atom>) -> bool {
        self.property.is_none_or(|(component, property)| {
            property.formula.holds(&mut |atom| match atom {
                Atom::In(machine, state) => at.states[self.place(component, machine)] == state.0,
                Atom::Pre(machine, state) => at.before[self.place(component, machine)] == Some(state.0),
                _ => occurred.contains(&atom),
            })
        })
    }
}

/// Looks at everything that can happen.
pub(crate) fn explore(
    program: &Program<'_>,
    environment: &Environment<'_>,
    property: Option<(ComponentId, &Property)>,
) -> Found {
    let mut asked = BTreeSet::new();
    let mut before = BTreeSet::new();
    if let Some((component, property)) = property {
        property.formula.visit(&mut |atom| match atom {
            Atom::Event(_) | Atom::Is(..) => _ = asked.insert(atom),
            Atom::Pre(machine, _) => _ = before.insert(program.place(component, machine).expect("a machine")),
            _ => {}
        });
    }
    let machines = (0..program.machines.len()).map(|place| program.machine(place));
    let guards = machines.clone().flat_map(|machine| &machine.transitions).map(|t| &t.guard);
    let read = guards.flat_map(|guard| guard.events()).collect();
    let here = Interpreter { program, property, asked, read };

    let parts: Vec<_> = program.components.iter().map(|&id| program.model.component(id)).collect();
    let requirements: Vec<&Expr> = parts.iter().flat_map(|part| &part.requirements).collect();
    let mut inputs = valuations(program, &program.inputs);
    inputs.retain(|events| {
        parts.iter().flat_map(|part| &part.always).all(|event| events.contains_key(event))
            && requirements.iter().all(|expr| expr.holds(&mut |atom| is_true(atom, events)))
    });
    let received: Vec<Vec<Events>> = (0..=environment.last)
        .map(|microstep| {
            let mut all = valuations(program, &program.received);
            all.retain(|events| (environment.allows)(microstep, events));
            all
        })
        .collect();
    let something = |&microstep: &u32| received[microstep as usize].iter().any(|events| !events.is_empty());
    let last_received = (1..=environment.last).rev().find(something).unwrap_or(0);

    let mut seen = BTreeSet::new();
    let initial: Vec<u32> = machines.map(|machine| machine.initial.0).collect();
    let mut todo = vec![Configuration {
        states: initial.clone(),
        before: vec![None; initial.len()],
        ..Configuration::default()
    }];
    let mut violated = false;
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let mut at = at;
        if at.microstep == 0 {
            let state = |place: usize| before.contains(&place).then(|| at.states[place]);
            at.before = (0..at.states.len()).map(state).collect();
        }
        let next = (at.microstep + 1).min(environment.last);
        for new in if at.microstep == 0 { &inputs } else { &received[at.microstep as usize] } {
            let mut events = at.events.clone();
            events.extend(new);
            let mut occurred = at.occurred.clone();
            occurred.extend(here.occurred(new));
            match here.react(&at.states, &events) {
                Reaction::TwoValues => return Found { verdict: Verdict::TwoValues, configurations: 0 },
                Reaction::Moves(all) => {
                    for (states, emitted) in all {
                        let emitted: Events = emitted.into_iter().collect();
                        let mut occurred = occurred.clone();
                        occurred.extend(here.occurred(&emitted));
                        let events =
                            emitted.into_iter().filter(|(event, _)| here.read.contains(event)).collect();
                        let before = at.before.clone();
                        todo.push(Configuration { microstep: next, states, events, before, occurred });
                    }
                }
                Reaction::Quiet => {
                    violated |= !here.holds_at_end(&at, &occurred);
                    let start = Configuration {
                        states: at.states.clone(),
                        before: vec![None; at.states.len()],
                        ..Configuration::default()
                    };
                    todo.push(start);
                    if at.microstep < last_received || last_received == environment.last {
                        todo.push(Configuration {
                            microstep: next,
                            events: Events::new(),
                            occurred,
                            ..at.clone()
                        });
                    }
                }
            }
        }
    }
    let verdict = if violated { Verdict::Violated } else { Verdict::Holds };
    Found { verdict, configurations: seen.len() as u64 }
}
