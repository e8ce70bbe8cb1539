//! The paper's own algorithm (§4.2 and §4.3), for comparison.
//!
//! # Contract
//! From configurations with how often each was seen, [`eventsets`] counts every set of items that occurs, and
//! [`rules`] gives *h* ⇒ *h′* ∖ *h* for every two sets *h* ⊂ *h′* with the same count. An item is an event
//! with its value (absent is one too) or the counter. Nothing is left out, so most rules follow from others.
//!
//! With *n* events there are 2ⁿ⁺¹ − 1 sets for each configuration, and their pairs are compared: use it for
//! few events. The limit of states bounds the number of sets. Tested with the paper's Tables 1 and 2.

use std::collections::BTreeMap;

use suppose_base::{Budget, Poll, StopReason};

use super::rule::{Literal, Rule, Steps, Terms, Test};
use crate::table::Column;

/// A configuration as the environment shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The microstep counter.
    pub microstep: u32,
    /// The columns that are true, in the order of the columns.
    pub present: Vec<Column>,
    /// How often it was seen.
    pub count: u64,
}

/// Sets of items, and in how many configurations each of them holds.
pub type Eventsets = BTreeMap<Terms, u64>;

/// All sets of items that hold in some configuration, but for the empty one. `columns` are those of all
/// events.
///
/// # Errors
/// When there are more sets than the budget has states for, or its time is spent.
pub fn eventsets(
    columns: &[Column],
    configurations: &[Configuration],
    budget: &Budget,
) -> Result<Eventsets, StopReason> {
    let mut sets = Eventsets::new();
    for configuration in configurations {
        let steps = Steps { from: configuration.microstep, to: Some(configuration.microstep) };
        let mut subsets = vec![Terms::default()];
        for part in columns.chunk_by(|a, b| a.event == b.event) {
            budget.poll(Poll::Explore)?;
            budget.check_states((sets.len() + subsets.len()) as u64)?;
            let present = part.iter().find(|column| configuration.present.contains(column));
            let absent = Literal { event: part[0].event, test: Test::Absent };
            let literal = present.map_or(absent, |&column| Literal::of(column, true));
            for place in 0..subsets.len() {
                let mut with = subsets[place].clone();
                with.literals.push(literal);
                subsets.push(with);
            }
        }
        for subset in subsets {
            let at = Terms { steps: Some(steps), literals: subset.literals.clone() };
            *sets.entry(at).or_default() += configuration.count;
            if !subset.literals.is_empty() {
                *sets.entry(subset).or_default() += configuration.count;
            }
        }
    }
    Ok(sets)
}

/// All rules between sets with equal counts, in the order of their conditions and then of the larger sets.
///
/// # Errors
/// When the budget is spent.
pub fn rules(sets: &Eventsets, budget: &Budget) -> Result<Vec<Rule>, StopReason> {
    let mut rules = Vec::new();
    let mut by_count: BTreeMap<u64, Vec<&Terms>> = BTreeMap::new();
    for (set, &count) in sets {
        by_count.entry(count).or_default().push(set);
    }
    for (condition, count) in sets {
        budget.poll(Poll::Explore)?;
        for larger in by_count.get(count).into_iter().flatten() {
            if let Some(conclusion) = difference(larger, condition) {
                let condition = condition.clone();
                rules.push(Rule { condition, conclusion: Some(conclusion), support: *count });
            }
        }
    }
    Ok(rules)
}

/// What a set has more than another, if that is a proper subset.
fn difference(larger: &Terms, smaller: &Terms) -> Option<Terms> {
    if smaller.steps.is_some() && smaller.steps != larger.steps
        || !smaller.literals.iter().all(|literal| larger.literals.contains(literal))
    {
        return None;
    }
    let left = Terms {
        steps: larger.steps.filter(|_| smaller.steps.is_none()),
        literals: larger
            .literals
            .iter()
            .filter(|literal| !smaller.literals.contains(literal))
            .copied()
            .collect(),
    };
    (left != Terms::default()).then_some(left)
}
