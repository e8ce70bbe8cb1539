//! Rules that describe what an environment can send.
//!
//! A [`Table`] says which valuations of interface events are possible at each microstep. It is the strongest
//! assumption of its shape and what a check uses; this module says the same in implications that people can
//! read: `mS <= 2 => A=0 && B=0`. All rules have a confidence of 100 %: they hold in every row. How often a
//! row was seen does not matter for that, so tables are mined and not configurations, and the power set of
//! each configuration, as in the paper (§4.2), is only built for [`paper`] itself.
//!
//! # Contract
//! [`mine`] gives rules that hold for every pair of microstep and valuation of the table, always in the same
//! order. [`Rules::exact`] says whether they allow nothing else, which is checked and not just expected.
//! [`Style::Compact`] and [`Style::Tables`] are always exact. The rules of the other styles have no negated
//! values (`LEVEL != Lo`) and no rule for a row without any valuation, so they may say less.
//!
//! [`allows`] says whether an assumption that somebody wrote holds of a table, [`table_of`] gives the table
//! that an assumption stands for, and [`excess`] compares two tables.

mod compact;
mod cover;
mod discharge;
mod frame;
mod generators;
pub mod paper;
mod redundancy;
mod rule;
mod text;

use crate::lang::Assumption;
use suppose_base::{Budget, StopReason};

use crate::space::{Try, grow};
use crate::table::Table;
use compact::Detail;
use frame::Frame;

pub use discharge::{Forbidden, allows, excess, table_of};
pub use rule::{Literal, Rule, Steps, Terms, Test};
pub use text::{Datum, Entry, Layout};

/// Which rules to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Few: intervals, exclusions and what else is needed, none of which follows from the others. What
    /// follows from nothing being received at microstep 0 is left out.
    Compact,
    /// As the paper's Tables 4 and 5: all intervals and all exclusions, these from both ends, even when they
    /// follow from others; and what else is needed.
    Tables,
    /// A rule for each smallest condition, with all that follows from it. Exponentially many in the worst
    /// case.
    Full,
    /// Of the full rules those that do not follow from others.
    Basis,
}

/// What was found in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Whether they determine the table; for [`Style::Compact`] and [`Style::Tables`] together with nothing
    /// being received at microstep 0, if the table says so.
    pub exact: bool,
}

impl Rules {
    /// The rules as an assumption on the component that receives the events.
    pub fn assumption(&self) -> Assumption {
        rule::assumption(&self.rules)
    }
}

/// Looks for rules in a table.
///
/// # Errors
/// When the budget is spent; each generator of [`Style::Full`] counts as a state.
pub fn mine(table: &Table, style: Style, budget: &Budget) -> Result<Rules, StopReason> {
    grow(frame::variables(table), budget, |space| attempt(&Frame::new(table, space)?, style, budget))
}

fn attempt(frame: &Frame<'_>, style: Style, budget: &Budget) -> Try<Rules> {
    let given = matches!(style, Style::Compact | Style::Tables) && frame.row_zero_is_given()?;
    let facts = match style {
        Style::Compact => compact::facts(frame, given, Detail::Least, budget)?,
        Style::Tables => compact::facts(frame, given, Detail::All, budget)?,
        Style::Full => generators::facts(frame, budget)?,
        Style::Basis => generators::basis(frame, budget)?,
    };
    let excluded = facts.iter().map(|fact| frame.excluded(fact)).collect::<Try<Vec<_>>>()?;
    let described = frame.described(given)?;
    let exact = described.minus(&frame.union(&excluded)?)? == described.and(&frame.table)?;
    let mut rules = rule::together(facts, frame.columns);
    for rule in &mut rules {
        rule.support = frame.support(&rule.condition)?;
    }
    Ok(Rules { rules, exact })
}
