//! Choosing a decomposition into two parts.
//!
//! What a proof with one assumption costs is not known before it is made. This prediction says: each side as large as the logarithm of the
//! product of its components, less half a bit for each action that is synchronised inside, and every letter of the interface makes
//! assumptions dearer. The cost of a split is that of its dearer side plus that of its interface. All splits are tried for up to a
//! dozen components; beyond that those along the orders in which components would be added outward from the property.
//!
//! Predictions can be wrong in one way that is cheap to find out: a few components near the property may decide the question by themselves. So
//! before a split is chosen, the first parts of the orders are tried with a small limit of states.

use suppose_base::{Budget, StopReason};
use suppose_lts::Lts;

use crate::Task;
use crate::learn::watching;
use crate::order::{Order, Strategy};
use crate::sides::interface;

/// So many components have all their splits tried.
const ALL_SPLITS: usize = 12;
/// So many components at the beginning of an order are tried alone, with so many states.
const PROBED: usize = 3;
const PROBE: u64 = 1 << 10;
/// What a letter of the interface costs, in bits of states.
const LETTER: f64 = 0.5;

/// A split into two parts with its predicted cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// M1, which is proved with the assumption.
    pub left: Vec<usize>,
    /// M2, which has to satisfy it.
    pub right: Vec<usize>,
    /// The number of letters of the interface.
    pub letters: usize,
    /// The predicted cost; only good for comparing.
    pub cost: f64,
}

impl Split {
    /// The split with its prediction.
    pub fn new(task: &Task<'_>, left: Vec<usize>, right: Vec<usize>) -> Self {
        let letters = interface(task, &left, &right).len();
        let watch = bits(task.lts(task.watched()));
        let cost = (size(task, &left) + watch).max(size(task, &right)) + LETTER * number(letters);
        Self { left, right, letters, cost }
    }
}

/// The splits that are worth a thought, the cheapest first. With fewer than two components there is just one.
pub fn splits(task: &Task<'_>) -> Vec<Split> {
    let members = task.members();
    let mut found = Vec::new();
    if members.len() < 2 {
        return vec![Split::new(task, members.to_vec(), Vec::new())];
    }
    if members.len() <= ALL_SPLITS {
        for choice in 1..(1usize << members.len()) - 1 {
            let chosen = |place: usize| choice >> place & 1 == 1;
            let (left, right): (Vec<_>, Vec<_>) =
                members.iter().enumerate().partition(|&(place, _)| chosen(place));
            let plain = |side: Vec<(usize, &usize)>| side.into_iter().map(|(_, &i)| i).collect();
            found.push(Split::new(task, plain(left), plain(right)));
        }
    } else {
        for strategy in Strategy::ALL {
            let order = outward(task, strategy);
            for cut in 1..order.len() {
                found.push(Split::new(task, ascending(&order[..cut]), ascending(&order[cut..])));
            }
        }
    }
    // Ties go to the split whose first part is smaller and comes first in the source.
    found.sort_by(|a, b| {
        a.cost.total_cmp(&b.cost).then_with(|| (a.left.len(), &a.left).cmp(&(b.left.len(), &b.left)))
    });
    found.dedup_by(|a, b| a.left == b.left);
    // An empty interface helps nobody, unless all are empty.
    if found.iter().any(|split| split.letters > 0) {
        found.retain(|split| split.letters > 0);
    }
    found
}

