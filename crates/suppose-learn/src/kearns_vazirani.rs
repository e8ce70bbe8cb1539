//! Learning with a discrimination tree, after Kearns and Vazirani.
//!
//! Contract: see [`Learner`]. Conjectures are minimal and agree with the tree: an access word followed by a
//! suffix above its leaf is answered as it was seen.
//!
//! Algorithm: Kearns and Vazirani, *An introduction to computational learning theory* (1994), chapter 8.
//! Leaves are states with their access words, inner nodes are suffixes that tell the states below them apart.
//! A word is sifted from the root to a leaf with one query for each inner node on its way. A prefix of the
//! counterexample that sifts to another leaf than the one reached shows that the state before it has to be
//! split.
//!
//! Differences from the book: the place where they part is found by bisection and not by trying all prefixes;
//! a split only sifts the transitions that led to the split leaf, and from there on; the first conjecture has
//! two states where it can; the counterexample is used until the conjecture gets it right, and so is every
//! word on which the automaton contradicts the tree. Without that last step conjectures need not be minimal.
//!
//! Words are shared: an access word is a prefix of a counterexample that several states hold together, and a
//! suffix is one letter before the suffix of another node.
//!
//! Invariants: transition (s, a) leads to the leaf that the access word of s followed by a sifts to. A state
//! accepts when its leaf is on the accepting side of the root.
//!
//! Complexity: at most n·(k·n + n·log₂ m) queries for n states, k letters, counterexamples of at most m
//! letters; far fewer when the tree is balanced.
//!
//! Tested against published query counts, on all small automata and on many random ones.

use std::collections::VecDeque;
use std::sync::Arc;

use suppose_base::StopReason;

use crate::breakpoint::breakpoint;
use crate::learner::begin_refinement;
use crate::{Dfa, LearnError, Learner, Membership, Symbol};

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// The learner of Kearns and Vazirani.
#[derive(Clone, Debug)]
pub struct KearnsVazirani {
    alphabet: usize,
    nodes: Vec<Node>,
    states: Vec<State>,
    /// Targets of the states' transitions, one row for each state; `NONE` while not sifted.
    delta: Vec<u32>,
    /// Transitions to sift, and the nodes to sift them from.
    open: VecDeque<(u32, Symbol, u32)>,
    conjecture: Dfa,
    ready: bool,
    query: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    kind: NodeKind,
}

#[derive(Clone, Copy, Debug)]
enum NodeKind {
    /// The suffix is this letter before the suffix of another inner node; the root has the empty suffix.
    Inner { symbol: Symbol, rest: u32, children: [u32; 2] },
    /// A state; `NONE` in the leaf of words that no state stands for yet.
    Leaf { state: u32 },
}

#[derive(Clone, Debug)]
struct State {
    access: Access,
    accepting: bool,
    leaf: u32,
    /// The transitions that lead here.
    incoming: Vec<(u32, Symbol)>,
}

/// A prefix of a shared word.
#[derive(Clone, Debug)]
struct Access {
    word: Arc<[Symbol]>,
    length: usize,
}

impl KearnsVazirani {
    /// A learner for words over this many letters.
    pub fn new(alphabet: usize) -> Self {
        Self {
            alphabet,
            nodes: Vec::new(),
            states: Vec::new(),
            delta: Vec::new(),
            open: VecDeque::new(),
            conjecture: Dfa::constant(alphabet, false),
            ready: false,
            query: Vec::new(),
        }
    }

    fn access(&self, state: u32) -> &[Symbol] {
        let access = &self.states[state as usize].access;
        &access.word[..access.length]
    }

    /// Adds a state at a leaf; its transitions are open.
    fn add_state(&mut self, access: Access, leaf: u32) -> u32 {
        let state = self.states.len() as u32;
        self.nodes[leaf as usize].kind = NodeKind::Leaf { state };
        let accepting = self.is_on_accepting_side(leaf);
        self.states.push(State { access, accepting, leaf, incoming: Vec::new() });
        self.delta.resize(self.delta.len() + self.alphabet, NONE);
        self.open.extend((0..self.alphabet as Symbol).map(|symbol| (state, symbol, ROOT)));
        state
    }

