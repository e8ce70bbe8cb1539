//! Programs as Promela, for the model checker SPIN.
//!
//! # Contract
//! [`export`] writes a program with what is assumed of its received events. In the export, the property fails
//! (an assertion) exactly if there is a run of the program, by the definitions and with sound exploration, at
//! the end of one of whose macrosteps it is false. Another assertion, on `two_values`, fails exactly if
//! machines can emit two values of one event in one microstep before that. Macrosteps that never end are no
//! error there.
//!
//! # Encoding
//! One process, one `atomic` for each microstep: it chooses the inputs or the received events, lets every
//! machine react to the old states, and then either goes on or, when nothing moved, ends the macrostep or
//! lets time pass while others may still send. So the states that SPIN stores are configurations before
//! something is received: states of machines, events that are on their way and that some guard reads, the
//! counter as far as the assumption tells microsteps apart, and what the property has to remember of the
//! macrostep. Everything else is zero there. A single `atomic` for a whole macrostep would store less but
//! explore the same configuration again and again.
//!
//! Which events can be received is said by the enabled branches (`choice`), because a blocking statement
//! would be a deadlock for SPIN.
//!
//! There are no `inline` definitions, because SPIN has only room for short ones.
//!
//! Names are readable and differ from each other (`names`). The text is linear in program, assumption and
//! property, up to the bounds in `choice`.
//!
//! Tested in `tests/all/spin` with SPIN itself: verdicts and numbers of stored states against a naive
//! interpreter, on models and on random programs.

mod choice;
mod names;
mod process;
mod text;
mod uses;

use crate::lang::{Assumption, Atom, ComponentId, EventId, Property};

use crate::program::Program;
use crate::table::Table;
use choice::Constraint;
use names::Names;
use process::Writer;
use uses::Uses;

/// What is assumed of the received events of a program.
#[derive(Clone, Copy, Debug)]
pub enum Assumed<'a> {
    /// Nothing: everything can be received in every configuration.
    Universal,
    /// What every one of these tables allows.
    Tables(&'a [Table]),
    /// What obeys these rules.
    Rules(&'a Assumption),
}

/// Why there is no export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The property belongs to a component that is not in the program.
    Property(String),
    /// The assumption is about an event that the program does not receive.
    NotReceived(String),
    /// The assumption is about states, which no environment sees.
    State,
    /// The assumption distinguishes so many microsteps.
    Microsteps(u64),
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Property(name) => write!(f, "property `{name}` is not one of the exported components"),
            Self::NotReceived(event) => {
                write!(f, "the assumption is about `{event}`, which the exported components do not receive")
            }
            Self::State => write!(f, "the assumption is about states"),
            Self::Microsteps(count) => {
                write!(f, "the assumption tells {count} microsteps apart, more than Promela can count")
            }
        }
    }
}

impl std::error::Error for Unsupported {}

/// Numbers of Promela have 32 bits with a sign.
const MOST: u64 = i32::MAX as u64 - 1;

/// A program with an assumption, and a property of one of its components, in Promela.
///
/// # Errors
/// When Promela or the export cannot express it.
pub fn export(
    program: &Program<'_>,
    assumed: Assumed<'_>,
    property: Option<(ComponentId, &Property)>,
) -> Result<String, Unsupported> {
    if let Some((component, property)) = property
        && program.components.binary_search(&component).is_err()
    {
        return Err(Unsupported::Property(property.name.clone()));
    }
    let received: Vec<Constraint<'_>> = match assumed {
        Assumed::Universal => Vec::new(),
        Assumed::Tables(tables) => tables.iter().map(Constraint::Table).collect(),
        Assumed::Rules(assumption) => {
            assumption.rules.iter().map(|rule| Constraint::Formula(&rule.expr)).collect()
        }
    };
    let starts = ranges(program, &received)?;
    let names = Names::new(program);
    let writer = Writer { program, names: &names, property, starts, uses: Uses::of(program, property) };
    Ok(writer.write(assumed, &received))
}

/// Where the ranges of microsteps begin that the constraints tell apart, from 1 on.
fn ranges(program: &Program<'_>, constraints: &[Constraint<'_>]) -> Result<Vec<u32>, Unsupported> {
    let mut starts = vec![1];
    let known = |event: EventId| match program.received.binary_search(&event) {
        Ok(_) => Ok(()),
        Err(_) => Err(Unsupported::NotReceived(program.model.event(event).name.clone())),
    };
    for constraint in constraints {
        match constraint {
            Constraint::Table(table) => {
                table.columns.iter().try_for_each(|column| known(column.event))?;
                starts.extend(1..=table.last() as u64);
            }
            Constraint::Formula(expr) => {
                expr.events().into_iter().try_for_each(known)?;
                let mut states = false;
                expr.visit(&mut |atom| match atom {
                    Atom::Microstep(_, number) => starts.extend([u64::from(number), u64::from(number) + 1]),
                    Atom::In(..) | Atom::Pre(..) => states = true,
                    Atom::Event(_) | Atom::Is(..) => {}
                });
                if states {
                    return Err(Unsupported::State);
                }
            }
        }
    }
    starts.retain(|&start| start > 0);
    starts.sort_unstable();
    starts.dedup();
    match starts.last() {
        Some(&last) if last > MOST => Err(Unsupported::Microsteps(last)),
        _ => Ok(starts.into_iter().map(|start| start as u32).collect()),
    }
}
