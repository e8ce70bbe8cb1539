//! What is declared in vain: events that nobody emits or hears, states that cannot be reached, properties
//! that say nothing.
//!
//! All of these are warnings. Reachability of states ignores guards, so a state that is reported is
//! unreachable whatever happens.

use rustc_hash::FxHashSet;
use suppose_base::Diagnostic;

use super::formula::Whole;
use super::machines;
use crate::lang::ast::{ComponentDef, EventKind, Item, MachineDef, MachineItem, Name, Tree};
use crate::lang::model::{Component, EventId, Expr, Machine, Model, StateIx};
use suppose_base::Reports;

/// Warns about local events that have the name of an event of the system: a machine that emits one is not
/// heard by the other components.
pub(super) fn private_names(tree: &Tree, whole: &Whole<'_>, reports: &mut Reports) {
    for component in &tree.components {
        for (kind, name) in declarations(component) {
            if kind == EventKind::Local
                && let Some(other) = whole.events.get(&name.text)
                && other != component.name.text
            {
                reports.warn(|| {
                    Diagnostic::warning(
                        "W0906",
                        format!("local event `{}` is not the one of `{other}`", name.text),
                    )
                    .at(name.span(), "known in this component only")
                    .help("declare it with `recv` or `send`, or give it another name")
                });
            }
        }
    }
}

/// Warns about everything else in a model that has no errors.
pub(super) fn warn(tree: &Tree, model: &Model, reports: &mut Reports) {
    for (def, component) in tree.components.iter().zip(&model.components) {
        events(def, component, model, reports);
        for (machine_def, machine) in machines(def).zip(&component.machines) {
            states(machine_def, machine, reports);
        }
        for property in &component.properties {
            let mut empty = true;
            property.formula.visit(&mut |_| empty = false);
            if empty {
                reports.warn(|| {
                    Diagnostic::warning("W0905", format!("property `{}` is about nothing", property.name))
                        .at(property.span, "no event and no state is in its formula")
                });
            }
        }
    }
}

fn declarations(component: &ComponentDef) -> impl Iterator<Item = (EventKind, &Name)> {
    component.items.iter().flat_map(|item| {
        let (kind, events) = match item {
            Item::Events(kind, events) => (*kind, events.as_slice()),
            _ => (EventKind::Local, [].as_slice()),
        };
        events.iter().map(move |event| (kind, &event.name))
    })
}

fn events(def: &ComponentDef, component: &Component, model: &Model, reports: &mut Reports) {
    let mut heard: FxHashSet<EventId> = FxHashSet::default();
    let mut emitted: FxHashSet<EventId> = FxHashSet::default();
    let mut hear = |expr: &Expr| heard.extend(expr.events());
    let mut span = component.span;
    for transition in component.machines.iter().flat_map(|machine| &machine.transitions) {
        // Those that were written together have all in common but their source.
        if std::mem::replace(&mut span, transition.span) == transition.span {
            continue;
        }
        hear(&transition.guard);
        emitted.extend(transition.emits.iter().map(|(event, _)| *event));
    }
    component.properties.iter().for_each(|property| hear(&property.formula));
    let mut places: Vec<(&str, EventId)> =
        component.events().map(|id| (model.event(id).name.as_str(), id)).collect();
    places.sort_unstable();
    for (kind, name) in declarations(def) {
        let Ok(at) = places.binary_search_by(|(known, _)| (*known).cmp(name.text.as_str())) else { continue };
        let id = places[at].1;
        let event = model.event(id);
        let unheard = !heard.contains(&id);
        match kind {
            EventKind::Output | EventKind::Sent | EventKind::Local if !emitted.contains(&id) => {
                reports.warn(|| {
                    Diagnostic::warning("W0901", format!("`{}` is never emitted", event.name))
                        .at(name.span(), "no transition emits it")
                });
            }
            EventKind::Input | EventKind::Received | EventKind::Local if unheard => {
                reports.warn(|| {
                    Diagnostic::warning("W0902", format!("`{}` is never heard", event.name))
                        .at(name.span(), "no guard and no property of this component reads it")
                });
            }
            EventKind::Sent if event.readers.is_empty() && model.components.len() > 1 => {
                reports.warn(|| {
                    Diagnostic::warning("W0903", format!("no component receives `{}`", event.name))
                        .at(name.span(), "sent here")
                        .help("declare it with `local` or `out` if no component is to receive it")
                });
            }
            _ => {}
        }
    }
}

/// States to which no path of transitions leads.
fn states(def: &MachineDef, machine: &Machine, reports: &mut Reports) {
    let mut next: Vec<Vec<StateIx>> = vec![Vec::new(); machine.states.len()];
    for transition in &machine.transitions {
        next[transition.source.index()].push(transition.target);
    }
    let mut reached = vec![false; machine.states.len()];
    let mut open = vec![machine.initial];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state.index()], true) {
            open.append(&mut next[state.index()]);
        }
    }
    if reached.iter().all(|&reached| reached) {
        return;
    }
    // In the order of the text a state is first mentioned where its number is next.
    let mentions = def.items.iter().flat_map(|item| match item {
        MachineItem::Init(state) => vec![state],
        MachineItem::States(states) => states.iter().collect(),
        MachineItem::Transition(this) => this.sources.iter().chain([&this.target]).collect(),
    });
    let mut number = 0;
    for name in mentions {
        if machine.states.get(number).is_some_and(|state| *state == name.text) {
            if !reached[number] {
                reports.warn(|| {
                    let message =
                        format!("state `{}` of machine `{}` cannot be reached", name.text, machine.name);
                    Diagnostic::warning("W0904", message).at(name.span(), "no path of transitions leads here")
                });
            }
            number += 1;
        }
    }
}
