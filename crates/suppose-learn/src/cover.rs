//! Sets of words that reach the states of an automaton, and sets that tell them apart: what conformance tests
//! are made of.
//!
//! Access words are shortest and least in lexicographic order among the shortest, found breadth-first.
//!
//! Words that tell states apart come from one tree of splits. The root splits all states by acceptance, which
//! is the suffix λ. A letter that leads the states of a leaf below both sides of an inner node gives a new
//! inner node: this letter before that node's suffix. When no leaf can be split, states in one leaf are
//! equivalent. All suffixes together are a characterising set, and those on the way to a state identify it
//! among the others. The suffix λ is in it even where no state needs it, since a test of acceptance sees only
//! the end of a word.
//!
//! The tree has at most n − 1 inner nodes. It takes O(k·n·h) steps for each pass over its leaves, h being its
//! height, and in practice a few passes.
//!
//! Tested on all small and many random automata: words reach what they should, and every two states that
//! differ are told apart by the sets of both.

use rustc_hash::FxHashMap;

use crate::{Dfa, Symbol};

/// For each state its access word: a shortest word that reaches it, the least among the shortest; `None` for
/// states that no word reaches.
pub fn access_words(dfa: &Dfa) -> Vec<Option<Vec<Symbol>>> {
    let mut words = vec![None; dfa.size()];
    words[0] = Some(Vec::new());
    let mut order = vec![0];
    let mut next = 0;
    while next < order.len() {
        let state: u32 = order[next];
        for symbol in 0..dfa.alphabet() as Symbol {
            let target = dfa.step(state, symbol);
            if words[target as usize].is_none() {
                let mut word = words[state as usize].clone().unwrap_or_default();
                word.push(symbol);
                words[target as usize] = Some(word);
                order.push(target);
            }
        }
        next += 1;
    }
    words
}

/// The access words of all reachable states, shortest first and then in lexicographic order.
pub fn state_cover(dfa: &Dfa) -> Vec<Vec<Symbol>> {
    let mut words: Vec<_> = access_words(dfa).into_iter().flatten().collect();
    words.sort_by(|left, right| left.len().cmp(&right.len()).then_with(|| left.cmp(right)));
    words
}

/// Words that take each transition last: the words of the state cover with one more letter, in the same
/// order. Those that are access words are among them.
pub fn transition_cover(dfa: &Dfa) -> Vec<Vec<Symbol>> {
    let letters = 0..dfa.alphabet() as Symbol;
    let extend = |word: Vec<Symbol>| letters.clone().map(move |symbol| [&*word, &[symbol]].concat());
    state_cover(dfa).into_iter().flat_map(extend).collect()
}

/// Suffixes such that every two states that are not equivalent answer one of them differently; λ is the
/// first.
pub fn characterising_set(dfa: &Dfa) -> Vec<Vec<Symbol>> {
    Splits::new(dfa).suffixes()
}

/// For each state the suffixes of the characterising set that tell it from every other state that is not
/// equivalent.
pub fn identification_sets(dfa: &Dfa) -> Vec<Vec<Vec<Symbol>>> {
    let splits = Splits::new(dfa);
    let suffixes = splits.suffixes();
    let way = |&leaf: &usize| {
        let mut set = Vec::new();
        let mut node = leaf;
        while let Some(parent) = splits.nodes[node].parent {
            set.push(suffixes[splits.nodes[parent].suffix].clone());
            node = parent;
        }
        set.reverse();
        set
    };
    splits.leaf.iter().map(way).collect()
}

/// The tree of splits.
struct Splits {
    nodes: Vec<Split>,
    /// The leaf of each state.
    leaf: Vec<usize>,
    /// A letter before another suffix of the list; the first is λ.
    suffixes: Vec<Option<(Symbol, usize)>>,
}

struct Split {
    parent: Option<usize>,
    depth: usize,
    /// Of an inner node: the place of its suffix, and the length of it.
    suffix: usize,
    length: usize,
    is_leaf: bool,
    /// Of a leaf.
    states: Vec<u32>,
}

