//! Assumptions of tests, for the export and for the interpreter.

use suppose_srs::lang::{Assumption, Atom};
use suppose_srs::promela::Assumed;
use suppose_srs::table::Table;

use crate::spin::interpret::{Events, is_true};

/// An assumption in all the forms in which it is needed.
pub(crate) enum Assumptions {
    /// Nothing is assumed.
    Universal,
    /// Rules.
    Rules(Assumption),
    /// Tables that all hold.
    Tables(Vec<Table>),
}

impl Assumptions {
    pub(crate) fn assumed(&self) -> Assumed<'_> {
        match self {
            Self::Universal => Assumed::Universal,
            Self::Rules(assumption) => Assumed::Rules(assumption),
            Self::Tables(tables) => Assumed::Tables(tables),
        }
    }

    pub(crate) fn last(&self) -> u32 {
        match self {
            Self::Universal => 1,
            Self::Rules(assumption) => {
                let mut last = 1;
                let mut see = |atom| {
                    if let Atom::Microstep(_, number) = atom {
                        last = last.max(number + 1);
                    }
                };
                assumption.rules.iter().for_each(|rule| rule.expr.visit(&mut see));
                last
            }
            Self::Tables(tables) => {
                tables.iter().map(|table| table.rows.len() as u32 - 1).max().unwrap_or(1).max(1)
            }
        }
    }

    pub(crate) fn allows(&self, microstep: u32, events: &Events) -> bool {
        match self {
            Self::Universal => true,
            Self::Rules(assumption) => assumption.rules.iter().all(|rule| {
                rule.expr.holds(&mut |atom| match atom {
                    Atom::Microstep(comparison, number) => comparison.holds(microstep, number),
                    _ => is_true(atom, events),
                })
            }),
            Self::Tables(tables) => tables.iter().all(|table| {
                let row = (microstep as usize).min(table.rows.len() - 1);
                table.rows[row].has(|place| {
                    let column = table.columns[place as usize];
                    is_true(
                        column.value.map_or(Atom::Event(column.event), |value| Atom::Is(column.event, value)),
                        events,
                    )
                })
            }),
        }
    }
}
