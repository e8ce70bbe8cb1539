//! Remembers answers, so that no word is asked twice.
//!
//! Contract: the cache gives the answers of the oracle behind it, and passes on only words whose answer does
//! not follow from what it knows. A stop is passed on and nothing is remembered of it.
//!
//! Words are paths of a trie. Each node holds the first edge that leaves it; further edges live in one hash
//! table keyed by node and letter. So memory does not depend on the size of the alphabet, a query costs at
//! most one look-up for each letter, and the part of a long word that it shares with no other is read from
//! consecutive memory.
//!
//! With [`Cache::prefix_closed`] the target must be prefix-closed. Then a rejected word decides all its
//! extensions, and an accepted word all its prefixes: a rejected node ends every walk through it, and
//! accepting a node marks the path to it. Languages of assumptions are prefix-closed: what reached the error
//! state stays there.
//!
//! Tested against a plain hash map of whole words: same answers, never the same question twice, and in the
//! prefix-closed case no question that could have been inferred from the answers so far.

use rustc_hash::FxHashMap;
use suppose_base::StopReason;

use crate::{Membership, Symbol};

/// Remembers the answers of another oracle.
#[derive(Clone, Debug)]
pub struct Cache<M> {
    inner: M,
    prefix_closed: bool,
    nodes: Vec<Node>,
    /// The edges but the first of each node.
    more: FxHashMap<(u32, Symbol), u32>,
    hits: u64,
    misses: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first edge; no node leads back to the root, so 0 is none.
    symbol: Symbol,
    child: u32,
    /// What is known of the word that ends here.
    answer: Option<bool>,
}

impl Node {
    const UNKNOWN: Self = Self { symbol: 0, child: 0, answer: None };
}

impl<M> Cache<M> {
    /// Remembers what `inner` answers.
    pub fn new(inner: M) -> Self {
        Self::with(inner, false)
    }

    /// Remembers what `inner` answers, and draws conclusions: its language must be prefix-closed.
    pub fn prefix_closed(inner: M) -> Self {
        Self::with(inner, true)
    }

    fn with(inner: M, prefix_closed: bool) -> Self {
        Self {
            inner,
            prefix_closed,
            nodes: vec![Node::UNKNOWN],
            more: FxHashMap::default(),
            hits: 0,
            misses: 0,
        }
    }

    /// How many queries were answered from memory.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// How many queries were passed on.
    pub fn misses(&self) -> u64 {
        self.misses
    }

    /// The oracle behind the cache.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    /// The answer for a word, if it is known or follows from what is known.
    pub fn known(&self, word: &[Symbol]) -> Option<bool> {
        let mut at = 0;
        for &symbol in word {
            let node = self.nodes[at as usize];
            if self.prefix_closed && node.answer == Some(false) {
                return Some(false);
            }
            at = if node.child == 0 {
                return None;
            } else if node.symbol == symbol {
                node.child
            } else {
                *self.more.get(&(at, symbol))?
            };
        }
        self.nodes[at as usize].answer
    }

    /// What was accepted, before another oracle, whose language must contain all of it. What was rejected is
    /// asked again.
    pub fn without_rejections<N>(self, inner: N) -> Cache<N> {
        let Self { prefix_closed, mut nodes, more, hits, misses, .. } = self;
        for node in nodes.iter_mut().filter(|node| node.answer == Some(false)) {
            node.answer = None;
        }
        Cache { inner, prefix_closed, nodes, more, hits, misses }
    }

    fn remember(&mut self, word: &[Symbol], answer: bool) {
        let opens = self.prefix_closed && answer;
        let mut at = 0;
        for &symbol in word {
            let fresh = self.nodes.len() as u32;
            let node = &mut self.nodes[at as usize];
            if opens {
                node.answer = Some(true);
            }
            if node.child == 0 {
                (node.symbol, node.child) = (symbol, fresh);
            }
            at = if node.symbol == symbol {
                node.child
            } else {
                *self.more.entry((at, symbol)).or_insert(fresh)
            };
            if at == fresh {
                self.nodes.push(Node::UNKNOWN);
            }
        }
        self.nodes[at as usize].answer = Some(answer);
    }
}

impl<M: Membership> Membership for Cache<M> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        if let Some(answer) = self.known(word) {
            self.hits += 1;
            return Ok(answer);
        }
        let answer = self.inner.member(word)?;
        self.misses += 1;
        self.remember(word, answer);
        Ok(answer)
    }
}
