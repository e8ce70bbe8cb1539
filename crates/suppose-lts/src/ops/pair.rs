//! The parallel product of two LTSs as one LTS, with hiding on the way.
//!
//! The same meaning as composing a system of two components and then hiding: shared actions are taken
//! jointly, others and τ alone, and who goes to π takes the product there. It is made for building a large
//! product from a large LTS and a small one, again and again: nothing is compiled first, the two sorted rows
//! of a pair of states are merged. Termination is not looked at: the result has no end state.
//!
//! States are numbered breadth-first. Time is linear in the transitions of the result, plus those tried in
//! vain. Pairs are found in a dense table where that is small, else by hashing. Tested against
//! [`compose`](crate::product::compose) in `tests/all/laws`.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use crate::{Lts, RowBuilder, Transition};

/// Work for a pair, for a transition looked at, and for one made.
const PAIR: u64 = 35;
const LOOK: u64 = 4;
const MAKE: u64 = 20;

/// Most entries of a dense table of pairs: 4 MiB.
const DENSE: u64 = 1 << 20;

/// The product of two LTSs, in which every action that does not satisfy `visible` is τ and leaves the
/// alphabet.
///
/// # Errors
/// When the budget is spent, or the product has more transitions than 32-bit numbers can count.
pub fn compose_pair(
    left: &Lts,
    right: &Lts,
    visible: impl Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<Lts, StopReason> {
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(left.alphabet().iter().chain(right.alphabet()).copied().filter(|&a| visible(a)));
    if left.initial().is_error() || right.initial().is_error() {
        return finish(rows, StateId::ERROR);
    }
    let last = left.alphabet().iter().chain(right.alphabet()).map(|a| a.index()).max().unwrap_or(0);
    let mut kinds = vec![Kind::default(); last + 1];
    for (index, kind) in kinds.iter_mut().enumerate() {
        let action = ActionId::from_raw(index as u32);
        kind.shared = left.has_action(action) && right.has_action(action);
        kind.shown = if !action.is_tau() && visible(action) { action } else { ActionId::TAU };
    }
    let mut pairs = Pairs::new(left, right);
    pairs.visit(left.initial(), right.initial());
    let mut toll = budget.toll(Poll::Compose);
    toll.settle()?;
    let mut next = 0;
    while let Some(&(l, r)) = pairs.order.get(next) {
        if next.is_multiple_of(1024) {
            budget.check_bytes(pairs.bytes() + 8 * rows.num_transitions() as u64)?;
        }
        budget.check_states(pairs.order.len() as u64)?;
        next += 1;
        let (mut ls, mut rs) = (left.transitions(l), right.transitions(r));
        let before = rows.num_transitions();
        let looked = (ls.len() + rs.len()) as u64;
        while let Some(first) =
            ls.first().map(|t| t.action).into_iter().chain(rs.first().map(|t| t.action)).min()
        {
            let kind = kinds[first.index()];
            let (mine, theirs) = (take(&mut ls, first), take(&mut rs, first));
            if kind.shared {
                for a in mine {
                    for b in theirs {
                        rows.add(kind.shown, pairs.visit(a.target, b.target));
                    }
                }
            } else {
                for a in mine {
                    rows.add(kind.shown, pairs.visit(a.target, r));
                }
                for b in theirs {
                    rows.add(kind.shown, pairs.visit(l, b.target));
                }
            }
        }
        rows.end_row();
        toll.add(PAIR + LOOK * looked + MAKE * (rows.num_transitions() - before) as u64)?;
    }
    toll.settle()?;
    budget.check_states(pairs.order.len() as u64)?;
    finish(rows, StateId::must(0))
}

fn finish(rows: RowBuilder, initial: StateId) -> Result<Lts, StopReason> {
    rows.finish(initial, None).map_err(|error| StopReason::Unsupported(error.to_string()))
}

/// Splits off the transitions with this action from the front of a row.
fn take<'r>(row: &mut &'r [Transition], action: ActionId) -> &'r [Transition] {
    let length = row.iter().take_while(|t| t.action == action).count();
    let (mine, rest) = row.split_at(length);
    *row = rest;
    mine
}

/// How an action is taken and shown.
#[derive(Clone, Copy)]
struct Kind {
    shared: bool,
    shown: ActionId,
}

