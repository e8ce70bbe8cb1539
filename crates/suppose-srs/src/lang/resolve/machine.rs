//! Machines: their states, and what their transitions read and emit.
//!
//! The states of a machine are those that its text mentions, in the order of the text. So all machines of a
//! component are entered before any guard is looked at.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span};

use super::formula::Context;
use super::names::{Names, twice};
use super::{Resolver, machines};
use crate::lang::ast::{ComponentDef, EmitDef, EventKind, MachineDef, MachineItem, Name, TransitionDef};
use crate::lang::model::{EventId, Machine, MachineId, StateIx, Transition, ValueIx};
use suppose_base::Reports;

impl<'t> Resolver<'_, 't> {
    /// Enters the names of machines and states.
    pub(super) fn enter_machines(&mut self, def: &'t ComponentDef) {
        for machine in machines(def) {
            let id = MachineId::at(self.scope.machines.len());
            if let Some((_, first)) =
                self.scope.machines.insert(&machine.name.text, (id, machine.name.span()))
            {
                twice("machine", &machine.name, first, self.reports);
            } else {
                self.scope.states.push(states(machine, self.reports));
            }
        }
        if self.scope.machines.len() == 0 {
            self.reports.add(|| {
                Diagnostic::error("E0910", format!("component `{}` has no machine", def.name.text))
                    .at(def.name.span(), "")
                    .help("write `fsm NAME { init STATE; .. }`")
            });
        }
    }

    /// A machine; none when it has the name of another or no initial state.
    pub(super) fn machine(&mut self, def: &'t MachineDef) -> Option<Machine> {
        let (id, place) = self.scope.machines.get(&def.name.text)?;
        if place != def.name.span() {
            return None;
        }
        let mut transitions = Vec::new();
        for item in &def.items {
            if let MachineItem::Transition(transition) = item {
                self.transition(id, transition, &mut transitions);
            }
        }
        let initial = initial(def, self.reports)?;
        Some(Machine {
            name: def.name.text.clone(),
            states: self.scope.states[id.index()].names().map(str::to_owned).collect(),
            initial: self.state(id, initial)?,
            transitions,
            span: def.name.span(),
        })
    }

    fn state(&self, machine: MachineId, name: &Name) -> Option<StateIx> {
        self.scope.states[machine.index()].get(&name.text)
    }

    fn transition(&mut self, machine: MachineId, def: &'t TransitionDef, into: &mut Vec<Transition>) {
        let guard = Arc::new(self.expr(&def.guard, Context::Guard));
        let emits: Arc<[_]> = self.emits(&def.emits).into();
        let Some(target) = self.state(machine, &def.target) else { return };
        let mut sources = Names::default();
        for source in &def.sources {
            if let Some(first) = sources.insert(&source.text, source.span()) {
                twice("source state", source, first, self.reports);
            }
            if let Some(source) = self.state(machine, source) {
                let (guard, emits) = (Arc::clone(&guard), Arc::clone(&emits));
                into.push(Transition { source, target, guard, emits, span: def.place.0 });
            }
        }
    }

    fn emits(&mut self, emits: &'t [EmitDef]) -> Vec<(EventId, Option<ValueIx>)> {
        let mut places: FxHashMap<EventId, Span> = FxHashMap::default();
        let mut found = Vec::new();
        for emit in emits {
            let Some(id) = self.emitted(&emit.event) else { continue };
            if let Some(&first) = places.get(&id) {
                self.reports.add(|| {
                    Diagnostic::error("E0923", format!("`{}` is emitted twice", emit.event.text))
                        .at(emit.event.span(), "again here")
                        .at(first, "first here")
                        .note("in one microstep an event is absent, or present with one value")
                });
                continue;
            }
            places.insert(id, emit.event.span());
            found.extend(self.with_value(id, emit));
        }
        found.sort_unstable();
        found
    }

    /// An event that a machine of this component may emit.
    fn emitted(&mut self, name: &Name) -> Option<EventId> {
        let (id, kind) = self.scope.event(name, self.whole, self.reports)?;
        if matches!(kind, EventKind::Output | EventKind::Sent | EventKind::Local) {
            return Some(id);
        }
        self.reports.add(|| {
            Diagnostic::error("E0920", format!("`{}` is not emitted by this component", name.text))
                .at(name.span(), format!("declared with `{}`", kind.word()))
                .help("machines emit events that are declared with `out`, `send` or `local`")
        });
        None
    }

    /// The event with the value that is emitted: one for a valued event, none for a pulse. Nothing after a
    /// message.
    fn with_value(&mut self, id: EventId, emit: &EmitDef) -> Option<(EventId, Option<ValueIx>)> {
        let event = &self.events[id.index()];
        match &emit.value {
            Some(value) if !event.is_pulse() => {
                self.whole.value(id, event, value, self.reports).map(|value| (id, Some(value)))
            }
            None if event.is_pulse() => Some((id, None)),
            value => {
                self.reports.add(|| {
                    let (message, help) = if value.is_some() {
                        ("has no values", format!("emit it as `{}`", event.name))
                    } else {
                        ("is emitted without a value", format!("write `{}={}`", event.name, event.values[0]))
                    };
                    Diagnostic::error("E0921", format!("`{}` {message}", event.name))
                        .at(emit.event.span(), "")
                        .at(event.span, "declared here")
                        .help(help)
                });
                None
            }
        }
    }
}

/// The states that a machine mentions, numbered in the order of the text.
fn states<'t>(def: &'t MachineDef, reports: &mut Reports) -> Names<'t, StateIx> {
    let mut states = Names::default();
    let mut enter = |name: &'t Name, reports: &mut Reports| {
        if states.insert(&name.text, StateIx::at(states.len())).is_none() && name.text.contains('.') {
            reports.add(|| {
                Diagnostic::error("E0927", format!("the name of state `{}` has a dot", name.text))
                    .at(name.span(), "")
                    .note("in `Machine.State` the state is what comes after the last dot")
            });
        }
    };
    for item in &def.items {
        match item {
            MachineItem::Init(state) => enter(state, reports),
            MachineItem::States(list) => {
                let mut places = Names::default();
                for state in list {
                    if let Some(first) = places.insert(&state.text, state.span()) {
                        twice("state", state, first, reports);
                    }
                    enter(state, reports);
                }
            }
            MachineItem::Transition(transition) => {
                transition.sources.iter().for_each(|state| enter(state, reports));
                enter(&transition.target, reports);
            }
        }
    }
    states
}

/// The one initial state of a machine.
fn initial<'t>(def: &'t MachineDef, reports: &mut Reports) -> Option<&'t Name> {
    let mut found = def.items.iter().filter_map(|item| match item {
        MachineItem::Init(state) => Some(state),
        _ => None,
    });
    let Some(first) = found.next() else {
        reports.add(|| {
            Diagnostic::error("E0916", format!("machine `{}` has no initial state", def.name.text))
                .at(def.name.span(), "")
                .help("write `init STATE;`")
        });
        return None;
    };
    for again in found {
        reports.add(|| {
            Diagnostic::error("E0916", format!("machine `{}` has two initial states", def.name.text))
                .at(again.span(), "again here")
                .at(first.span(), "first here")
        });
    }
    Some(first)
}
