//! Remembers answers, so that no word is asked twice.
//!
//! Contract: the cache gives the answers of the oracle behind it, and passes on only words whose answer does not follow from what it knows.
//! A stop is passed on and nothing is remembered of it.
//!
//! Words are paths of a trie. Its edges live in one hash table keyed by node and letter, so memory does not depend on the size of the
//! alphabet, and a query costs one look-up for each letter.
//!
//! With [`Cache::prefix_closed`] the target must be prefix-closed. Then a rejected word decides all its extensions, and an accepted word all its
//! prefixes: a rejected node ends every walk through it, and accepting a node marks the path to it.
//! Languages of assumptions are prefix-closed: what reached the error state stays there.
//!
//! Tested against a plain hash map of whole words: same answers, never the same question twice, and in the prefix-closed
//! case no question that could have been inferred from the answers so far.

use rustc_hash::FxHashMap;
use suppose_base::StopReason;

use crate::{Membership, Symbol};

/// Remembers the answers of another oracle.
#[derive(Clone, Debug)]
pub struct Cache<M> {
    inner: M,
    prefix_closed: bool,
    edges: FxHashMap<(u32, Symbol), u32>,
    /// What is known of the word that ends in each node.
    answers: Vec<Option<bool>>,
    hits: u64,
    misses: u64,
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
        Self { inner, prefix_closed, edges: FxHashMap::default(), answers: vec![None], hits: 0, misses: 0 }
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
        let mut node = 0;
        for &symbol in word {
            if self.prefix_closed && self.answers[node as usize] == Some(false) {
                return Some(false);
            }
            node = *self.edges.get(&(node, symbol))?;
        }
        self.answers[node as usize]
    }

    /// What was accepted, before another oracle, whose language must contain all of it. What was rejected is asked again.
    pub fn without_rejections<N>(self, inner: N) -> Cache<N> {
        let Self { prefix_closed, edges, mut answers, hits, misses, .. } = self;
        answers.iter_mut().filter(|answer| **answer == Some(false)).for_each(|answer| *answer = None);
        Cache { inner, prefix_closed, edges, answers, hits, misses }
    }

    fn remember(&mut self, word: &[Symbol], answer: bool) {
        let opens = self.prefix_closed && answer;
        let mut node = 0;
        for &symbol in word {
            if opens {
                self.answers[node as usize] = Some(true);
            }
            let fresh = self.answers.len() as u32;
            node = *self.edges.entry((node, symbol)).or_insert(fresh);
            if node == fresh {
                self.answers.push(None);
            }
        }
        self.answers[node as usize] = Some(answer);
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
