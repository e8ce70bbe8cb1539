//! More than two parts: an order of groups for the rule `chain`.
//!
//! Units are taken in the orders in which they would be added outward from the property (the same three as for
//! composition). Neighbours in an order become one group as long as what they do together, over what others
//! see of it, is built with few states: a part that is small needs no assumption inside of it. Of the three
//! orders the one with the lowest estimate wins.
//!
//! The estimate follows the chain as the proof will: the first group with the property, reduced, then each
//! group as one LTS added to what is there. What is there after i groups is what the others must not do, that
//! is the weakest assumption i. As for two parts, the cost is that of the largest product on the way, or three
//! times what is reduced. Once nothing can fail any more the rest is never looked at, so it is one group.

use suppose_base::{ActionId, Budget, StopReason};

use super::Units;
use super::candidates::outward;
use super::probe::{PAIRS, built};
use crate::Task;
use crate::learn::{behaviour, watching};
use crate::order::Strategy;

/// Units are joined while the group is built with at most so many states, or with no more than its largest
/// component has.
const SMALL: u64 = 64;
/// No estimate is made beyond so many states.
const LIMIT: u64 = 1 << 12;

/// Groups of units in the order of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The groups, each as numbers of units.
    pub groups: Vec<Vec<usize>>,
    /// The predicted cost, in states; `None` when it is too large to look at.
    pub cost: Option<u64>,
}

/// An order of groups for the rule `chain`; none for fewer than two units.
///
/// # Errors
/// When the budget is spent.
pub fn chain(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Option<Chain>, StopReason> {
    let mut best: Option<Chain> = None;
    if units.len() < 2 {
        return Ok(None);
    }
    for strategy in Strategy::ALL {
        let order = outward(task, units, strategy);
        let mut found = Chain { groups: grouped(task, units, &order, budget)?, cost: None };
        found.cost = estimate(task, units, &mut found.groups, budget)?;
        let cost = |chain: &Chain| (chain.cost.unwrap_or(u64::MAX), chain.groups.len());
        if best.as_ref().is_none_or(|best| cost(&found) < cost(best)) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Neighbours in an order joined to groups. There are two at least.
fn grouped(
    task: &Task<'_>,
    units: &Units,
    order: &[usize],
    budget: &Budget,
) -> Result<Vec<Vec<usize>>, StopReason> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, &unit) in order.iter().enumerate() {
        // Without a second group there would be nothing to suppose.
        let must_part = groups.len() == 1 && place + 1 == order.len();
        if let Some(last) = groups.last_mut().filter(|_| !must_part) {
            last.push(unit);
            if is_small(task, &units.components(last), budget)? {
                continue;
            }
            last.pop();
        }
        groups.push(vec![unit]);
    }
    Ok(groups)
}

/// Whether some components are built with few states.
fn is_small(task: &Task<'_>, components: &[usize], budget: &Budget) -> Result<bool, StopReason> {
    let largest = components.iter().map(|&component| task.lts(component).num_states() as u64).max();
    let most = largest.unwrap_or(0).max(SMALL);
    let seen = seen_by_others(task, components);
    let part =
        behaviour(task, components, |action| seen.binary_search(&action).is_ok(), &budget.capped(most));
    Ok(built(part, most, &mut 0)?.is_some())
}

/// The actions of all components that are not among these, and of the watched one; sorted.
fn seen_by_others(task: &Task<'_>, components: &[usize]) -> Vec<ActionId> {
    let mut others = task.searched();
    others.retain(|other| !components.contains(other));
    task.alphabet(&others)
}

/// The predicted cost of a chain. Groups after the place where nothing can fail any more become one.
fn estimate(
    task: &Task<'_>,
    units: &Units,
    groups: &mut Vec<Vec<usize>>,
    budget: &Budget,
) -> Result<Option<u64>, StopReason> {
    let small = budget.capped(LIMIT);
    let parts = units.parts(task, groups);
    let rest = |place: usize| task.alphabet(&parts[place + 1..].concat());
    let first = watching(task, &parts[0], &rest(0), &small);
    let Some(mut part) = built(first, LIMIT, &mut 0)? else { return Ok(None) };
    let mut cost = 0;
    for place in 1..=parts.len() {
        cost = cost.max(part.effort().max_states).max(PAIRS * part.lts().num_states() as u64);
        if part.is_safe() || part.is_broken() {
            let last: Vec<usize> = groups.drain(place..).flatten().collect();
            groups.extend((!last.is_empty()).then_some(last));
            return Ok(Some(cost));
        }
        if place == parts.len() {
            break;
        }
        let seen = seen_by_others(task, &parts[place]);
        let traces = behaviour(task, &parts[place], |action| seen.binary_search(&action).is_ok(), &small);
        let Some(traces) = built(traces, LIMIT, &mut 0)? else { return Ok(None) };
        cost = cost.max(traces.effort().max_states).max(PAIRS * traces.lts().num_states() as u64);
        let later = rest(place);
        match part.add(traces.lts(), |action| later.binary_search(&action).is_ok(), &small) {
            Ok(()) => {}
            Err(StopReason::States(_)) => return Ok(None),
            Err(reason) => return Err(reason),
        }
    }
    Ok(Some(cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    /// A row of components, each of which hands over to the next by one action, with this many states each;
    /// the property is that the last action comes after the first.
    fn row(links: u32, pauses: usize) -> suppose_lts::System {
        let link = |i: u32| {
            let pause = |s: usize| (s, 100 + i, s + 1);
            let mut steps: Vec<(usize, u32, usize)> = (1..=pauses).map(pause).collect();
            steps.extend([(0, i, 1), (pauses + 1, i + 1, 0)]);
            lts_of(pauses + 2, &steps, &[])
        };
        let named = |i: u32| component(&format!("C{i}"), Role::Component, link(i));
        let mut all: Vec<_> = (1..=links).map(named).collect();
        let last = links + 1;
        all.push(component(
            "P",
            Role::Property,
            lts_of(2, &[(0, 1, 1), (0, last, PI), (1, 1, 1), (1, last, 1)], &[]),
        ));
        system_of(all)
    }

    fn found(system: &suppose_lts::System) -> Chain {
        let watched = system.components.len() - 1;
        let task = Task::new(system, Question::Safe(watched)).expect("safety");
        let found = chain(&task, &Units::single(&task), &Budget::unlimited()).expect("no limit");
        found.expect("several units")
    }

    #[test]
    fn neighbours_that_are_small_together_are_one_group() {
        // Two components of ten states have twenty together, reduced to two after each step; all fit.
        let all = found(&row(4, 8));
        assert_eq!(all.groups.concat().len(), 4);
        assert_eq!(all.groups.len(), 2);
        // Ninety states each: a pair would need more than either has.
        let apart = found(&row(4, 90));
        assert_eq!(apart.groups.len(), 4, "{apart:?}");
        assert!(apart.cost.is_some_and(|cost| cost >= 92));
    }

    #[test]
    fn what_is_never_looked_at_is_one_group() {
        // The first component alone says that 2 comes after 1.
        let mut system = row(4, 90);
        let watched = system.components.len() - 1;
        let property = lts_of(2, &[(0, 1, 1), (0, 2, PI), (1, 1, PI), (1, 2, 0)], &[]);
        system.components[watched] = component("P", Role::Property, property);
        assert_eq!(found(&system).groups, [vec![0], vec![1, 2, 3]]);
    }
}
