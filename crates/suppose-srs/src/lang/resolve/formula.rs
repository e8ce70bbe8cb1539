//! Formulas: which atoms may stand where, and what their names mean.
//!
//! | | inputs | outputs | received | sent, local | `in(..)` | `pre(..)` | `mS` |
//! |---|---|---|---|---|---|---|---|
//! | guard | yes | no | yes | yes | yes | no | no |
//! | property | yes | yes | yes | yes | yes | yes | no |
//! | `require` | yes | no | no | no | no | no | no |
//! | assumption | no | no | yes | no | no | no | yes |
//!
//! A guard cannot read states of other components: then the interface would not be events alone, and what is
//! proved of a component by assumptions on events would not hold in the system.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span};

use super::names::{Names, hinted};
use crate::lang::ast::{EventKind, Formula, Name};
use crate::lang::model::{Atom, Event, EventId, Expr, MachineId, StateIx, ValueIx};
use suppose_base::Reports;

/// Where a formula stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Guard,
    Property,
    Require,
    Assume,
}

/// The names of one component.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    pub(super) events: Names<'t, (EventId, EventKind)>,
    pub(super) machines: Names<'t, (MachineId, Span)>,
    /// The states of each machine.
    pub(super) states: Vec<Names<'t, StateIx>>,
}

/// What all components have in common.
#[derive(Debug, Default)]
pub(super) struct Whole<'t> {
    /// The values of all events, by name.
    pub(super) values: FxHashMap<(EventId, &'t str), ValueIx>,
    /// For hints: which component has this event that is not local.
    pub(super) events: Names<'t, &'t str>,
    /// For hints: which component has this machine.
    pub(super) machines: Names<'t, &'t str>,
}

/// Where names are looked up, and where messages go.
struct Lookup<'a, 't> {
    scope: &'a Scope<'t>,
    context: Context,
    events: &'a [Event],
    whole: &'a Whole<'t>,
    reports: &'a mut Reports,
}

impl<'t> Scope<'t> {
    /// What a formula means. Parts that mean nothing are reported and replaced by false.
    pub(super) fn expr(
        &self,
        formula: &Formula,
        context: Context,
        events: &[Event],
        whole: &Whole<'t>,
        reports: &mut Reports,
    ) -> Expr {
        Lookup { scope: self, context, events, whole, reports }.expr(formula)
    }

    /// The event of this name, which is reported if there is none.
    pub(super) fn event(
        &self,
        name: &Name,
        whole: &Whole<'_>,
        reports: &mut Reports,
    ) -> Option<(EventId, EventKind)> {
        let found = self.events.get(&name.text);
        if found.is_none() {
            reports.add(|| {
                let diagnostic = Diagnostic::error("E0907", format!("unknown event `{}`", name.text))
                    .at(name.span(), "not declared in this component");
                match whole.events.get(&name.text) {
                    Some(component) => diagnostic.help(format!(
                        "component `{component}` declares it; declare it here too, with `recv` if that \
                            component sends it"
                    )),
                    None => hinted(diagnostic, self.events.suggest(&name.text)),
                }
            });
        }
        found
    }
}

impl Lookup<'_, '_> {
    fn expr(&mut self, formula: &Formula) -> Expr {
        let atom = match formula {
            Formula::Constant(value, _) => return Expr::Constant(*value),
            Formula::Not(inner) => return Expr::Not(Box::new(self.expr(inner))),
            Formula::And(parts) => return Expr::And(parts.iter().map(|part| self.expr(part)).collect()),
            Formula::Or(parts) => return Expr::Or(parts.iter().map(|part| self.expr(part)).collect()),
            Formula::Implies(left, right) => {
                return Expr::Implies(Box::new(self.expr(left)), Box::new(self.expr(right)));
            }
            Formula::Event(name) => self.read(name).map(Atom::Event),
            Formula::Compare(name, equal, value) => {
                let atom = self.compare(name, value);
                if let (Some(atom), false) = (atom, equal) {
                    return Expr::Not(Box::new(Expr::Atom(atom)));
                }
                atom
            }
            Formula::In(name) => self.state(name).map(|(machine, state)| Atom::In(machine, state)),
            Formula::Pre(name) => self.pre(name),
            Formula::Microstep(comparison, number, place) => {
                self.microstep(place.0).then_some(Atom::Microstep(*comparison, *number))
            }
        };
        atom.map_or(Expr::Constant(false), Expr::Atom)
    }

