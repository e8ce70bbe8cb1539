//! The edge to the rest of the crate: what exploration found as a table of diagrams, and a table as an assumption.

use std::collections::BTreeSet;

use suppose_base::{Budget, StopReason};
use suppose_lang::srs::{EventId, Model};

use super::valuation::Valuation;
use crate::space::{Diagram, grow};
use crate::table::{Column, Table, columns};

/// Rows as a table over some events, which are sorted. The last row is that of all later microsteps.
///
/// # Errors
/// When the budget is spent.
pub fn table(
    model: &Model,
    events: &[EventId],
    rows: &[BTreeSet<Valuation>],
    budget: &Budget,
) -> Result<Table, StopReason> {
    let columns = columns(model, events);
    let rows = grow(columns.len() as u32, budget, |space| {
        let one = |row: &BTreeSet<Valuation>| {
            let mut all = space.constant(false);
            for valuation in row {
                let mut this = space.constant(true);
                for (variable, column) in columns.iter().enumerate() {
                    this = this.and(&space.literal(variable as u32, is_true(valuation, *column))?)?;
                }
                all = all.or(&this)?;
            }
            Ok(Diagram::from_set(&all, |variable| variable))
        };
        rows.iter().map(one).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(Table { columns, rows })
}

/// Whether a table allows a valuation of its events at a microstep.
pub fn allows(table: &Table, microstep: usize, valuation: &Valuation) -> bool {
    table.row(microstep).has(|variable| is_true(valuation, table.columns[variable as usize]))
}

fn is_true(valuation: &Valuation, column: Column) -> bool {
    valuation.is(column.event, column.value)
}
