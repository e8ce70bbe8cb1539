//! Counterexample analysis of TTT: where to split.
//!
//! A [`Problem`] is a word that is answered wrongly from one state: a counterexample from the initial state,
//! or a temporary discriminator that a state contradicts. Longer and longer prefixes of the word are replaced
//! by the access words of the states reached. Where the answer changes, the transition taken leads to a state
//! that stands for two: it becomes a transition of the spanning tree to a new state, and the rest of the word
//! tells the old state from the new one.
//!
//! Contract: transitions are closed. After [`Graph::split`] there is one state and one temporary node more,
//! and the transitions of the new state are open. Bisection takes about log₂ m queries of up to m letters,
//! and m steps each to find the states, as long as no transition stands for several.

use std::sync::Arc;

use suppose_base::StopReason;

use super::graph::{Graph, NodeKind, Suffix, Target};
use crate::breakpoint::breakpoint;
use crate::{LearnError, Membership, Symbol};

/// A word that is answered wrongly from a state.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) state: u32,
    pub(super) word: Arc<[Symbol]>,
    pub(super) expected: bool,
}

impl Graph {
    /// The state that a word reaches from a state. Transitions that stand for several states are only sifted
    /// where the states do not meet again on the rest of the word.
    fn reach(&mut self, from: u32, word: &[Symbol], oracle: &mut dyn Membership) -> Result<u32, StopReason> {
        let (mut single, mut rest) = (from, 0);
        while let Some(&symbol) = word.get(rest)
            && let NodeKind::Leaf(state) =
                self.nodes[self.target(single * self.alphabet as u32 + symbol) as usize].kind
        {
            (single, rest) = (state, rest + 1);
        }
        let mut states = vec![single];
        let mut next = Vec::new();
        for (place, &symbol) in word.iter().enumerate().skip(rest) {
            for &state in &states {
                let node = self.target(state * self.alphabet as u32 + symbol);
                match self.nodes[node as usize].kind {
                    NodeKind::Leaf(state) => next.push(state),
                    NodeKind::Inner { .. } => next.extend(self.states_below(node)),
                }
            }
            next.sort_unstable();
            next.dedup();
            if let [state] = next[..] {
                (single, rest) = (state, place + 1);
            }
            states.clear();
            std::mem::swap(&mut states, &mut next);
        }
        for &symbol in &word[rest..] {
            let transition = single * self.alphabet as u32 + symbol;
            let node = self.target(transition);
            if matches!(self.nodes[node as usize].kind, NodeKind::Inner { .. }) {
                self.nodes[node as usize].incoming.retain(|&other| other != transition);
                self.sift(transition, true, oracle)?;
            }
            let NodeKind::Leaf(state) = self.nodes[self.target(transition) as usize].kind else {
                unreachable!("a hard sift ends at a leaf");
            };
            single = state;
        }
        Ok(single)
    }

    /// Splits a state by a temporary suffix that a problem gives.
    pub(super) fn split(&mut self, problem: &Problem, oracle: &mut dyn Membership) -> Result<(), LearnError> {
        let Problem { state, word, expected } = problem;
        // The answer to the empty word is the root of the tree.
        if word.is_empty() {
            return Err(LearnError::Contradiction);
        }
        let at = breakpoint(0, word.len(), |replaced| {
            let reached = self.reach(*state, &word[..replaced], oracle)?;
            self.load_access(reached);
            self.query.extend_from_slice(&word[replaced..]);
            Ok::<_, StopReason>(oracle.member(&self.query)? == *expected)
        })?;
        let before = self.reach(*state, &word[..at], oracle)?;
        let after = self.reach(*state, &word[..=at], oracle)?;
        let transition = before * self.alphabet as u32 + word[at];
        let node = self.states[after as usize].leaf;
        // A transition of the tree leaves the word as it is, so the answer cannot have changed there.
        if !matches!(self.targets[transition as usize], Target::Node(target) if target == node) {
            return Err(LearnError::Contradiction);
        }
        let [old, new] = [!expected, *expected].map(|side| self.add_leaf(node, side));
        let children = if *expected { [old, new] } else { [new, old] };
        let suffix = Suffix::Temporary(Arc::clone(word), at + 1);
        self.nodes[node as usize].kind = NodeKind::Inner { suffix, children };
        self.nodes[old as usize].kind = NodeKind::Leaf(after);
        self.states[after as usize].leaf = old;
        self.grow(transition, node, new);
        if !self.is_temporary(self.nodes[node as usize].parent) {
            self.blocks.push(node);
        }
        Ok(())
    }
}