    /// An event that may be read here.
    fn read(&mut self, name: &Name) -> Option<EventId> {
        let (id, kind) = self.scope.event(name, self.whole, self.reports)?;
        let (code, message, note) = match (self.context, kind) {
            (Context::Guard, EventKind::Output) => (
                "E0918",
                "an output cannot be read",
                "outputs go to the physical environment; what machines read is `local` or `send`",
            ),
            (Context::Require, kind) if kind != EventKind::Input => (
                "E0924",
                "`require` is about inputs only",
                "it says which inputs the physical environment offers together",
            ),
            (Context::Assume, kind) if kind != EventKind::Received => (
                "E0925",
                "an assumption is about received events only",
                "it says when other components send them",
            ),
            _ => return Some(id),
        };
        let span = name.span();
        self.reports.add(|| {
            Diagnostic::error(
                code,
                format!("{message}, and `{}` is declared with `{}`", name.text, kind.word()),
            )
            .at(span, "")
            .note(note)
        });
        None
    }

    fn compare(&mut self, name: &Name, value: &Name) -> Option<Atom> {
        let id = self.read(name)?;
        let event = &self.events[id.index()];
        if event.is_pulse() {
            self.reports.add(|| {
                let diagnostic = Diagnostic::error("E0922", format!("`{}` has no values", name.text))
                    .at(name.span(), "only present or absent")
                    .at(event.span, "declared without values");
                match value.text.as_str() {
                    "0" => diagnostic.help(format!("write `!{}`", name.text)),
                    "1" => diagnostic.help(format!("write `{}`", name.text)),
                    _ => diagnostic,
                }
            });
            return None;
        }
        self.whole.value(id, event, value, self.reports).map(|value| Atom::Is(id, value))
    }

    fn pre(&mut self, name: &Name) -> Option<Atom> {
        if self.context == Context::Property {
            return self.state(name).map(|(machine, state)| Atom::Pre(machine, state));
        }
        let span = name.span();
        self.reports.add(|| {
            Diagnostic::error("E0917", "`pre` is only for properties").at(span, "").note(
                "a machine sees where others are now, not where they were at the start of the macrostep",
            )
        });
        None
    }

    fn microstep(&mut self, span: Span) -> bool {
        let allowed = self.context == Context::Assume;
        if !allowed {
            self.reports.add(|| {
                Diagnostic::error("E0926", "`mS` is only for assumptions")
                    .at(span, "")
                    .note("no machine counts microsteps, and a property is judged when they are over")
            });
        }
        allowed
    }

    /// The machine and the state that `P.S` names.
    fn state(&mut self, name: &Name) -> Option<(MachineId, StateIx)> {
        let stateless = match self.context {
            Context::Require => Some(("E0924", "`require` is about inputs only")),
            Context::Assume => Some(("E0925", "an assumption is about received events only")),
            Context::Guard | Context::Property => None,
        };
        let span = name.span();
        if let Some((code, message)) = stateless {
            self.reports
                .add(|| Diagnostic::error(code, format!("{message}, and this is a state")).at(span, ""));
            return None;
        }
        let Some((machine, state)) = name.text.rsplit_once('.') else {
            self.reports.add(|| {
                Diagnostic::error("E0908", format!("`{}` is no state of a machine", name.text))
                    .at(span, "")
                    .help("write `Machine.State`")
            });
            return None;
        };
        let Some((id, place)) = self.scope.machines.get(machine) else {
            let (scope, elsewhere) = (self.scope, self.whole.machines.get(machine));
            self.reports.add(|| match elsewhere {
                Some(component) => {
                    Diagnostic::error("E0919", format!("machine `{machine}` is in another component"))
                        .at(span, format!("of component `{component}`"))
                        .help("send an event when that state is entered, and receive it here")
                }
                None => hinted(
                    Diagnostic::error("E0908", format!("unknown machine `{machine}`")).at(span, ""),
                    scope.machines.suggest(machine),
                ),
            });
            return None;
        };
        let states = &self.scope.states[id.index()];
        let found = states.get(state);
        if found.is_none() {
            self.reports.add(|| {
                let message = format!("machine `{machine}` has no state `{state}`");
                hinted(
                    Diagnostic::error("E0908", message).at(span, "").at(place, "the machine"),
                    states.suggest(state),
                )
            });
        }
        found.map(|state| (id, state))
    }
}

impl Whole<'_> {
    /// A value of an event, which is reported if there is none.
    pub(super) fn value(
        &self,
        id: EventId,
        event: &Event,
        value: &Name,
        reports: &mut Reports,
    ) -> Option<ValueIx> {
        let found = self.values.get(&(id, value.text.as_str())).copied();
        if found.is_none() {
            reports.add(|| {
                let near = suppose_base::closest(&value.text, event.values.iter().map(String::as_str));
                hinted(
                    Diagnostic::error("E0909", format!("`{}` has no value `{}`", event.name, value.text))
                        .at(value.span(), "")
                        .at(event.span, format!("has the values {}", listed(&event.values))),
                    near.map(|name| format!("did you mean `{name}`?")),
                )
            });
        }
        found
    }
}

/// Some values, for a message.
fn listed(values: &[String]) -> String {
    const MOST: usize = 8;
    let mut shown: Vec<&str> = values.iter().take(MOST).map(String::as_str).collect();
    if values.len() > MOST {
        shown.push("..");
    }
    shown.join(", ")
}
