//! Strongly connected components of the part of an LTS that a predicate selects.
//!
//! Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with an explicit stack, so that depth costs heap and not
//! stack. Components are numbered in reverse topological order: a selected transition never leads to a
//! component with a higher number than its source's. π is in no component. Time is linear in states and
//! transitions, the predicate is asked at most once for each transition. Tested against mutual reachability
//! on random graphs.

use suppose_base::{Budget, Poll, StateId, StopReason};

use crate::{Lts, Transition};

/// A partition of the states into strongly connected components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    of: Vec<u32>,
    count: u32,
}

impl Components {
    /// The component of a state.
    ///
    /// # Panics
    /// For π, which is in none.
    pub fn of(&self, state: StateId) -> usize {
        self.of[state.index()] as usize
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Work for a state and for a transition.
const VISIT: u64 = 25;
const LOOK: u64 = 4;

/// Not visited yet.
const NEW: u32 = u32::MAX;

/// Finds the components of all states, reachable or not, under the selected transitions.
///
/// # Errors
/// When the budget is spent.
pub fn strongly_connected(
    lts: &Lts,
    selected: impl Fn(StateId, Transition) -> bool,
    budget: &Budget,
) -> Result<Components, StopReason> {
    let n = lts.num_states();
    // While a state is on Tarjan's stack, `low` is the smallest visiting number it is known to reach; once
    // its component is complete, `done` is set and the slot holds the number of the component.
    let mut low = vec![NEW; n];
    let mut done = vec![false; n];
    let mut visited = 0u32;
    let mut count = 0u32;
    let mut open: Vec<StateId> = Vec::new();
    let mut calls: Vec<Frame> = Vec::new();
    let mut toll = budget.toll(Poll::Components);
    for root in lts.states() {
        if low[root.index()] != NEW {
            continue;
        }
        calls.push(Frame::enter(root, &mut visited, &mut low, &mut open));
        while let Some(frame) = calls.last_mut() {
            let row = lts.transitions(frame.state);
            if let Some(&t) = row.get(frame.next as usize) {
                frame.next += 1;
                toll.add(LOOK)?;
                let to = t.target;
                if to.is_error() || !selected(frame.state, t) {
                    continue;
                }
                if low[to.index()] == NEW {
                    toll.add(VISIT)?;
                    let child = Frame::enter(to, &mut visited, &mut low, &mut open);
                    calls.push(child);
                } else if !done[to.index()] {
                    let reached = low[to.index()];
                    let own = &mut low[frame.state.index()];
                    *own = (*own).min(reached);
                }
                continue;
            }
            let Frame { state, number, .. } = *frame;
            calls.pop();
            let reached = low[state.index()];
            if reached == number {
                while let Some(member) = open.pop() {
                    done[member.index()] = true;
                    low[member.index()] = count;
                    if member == state {
                        break;
                    }
                }
                count += 1;
            } else if let Some(parent) = calls.last() {
                let own = &mut low[parent.state.index()];
                *own = (*own).min(reached);
            }
        }
    }
    toll.settle()?;
    Ok(Components { of: low, count })
}

/// One call of the recursive formulation.
struct Frame {
    state: StateId,
    /// The visiting number of the state.
    number: u32,
    /// The next transition of its row.
    next: u32,
}

impl Frame {
    fn enter(state: StateId, visited: &mut u32, low: &mut [u32], open: &mut Vec<StateId>) -> Self {
        let number = *visited;
        *visited += 1;
        low[state.index()] = number;
        open.push(state);
        Self { state, number, next: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of};
    use suppose_testing::Random;

    fn components(lts: &Lts, selected: impl Fn(StateId, Transition) -> bool) -> Components {
        strongly_connected(lts, selected, &Budget::unlimited()).expect("no limit")
    }

    #[test]
    fn two_cycles_and_a_bridge() {
        let lts = lts_of(5, &[(0, 1, 1), (1, 2, 0), (1, 1, 2), (2, 1, 3), (3, 1, 2), (3, 1, PI)], &[]);
        let found = components(&lts, |_, _| true);
        assert_eq!(found.of, [1, 1, 0, 0, 2]);
        assert_eq!(found.len(), 3);
        // Without action 2 the first cycle is open.
        assert_eq!(components(&lts, |_, t| t.action.raw() == 1).len(), 4);
    }

    #[test]
    fn agrees_with_mutual_reachability() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let n = 1 + random.below(9);
            let edges: Vec<_> = (0..random.below(3 * n))
                .map(|_| (random.below(n), 1, [random.below(n), PI][usize::from(random.below(9) == 0)]))
                .collect();
            let lts = lts_of(n, &edges, &[]);
            let found = components(&lts, |_, _| true);
            let mut reach = vec![vec![false; n]; n];
            for (i, row) in reach.iter_mut().enumerate() {
                row[i] = true;
            }
            for _ in 0..n {
                for &(from, _, to) in &edges {
                    for row in &mut reach {
                        if to != PI {
                            row[to] |= row[from];
                        }
                    }
                }
            }
            for s in lts.states() {
                for t in lts.states() {
                    let (there, back) = (reach[s.index()][t.index()], reach[t.index()][s.index()]);
                    assert_eq!(found.of(s) == found.of(t), there && back, "seed {seed}");
                    assert!(!there || found.of(t) <= found.of(s), "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let n = 300_000;
        let edges: Vec<_> = (0..n - 1).map(|i| (i, 1, i + 1)).collect();
        assert_eq!(components(&lts_of(n, &edges, &[]), |_, _| true).len(), n);
    }
}