    /// The leaf that a word leads to from a node; the word is `self.query`, which is left as it was.
    fn sift_query(&mut self, from: u32, oracle: &mut dyn Membership) -> Result<u32, StopReason> {
        let length = self.query.len();
        let mut node = from;
        while let NodeKind::Inner { children, .. } = self.nodes[node as usize].kind {
            let mut query = std::mem::take(&mut self.query);
            self.write_suffix(node, &mut query);
            let answer = oracle.member(&query);
            query.truncate(length);
            self.query = query;
            node = children[usize::from(answer?)];
        }
        Ok(node)
    }

    /// Appends the suffix of an inner node.
    fn write_suffix(&self, node: u32, word: &mut Vec<Symbol>) {
        let mut at = node;
        while let NodeKind::Inner { symbol, rest, .. } = self.nodes[at as usize].kind
            && rest != NONE
        {
            word.push(symbol);
            at = rest;
        }
    }

    fn sift(&mut self, from: u32, word: &[Symbol], oracle: &mut dyn Membership) -> Result<u32, StopReason> {
        self.query.clear();
        self.query.extend_from_slice(word);
        self.sift_query(from, oracle)
    }

    /// Sifts all open transitions. A word that reaches the leaf without a state becomes its state.
    fn close(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        while let Some((state, symbol, from)) = self.open.pop_front() {
            let mut query = std::mem::take(&mut self.query);
            query.clear();
            query.extend_from_slice(self.access(state));
            query.push(symbol);
            self.query = query;
            let leaf = self.sift_query(from, oracle)?;
            let target = match self.nodes[leaf as usize].kind {
                NodeKind::Leaf { state } if state != NONE => state,
                _ => {
                    let word: Arc<[Symbol]> = self.query.as_slice().into();
                    self.add_state(Access { length: word.len(), word }, leaf)
                }
            };
            self.delta[state as usize * self.alphabet + symbol as usize] = target;
            self.states[target as usize].incoming.push((state, symbol));
        }
        Ok(())
    }

    /// The automaton, once no transition is open.
    fn automaton(&self) -> Dfa {
        let accepting = self.states.iter().map(|state| state.accepting).collect();
        Dfa::new(self.alphabet, accepting, self.delta.clone()).expect("every transition is sifted")
    }

    fn step(&self, state: u32, symbol: Symbol) -> u32 {
        self.delta[state as usize * self.alphabet + symbol as usize]
    }

    fn is_accepting(&self, state: u32) -> bool {
        self.states[state as usize].accepting
    }

    fn is_on_accepting_side(&self, mut node: u32) -> bool {
        while self.nodes[node as usize].parent != ROOT {
            node = self.nodes[node as usize].parent;
        }
        matches!(self.nodes[ROOT as usize].kind, NodeKind::Inner { children, .. } if children[1] == node)
    }

    /// The inner node that tells two leaves apart, and on which side of it the first one is.
    fn separator(&self, left: u32, right: u32) -> (u32, bool) {
        let (mut left, mut right) = (left, right);
        loop {
            let (l, r) = (self.nodes[left as usize], self.nodes[right as usize]);
            if l.depth >= r.depth {
                if l.parent == r.parent {
                    let inner = self.nodes[l.parent as usize].kind;
                    let side = matches!(inner, NodeKind::Inner { children, .. } if children[1] == left);
                    return (l.parent, side);
                }
                left = l.parent;
            }
            if r.depth >= l.depth {
                right = r.parent;
            }
        }
    }

    /// Splits one state with a counterexample.
    fn split(&mut self, word: &Arc<[Symbol]>, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        let mut path = vec![0];
        for &symbol in &**word {
            path.push(self.step(path[path.len() - 1], symbol));
        }
        // Where the prefix that is one letter longer than agreed was seen to go; the whole word differs at
        // the root.
        let mut parted = (word.len(), NONE);
        // Words of up to one letter are where the conjecture says.
        let at = breakpoint(1, word.len(), |length| {
            let leaf = self.sift(ROOT, &word[..length], oracle)?;
            let agrees = leaf == self.states[path[length] as usize].leaf;
            if !agrees {
                parted = (length, leaf);
            }
            Ok::<_, StopReason>(agrees)
        })?;
        let conjectured = self.states[path[at + 1] as usize].leaf;
        let (separator, side) = if parted.0 == word.len() {
            (ROOT, !self.is_accepting(path[at + 1]))
        } else {
            self.separator(parted.1, conjectured)
        };
        self.split_leaf(path[at], Access { word: Arc::clone(word), length: at }, word[at], separator, side);
        self.close(oracle)
    }

