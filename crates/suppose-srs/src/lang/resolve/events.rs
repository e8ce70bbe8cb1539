//! The events of a whole file: which declarations mean the same event, and whether they agree.
//!
//! A name is one event in all components that declare it with `in`, `out`, `send` or `recv`; a local event
//! belongs to its component. An event has one role in the system, at most one component that emits it, and
//! the same values everywhere, in any order.

use suppose_base::{Diagnostic, Span};

use super::formula::{Scope, Whole};
use super::names::{Names, hinted, twice};
use crate::lang::ast::{EventDecl, EventKind, Item, Name, Tree};
use crate::lang::model::{ComponentId, Event, EventId, Role, ValueIx};
use suppose_base::Reports;

/// All events, and for each component its own by name.
pub(super) struct Events<'t> {
    pub(super) events: Vec<Event>,
    pub(super) scopes: Vec<Scope<'t>>,
}

/// A declaration that has been looked at alone.
struct Declared<'t> {
    component: ComponentId,
    kind: EventKind,
    decl: &'t EventDecl,
}

impl<'t> Events<'t> {
    pub(super) fn declare(tree: &'t Tree, whole: &mut Whole<'t>, reports: &mut Reports) -> Self {
        let mut declared = Vec::new();
        for (number, component) in tree.components.iter().enumerate() {
            let mut names: Names<'_, Span> = Names::default();
            for item in &component.items {
                let Item::Events(kind, events) = item else { continue };
                for decl in events {
                    check_values(decl, reports);
                    if let Some(first) = names.insert(&decl.name.text, decl.name.span()) {
                        twice("event", &decl.name, first, reports);
                    } else {
                        declared.push(Declared { component: ComponentId::at(number), kind: *kind, decl });
                    }
                }
            }
        }
        let mut all = Self { events: Vec::new(), scopes: Vec::new() };
        all.scopes.resize_with(tree.components.len(), Scope::default);
        let mut shared = Names::default();
        for this in declared.iter().filter(|this| this.kind != EventKind::Local) {
            all.share(this, &mut shared, whole, tree, reports);
        }
        for event in &all.events {
            if let (Some(component), Some(name)) =
                (event.owner.or_else(|| event.readers.first().copied()), shared.get(&event.name))
            {
                whole.events.insert(name.1, &tree.components[component.index()].name.text);
            }
        }
        for this in declared.iter().filter(|this| this.kind == EventKind::Local) {
            let id = all.add(this, Role::Local, whole);
            all.events[id.index()].owner = Some(this.component);
        }
        if tree.components.len() > 1 {
            all.orphans(reports);
        }
        all
    }

    fn add(&mut self, this: &Declared<'t>, role: Role, whole: &mut Whole<'t>) -> EventId {
        let id = EventId::at(self.events.len());
        let mut values = Vec::new();
        for value in this.decl.values.iter().flatten() {
            whole.values.insert((id, &value.text), ValueIx::at(values.len()));
            values.push(value.text.clone());
        }
        let name = &this.decl.name;
        self.events.push(Event {
            name: name.text.clone(),
            values,
            role,
            owner: None,
            readers: Vec::new(),
            span: name.span(),
        });
        self.scopes[this.component.index()].events.insert(&name.text, (id, this.kind));
        id
    }

    /// A declaration of an event that other components may declare too.
    fn share(
        &mut self,
        this: &Declared<'t>,
        shared: &mut Names<'t, (EventId, &'t str)>,
        whole: &mut Whole<'t>,
        tree: &Tree,
        reports: &mut Reports,
    ) {
        let role = match this.kind {
            EventKind::Input => Role::Input,
            EventKind::Output => Role::Output,
            EventKind::Received | EventKind::Sent => Role::Interface,
            EventKind::Local => Role::Local,
        };
        let name = &this.decl.name;
        let id = if let Some((id, _)) = shared.get(&name.text) {
            self.scopes[this.component.index()].events.insert(&name.text, (id, this.kind));
            id
        } else {
            let id = self.add(this, role, whole);
            shared.insert(&name.text, (id, &name.text));
            id
        };
        let event = &mut self.events[id.index()];
        if event.role != role {
            reports.add(|| two_roles(name, this.kind, event));
            return;
        }
        let values = this.decl.values.as_deref().unwrap_or_default();
        if !same_values(&event.values, values) {
            let first = event.span;
            reports.add(|| {
                Diagnostic::error("E0914", format!("`{}` has other values elsewhere", name.text))
                    .at(name.span(), "declared here")
                    .at(first, "and with other values here")
                    .help("repeat the same set of values in every declaration")
            });
        }
        if matches!(this.kind, EventKind::Input | EventKind::Received) {
            event.readers.push(this.component);
        } else if let Some(owner) = event.owner {
            let (first, owner) = (event.span, &tree.components[owner.index()].name.text);
            let second = &tree.components[this.component.index()].name.text;
            reports.add(|| {
                Diagnostic::error("E0912", format!("`{owner}` and `{second}` both emit `{}`", name.text))
                    .at(name.span(), format!("emitted by `{second}`"))
                    .at(first, format!("emitted by `{owner}`"))
                    .help("an event has one component that emits it; give one of them another name")
            });
        } else {
            event.owner = Some(this.component);
            event.span = name.span();
        }
    }

    /// Events that are received and that nobody sends. A file with one component is open, and there they come
    /// from outside.
    fn orphans(&self, reports: &mut Reports) {
        let sent =
            || self.events.iter().filter(|event| event.role == Role::Interface && event.owner.is_some());
        for event in self.events.iter().filter(|event| event.role == Role::Interface) {
            if event.owner.is_none() {
                reports.add(|| {
                    let near = suppose_base::closest(&event.name, sent().map(|event| event.name.as_str()));
                    hinted(
                        Diagnostic::error("E0915", format!("no component sends `{}`", event.name))
                            .at(event.span, "received here"),
                        near.map(|name| format!("did you mean `{name}`?")),
                    )
                    .note("if it comes from the physical environment, declare it with `in`")
                });
            }
        }
    }
}

fn check_values(decl: &EventDecl, reports: &mut Reports) {
    let Some(values) = &decl.values else { return };
    if values.is_empty() {
        let name = &decl.name;
        reports.add(|| {
            Diagnostic::error("E0911", format!("`{}` has no values", name.text))
                .at(name.span(), "its set of values is empty")
                .help("list its values, or leave the set away for an event that is only present or absent")
        });
    }
    let mut names = Names::default();
    for value in values {
        if let Some(first) = names.insert(&value.text, value.span()) {
            twice("value", value, first, reports);
        }
    }
}

/// The order of values makes no difference. Both lists have no value twice, or a message says so.
fn same_values(known: &[String], values: &[Name]) -> bool {
    let mut left: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut right: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
    left.sort_unstable();
    right.sort_unstable();
    left == right
}

fn two_roles(name: &Name, kind: EventKind, first: &Event) -> Diagnostic {
    let known = match first.role {
        Role::Input => EventKind::Input,
        Role::Output => EventKind::Output,
        Role::Interface if first.owner.is_none() => EventKind::Received,
        Role::Interface => EventKind::Sent,
        Role::Local => EventKind::Local,
    };
    Diagnostic::error("E0913", format!("`{}` is declared as two kinds of event", name.text))
        .at(name.span(), format!("with `{}` here", kind.word()))
        .at(first.span, format!("with `{}` here", known.word()))
        .help(
            "an event comes from the physical environment (`in`), goes there (`out`), or goes from one \
            component (`send`) to others (`recv`)",
        )
}
