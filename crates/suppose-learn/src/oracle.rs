//! Who answers a learner's questions, and two decorators that watch the questions go by.
//!
//! [`Membership`] answers whether a word is in the target language. [`Counter`] counts what passes through it
//! and [`Limited`] ends the work when a budget is used up; [`Cache`](crate::Cache) has a file of its own.
//! Decorators nest, the outermost being asked first: `Cache<Counter<Limited<M>>>` counts what the cache did
//! not know.

use suppose_base::{Budget, Poll, StopReason};

use crate::{Dfa, Symbol};

/// Answers whether words are in the target language. The same word must always get the same answer.
pub trait Membership {
    /// Whether the word is in the language.
    ///
    /// # Errors
    /// The reason why there will be no answer.
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason>;
}

impl<M: Membership + ?Sized> Membership for &mut M {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        (**self).member(word)
    }
}

impl<M: Membership + ?Sized> Membership for Box<M> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        (**self).member(word)
    }
}

/// The language of a known automaton: for tests, benchmarks and learning from a model.
impl Membership for &Dfa {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        Ok(self.accepts(word))
    }
}

/// Counts queries and the letters in them.
#[derive(Clone, Debug)]
pub struct Counter<M> {
    inner: M,
    queries: u64,
    symbols: u64,
}

impl<M> Counter<M> {
    /// Counts what is asked of `inner`.
    pub fn new(inner: M) -> Self {
        Self { inner, queries: 0, symbols: 0 }
    }

    /// How many words were asked.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// Who answers.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    /// The sum of their lengths.
    pub fn symbols(&self) -> u64 {
        self.symbols
    }
}

impl<M: Membership> Membership for Counter<M> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.queries += 1;
        self.symbols += word.len() as u64;
        self.inner.member(word)
    }
}

/// Work for a letter of a query, with what the learner does with the answer.
const LETTER: u64 = 50;

/// Stops when a budget is used up; polls it at the first query and then after about every thousand letters.
#[derive(Clone, Debug)]
pub struct Limited<'b, M> {
    inner: M,
    budget: &'b Budget,
    until_poll: usize,
}

impl<'b, M> Limited<'b, M> {
    const STEPS: usize = 1000;

    /// Asks `inner` while the budget lasts.
    pub fn new(inner: M, budget: &'b Budget) -> Self {
        Self { inner, budget, until_poll: 0 }
    }

    /// Who answers.
    pub fn inner(&self) -> &M {
        &self.inner
    }
}

impl<M: Membership> Membership for Limited<'_, M> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        // The empty word is a step too.
        let steps = word.len() + 1;
        if self.until_poll < steps {
            self.budget.pay(Poll::Learn, LETTER * Self::STEPS as u64)?;
            self.until_poll = Self::STEPS;
        }
        self.until_poll = self.until_poll.saturating_sub(steps);
        self.inner.member(word)
    }
}