impl Default for Kind {
    fn default() -> Self {
        Self { shared: false, shown: ActionId::TAU }
    }
}

/// The pairs met so far, in order.
struct Pairs {
    order: Vec<(StateId, StateId)>,
    width: u64,
    /// The number of each pair plus one, 0 for none; empty when hashing is used.
    dense: Vec<u32>,
    hashed: HashTable<u32>,
}

impl Pairs {
    fn new(left: &Lts, right: &Lts) -> Self {
        let width = right.num_states() as u64;
        let all = left.num_states() as u64 * width;
        let dense = if all <= DENSE { vec![0; all as usize] } else { Vec::new() };
        Self { order: Vec::new(), width, dense, hashed: HashTable::new() }
    }

    /// The number of a pair, a new one if it has none; π when one of the two is.
    #[inline]
    fn visit(&mut self, left: StateId, right: StateId) -> StateId {
        if left.is_error() || right.is_error() {
            return StateId::ERROR;
        }
        let width = self.width;
        let key = |(l, r): (StateId, StateId)| u64::from(l.raw()) * width + u64::from(r.raw());
        let place = key((left, right));
        if !self.dense.is_empty() {
            let slot = &mut self.dense[place as usize];
            if *slot == 0 {
                self.order.push((left, right));
                *slot = self.order.len() as u32;
            }
            return StateId::from_raw(*slot - 1);
        }
        let order = &mut self.order;
        let hash = |key: u64| FxBuildHasher.hash_one(key);
        let entry = self.hashed.entry(
            hash(place),
            |&number| order[number as usize] == (left, right),
            |&number| hash(key(order[number as usize])),
        );
        StateId::from_raw(match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let number = StateId::must(order.len()).raw();
                free.insert(number);
                order.push((left, right));
                number
            }
        })
    }

    fn bytes(&self) -> u64 {
        (self.order.capacity() * 8 + self.dense.len() * 4 + self.hashed.allocation_size()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn shared_actions_are_joint_and_the_hidden_are_silent() {
        // a is shared, b is the left one's own, c the right one's; τ is taken alone on both sides.
        let left = lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[]);
        let right = lts_of(2, &[(0, 0, 1), (1, 1, 0), (1, 3, PI)], &[]);
        let product = compose_pair(&left, &right, |a| a.raw() != 2, &Budget::unlimited()).expect("no limit");
        // 0 = (0,0), 1 = (0,1), 2 = (1,0), 3 = (1,1).
        assert_eq!(
            rows_of(&product),
            [(0, 0, 1), (1, 1, 2), (1, 3, PI), (2, 0, 0), (2, 0, 3), (3, 0, 1), (3, 3, PI)]
        );
        let names: Vec<u32> = product.alphabet().iter().map(|a| a.raw()).collect();
        assert_eq!(names, [1, 3]);
    }

    #[test]
    fn a_part_that_starts_in_the_error_state_ends_all() {
        let mut broken = crate::LtsBuilder::new(1);
        broken.set_initial(StateId::ERROR);
        let broken = broken.finish().expect("valid");
        let other = lts_of(1, &[(0, 1, 0)], &[]);
        let product = compose_pair(&other, &broken, |_| true, &Budget::unlimited()).expect("no limit");
        assert!(product.initial().is_error());
        assert_eq!((product.num_states(), product.alphabet().len()), (0, 1));
    }

    #[test]
    fn limits_stop_it() {
        let ring = |action: u32| {
            let edges: Vec<_> = (0..2000).map(|s| (s, action, (s + 1) % 2000)).collect();
            lts_of(2000, &edges, &[])
        };
        let few = Budget::unlimited().with_max_states(5000);
        let (left, right) = (ring(1), ring(2));
        assert_eq!(compose_pair(&left, &right, |_| true, &few), Err(StopReason::States(5000)));
        // Not later than the steps of one pair go beyond the limit.
        assert!(few.counters().states.load(std::sync::atomic::Ordering::Relaxed) <= 5002);
        let stopped = Budget::unlimited().tripping_at(Poll::Compose);
        assert_eq!(compose_pair(&left, &right, |_| true, &stopped), Err(StopReason::Interrupted));
        let all = compose_pair(&left, &right, |_| true, &Budget::unlimited()).expect("no limit");
        assert_eq!((all.num_states(), all.num_transitions()), (4_000_000, 8_000_000));
    }
}
