//! The two trees of TTT: states with their transitions, and the discrimination tree that they lead into.
//!
//! The spanning tree is in the states: each but the first has the transition that reaches it. A transition is
//! either in the tree, or leads to a node of the discrimination tree, which knows the transitions that lead
//! to it. A transition that has to be sifted further is *open*; it is in the list of no node.
//!
//! A *soft* sift stops at a temporary node, a *hard* one only at a leaf.

use std::sync::Arc;

use suppose_base::StopReason;

use crate::{Dfa, Membership, Symbol};

pub(super) const NONE: u32 = u32::MAX;
pub(super) const ROOT: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) alphabet: usize,
    pub(super) states: Vec<State>,
    /// Transition `state * alphabet + symbol`.
    pub(super) targets: Vec<Target>,
    pub(super) nodes: Vec<Node>,
    /// Nodes that are in the tree no more.
    pub(super) free: Vec<u32>,
    /// Temporary nodes below final ones.
    pub(super) blocks: Vec<u32>,
    pub(super) open: Vec<u32>,
    /// The word being asked; kept to save allocations.
    pub(super) query: Vec<Symbol>,
}

#[derive(Clone, Debug)]
pub(super) struct State {
    /// The state before in the spanning tree, and the letter from there; `NONE` for the initial state.
    parent: u32,
    symbol: Symbol,
    pub(super) leaf: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A transition of the spanning tree.
    State(u32),
    /// Any state below this node.
    Node(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// The answer that leads from the parent to here.
    pub(super) side: bool,
    pub(super) depth: u32,
    pub(super) kind: NodeKind,
    /// Transitions that lead here.
    pub(super) incoming: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// A state; `NONE` while no word that leads here is known.
    Leaf(u32),
    Inner {
        suffix: Suffix,
        children: [u32; 2],
    },
}

#[derive(Clone, Debug)]
pub(super) enum Suffix {
    /// The empty word, final, at the root only.
    Empty,
    /// A letter before the suffix of another final node: final.
    Letter(Symbol, u32),
    /// What follows this place in a word: temporary.
    Temporary(Arc<[Symbol]>, usize),
}

impl Graph {
    pub(super) fn new(alphabet: usize) -> Self {
        Self {
            alphabet,
            states: Vec::new(),
            targets: Vec::new(),
            nodes: Vec::new(),
            free: Vec::new(),
            blocks: Vec::new(),
            open: Vec::new(),
            query: Vec::new(),
        }
    }

    pub(super) fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        let kind = NodeKind::Inner { suffix: Suffix::Empty, children: [1, 2] };
        self.nodes.push(Node { parent: NONE, side: false, depth: 0, kind, incoming: Vec::new() });
        let leaves = [false, true].map(|side| self.add_leaf(ROOT, side));
        let accepting = oracle.member(&[])?;
        self.add_state(NONE, leaves[usize::from(accepting)]);
        self.close(oracle)
    }

