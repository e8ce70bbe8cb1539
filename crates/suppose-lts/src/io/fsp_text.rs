//! Writes an LTS as an FSP process.
//!
//! # Contract
//! Read as FSP, the text gives the same LTS: one local process for each state, the error state as `ERROR`,
//! the end state as `END`, unused actions in the alphabet extension. Limits that FSP itself sets:
//! * FSP has no word for τ: it becomes a visible action that no other action has as its first part, hidden at
//!   the end;
//! * names that are no FSP labels (capitals, blanks, keywords, `a+`) are replaced one to one; a comment lists
//!   them. Steps of circuits stay readable: `a+` is `a.up`, `a-` is `a.down`;
//! * states that cannot be reached are written, but a reader drops them;
//! * a system broken from the start is `ERROR`, which LTSA reads as one state with a τ to π.
//!
//! A second deadlocked state is written as a choice whose only guard is false: `STOP` would make it the same
//! state as the first one.
//!
//! # Complexity
//! Linear but for the replacement of names, which uses sorted sets.
//!
//! # Tests
//! `tests/all/io/fsp_text.rs` has literals and reads the text of all small systems with a parser of its own.

mod edges;
mod names;

use std::io::Write;

use suppose_base::{ActionTable, Budget, StateId};

use super::WriteError;
use super::output::Output;
use crate::Lts;
use names::Names;

/// Writes an LTS as a process called `name`, or something close to it that FSP allows.
///
/// # Errors
/// When `out` fails or a limit is reached.
pub fn write_fsp(
    lts: &Lts,
    name: &str,
    table: &ActionTable,
    out: &mut impl Write,
    budget: &Budget,
) -> Result<(), WriteError> {
    let names = Names::new(lts, table);
    let process = names::process(name);
    let prefix = names::state_prefix(&process);
    let mut out = Output::new(out, budget);
    if !names.replaced.is_empty() {
        out.text("// Action names that FSP cannot write were replaced:");
        out.line()?;
        for (new, old) in &names.replaced {
            out.text(&format!("//   {new} for {old:?}"));
            out.line()?;
        }
    }
    out.text(&process);
    out.text(" = ");
    reference(&mut out, prefix, lts.initial());
    let mut stopped = false;
    for state in lts.states() {
        out.text(",");
        out.line()?;
        reference(&mut out, prefix, state);
        out.text(" = ");
        let row = lts.transitions(state);
        if Some(state) == lts.end() {
            out.text("END");
        } else if row.is_empty() {
            out.text(if stopped { "(when (0) never -> STOP)" } else { "STOP" });
            stopped = true;
        }
        for (i, t) in row.iter().enumerate() {
            out.text(if i == 0 { "(" } else { "    | " });
            out.text(names.of(t.action));
            out.text(" -> ");
            reference(&mut out, prefix, t.target);
            if i + 1 == row.len() {
                out.text(")");
            } else {
                out.line()?;
            }
        }
    }
    let mut unused = names.unused(lts).into_iter();
    if let Some(first) = unused.next() {
        out.line()?;
        out.text("    + {");
        out.text(first);
        for name in unused {
            out.text(", ");
            out.text(name);
        }
        out.text("}");
    }
    if lts.has_tau() {
        out.line()?;
        out.text(&format!("    \\ {{{}}}", names.tau()));
    }
    out.text(".");
    out.line()?;
    out.finish()
}

fn reference<W: Write>(out: &mut Output<'_, W>, prefix: &str, state: StateId) {
    if state.is_error() {
        out.text("ERROR");
    } else {
        out.text(prefix);
        out.number(state.raw());
    }
}
