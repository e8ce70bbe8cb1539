//! Replaces temporary discriminators of TTT by final ones.
//!
//! Contract: [`Graph::finalise_one`] makes the root of one block final, or finds that there is no block where
//! it can; all transitions must be closed, and there may be open ones afterwards. When it finds none,
//! [`Graph::inconsistency`] gives a word that some state answers wrongly, unless there are no blocks.
//!
//! A *splitter* of a block is a letter that leads its states to both sides of a final node. So the letter
//! before that node's suffix tells the states of the block apart, and which state is on which side is known
//! without asking. Only transitions that lead into the block are asked. The block falls apart into two copies
//! of itself, each with the nodes that its states and transitions need. A leaf that only a transition needs
//! is a new state, which that transition reaches.
//!
//! Why there is an inconsistency when no block has a splitter: then all states of a block go with each letter
//! to the same leaf or into the same block, so they all answer every word alike; but the block has a
//! temporary discriminator to which two of them gave different answers.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use suppose_base::StopReason;

use super::analyse::Problem;
use super::graph::{Graph, NodeKind, ROOT, Suffix, Target};
use crate::{Membership, Symbol};

/// A letter and a final node that its transitions lead to both sides of.
#[derive(Clone, Copy)]
struct Splitter {
    symbol: Symbol,
    separator: u32,
}

/// What a node of a block has on each side of the new discriminator.
#[derive(Default)]
struct Sides {
    needed: [bool; 2],
    incoming: [Vec<u32>; 2],
    /// The side of the state of a leaf.
    state: Option<bool>,
}

impl Graph {
    /// Makes the root of one block final, with the shortest suffix there is; whether there was one.
    pub(super) fn finalise_one(&mut self, oracle: &mut dyn Membership) -> Result<bool, StopReason> {
        let splitters = self.blocks.iter().rev().filter_map(|&root| Some((root, self.splitter(root)?)));
        let best = splitters.min_by_key(|(_, splitter)| self.suffix_length(splitter.separator));
        let Some((root, splitter)) = best else { return Ok(false) };
        let mut suffix = vec![splitter.symbol];
        self.write_suffix(splitter.separator, &mut suffix);
        if !self.has_suffix(root, &suffix) {
            self.regroup(root, splitter, &suffix, oracle)?;
        }
        self.declare_final(root, splitter);
        Ok(true)
    }

    fn has_suffix(&self, node: u32, suffix: &[Symbol]) -> bool {
        let same_length = self.suffix_length(node) == suffix.len();
        let mut word = Vec::new();
        if same_length {
            self.write_suffix(node, &mut word);
        }
        same_length && word == suffix
    }

    /// The splitter of a block with the shortest suffix.
    fn splitter(&self, root: u32) -> Option<Splitter> {
        let states = self.states_below(root);
        let split = |symbol: Symbol| {
            let mut targets = states.iter().map(|&state| self.target(state * self.alphabet as u32 + symbol));
            let first = targets.next()?;
            let separator = targets.fold(first, |common, target| self.common(common, target));
            let inner = matches!(self.nodes[separator as usize].kind, NodeKind::Inner { .. });
            (inner && !self.is_temporary(separator)).then_some(Splitter { symbol, separator })
        };
        let splitters = (0..self.alphabet as Symbol).filter_map(split);
        splitters.min_by_key(|splitter| self.suffix_length(splitter.separator))
    }

    /// Which side of an inner node another node below it is on.
    fn side_below(&self, inner: u32, mut node: u32) -> bool {
        while self.nodes[node as usize].parent != inner {
            node = self.nodes[node as usize].parent;
        }
        self.nodes[node as usize].side
    }

    /// Sorts a block by a new suffix at its root.
    fn regroup(
        &mut self,
        root: u32,
        splitter: Splitter,
        suffix: &[Symbol],
        oracle: &mut dyn Membership,
    ) -> Result<(), StopReason> {
        let mut sides = self.sort(root, splitter, suffix, oracle)?;
        let children = [false, true].map(|side| self.copy_side(root, side, &mut sides));
        let NodeKind::Inner { children: old, .. } = self.nodes[root as usize].kind else {
            unreachable!("a block has an inner node as its root");
        };
        let mut discarded = old.to_vec();
        while let Some(node) = discarded.pop() {
            if let NodeKind::Inner { children, .. } = self.nodes[node as usize].kind {
                discarded.extend(children);
            }
            self.free.push(node);
        }
        if let NodeKind::Inner { children: slot, .. } = &mut self.nodes[root as usize].kind {
            *slot = children;
        }
        Ok(())
    }

    /// Asks the transitions that lead into a block for the new suffix, and looks up the states.
    fn sort(
        &mut self,
        root: u32,
        splitter: Splitter,
        suffix: &[Symbol],
        oracle: &mut dyn Membership,
    ) -> Result<FxHashMap<u32, Sides>, StopReason> {
        let mut sides: FxHashMap<u32, Sides> = FxHashMap::default();
        let mut order = vec![root];
        let mut next = 0;
        while next < order.len() {
            let node = order[next];
            next += 1;
            let mut here = Sides::default();
            for transition in std::mem::take(&mut self.nodes[node as usize].incoming).into_iter().rev() {
                let side = usize::from(self.ask(transition, suffix, oracle)?);
                here.incoming[side].push(transition);
                here.needed[side] = true;
            }
            match self.nodes[node as usize].kind {
                NodeKind::Inner { children, .. } => order.extend(children),
                NodeKind::Leaf(state) => {
                    let target = self.target(state * self.alphabet as u32 + splitter.symbol);
                    let side = self.side_below(splitter.separator, target);
                    here.state = Some(side);
                    here.needed[usize::from(side)] = true;
                }
            }
            sides.insert(node, here);
        }
        // Children come after their parents, so going backwards tells each parent what its children need.
        for &node in order[1..].iter().rev() {
            let needed = sides[&node].needed;
            let parent = sides.get_mut(&self.nodes[node as usize].parent).expect("parents are sorted too");
            parent.needed = [parent.needed[0] || needed[0], parent.needed[1] || needed[1]];
        }
        Ok(sides)
    }