    /// Splits states until the automaton gets a word right.
    fn correct(
        &mut self,
        word: &Arc<[Symbol]>,
        wanted: bool,
        oracle: &mut dyn Membership,
    ) -> Result<(), LearnError> {
        while self.is_accepting(word.iter().fold(0, |state, &symbol| self.step(state, symbol))) != wanted {
            // The automaton is right on all words of less than two letters.
            if word.len() < 2 {
                return Err(LearnError::Contradiction);
            }
            self.split(word, oracle)?;
        }
        Ok(())
    }

    /// An access word followed by a suffix above its leaf, which the automaton answers otherwise than the
    /// tree, and the answer of the tree.
    fn disagreement(&self) -> Option<(Vec<Symbol>, bool)> {
        for (state, State { leaf, .. }) in self.states.iter().enumerate() {
            let access = self.access(state as u32);
            let reached = access.iter().fold(0, |state, &symbol| self.step(state, symbol));
            let mut below = *leaf;
            while below != ROOT {
                let inner = self.nodes[below as usize].parent;
                let mut end = reached;
                let mut at = inner;
                while let NodeKind::Inner { symbol, rest, .. } = self.nodes[at as usize].kind
                    && rest != NONE
                {
                    end = self.step(end, symbol);
                    at = rest;
                }
                let NodeKind::Inner { children, .. } = self.nodes[inner as usize].kind else { break };
                let wanted = children[1] == below;
                if self.is_accepting(end) != wanted {
                    let mut word = access.to_vec();
                    self.write_suffix(inner, &mut word);
                    return Some((word, wanted));
                }
                below = inner;
            }
        }
        None
    }

    /// Replaces the leaf of a state by an inner node, with the state on one side and a new state on the
    /// other, named `side`.
    fn split_leaf(&mut self, old: u32, access: Access, symbol: Symbol, rest: u32, side: bool) {
        let node = self.states[old as usize].leaf;
        let fresh = self.nodes.len() as u32;
        let depth = self.nodes[node as usize].depth + 1;
        for _ in 0..2 {
            self.nodes.push(Node { parent: node, depth, kind: NodeKind::Leaf { state: NONE } });
        }
        let children = if side { [fresh, fresh + 1] } else { [fresh + 1, fresh] };
        self.nodes[node as usize].kind = NodeKind::Inner { symbol, rest, children };
        self.nodes[fresh as usize].kind = NodeKind::Leaf { state: old };
        self.states[old as usize].leaf = fresh;
        self.add_state(access, fresh + 1);
        let incoming = std::mem::take(&mut self.states[old as usize].incoming);
        self.open.extend(incoming.into_iter().map(|(state, symbol)| (state, symbol, node)));
    }
}

impl Learner for KearnsVazirani {
    fn name(&self) -> &'static str {
        "Kearns–Vazirani"
    }

    fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        let conjecture = std::mem::replace(&mut self.conjecture, Dfa::constant(self.alphabet, false));
        *self = Self { conjecture, ..Self::new(self.alphabet) };
        let accepting = oracle.member(&[])?;
        let inner = NodeKind::Inner { symbol: 0, rest: NONE, children: [1, 2] };
        self.nodes.push(Node { parent: NONE, depth: 0, kind: inner });
        for _ in 0..2 {
            self.nodes.push(Node { parent: ROOT, depth: 1, kind: NodeKind::Leaf { state: NONE } });
        }
        self.add_state(Access { word: Arc::new([]), length: 0 }, 1 + u32::from(accepting));
        self.close(oracle)?;
        self.conjecture = self.automaton();
        self.ready = true;
        Ok(())
    }

    fn conjecture(&self) -> &Dfa {
        &self.conjecture
    }

    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError> {
        let wanted = begin_refinement(&mut self.ready, &self.conjecture, counterexample, oracle)?;
        let counterexample = counterexample.into();
        self.correct(&counterexample, wanted, oracle)?;
        while let Some((word, answer)) = self.disagreement() {
            self.correct(&word.into(), answer, oracle)?;
            self.correct(&counterexample, wanted, oracle)?;
        }
        self.conjecture = self.automaton();
        self.ready = true;
        Ok(())
    }
}
