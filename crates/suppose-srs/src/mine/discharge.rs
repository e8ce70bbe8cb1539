//! Assumptions and tables: whether an assumption holds of a table, and the table that an assumption stands
//! for.
//!
//! The last row of a table is for all later microsteps too, and an assumption may tell these apart. So
//! [`allows`] judges the last row at every later microstep that makes a difference, and [`table_of`] has in
//! its last row what is allowed at any of them. A comparison with *n* changes only between *n* − 1, *n* and
//! *n* + 1, so few need to be looked at.
//!
//! Formulas become diagrams over the columns; the depth of recursion is that of the formula, which the parser
//! bounds. Tested against the formulas' own truth for every valuation.

use crate::lang::{Assumption, Atom, Expr};
use suppose_base::{Budget, Poll, StopReason};

use super::frame::{self, Frame};
use super::rule::{Literal, Test};
use crate::space::{Diagram, Set, Try, grow};
use crate::table::{Column, Table};

/// What a table has and an assumption does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The first microstep of the table where there is such a thing; for the last row perhaps a later one.
    pub microstep: u32,
    /// The columns that are true in the least valuation of those.
    pub present: Vec<Column>,
    /// The first rule that excludes it.
    pub rule: usize,
}

/// The first pair of microstep and valuation of a table that an assumption forbids; none when the assumption
/// holds of whatever the table describes.
///
/// Events that the table does not have are absent.
///
/// # Errors
/// When the budget is spent.
pub fn allows(
    table: &Table,
    assumption: &Assumption,
    budget: &Budget,
) -> Result<Option<Forbidden>, StopReason> {
    let steps = microsteps(assumption, table.last());
    grow(frame::variables(table), budget, |space| {
        let frame = Frame::new(table, space)?;
        for &microstep in &steps {
            budget.poll(Poll::Explore)?;
            let row = &frame.rows[(microstep as usize).min(frame.last())];
            let mut wrong = Vec::with_capacity(assumption.rules.len());
            for rule in &assumption.rules {
                wrong.push(row.minus(&formula(&frame, &rule.expr, microstep)?)?);
            }
            let Some(values) = frame.union(&wrong)?.pick() else { continue };
            let bit = |number: usize| values[frame.variable(number) as usize];
            let least = frame.valuation(bit)?;
            for (rule, set) in wrong.iter().enumerate() {
                if !set.and(&least)?.is_empty() {
                    let present = table.columns.iter().enumerate().filter(|&(number, _)| bit(number));
                    let present = present.map(|(_, &column)| column).collect();
                    return Ok(Some(Forbidden { microstep, present, rule }));
                }
            }
        }
        Ok(None)
    })
}

/// The table that an assumption stands for, over the columns of all values of some events, with rows up to
/// `last`. Nothing is received at microstep 0, whatever the assumption says, and events without a column are
/// absent.
///
/// # Errors
/// When the budget is spent.
pub fn table_of(
    assumption: &Assumption,
    columns: &[Column],
    last: usize,
    budget: &Budget,
) -> Result<Table, StopReason> {
    let free = Table { columns: columns.to_vec(), rows: vec![Diagram::constant(true); last + 1] };
    let steps = microsteps(assumption, last);
    let rows = grow(frame::variables(&free), budget, |space| {
        let frame = Frame::new(&free, space)?;
        let mut rows: Vec<Set> = vec![space.constant(false); last + 1];
        for &microstep in &steps {
            budget.poll(Poll::Explore)?;
            let mut allowed = if microstep == 0 { frame.nothing()? } else { frame.single.clone() };
            for rule in &assumption.rules {
                allowed = allowed.and(&formula(&frame, &rule.expr, microstep)?)?;
            }
            let row = &mut rows[(microstep as usize).min(last)];
            *row = row.or(&allowed)?;
        }
        let first = frame.variable(0);
        Ok(rows.iter().map(|row| Diagram::from_set(row, |variable| variable - first)).collect::<Vec<_>>())
    })?;
    Ok(Table { columns: columns.to_vec(), rows })
}

/// The first pair of microstep and valuation, as the columns that are true, that one table has and another
/// one does not; none when the first is within the second.
///
/// # Errors
/// When the budget is spent.
///
/// # Panics
/// When the tables have different columns.
pub fn excess(
    table: &Table,
    bound: &Table,
    budget: &Budget,
) -> Result<Option<(u32, Vec<Column>)>, StopReason> {
    assert_eq!(table.columns, bound.columns, "tables about the same events");
    grow(table.columns.len() as u32, budget, |space| {
        for step in 0..=table.last().max(bound.last()) {
            budget.poll(Poll::Explore)?;
            let (row, most) = (table.row(step), bound.row(step));
            if row == most {
                continue;
            }
            let more = row.to_set(space, |column| column)?.minus(&most.to_set(space, |column| column)?)?;
            if let Some(values) = more.pick() {
                let present = table.columns.iter().zip(values).filter(|(_, value)| *value);
                return Ok(Some((step as u32, present.map(|(&column, _)| column).collect())));
            }
        }
        Ok(None)
    })
}

/// The microsteps to look at: all rows, and of those after the last one representatives of all that the
/// assumption tells apart.
fn microsteps(assumption: &Assumption, last: usize) -> Vec<u32> {
    let last = last as u32;
    let mut steps: Vec<u32> = (0..=last).collect();
    for rule in &assumption.rules {
        rule.expr.visit(&mut |atom| {
            if let Atom::Microstep(_, number) = atom {
                steps.extend([number, number.saturating_add(1)].into_iter().filter(|&step| step > last));
            }
        });
    }
    if last == 0 {
        // Where something may be received, unlike at 0.
        steps.push(1);
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The valuations in which a formula is true at a microstep.
fn formula(frame: &Frame<'_>, expr: &Expr, microstep: u32) -> Try<Set> {
    let constant = |value| Ok(frame.space.constant(value));
    match expr {
        Expr::Constant(value) => constant(*value),
        Expr::Atom(Atom::Microstep(comparison, number)) => constant(comparison.holds(microstep, *number)),
        Expr::Atom(Atom::Event(event)) => frame.literal(Literal { event: *event, test: Test::Present }),
        Expr::Atom(Atom::Is(event, value)) => {
            frame.literal(Literal { event: *event, test: Test::Is(*value) })
        }
        // An assumption has no states.
        Expr::Atom(Atom::In(..) | Atom::Pre(..)) => constant(false),
        Expr::Not(inner) => formula(frame, inner, microstep)?.not(),
        Expr::And(parts) => parts
            .iter()
            .rev()
            .try_fold(frame.space.constant(true), |all, part| formula(frame, part, microstep)?.and(&all)),
        Expr::Or(parts) => parts
            .iter()
            .rev()
            .try_fold(frame.space.constant(false), |any, part| formula(frame, part, microstep)?.or(&any)),
        Expr::Implies(left, right) => {
            formula(frame, left, microstep)?.not()?.or(&formula(frame, right, microstep)?)
        }
    }
}
