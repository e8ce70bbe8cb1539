//! The graph of a task from its exploration.
//!
//! Exploration finds nodes in an order that depends on when other tasks found out what. Here they are
//! numbered breadth-first from the start, those of one rest by their steps, so that the graph depends on the
//! task and on what others allow it to do, and on nothing else. Linear in the size of the graph but for
//! sorting.

use super::position::Stage;
use super::tasks::{Draft, Exploration};
use crate::graph::{Follow, Graph, Node};
use crate::program::Kind;

/// Not numbered yet.
const NEW: u32 = u32::MAX;

impl Exploration<'_> {
    pub(super) fn finish(self) -> Graph {
        let offered: Vec<Vec<u32>> = (0..self.rests.len()).map(|rest| self.offered(rest)).collect();
        let mut numbers = vec![NEW; self.drafts.len()];
        let mut order: Vec<u32> = Vec::new();
        let mut rests = Rests { order: Vec::new(), seen: vec![false; self.rests.len()] };
        rests.visit(&self.start);
        let (mut next_rest, mut next_node) = (0, 0);
        while let Some(&rest) = rests.order.get(next_rest) {
            next_rest += 1;
            for &node in &offered[rest as usize] {
                if numbers[node as usize] == NEW {
                    numbers[node as usize] = order.len() as u32;
                    order.push(node);
                }
            }
            while let Some(&node) = order.get(next_node) {
                next_node += 1;
                rests.visit(&self.drafts[node as usize].after);
            }
        }
        let follows: Vec<Follow> =
            offered.into_iter().enumerate().map(|(rest, nodes)| self.follow(rest, nodes, &numbers)).collect();
        let start = join(&self.start, &follows);
        let mut drafts: Vec<Option<Draft>> = self.drafts.into_iter().map(Some).collect();
        let ordered = order.into_iter().filter_map(|node| drafts[node as usize].take());
        let nodes = ordered
            .map(|Draft { step, touches, after, span }| {
                let follow = join(&after, &follows);
                Node { step, touches, follow, span }
            })
            .collect();
        Graph { nodes, start }
    }

    /// The nodes that a rest offers, by their steps.
    fn offered(&self, rest: usize) -> Vec<u32> {
        let mut nodes: Vec<u32> = Vec::new();
        let mut open = vec![rest as u32];
        while let Some(rest) = open.pop() {
            let rest = &self.rests[rest as usize];
            nodes.extend_from_slice(&rest.nodes);
            open.extend_from_slice(&rest.includes);
        }
        nodes.sort_by(|&a, &b| {
            let [one, other] = [a, b].map(|node| &self.drafts[node as usize]);
            (&one.step, &one.touches, a).cmp(&(&other.step, &other.touches, b))
        });
        nodes.dedup();
        nodes
    }

    fn follow(&self, rest: usize, nodes: Vec<u32>, numbers: &[u32]) -> Follow {
        let position = &self.rests[rest].position;
        let selecting = matches!(position.stage, Stage::Selecting(_));
        let may_end =
            || matches!(self.machine.instruction(position.pc).kind, Kind::Select { terminate: true, .. });
        let terminate = selecting && may_end();
        let mut nodes: Vec<u32> = nodes.into_iter().map(|node| numbers[node as usize]).collect();
        nodes.sort_unstable();
        Follow { nodes, end: position.stage == Stage::Over, terminate }
    }
}

/// Rests in the order in which they are met.
struct Rests {
    order: Vec<u32>,
    seen: Vec<bool>,
}

impl Rests {
    fn visit(&mut self, rests: &[u32]) {
        for &rest in rests {
            if !std::mem::replace(&mut self.seen[rest as usize], true) {
                self.order.push(rest);
            }
        }
    }
}

/// What may follow if any of these rests may.
fn join(rests: &[u32], follows: &[Follow]) -> Follow {
    if let [only] = rests {
        return follows[*only as usize].clone();
    }
    let mut all = Follow::default();
    for &rest in rests {
        let follow = &follows[rest as usize];
        all.nodes.extend_from_slice(&follow.nodes);
        all.end |= follow.end;
        all.terminate |= follow.terminate;
    }
    all.nodes.sort_unstable();
    all.nodes.dedup();
    all
}
