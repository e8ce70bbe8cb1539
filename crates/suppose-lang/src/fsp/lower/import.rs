//! Processes read from Aldebaran files.

use suppose_base::{ActionTable, Diagnostic};
use suppose_lts::Lts;
use suppose_lts::ops::{Relabelling, relabel};

use super::super::import::Imported;

/// Reads an imported file with action names of its own; the messages go to `diagnostics`.
pub(in super::super) fn read(imported: &Imported, diagnostics: &mut Vec<Diagnostic>) -> Option<(Lts, ActionTable)> {
    let _ = (imported, diagnostics);
    None
}

/// An LTS with the actions of another table.
pub(super) fn translate(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling =
        lts.alphabet().iter().map(|&action| (action, to.intern(from.name(action)))).collect();
    relabel(lts, &pairs)
}
