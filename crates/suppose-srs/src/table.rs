//! What some events can do at each microstep: the shape of an assumption.
//!
//! A table says for each value of the microstep counter which valuations of some interface events are
//! possible there, whatever happened before. The last row stands for all later microsteps too. Rows are
//! diagrams ([`Diagram`]), so thirty events are no problem. The counter is that of the sender, which is the
//! same for all components: what a machine emits in microstep *k* is in the configuration *k*, and others
//! react to it in microstep *k* + 1. Nothing can be received in configuration 0, where only inputs are.

use crate::lang::{EventId, Model, ValueIx};
use suppose_base::{Budget, StopReason};

use crate::space::{Diagram, Try, grow};

/// What is true or false in a valuation: that a pulse is present, or that a valued event is present with one
/// of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column {
    /// The event.
    pub event: EventId,
    /// The value of a valued one.
    pub value: Option<ValueIx>,
}

/// The columns of some events, in their order and that of their values.
pub fn columns(model: &Model, events: &[EventId]) -> Vec<Column> {
    let of = |&event: &EventId| {
        let values = model.event(event).values.len();
        let column = move |value| Column { event, value };
        let pulse = (values == 0).then(|| column(None));
        pulse.into_iter().chain((0..values).map(move |value| column(Some(ValueIx::at(value)))))
    };
    events.iter().flat_map(of).collect()
}

/// Valuations of some events for each microstep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the variables of the rows are. An event is there with all its values.
    pub columns: Vec<Column>,
    /// For each microstep from 0 on the possible valuations; the last one is for all later microsteps too. No
    /// valuation has two values of one event.
    pub rows: Vec<Diagram>,
}

impl Table {
    /// The last microstep that has a row of its own.
    pub fn last(&self) -> usize {
        self.rows.len() - 1
    }

    /// The row of a microstep.
    pub fn row(&self, microstep: usize) -> &Diagram {
        &self.rows[microstep.min(self.last())]
    }

    /// What the table says about some of its events alone.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn only(&self, events: &[EventId], budget: &Budget) -> Result<Self, StopReason> {
        let kept: Vec<Column> =
            self.columns.iter().copied().filter(|column| events.contains(&column.event)).collect();
        let place = |column: u32| kept.iter().position(|kept| *kept == self.columns[column as usize]);
        let rows = grow(kept.len() as u32, budget, |space| {
            let row = |row: &Diagram| {
                let set = row.project(space, |column| place(column).map(|place| place as u32))?;
                Ok(Diagram::from_set(&set, |variable| variable))
            };
            self.rows.iter().map(row).collect::<Try<_>>()
        })?;
        Ok(Self { columns: kept, rows })
    }
}
