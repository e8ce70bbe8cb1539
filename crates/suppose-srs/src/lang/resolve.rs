//! Tree to model: every name becomes the number of what it names.
//!
//! # Contract
//! [`load`] gives a [`Model`] that obeys its invariants, with warnings, or the messages that say why there is
//! none. Names are only looked up in texts that follow the grammar.
//!
//! # Method
//! Events first, those of all components together, because a name means the same event in all of them
//! (`events`). Then each component by itself: its machines and their states, then what reads and emits
//! (`machine`, `formula`), and at the end what is declared in vain (`usage`).
//!
//! Linear in the text, but for the search for similar names, which the bound on messages limits. Tested in
//! `tests/all/lang`: models worked out by hand, code and place of each message, mutations, large texts.

mod events;
mod formula;
mod machine;
mod names;
mod usage;

use suppose_base::{Diagnostic, FileId, Span};

use super::ast::{ComponentDef, EventKind, Formula, Item, MachineDef, Name, Tree};
use super::model::{
    Assumption, Component, ComponentId, Event, EventId, Expr, Model, Property, Role, Rule, ValueIx,
};
use super::parse::{parse, parse_rules};
use events::Events;
use formula::{Context, Scope, Whole};
use names::{Names, twice};
use suppose_base::Reports;

/// Reads a file as a model of this name.
///
/// # Errors
/// The messages, at least one of which is an error.
pub fn load(text: &str, file: FileId, name: &str) -> Result<Model, Vec<Diagnostic>> {
    let parsed = parse(text, file);
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    let mut reports = Reports::default();
    let model = resolve(&parsed.tree, file, name, &mut reports);
    let failed = reports.errors() > 0;
    let messages = reports.finish();
    if failed { Err(messages) } else { Ok(Model { warnings: messages, ..model }) }
}

/// Reads an assumption on a component: formulas over its received events and `mS`, each with a semicolon, and
/// each perhaps after a quoted text and a colon.
///
/// # Errors
/// The messages, at least one of which is an error.
///
/// # Panics
/// When the component is not one of the model.
pub fn parse_assumption(
    text: &str,
    file: FileId,
    model: &Model,
    component: ComponentId,
) -> Result<Assumption, Vec<Diagnostic>> {
    let (rules, mut reports) = parse_rules(text, file);
    let mut whole = Whole::default();
    let mut scope = Scope::default();
    let this = model.component(component);
    let kinds = [
        (&this.inputs, EventKind::Input),
        (&this.outputs, EventKind::Output),
        (&this.received, EventKind::Received),
        (&this.sent, EventKind::Sent),
        (&this.local, EventKind::Local),
    ];
    for (number, event) in model.events.iter().enumerate() {
        let id = EventId::at(number);
        for (value, name) in event.values.iter().enumerate() {
            whole.values.insert((id, name), ValueIx::at(value));
        }
        if let Some(owner) = event.owner.or_else(|| event.readers.first().copied())
            && event.role != Role::Local
        {
            whole.events.insert(&event.name, &model.component(owner).name);
        }
        // Local events of other components may have the name of one of ours, so whose it is decides.
        if let Some((_, kind)) = kinds.iter().find(|(list, _)| list.binary_search(&id).is_ok()) {
            scope.events.insert(&event.name, (id, *kind));
        }
    }
    let rules = rules
        .iter()
        .map(|rule| Rule {
            text: rule.text.clone(),
            expr: scope.expr(&rule.formula, Context::Assume, &model.events, &whole, &mut reports),
            span: rule.place.0,
        })
        .collect();
    if reports.errors() > 0 { Err(reports.finish()) } else { Ok(Assumption { rules }) }
}

