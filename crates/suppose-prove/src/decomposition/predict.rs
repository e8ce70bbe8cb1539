//! Choosing a decomposition into two parts.
//!
//! What a proof with one assumption costs is not known before it is made. This prediction says: each side as
//! large as the logarithm of the product of its components, less half a bit for each action that is
//! synchronised inside, and every letter of the interface makes assumptions dearer. The cost of a split is
//! that of its dearer side plus that of its interface. All splits are tried for up to a dozen components;
//! beyond that those along the orders in which components would be added outward from the property.
//!
//! Predictions can be wrong in one way that is cheap to find out: a few components near the property may
//! decide the question by themselves. So before a split is chosen, the first parts of the orders are tried
//! with a small limit of states.

use suppose_base::{Budget, StopReason, counted};
use suppose_lts::Lts;

use super::Units;
use crate::Task;
use crate::learn::watching;
use crate::order::{Order, Strategy};
use crate::sides::shared;

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

/// The splits that are worth a thought, the cheapest first. With fewer than two components there is just one.
fn splits(task: &Task<'_>, orders: &[Vec<usize>]) -> Vec<Split> {
    let members = task.members();
    let mut found = Vec::new();
    if members.len() < 2 {
        return vec![Split { left: members.to_vec(), right: Vec::new(), letters: 0, cost: 0.0 }];
    }
    let mut tally = Tally::new(task);
    if members.len() <= ALL_SPLITS {
        // From one subset to the next in the order of Gray's code, one component changes sides.
        for number in 1..1usize << members.len() {
            tally.flip(members[number.trailing_zeros() as usize]);
            found.extend(tally.split());
        }
    } else {
        for order in orders {
            for &component in order {
                tally.flip(component);
                found.extend(tally.split());
            }
            for &component in order {
                tally.flip(component);
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

/// A decomposition that is likely to be cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// M1, as numbers of units.
    pub left: Vec<usize>,
    /// M2, as numbers of units.
    pub right: Vec<usize>,
    /// Why this one, a sentence each.
    pub reasons: Vec<String>,
}

/// The decomposition to try first; none for fewer than two units.
///
/// # Errors
/// When the budget is spent.
pub fn predict(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Option<Prediction>, StopReason> {
    if units.len() < 2 {
        return Ok(None);
    }
    let (split, why) = choose(task, budget)?;
    // A unit is where its first component is.
    let is_left = |&unit: &usize| split.left.contains(&units.members[unit][0]);
    let (left, right): (Vec<usize>, Vec<usize>) = (0..units.len()).partition(is_left);
    if left.is_empty() || right.is_empty() {
        return Ok(None);
    }
    Ok(Some(Prediction { left, right, reasons: vec![why] }))
}

/// The split to work with, and a sentence about why.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn choose(task: &Task<'_>, budget: &Budget) -> Result<(Split, String), StopReason> {
    let orders = Strategy::ALL.map(|strategy| outward(task, strategy));
    if task.members().len() > 1 {
        let small = budget.capped(PROBE);
        for cut in 1..task.members().len().min(PROBED + 1) {
            for order in &orders {
                let (left, right) = (ascending(&order[..cut]), ascending(&order[cut..]));
                let sigma = shared(task, &left, &right);
                match watching(task, &left, &sigma, &small) {
                    Ok(part) if part.is_safe() || part.is_broken() => {
                        let split = Split { left, right, letters: sigma.len(), cost: 0.0 };
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
    let all = splits(task, &orders);
    let among = all.len();
    let best = all.into_iter().next().expect("there is always one");
    let letters = counted(best.letters, "action");
    let why = format!("split chosen among {among} for its predicted cost; its interface has {letters}");
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

/// The components on two sides, and what their prediction counts. To move a component takes as long as it has
/// actions, so that all splits together are cheap even for hundreds of components.
struct Tally<'t> {
    task: &'t Task<'t>,
    /// For each member whether it is on the left.
    is_left: Vec<bool>,
    /// For each action, by number, how many components on the left and on the right have it.
    users: Vec<[u32; 2]>,
    /// For each action whether the watched component has it.
    watched: Vec<bool>,
    /// How many actions of both sides have more than one user there, counted once less than they have users.
    inside: [usize; 2],
    letters: usize,
}

impl<'t> Tally<'t> {
    /// All on the right.
    fn new(task: &'t Task<'t>) -> Self {
        let all = task.searched();
        let alphabets = all.iter().map(|&i| task.lts(i).alphabet());
        let most = alphabets.filter_map(|a| a.last()).max().map_or(0, |a| a.index());
        let mut tally = Self {
            task,
            is_left: vec![false; task.num_components()],
            users: vec![[0; 2]; most + 1],
            watched: vec![false; most + 1],
            inside: [0; 2],
            letters: 0,
        };
        task.lts(task.watched()).alphabet().iter().for_each(|a| tally.watched[a.index()] = true);
        for &member in task.members() {
            tally.count(member, 1, true);
        }
        tally
    }

    /// Moves a component to the other side.
    fn flip(&mut self, member: usize) {
        let from = usize::from(!self.is_left[member]);
        self.count(member, from, false);
        self.count(member, 1 - from, true);
        self.is_left[member] = from == 1;
    }

    /// Counts the actions of a component on a side, or no more.
    fn count(&mut self, member: usize, side: usize, comes: bool) {
        let task = self.task;
        for action in task.lts(member).alphabet() {
            let (users, watched) = (&mut self.users[action.index()], self.watched[action.index()]);
            let joint = |users: &[u32; 2]| users[1] > 0 && (users[0] > 0 || watched);
            let before = joint(users);
            if comes {
                self.inside[side] += usize::from(users[side] > 0);
                users[side] += 1;
            } else {
                users[side] -= 1;
                self.inside[side] -= usize::from(users[side] > 0);
            }
            self.letters = self.letters + usize::from(joint(users)) - usize::from(before);
        }
    }

    /// The split as it stands with its prediction; none when a side is empty.
    fn split(&self) -> Option<Split> {
        let members = self.task.members().iter().copied();
        let (left, right): (Vec<usize>, Vec<usize>) = members.partition(|&i| self.is_left[i]);
        if left.is_empty() || right.is_empty() {
            return None;
        }
        let watch = bits(self.task.lts(self.task.watched()));
        let cost = (self.size(&left, 0) + watch).max(self.size(&right, 1)) + LETTER * number(self.letters);
        Some(Split { left, right, letters: self.letters, cost })
    }

    /// The predicted size of a side, in bits.
    fn size(&self, part: &[usize], side: usize) -> f64 {
        let states: f64 = part.iter().map(|&i| bits(self.task.lts(i))).sum();
        let largest = part.iter().map(|&i| bits(self.task.lts(i))).fold(0.0, f64::max);
        (states - 0.5 * number(self.inside[side])).max(largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    /// Random components over few actions, so that many are shared.
    fn random(components: usize, seed: u64) -> suppose_lts::System {
        let mut state = seed;
        let mut next = |bound: u64| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ mixed >> 31) % bound
        };
        let parts = (0..=components).map(|i| {
            let letters: Vec<u32> = (1..12).filter(|_| next(3) == 0).collect();
            let states = 1 + next(5) as usize;
            let role = if i == components { Role::Property } else { Role::Component };
            component("M", role, lts_of(states, &[], &letters))
        });
        system_of(parts.collect())
    }

    /// The prediction from the definition.
    fn predicted(task: &Task<'_>, left: &[usize], right: &[usize]) -> (usize, f64) {
        let letters = crate::sides::interface(task, left, right).len();
        let size = |part: &[usize]| {
            let bits = |&i: &usize| number(task.lts(i).num_states()).log2();
            let occurrences: usize = part.iter().map(|&i| task.lts(i).alphabet().len()).sum();
            let inside = occurrences - task.alphabet(part).len();
            let states: f64 = part.iter().map(bits).sum();
            (states - 0.5 * number(inside)).max(part.iter().map(bits).fold(0.0, f64::max))
        };
        let watch = number(task.lts(task.watched()).num_states()).log2();
        (letters, (size(left) + watch).max(size(right)) + 0.5 * number(letters))
    }

    #[test]
    fn counting_step_by_step_agrees_with_the_definition() {
        for seed in 0..200 {
            let components = 2 + (seed % 14) as usize;
            let system = random(components, seed);
            let task = Task::new(&system, Question::Safe(components)).expect("a question of safety");
            let orders = Strategy::ALL.map(|strategy| outward(&task, strategy));
            let found = splits(&task, &orders);
            assert!(found.is_sorted_by(|a, b| a.cost <= b.cost), "seed {seed}");
            for split in &found {
                let (letters, cost) = predicted(&task, &split.left, &split.right);
                assert_eq!(split.letters, letters, "seed {seed}: {split:?}");
                assert!((split.cost - cost).abs() < 1e-9, "seed {seed}: {split:?} {cost}");
            }
            let all = (1usize << components) - 2;
            let useless = found.iter().all(|split| split.letters == 0);
            if components <= ALL_SPLITS && useless {
                assert_eq!(found.len(), all, "seed {seed}");
            }
            if components > ALL_SPLITS {
                assert!(found.len() <= 3 * (components - 1), "seed {seed}");
            }
        }
    }

    /// In a row of components each hands over to the next by one action; the first alone keeps the property
    /// about the first two.
    #[test]
    fn a_part_that_decides_is_found_first() {
        let link = |i: u32| lts_of(2, &[(0, i, 1), (1, i + 1, 0)], &[]);
        let mut all: Vec<_> = (1..5).map(|i| component(&format!("C{i}"), Role::Component, link(i))).collect();
        let property = lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)], &[]);
        all.push(component("P", Role::Property, property));
        let system = system_of(all);
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let (split, why) = choose(&task, &Budget::unlimited()).expect("no limit");
        assert_eq!((split.left, split.right), (vec![0], vec![1, 2, 3]));
        assert_eq!(why, "split chosen because its first part decides the question");
    }
}
