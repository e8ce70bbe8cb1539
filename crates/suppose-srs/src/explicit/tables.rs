//! The edge to the rest of the crate: what exploration found as a table of diagrams, and tables and rules as
//! assumptions.

use std::collections::BTreeSet;

use crate::lang::{Assumption, Atom, EventId, Model};
use suppose_base::{Budget, StopReason};

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

/// Whether what is received at a microstep satisfies all rules of an assumption.
pub fn obeys(assumption: &Assumption, microstep: usize, received: &Valuation) -> bool {
    let now = u32::try_from(microstep).unwrap_or(u32::MAX);
    let mut truth = |atom| match atom {
        Atom::Microstep(comparison, number) => comparison.holds(now, number),
        other => received.atom(other).unwrap_or(false),
    };
    assumption.rules.iter().all(|rule| rule.expr.holds(&mut truth))
}

fn is_true(valuation: &Valuation, column: Column) -> bool {
    valuation.is(column.event, column.value)
}
