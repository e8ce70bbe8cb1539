//! Resolved formulas as text that the parser reads back.
//!
//! A formula is turned back into a tree, which the printer writes. Tested by printing and reading random
//! assumptions.

use suppose_base::{FileId, Span};

use super::{Atom, ComponentId, EventId, Expr, MachineId, Model, Rule, StateIx};
use crate::lang::ast::{Formula, Name, Place};
use crate::lang::print::formula_text;

/// These trees come from no text.
const NOWHERE: Place = Place(Span::new(FileId(0), 0, 0));

impl Model {
    /// A formula of a component, as the language writes it.
    pub fn expr_text(&self, component: ComponentId, expr: &Expr) -> String {
        formula_text(&self.formula(component, expr))
    }

    /// A rule of an assumption on a component, as the language writes it, without its semicolon.
    pub fn rule_text(&self, component: ComponentId, rule: &Rule) -> String {
        let expr = self.expr_text(component, &rule.expr);
        rule.text.as_ref().map_or_else(|| expr.clone(), |text| format!("\"{text}\" : {expr}"))
    }

    fn formula(&self, component: ComponentId, expr: &Expr) -> Formula {
        let all = |parts: &[Expr]| parts.iter().map(|part| self.formula(component, part)).collect::<Vec<_>>();
        match expr {
            Expr::Constant(value) => Formula::Constant(*value, NOWHERE),
            Expr::Atom(atom) => self.atom_formula(component, *atom),
            Expr::Not(inner) => Formula::Not(Box::new(self.formula(component, inner))),
            Expr::And(parts) | Expr::Or(parts) if parts.is_empty() => {
                Formula::Constant(matches!(expr, Expr::And(_)), NOWHERE)
            }
            Expr::And(parts) | Expr::Or(parts) if parts.len() == 1 => self.formula(component, &parts[0]),
            Expr::And(parts) => Formula::And(all(parts)),
            Expr::Or(parts) => Formula::Or(all(parts)),
            Expr::Implies(left, right) => Formula::Implies(
                Box::new(self.formula(component, left)),
                Box::new(self.formula(component, right)),
            ),
        }
    }

    fn atom_formula(&self, component: ComponentId, atom: Atom) -> Formula {
        let name = |text: String| Name { text, place: NOWHERE };
        let event = |id: EventId| name(self.event(id).name.clone());
        let state = |machine: MachineId, state: StateIx| {
            let machine = self.component(component).machine(machine);
            name(format!("{}.{}", machine.name, machine.states[state.index()]))
        };
        match atom {
            Atom::Event(id) => Formula::Event(event(id)),
            Atom::Is(id, value) => {
                Formula::Compare(event(id), true, name(self.event(id).values[value.index()].clone()))
            }
            Atom::In(machine, at) => Formula::In(state(machine, at)),
            Atom::Pre(machine, at) => Formula::Pre(state(machine, at)),
            Atom::Microstep(comparison, number) => Formula::Microstep(comparison, number, NOWHERE),
        }
    }
}
