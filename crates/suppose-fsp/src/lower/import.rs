//! Processes read from Aldebaran files.

use suppose_base::{ActionTable, Budget, Diagnostic};
use suppose_lts::Lts;
use suppose_lts::io::{ReadError, TauSpelling, read_aut};
use suppose_lts::ops::{Relabelling, reachable, relabel};

use super::super::import::Imported;

/// Reads an imported file with action names of its own; the messages go to `diagnostics`.
pub(in super::super) fn read(
    imported: &Imported,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Lts, ActionTable)> {
    let mut actions = ActionTable::new();
    // LTSA, whose language this is, writes τ as `tau` and may have an action called `i`.
    match read_aut(&imported.bytes, imported.file, TauSpelling::Tau, &mut actions, &Budget::unlimited()) {
        Ok(read) => {
            diagnostics.extend(read.warnings);
            Some((reachable(&read.lts).lts, actions))
        }
        Err(ReadError::Invalid(problems)) => {
            diagnostics.extend(problems);
            None
        }
        Err(ReadError::Stopped(_)) => None,
    }
}

/// An LTS with the actions of another table.
pub(super) fn translate(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling =
        lts.alphabet().iter().map(|&action| (action, to.intern(from.name(action)))).collect();
    relabel(lts, &pairs)
}