fn resolve(tree: &Tree, file: FileId, name: &str, reports: &mut Reports) -> Model {
    if tree.components.is_empty() {
        let start = Span::new(file, 0, 0);
        reports.add(|| {
            Diagnostic::error("E0910", "the file has no component")
                .at(start, "")
                .help("write `component NAME { .. }`")
        });
    }
    let mut names = Names::default();
    let mut whole = Whole::default();
    for component in &tree.components {
        if let Some(first) = names.insert(&component.name.text, component.name.span()) {
            twice("component", &component.name, first, reports);
        }
        for machine in machines(component) {
            whole.machines.insert(&machine.name.text, &component.name.text);
        }
    }
    let Events { events, scopes } = Events::declare(tree, &mut whole, reports);
    let components = tree
        .components
        .iter()
        .zip(scopes)
        .map(|(def, scope)| Resolver { scope, events: &events, whole: &whole, reports }.component(def))
        .collect::<Vec<_>>();
    usage::private_names(tree, &whole, reports);
    let model = Model { name: name.to_owned(), events, components, warnings: Vec::new() };
    // What is declared in vain may only be misspelt elsewhere, and that has been said.
    if reports.errors() == 0 {
        usage::warn(tree, &model, reports);
    }
    model
}

fn machines(component: &ComponentDef) -> impl Iterator<Item = &MachineDef> {
    component.items.iter().filter_map(|item| match item {
        Item::Machine(machine) => Some(machine),
        _ => None,
    })
}

/// One component on its way.
struct Resolver<'a, 't> {
    scope: Scope<'t>,
    events: &'a [Event],
    whole: &'a Whole<'t>,
    reports: &'a mut Reports,
}

impl<'t> Resolver<'_, 't> {
    fn expr(&mut self, formula: &Formula, context: Context) -> Expr {
        self.scope.expr(formula, context, self.events, self.whole, self.reports)
    }

    fn component(mut self, def: &'t ComponentDef) -> Component {
        let of_kind = |scope: &Scope<'t>, kind| {
            let mut ids: Vec<_> =
                scope.events.in_order().filter(|(_, found)| *found == kind).map(|(id, _)| id).collect();
            ids.sort_unstable();
            ids
        };
        let mut component = Component {
            name: def.name.text.clone(),
            inputs: of_kind(&self.scope, EventKind::Input),
            outputs: of_kind(&self.scope, EventKind::Output),
            received: of_kind(&self.scope, EventKind::Received),
            sent: of_kind(&self.scope, EventKind::Sent),
            local: of_kind(&self.scope, EventKind::Local),
            always: Vec::new(),
            requirements: Vec::new(),
            assumption: Assumption::default(),
            machines: Vec::new(),
            properties: Vec::new(),
            span: def.name.span(),
        };
        self.enter_machines(def);
        let mut always = Names::default();
        let mut properties = Names::default();
        for item in &def.items {
            match item {
                Item::Events(..) => {}
                Item::Always(events) => {
                    for event in events {
                        if let Some(first) = always.insert(&event.text, event.span()) {
                            twice("`always` of event", event, first, self.reports);
                        }
                        component.always.extend(self.always(event));
                    }
                }
                Item::Require(formula) => {
                    component.requirements.push(self.expr(formula, Context::Require));
                }
                Item::Assume(rule) => component.assumption.rules.push(Rule {
                    text: rule.text.clone(),
                    expr: self.expr(&rule.formula, Context::Assume),
                    span: rule.place.0,
                }),
                Item::Machine(machine) => component.machines.extend(self.machine(machine)),
                Item::Property(property) => {
                    if let Some(first) = properties.insert(&property.name.text, property.name.span()) {
                        twice("property", &property.name, first, self.reports);
                    }
                    component.properties.push(Property {
                        name: property.name.text.clone(),
                        text: property.text.clone(),
                        formula: self.expr(&property.formula, Context::Property),
                        span: property.name.span(),
                    });
                }
            }
        }
        component.always.sort_unstable();
        component
    }

    fn always(&mut self, name: &Name) -> Option<EventId> {
        let (id, kind) = self.scope.event(name, self.whole, self.reports)?;
        if kind == EventKind::Input {
            return Some(id);
        }
        let word = kind.word();
        self.reports.add(|| {
            Diagnostic::error("E0924", format!("`{}` is no input", name.text))
                .at(name.span(), format!("declared with `{word}`"))
                .note("`always` says that an input is present at the start of every macrostep")
        });
        None
    }
}