/// The split to work with, and a sentence about why.
///
/// # Errors
/// When the budget is spent.
pub fn choose(task: &Task<'_>, budget: &Budget) -> Result<(Split, String), StopReason> {
    if task.members().len() > 1 {
        let small = budget.clone().with_max_states(budget.max_states().unwrap_or(PROBE).min(PROBE));
        let orders = Strategy::ALL.map(|strategy| outward(task, strategy));
        for cut in 1..task.members().len().min(PROBED + 1) {
            for order in &orders {
                let (left, right) = (ascending(&order[..cut]), ascending(&order[cut..]));
                match watching(task, &left, &interface(task, &left, &right), &small) {
                    Ok(part) if part.is_safe() || part.is_broken() => {
                        let split = Split::new(task, left, right);
                        return Ok((
                            split,
                            "split chosen because its first part decides the question".into(),
                        ));
                    }
                    Ok(_) | Err(StopReason::States(_)) => {}
                    Err(reason) => return Err(reason),
                }
            }
        }
    }
    let all = splits(task);
    let among = all.len();
    let best = all.into_iter().next().expect("there is always one");
    let letters = best.letters;
    let why =
        format!("split chosen among {among} for its predicted cost; its interface has {letters} actions");
    Ok((best, why))
}

/// The components in the order in which they would be added to the property.
fn outward(task: &Task<'_>, strategy: Strategy) -> Vec<usize> {
    let mut order = Order::new(task.members().iter().map(|&i| (i, task.lts(i))), strategy);
    let mut reached = Lts::clone(task.lts(task.watched()));
    let mut sequence = Vec::new();
    while let Some(next) = order.next(&reached, false) {
        reached = reached.with_alphabet(task.lts(next).alphabet().iter().copied());
        sequence.push(next);
    }
    sequence
}

fn ascending(components: &[usize]) -> Vec<usize> {
    let mut sorted = components.to_vec();
    sorted.sort_unstable();
    sorted
}

fn bits(lts: &Lts) -> f64 {
    number(lts.num_states().max(1)).log2()
}

/// A number for estimates.
fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// The predicted size of a part, in bits.
fn size(task: &Task<'_>, part: &[usize]) -> f64 {
    let states: f64 = part.iter().map(|&i| bits(task.lts(i))).sum();
    let occurrences: usize = part.iter().map(|&i| task.lts(i).alphabet().len()).sum();
    let inside = occurrences - task.alphabet(part).len();
    let largest = part.iter().map(|&i| bits(task.lts(i))).fold(0.0, f64::max);
    (states - 0.5 * number(inside)).max(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::check::Question;
    use suppose_lts::{Role, System};

    /// A row of components, each of which hands over to the next by one action; the property is about the first two actions.
    fn row(length: u32) -> System {
        let link = |i: u32| lts_of(2, &[(0, i, 1), (1, i + 1, 0)], &[]);
        let mut all: Vec<_> =
            (1..=length).map(|i| component(&format!("C{i}"), Role::Component, link(i))).collect();
        let property = lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)], &[]);
        all.push(component("P", Role::Property, property));
        system_of(all)
    }

    #[test]
    fn the_interface_of_a_cut_is_what_both_sides_share() {
        let system = row(4);
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let cut = Split::new(&task, vec![0, 1], vec![2, 3]);
        assert_eq!(cut.letters, 1);
        let mixed = Split::new(&task, vec![0, 2], vec![1, 3]);
        assert_eq!(mixed.letters, 3);
        assert!(cut.cost < mixed.cost);
        // 2^4 choices of a side, without the two that leave nothing for the other.
        assert_eq!(splits(&task).len(), 14);
    }

    #[test]
    fn a_part_that_decides_is_found_first() {
        let system = row(4);
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let (split, why) = choose(&task, &Budget::unlimited()).expect("no limit");
        assert_eq!((split.left, split.right), (vec![0], vec![1, 2, 3]));
        assert_eq!(why, "split chosen because its first part decides the question");
    }

    #[test]
    fn many_components_are_only_cut_along_orders() {
        let system = row(20);
        let task = Task::new(&system, Question::Safe(20)).expect("safety");
        let all = splits(&task);
        assert!(all.len() <= 3 * 19 && all.windows(2).all(|w| w[0].cost <= w[1].cost));
        let alone = row(1);
        let task = Task::new(&alone, Question::Safe(1)).expect("safety");
        assert_eq!(splits(&task).len(), 1);
        assert!(splits(&task)[0].right.is_empty());
    }
}
