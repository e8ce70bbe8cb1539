//! Which two parts are composed next.
//!
//! The smallest interface first: of all pairs in which one makes an action that the other knows, or that see
//! the same action of the environment, the pair is taken whose composition has the fewest visible actions
//! left. Of those, one that adds a leaf to what was composed already, before two leaves, before two that were
//! both composed; then the one with the fewest states if every pair of states were reachable; then the first
//! in the design. So a row of cells is taken from its closed ends, a tree from its leaves, and a ring one
//! cell after the other. Where only some parts matter, one of the two has to be of these.
//!
//! A heap of pairs, in which those that have lost a part are skipped: O(log n) for a pair, and each
//! composition adds a pair for each neighbour of the new part.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use suppose_base::ActionId;

use super::Minimisation;

/// Visible actions afterwards, what is joined, states multiplied, and the two.
type Pair = (usize, u8, u64, usize, usize);

/// The pairs that could be next.
pub(super) struct Order {
    heap: BinaryHeap<Reverse<Pair>>,
    /// For each node whether it matters.
    wanted: Vec<bool>,
    /// Nodes that are new since they were last asked for.
    new: Vec<usize>,
}

impl Order {
    /// Pairs of the leaves; for each leaf whether it matters.
    pub(super) fn new(all: &Minimisation<'_>, wanted: Vec<bool>) -> Self {
        let nodes = 0..all.nodes.len();
        let mut order = Self { heap: BinaryHeap::new(), wanted, new: nodes.clone().collect() };
        for node in nodes {
            order.push_pairs(all, node, |other| other > node);
        }
        order
    }

    /// Nodes that were made since the last time.
    pub(super) fn changed(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.new)
    }

    /// The next two.
    pub(super) fn next(&mut self, all: &Minimisation<'_>) -> Option<(usize, usize)> {
        while let Some(Reverse((.., left, right))) = self.heap.pop() {
            if all.live[left] && all.live[right] && (self.wanted[left] || self.wanted[right]) {
                return Some((left, right));
            }
        }
        None
    }

    /// Notes a new node.
    pub(super) fn merged(&mut self, all: &Minimisation<'_>, node: usize, wanted: bool) {
        self.wanted.push(wanted);
        self.new.push(node);
        self.push_pairs(all, node, |_| true);
    }

    fn push_pairs(&mut self, all: &Minimisation<'_>, node: usize, take: impl Fn(usize) -> bool) {
        let template = all.pool.get(all.nodes[node].part.template);
        let mut others: Vec<usize> = Vec::new();
        for (local, action) in all.nodes[node].part.actions.iter().enumerate() {
            for &other in &all.users[action] {
                let joined = || template.outputs[local] || makes(all, other, *action) || (all.free)(*action);
                if other != node && joined() {
                    others.push(other);
                }
            }
        }
        others.sort_unstable();
        others.dedup();
        for other in others {
            if take(other) && (self.wanted[node] || self.wanted[other]) {
                let (visible, states) = predicted(all, node, other);
                let composed = [node, other].map(|n| all.nodes[n].made_of.is_some());
                let rank = match composed {
                    [true, false] | [false, true] => 0,
                    [false, false] => 1,
                    [true, true] => 2,
                };
                self.heap.push(Reverse((visible, rank, states, node.min(other), node.max(other))));
            }
        }
    }
}

fn makes(all: &Minimisation<'_>, node: usize, action: ActionId) -> bool {
    let part = &all.nodes[node].part;
    let local = part.actions.iter().position(|&known| known == action);
    local.is_some_and(|local| all.pool.get(part.template).outputs[local])
}

/// How many actions stay visible, and how many states there could be.
fn predicted(all: &Minimisation<'_>, left: usize, right: usize) -> (usize, u64) {
    let parts = [left, right].map(|node| &all.nodes[node].part.actions);
    let mut visible = 0;
    for (place, action) in parts.iter().enumerate().flat_map(|(p, list)| list.iter().map(move |a| (p, a))) {
        let users = &all.users[action];
        if place == 1 && users.contains(&left) {
            continue;
        }
        let elsewhere = users.iter().any(|&user| user != left && user != right);
        visible += usize::from(elsewhere || (all.free)(*action));
    }
    let states = |node: usize| all.lts(node).num_states() as u64;
    (visible, states(left).saturating_mul(states(right)))
}