    /// Copies the nodes of a block that one side needs, without inner nodes that have one child; the root of
    /// the copy.
    fn copy_side(&mut self, root: u32, side: bool, sides: &mut FxHashMap<u32, Sides>) -> u32 {
        let copy = self.add_leaf(root, side);
        let mut stack = vec![(root, copy)];
        while let Some((node, copy)) = stack.pop() {
            let here = sides.get_mut(&node).expect("every node of the block is sorted");
            let incoming = std::mem::take(&mut here.incoming[usize::from(side)]);
            let own_state = here.state == Some(side);
            for &transition in &incoming {
                self.targets[transition as usize] = Target::Node(copy);
            }
            self.nodes[copy as usize].incoming.extend(incoming);
            let kind = self.nodes[node as usize].kind.clone();
            match kind {
                NodeKind::Leaf(state) if own_state => {
                    self.nodes[copy as usize].kind = NodeKind::Leaf(state);
                    self.states[state as usize].leaf = copy;
                }
                NodeKind::Inner { suffix, children } => {
                    let needed = children.map(|child| sides[&child].needed[usize::from(side)]);
                    match needed {
                        [true, true] => {
                            let copies = [false, true].map(|side| self.add_leaf(copy, side));
                            self.nodes[copy as usize].kind = NodeKind::Inner { suffix, children: copies };
                            stack.extend(children.into_iter().zip(copies));
                        }
                        [true, false] => stack.push((children[0], copy)),
                        [false, true] => stack.push((children[1], copy)),
                        [false, false] => self.settle(copy),
                    }
                }
                NodeKind::Leaf(_) => self.settle(copy),
            }
        }
        copy
    }

    /// Makes a leaf that only transitions lead to a state of its own.
    fn settle(&mut self, leaf: u32) {
        let chosen = self.nodes[leaf as usize].incoming.last().copied();
        self.grow(chosen.expect("a side is needed by a state or a transition"), leaf, leaf);
    }

    fn declare_final(&mut self, root: u32, splitter: Splitter) {
        self.blocks.retain(|&block| block != root);
        let node = &mut self.nodes[root as usize];
        self.open.append(&mut node.incoming);
        if let NodeKind::Inner { suffix, children } = &mut node.kind {
            *suffix = Suffix::Letter(splitter.symbol, splitter.separator);
            for child in *children {
                if self.is_temporary(child) {
                    self.blocks.push(child);
                }
            }
        }
    }

    /// A state that contradicts a temporary discriminator above it: one with the shortest, among these the
    /// oldest state, among its nodes the deepest. No block may have a splitter.
    pub(super) fn inconsistency(&self) -> Option<Problem> {
        let nodes: Vec<u32> = self.blocks.iter().flat_map(|&root| self.inner_nodes(root)).collect();
        let shortest = nodes.iter().map(|&node| self.suffix_length(node)).min()?;
        let candidates = nodes.into_iter().filter(|&node| self.suffix_length(node) == shortest);
        let contradicted = candidates.filter_map(|node| {
            // All states below the node give the same answer, so those on the other side contradict it.
            let expected = !self.answers(node);
            let NodeKind::Inner { children, .. } = self.nodes[node as usize].kind else { return None };
            let oldest = self.states_below(children[usize::from(expected)]).into_iter().min()?;
            Some((oldest, Reverse(self.nodes[node as usize].depth), node, expected))
        });
        let (state, _, node, expected) = contradicted.min()?;
        let mut word = Vec::new();
        self.write_suffix(node, &mut word);
        Some(Problem { state, word: word.into(), expected })
    }

    /// The temporary nodes of a block.
    fn inner_nodes(&self, root: u32) -> Vec<u32> {
        let mut nodes = vec![root];
        let mut next = 0;
        while next < nodes.len() {
            if let NodeKind::Inner { children, .. } = self.nodes[nodes[next] as usize].kind {
                nodes.extend(children.into_iter().filter(|&child| self.is_temporary(child)));
            }
            next += 1;
        }
        nodes
    }

    /// What the states below an inner node answer to its suffix. Where a transition stands for several
    /// states, any of them will do.
    fn answers(&self, node: u32) -> bool {
        let mut word = Vec::new();
        self.write_suffix(node, &mut word);
        let mut state = self.any_state_below(node);
        for symbol in word {
            state = self.any_state_below(self.target(state * self.alphabet as u32 + symbol));
        }
        self.side_below(ROOT, self.states[state as usize].leaf)
    }

    fn any_state_below(&self, mut node: u32) -> u32 {
        loop {
            match self.nodes[node as usize].kind {
                NodeKind::Inner { children, .. } => node = children[0],
                NodeKind::Leaf(state) => return state,
            }
        }
    }
}
