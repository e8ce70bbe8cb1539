//! Trees as text.
//!
//! # Contract
//! Parsing what [`print`](print()) gives yields an equal tree. Parentheses stand where the grammar needs
//! them, and around a comparison after `!`, where a reader does. This file writes the words; the layout is
//! the formatter's, so printed text is already formatted.
//!
//! Linear in the tree, and as deep as its formulas. Tested on random trees in `print/tests.rs`,
//! and on models in `tests/all/lang/round_trip.rs`.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use super::ast::{EmitDef, EventDecl, Formula, Item, MachineItem, Name, RuleDef, TransitionDef, Tree};
use super::format::layout;

/// The canonical text of a tree.
pub fn print(tree: &Tree) -> String {
    let mut out = String::new();
    for component in &tree.components {
        let _ = writeln!(out, "component {} {{", component.name.text);
        for part in &component.items {
            item(part, &mut out);
        }
        out.push_str("}\n");
    }
    layout(&out)
}

/// The text of one formula, on one line.
pub(super) fn formula_text(formula: &Formula) -> String {
    let mut out = String::new();
    write_formula(formula, Level::Implies, &mut out);
    out
}

/// Declarations of one kind stay apart, and everything is one line until the layout breaks it.
fn item(item: &Item, out: &mut String) {
    let _ = match item {
        Item::Events(kind, events) => writeln!(out, "{} {};", kind.word(), list(events, event)),
        Item::Always(events) => writeln!(out, "always {};", list(events, name)),
        Item::Require(formula) => writeln!(out, "require {};", formula_text(formula)),
        Item::Assume(assumed) => writeln!(out, "assume {};", rule(assumed)),
        Item::Property(property) => {
            let text = property.text.as_ref().map_or_else(String::new, |text| format!("\"{text}\" "));
            writeln!(out, "prop {} {text}: {};", property.name.text, formula_text(&property.formula))
        }
        Item::Machine(machine) => {
            let _ = writeln!(out, "fsm {} {{", machine.name.text);
            for part in &machine.items {
                let _ = match part {
                    MachineItem::Init(state) => writeln!(out, "init {};", state.text),
                    MachineItem::States(states) => writeln!(out, "states {};", list(states, name)),
                    MachineItem::Transition(this) => writeln!(out, "{};", transition(this)),
                };
            }
            writeln!(out, "}}")
        }
    };
}

fn list<T>(members: &[T], show: impl FnMut(&T) -> String) -> String {
    members.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn name(name: &Name) -> String {
    name.text.clone()
}

fn event(event: &EventDecl) -> String {
    let values = event.values.as_ref().map(|values| format!(" : {{{}}}", list(values, name)));
    format!("{}{}", event.name.text, values.unwrap_or_default())
}

/// A rule without its semicolon.
fn rule(rule: &RuleDef) -> String {
    let text = rule.text.as_ref().map_or_else(String::new, |text| format!("\"{text}\" : "));
    format!("{text}{}", formula_text(&rule.formula))
}

fn transition(this: &TransitionDef) -> String {
    let sources = list(&this.sources, name);
    let mut text = format!("{sources} -> {} : {}", this.target.text, formula_text(&this.guard));
    if !this.emits.is_empty() {
        let _ = write!(text, " / {}", list(&this.emits, emission));
    }
    text
}

fn emission(emit: &EmitDef) -> String {
    let value = emit.value.as_ref().map(|value| format!("={}", value.text));
    format!("{}{}", emit.event.text, value.unwrap_or_default())
}

/// How tightly a formula binds: one in a place that needs a tighter one gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implies,
    Or,
    And,
    Unary,
}

fn write_formula(formula: &Formula, place: Level, out: &mut String) {
    let level = match formula {
        Formula::Implies(..) => Level::Implies,
        Formula::Or(_) => Level::Or,
        Formula::And(_) => Level::And,
        _ => Level::Unary,
    };
    let grouped = level < place;
    if grouped {
        out.push('(');
    }
    let _ = match formula {
        Formula::Constant(value, _) => write!(out, "{value}"),
        Formula::Event(event) => write!(out, "{}", event.text),
        Formula::Compare(event, true, value) => write!(out, "{} == {}", event.text, value.text),
        Formula::Compare(event, false, value) => write!(out, "{} != {}", event.text, value.text),
        Formula::In(state) => write!(out, "in({})", state.text),
        Formula::Pre(state) => write!(out, "pre({})", state.text),
        Formula::Microstep(comparison, number, _) => write!(out, "mS {} {number}", comparison.text()),
        Formula::Not(inner) => {
            let compared = matches!(**inner, Formula::Compare(..) | Formula::Microstep(..));
            out.push_str(if compared { "!(" } else { "!" });
            write_formula(inner, Level::Unary, out);
            out.push_str(if compared { ")" } else { "" });
            Ok(())
        }
        Formula::And(parts) => {
            write_chain(parts, " && ", Level::Unary, out);
            Ok(())
        }
        Formula::Or(parts) => {
            write_chain(parts, " || ", Level::And, out);
            Ok(())
        }
        Formula::Implies(left, right) => {
            write_formula(left, Level::Or, out);
            out.push_str(" => ");
            write_formula(right, Level::Implies, out);
            Ok(())
        }
    };
    if grouped {
        out.push(')');
    }
}

fn write_chain(parts: &[Formula], word: &str, inside: Level, out: &mut String) {
    for (number, part) in parts.iter().enumerate() {
        out.push_str(if number > 0 { word } else { "" });
        write_formula(part, inside, out);
    }
}
