//! Writes Graphviz DOT.
//!
//! A picture for the eye, not an exchange format. Transitions between the same two states become one arrow
//! with a label of several lines, of which at most [`MOST_LABELS`] are shown. The initial state has an arrow
//! from nowhere, π is a red octagon, the end state a double circle, a deadlocked state is filled grey. Unused
//! actions are not shown. Linear but for sorting each row by target; the same LTS gives the same bytes.

use std::io::Write;

use suppose_base::{ActionTable, Budget, StateId};

use super::WriteError;
use super::output::Output;
use crate::{Lts, Transition};

/// How many actions an arrow shows before it only counts the others.
const MOST_LABELS: usize = 12;

/// Writes an LTS as a directed graph called `name`.
///
/// # Errors
/// When `out` fails or a limit is reached.
pub fn write_dot(
    lts: &Lts,
    name: &str,
    table: &ActionTable,
    out: &mut impl Write,
    budget: &Budget,
) -> Result<(), WriteError> {
    let mut out = Output::new(out, budget);
    out.text("digraph ");
    quoted(&mut out, name);
    out.text(" {");
    out.line()?;
    out.text("  rankdir=LR;");
    out.line()?;
    out.text("  node [shape=circle];");
    out.line()?;
    out.text("  start [shape=point, label=\"\"];");
    out.line()?;
    for state in lts.states() {
        out.text("  ");
        node(&mut out, state);
        if Some(state) == lts.end() {
            out.text(" [shape=doublecircle, label=\"END\"]");
        } else if lts.transitions(state).is_empty() {
            out.text(" [style=filled, fillcolor=lightgrey]");
        }
        out.text(";");
        out.line()?;
    }
    if lts.has_error() {
        out.text("  error [shape=doubleoctagon, color=red, fontcolor=red, label=\"π\"];");
        out.line()?;
    }
    out.text("  start -> ");
    node(&mut out, lts.initial());
    out.text(";");
    out.line()?;
    let mut row: Vec<Transition> = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend_from_slice(lts.transitions(state));
        row.sort_unstable_by_key(|t| (t.target, t.action));
        for arrow in row.chunk_by(|a, b| a.target == b.target) {
            out.text("  ");
            node(&mut out, state);
            out.text(" -> ");
            node(&mut out, arrow[0].target);
            out.text(" [label=\"");
            for (i, t) in arrow.iter().take(MOST_LABELS).enumerate() {
                if i > 0 {
                    out.text("\\n");
                }
                escaped(&mut out, if t.action.is_tau() { "τ" } else { table.name(t.action) });
            }
            if arrow.len() > MOST_LABELS {
                out.text("\\n… and ");
                out.number((arrow.len() - MOST_LABELS) as u32);
                out.text(" more");
            }
            out.text("\"];");
            out.line()?;
        }
    }
    out.text("}");
    out.line()?;
    out.finish()
}

fn node<W: Write>(out: &mut Output<'_, W>, state: StateId) {
    if state.is_error() {
        out.text("error");
    } else {
        out.number(state.raw());
    }
}

fn quoted<W: Write>(out: &mut Output<'_, W>, text: &str) {
    out.text("\"");
    escaped(out, text);
    out.text("\"");
}

/// The text inside a quoted string. A backslash begins an escape in Graphviz (`\N` is the node's name), so it
/// is doubled; control characters are shown as spaces.
fn escaped<W: Write>(out: &mut Output<'_, W>, text: &str) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        match c {
            '"' => out.text("\\\""),
            '\\' => out.text("\\\\"),
            c if c.is_control() => out.text(" "),
            c => out.text(c.encode_utf8(&mut buffer)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionId, LtsBuilder};

    fn dot(lts: &Lts, name: &str, table: &ActionTable) -> String {
        let mut text = Vec::new();
        write_dot(lts, name, table, &mut text, &Budget::unlimited()).expect("a vector takes everything");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn a_small_system_by_hand() {
        let mut table = ActionTable::new();
        let [a, b] = ["a", "say \"x\\y\""].map(|name| table.intern(name));
        let [s0, s1, s2] = [0, 1, 2].map(StateId::must);
        let mut builder = LtsBuilder::new(3);
        builder.add(s0, b, s1);
        builder.add(s0, a, s1);
        builder.add(s0, ActionId::TAU, s2);
        builder.add(s0, a, StateId::ERROR);
        builder.set_end(Some(s2));
        let lts = builder.finish().expect("valid");
        let expected = "\
digraph \"P \\\"1\\\"\" {
  rankdir=LR;
  node [shape=circle];
  start [shape=point, label=\"\"];
  0;
  1 [style=filled, fillcolor=lightgrey];
  2 [shape=doublecircle, label=\"END\"];
  error [shape=doubleoctagon, color=red, fontcolor=red, label=\"π\"];
  start -> 0;
  0 -> 1 [label=\"a\\nsay \\\"x\\\\y\\\"\"];
  0 -> 2 [label=\"τ\"];
  0 -> error [label=\"a\"];
}
";
        assert_eq!(dot(&lts, "P \"1\"", &table), expected);
    }

    #[test]
    fn a_crowded_arrow_counts_the_rest() {
        let mut table = ActionTable::new();
        let mut builder = LtsBuilder::new(1);
        for i in 0..15 {
            builder.add(StateId::must(0), table.intern(&format!("a.{i}")), StateId::must(0));
        }
        let text = dot(&builder.finish().expect("valid"), "P", &table);
        assert!(text.contains("\\na.11\\n… and 3 more\"];"), "{text}");
        assert!(!text.contains("a.12"), "{text}");
    }

    #[test]
    fn a_system_broken_from_the_start() {
        let mut builder = LtsBuilder::new(0);
        builder.set_initial(StateId::ERROR);
        let text = dot(&builder.finish().expect("valid"), "P", &ActionTable::new());
        assert!(text.contains("label=\"π\"") && text.contains("start -> error;"), "{text}");
    }
}
