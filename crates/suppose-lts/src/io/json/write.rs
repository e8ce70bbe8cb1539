//! Writes JSON. Linear; each action name is escaped once.

use std::io::Write;

use suppose_base::{ActionId, ActionTable, Budget};

use super::SCHEMA;
use crate::Lts;
use crate::io::WriteError;
use crate::io::output::Output;

/// Writes an LTS called `name`.
///
/// # Errors
/// When `out` fails or a limit is reached.
pub fn write_json(
    lts: &Lts,
    name: &str,
    table: &ActionTable,
    out: &mut impl Write,
    budget: &Budget,
) -> Result<(), WriteError> {
    let mut out = Output::new(out, budget);
    out.text("{\"schema\":");
    out.text(&quoted(SCHEMA));
    out.text(",\"name\":");
    out.text(&quoted(name));
    out.text(",\"states\":");
    out.number(lts.num_states() as u32);
    out.text(",\"initial\":");
    out.state(lts.initial());
    out.text(",\"error\":");
    out.text(if lts.has_error() { "true" } else { "false" });
    out.text(",\"end\":");
    match lts.end() {
        Some(end) => out.state(end),
        None => out.text("null"),
    }
    out.text(",");
    out.line()?;
    out.text("\"alphabet\":[");
    for (i, action) in table.sorted_names(lts.alphabet().iter().copied()).into_iter().enumerate() {
        if i > 0 {
            out.text(",");
        }
        out.text(&quoted(action));
    }
    out.text("],");
    out.line()?;
    let mut names = vec![String::new(); lts.alphabet().last().map_or(0, |a| a.index()) + 1];
    for action in std::iter::once(ActionId::TAU).chain(lts.alphabet().iter().copied()) {
        names[action.index()] = quoted(table.name(action));
    }
    out.text("\"transitions\":[");
    for (i, (source, t)) in lts.all_transitions().enumerate() {
        if i > 0 {
            out.text(",");
        }
        out.line()?;
        out.text("[");
        out.state(source);
        out.text(",");
        out.text(&names[t.action.index()]);
        out.text(",");
        out.state(t.target);
        out.text("]");
    }
    out.text("]}");
    out.line()?;
    out.finish()
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is always JSON")
}