    /// A leaf without a state. The parent does not know it yet.
    pub(super) fn add_leaf(&mut self, parent: u32, side: bool) -> u32 {
        let depth = self.nodes[parent as usize].depth + 1;
        let node = Node { parent, side, depth, kind: NodeKind::Leaf(NONE), incoming: Vec::new() };
        if let Some(place) = self.free.pop() {
            self.nodes[place as usize] = node;
            return place;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds the state that a transition reaches; from now on the transition is in the spanning tree. It must
    /// be in no list. The state's transitions are open.
    fn add_state(&mut self, transition: u32, leaf: u32) {
        let state = self.states.len() as u32;
        self.nodes[leaf as usize].kind = NodeKind::Leaf(state);
        let (mut parent, mut symbol) = (NONE, 0);
        if transition != NONE {
            self.targets[transition as usize] = Target::State(state);
            (parent, symbol) = self.source(transition);
        }
        self.states.push(State { parent, symbol, leaf });
        let first = self.targets.len() as u32;
        self.targets.resize(self.targets.len() + self.alphabet, Target::Node(ROOT));
        self.open.extend((first..self.targets.len() as u32).rev());
    }

    /// Makes a transition that leads to a node reach a new state at a leaf.
    pub(super) fn grow(&mut self, transition: u32, from: u32, leaf: u32) {
        let incoming = &mut self.nodes[from as usize].incoming;
        let place = incoming.iter().rposition(|&other| other == transition);
        incoming.remove(place.expect("a node knows the transitions that lead to it"));
        self.add_state(transition, leaf);
    }

    pub(super) fn is_temporary(&self, node: u32) -> bool {
        matches!(self.nodes[node as usize].kind, NodeKind::Inner { suffix: Suffix::Temporary(..), .. })
    }

    /// Where a transition leads in the discrimination tree.
    pub(super) fn target(&self, transition: u32) -> u32 {
        match self.targets[transition as usize] {
            Target::State(state) => self.states[state as usize].leaf,
            Target::Node(node) => node,
        }
    }

    /// The state and the letter of a transition.
    fn source(&self, transition: u32) -> (u32, Symbol) {
        let alphabet = self.alphabet as u32;
        (transition / alphabet, transition % alphabet)
    }

    fn access_length(&self, mut state: u32) -> usize {
        let mut length = 0;
        while self.states[state as usize].parent != NONE {
            state = self.states[state as usize].parent;
            length += 1;
        }
        length
    }

    /// Makes the access word of a state the query.
    pub(super) fn load_access(&mut self, state: u32) {
        self.query.clear();
        let mut at = &self.states[state as usize];
        while at.parent != NONE {
            self.query.push(at.symbol);
            at = &self.states[at.parent as usize];
        }
        self.query.reverse();
    }

    /// Makes the word of a transition the query: the access word of its source, and its letter.
    fn load_transition(&mut self, transition: u32) {
        let (state, symbol) = self.source(transition);
        self.load_access(state);
        self.query.push(symbol);
    }

    /// Appends the suffix of an inner node.
    pub(super) fn write_suffix(&self, node: u32, word: &mut Vec<Symbol>) {
        let mut at = node;
        while let NodeKind::Inner { suffix, .. } = &self.nodes[at as usize].kind {
            match suffix {
                Suffix::Empty => return,
                Suffix::Letter(symbol, rest) => {
                    word.push(*symbol);
                    at = *rest;
                }
                Suffix::Temporary(whole, start) => return word.extend_from_slice(&whole[*start..]),
            }
        }
    }

    pub(super) fn suffix_length(&self, node: u32) -> usize {
        let mut length = 0;
        let mut at = node;
        loop {
            match &self.nodes[at as usize].kind {
                NodeKind::Inner { suffix: Suffix::Letter(_, rest), .. } => at = *rest,
                NodeKind::Inner { suffix: Suffix::Temporary(word, start), .. } => {
                    return length + word.len() - start;
                }
                _ => return length,
            }
            length += 1;
        }
    }

    /// The answer for the word of a transition followed by a suffix.
    pub(super) fn ask(
        &mut self,
        transition: u32,
        suffix: &[Symbol],
        oracle: &mut dyn Membership,
    ) -> Result<bool, StopReason> {
        self.load_transition(transition);
        self.query.extend_from_slice(suffix);
        oracle.member(&self.query)
    }

    /// Sifts a transition from the node that it leads to, and makes it known where it arrives. It must be in
    /// no list.
    pub(super) fn sift(
        &mut self,
        transition: u32,
        hard: bool,
        oracle: &mut dyn Membership,
    ) -> Result<u32, StopReason> {
        self.load_transition(transition);
        let length = self.query.len();
        let mut node = self.target(transition);
        while let NodeKind::Inner { children, .. } = self.nodes[node as usize].kind
            && (hard || !self.is_temporary(node))
        {
            let mut query = std::mem::take(&mut self.query);
            query.truncate(length);
            self.write_suffix(node, &mut query);
            self.query = query;
            node = children[usize::from(oracle.member(&self.query)?)];
        }
        self.targets[transition as usize] = Target::Node(node);
        self.nodes[node as usize].incoming.push(transition);
        Ok(node)
    }

    /// Sifts the open transitions, down to temporary nodes. If one is the first to reach the other side of
    /// the root, it gets a state there.
    pub(super) fn close(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        while !self.open.is_empty() {
            let mut unknown = NONE;
            for transition in std::mem::take(&mut self.open) {
                let node = self.sift(transition, false, oracle)?;
                if matches!(self.nodes[node as usize].kind, NodeKind::Leaf(NONE)) {
                    unknown = node;
                }
            }
            if unknown != NONE {
                let incoming = &self.nodes[unknown as usize].incoming;
                let length = |&&transition: &&u32| self.access_length(self.source(transition).0);
                let shortest = incoming.iter().rev().min_by_key(length).copied();
                self.grow(shortest.expect("a transition led here"), unknown, unknown);
            }
        }
        Ok(())
    }

    /// The states below a node, in the order of the tree.
    pub(super) fn states_below(&self, node: u32) -> Vec<u32> {
        let mut states = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            match self.nodes[node as usize].kind {
                NodeKind::Leaf(NONE) => {}
                NodeKind::Leaf(state) => states.push(state),
                NodeKind::Inner { children, .. } => stack.extend([children[1], children[0]]),
            }
        }
        states
    }

    /// The inner node where the ways to two nodes part; one of them when it is on the way to the other.
    pub(super) fn common(&self, left: u32, right: u32) -> u32 {
        let (mut left, mut right) = (left, right);
        while left != right {
            let (l, r) = (&self.nodes[left as usize], &self.nodes[right as usize]);
            let (up_left, up_right) = (l.depth >= r.depth, r.depth >= l.depth);
            (left, right) = (if up_left { l.parent } else { left }, if up_right { r.parent } else { right });
        }
        left
    }

    pub(super) fn is_final(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The automaton, once every transition leads to a leaf.
    pub(super) fn automaton(&self) -> Dfa {
        let accepting = |state: &State| {
            let mut node = &self.nodes[state.leaf as usize];
            while node.parent != ROOT {
                node = &self.nodes[node.parent as usize];
            }
            node.side
        };
        let target = |transition| match self.nodes[self.target(transition) as usize].kind {
            NodeKind::Leaf(state) => state,
            NodeKind::Inner { .. } => NONE,
        };
        let delta = (0..self.targets.len() as u32).map(target).collect();
        let accepting = self.states.iter().map(accepting).collect();
        Dfa::new(self.alphabet, accepting, delta).expect("every transition leads to a leaf")
    }

    pub(super) fn discriminators(&self) -> Vec<Vec<Symbol>> {
        let mut all = Vec::new();
        let mut queue = std::collections::VecDeque::from([ROOT]);
        while let Some(node) = queue.pop_front() {
            if let Some(Node { kind: NodeKind::Inner { children, .. }, .. }) = self.nodes.get(node as usize) {
                let mut word = Vec::new();
                self.write_suffix(node, &mut word);
                all.push(word);
                queue.extend(children);
            }
        }
        all
    }
}
