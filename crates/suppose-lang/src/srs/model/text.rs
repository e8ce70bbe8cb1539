//! Resolved formulas as text that the parser reads back.
//!
//! Parentheses are written where the grammar needs them and nowhere else. Tested by printing and reading random assumptions.

use std::fmt::Write;

use super::{Atom, ComponentId, Expr, Model, Rule};

/// How tightly a formula binds: an operand in a place that needs a tighter one gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implies,
    Or,
    And,
    Unary,
}

impl Model {
    /// A formula of a component, as the language writes it.
    pub fn expr_text(&self, component: ComponentId, expr: &Expr) -> String {
        let mut out = String::new();
        self.write_expr(component, expr, Level::Implies, &mut out);
        out
    }

    /// A rule of an assumption on a component, as the language writes it, without its semicolon.
    pub fn rule_text(&self, component: ComponentId, rule: &Rule) -> String {
        let expr = self.expr_text(component, &rule.expr);
        rule.text.as_ref().map_or_else(|| expr.clone(), |text| format!("\"{text}\" : {expr}"))
    }

    /// An atom of a formula of a component, as the language writes it.
    pub fn atom_text(&self, component: ComponentId, atom: Atom) -> String {
        let state = |word: &str, machine, state: super::StateIx| {
            let machine = self.component(component).machine(machine);
            format!("{word}({}.{})", machine.name, machine.states[state.index()])
        };
        match atom {
            Atom::Event(event) => self.event(event).name.clone(),
            Atom::Is(event, value) => {
                let event = self.event(event);
                format!("{} == {}", event.name, event.values[value.index()])
            }
            Atom::In(machine, at) => state("in", machine, at),
            Atom::Pre(machine, at) => state("pre", machine, at),
            Atom::Microstep(comparison, number) => format!("mS {} {number}", comparison.text()),
        }
    }

    fn write_expr(&self, component: ComponentId, expr: &Expr, place: Level, out: &mut String) {
        let level = match expr {
            Expr::Implies(..) => Level::Implies,
            Expr::Or(parts) if parts.len() > 1 => Level::Or,
            Expr::And(parts) if parts.len() > 1 => Level::And,
            _ => Level::Unary,
        };
        let grouped = level < place;
        if grouped {
            out.push('(');
        }
        match expr {
            Expr::Constant(value) => {
                let _ = write!(out, "{value}");
            }
            Expr::Atom(atom) => out.push_str(&self.atom_text(component, *atom)),
            Expr::Not(inner) => {
                out.push('!');
                // Without parentheses a comparison would look as if its left side were negated.
                let compared = matches!(**inner, Expr::Atom(Atom::Is(..) | Atom::Microstep(..)));
                if compared {
                    out.push('(');
                }
                self.write_expr(component, inner, Level::Unary, out);
                if compared {
                    out.push(')');
                }
            }
            Expr::And(parts) | Expr::Or(parts) => {
                let (word, inside, empty) = match expr {
                    Expr::And(_) => (" && ", Level::Unary, "true"),
                    _ => (" || ", Level::And, "false"),
                };
                match parts.as_slice() {
                    [] => out.push_str(empty),
                    [only] => self.write_expr(component, only, Level::Unary, out),
                    several => {
                        for (number, part) in several.iter().enumerate() {
                            out.push_str(if number > 0 { word } else { "" });
                            self.write_expr(component, part, inside, out);
                        }
                    }
                }
            }
            Expr::Implies(left, right) => {
                self.write_expr(component, left, Level::Or, out);
                out.push_str(" => ");
                self.write_expr(component, right, Level::Implies, out);
            }
        }
        if grouped {
            out.push(')');
        }
    }
}