impl Splits {
    fn new(dfa: &Dfa) -> Self {
        let states: Vec<u32> = (0..dfa.size() as u32).collect();
        let sides: Vec<usize> = states.iter().map(|&state| usize::from(dfa.is_accepting(state))).collect();
        let root = Split { parent: None, depth: 0, suffix: 0, length: 0, is_leaf: true, states };
        let mut splits = Self { nodes: vec![root], leaf: vec![0; dfa.size()], suffixes: vec![None] };
        let mut places = FxHashMap::default();
        splits.split(0, 0, 0, &sides);
        loop {
            let before = splits.nodes.len();
            for node in 0..before {
                let Some((symbol, separator)) = splits.splitter(dfa, node) else { continue };
                let (rest, length) = (splits.nodes[separator].suffix, splits.nodes[separator].length);
                let suffix = *places.entry((symbol, rest)).or_insert(splits.suffixes.len());
                if suffix == splits.suffixes.len() {
                    splits.suffixes.push(Some((symbol, rest)));
                }
                let leaf = |&state: &u32| splits.leaf[dfa.step(state, symbol) as usize];
                let states = splits.nodes[node].states.iter();
                let sides: Vec<usize> =
                    states.map(|state| splits.child_towards(separator, leaf(state))).collect();
                splits.split(node, suffix, length + 1, &sides);
            }
            if splits.nodes.len() == before {
                return splits;
            }
        }
    }

    /// A letter that leads the states of a leaf below both sides of an inner node with a shortest suffix.
    fn splitter(&self, dfa: &Dfa, node: usize) -> Option<(Symbol, usize)> {
        let leaf = &self.nodes[node];
        if !leaf.is_leaf || leaf.states.len() < 2 {
            return None;
        }
        let common = |symbol: Symbol| {
            let targets = leaf.states.iter().map(|&state| self.leaf[dfa.step(state, symbol) as usize]);
            let common = targets.reduce(|left, right| self.common(left, right))?;
            (!self.nodes[common].is_leaf).then_some((symbol, common))
        };
        let candidates = (0..dfa.alphabet() as Symbol).filter_map(common);
        candidates.min_by_key(|&(_, separator)| self.nodes[separator].length)
    }

    fn common(&self, mut left: usize, mut right: usize) -> usize {
        while left != right {
            let (l, r) = (&self.nodes[left], &self.nodes[right]);
            let (up_left, up_right) = (l.depth >= r.depth, r.depth >= l.depth);
            if up_left {
                left = l.parent.unwrap_or(0);
            }
            if up_right {
                right = r.parent.unwrap_or(0);
            }
        }
        left
    }

    /// The child of an inner node on the way to a node below it.
    fn child_towards(&self, inner: usize, mut node: usize) -> usize {
        while let Some(parent) = self.nodes[node].parent
            && parent != inner
        {
            node = parent;
        }
        node
    }

    /// Makes a leaf an inner node with two leaves, if its states are on two sides.
    fn split(&mut self, node: usize, suffix: usize, length: usize, sides: &[usize]) {
        let states = self.nodes[node].states.iter().copied().zip(sides);
        let (one, other): (Vec<_>, Vec<_>) = states.partition(|&(_, &side)| side == sides[0]);
        if other.is_empty() {
            return;
        }
        let depth = self.nodes[node].depth + 1;
        self.nodes[node] = Split { suffix, length, is_leaf: false, states: Vec::new(), ..self.nodes[node] };
        for half in [one, other] {
            let states: Vec<u32> = half.into_iter().map(|(state, _)| state).collect();
            for &state in &states {
                self.leaf[state as usize] = self.nodes.len();
            }
            let parent = Some(node);
            self.nodes.push(Split { parent, depth, suffix: 0, length: 0, is_leaf: true, states });
        }
    }

    fn suffixes(&self) -> Vec<Vec<Symbol>> {
        let mut words: Vec<Vec<Symbol>> = Vec::with_capacity(self.suffixes.len());
        for suffix in &self.suffixes {
            let word = suffix.map_or_else(Vec::new, |(symbol, rest)| [&[symbol], &*words[rest]].concat());
            words.push(word);
        }
        words
    }
}
