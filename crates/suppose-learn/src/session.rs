//! Learning from beginning to end, for use without a teacher of one's own.
//!
//! [`learn`] puts a cache, a counter and the budget between the learner and the oracle, and asks the
//! equivalence oracle until it finds nothing more. Learner and tests share the cache. When the budget ends,
//! the last conjecture is the result, with the reason.

use suppose_base::{Budget, StopReason};

use crate::{Cache, Counter, Dfa, Equivalence, Kind, LearnError, Limited, Membership};

/// What came out of learning.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The last complete conjecture.
    pub conjecture: Dfa,
    /// Why learning stopped before the conjecture was found right; `None` when it was.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub statistics: Statistics,
}

/// What learning took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many conjectures there were, the last one included.
    pub conjectures: u64,
    /// How many different words were asked, by the learner or in tests.
    pub queries: u64,
    /// The sum of their lengths.
    pub symbols: u64,
    /// How many queries were answered from memory.
    pub hits: u64,
}

/// Learns the language of an oracle over an alphabet of this many letters.
///
/// # Errors
/// [`LearnError::NoCounterexample`] or [`LearnError::Contradiction`] when the oracles contradict each other
/// or themselves. A stop is no error but part of the result.
pub fn learn(
    kind: Kind,
    alphabet: usize,
    oracle: &mut dyn Membership,
    equivalence: &mut dyn Equivalence,
    budget: &Budget,
) -> Result<Learned, LearnError> {
    let mut oracle = Cache::new(Counter::new(Limited::new(oracle, budget)));
    let mut learner = kind.build(alphabet);
    let mut conjectures = 0;
    let mut run = || -> Result<(), LearnError> {
        learner.start(&mut oracle)?;
        loop {
            conjectures += 1;
            budget.check_states(learner.conjecture().size() as u64)?;
            let Some(word) = equivalence.find(learner.conjecture(), &mut oracle)? else { return Ok(()) };
            learner.refine(&word, &mut oracle)?;
        }
    };
    let stopped = match run() {
        Ok(()) => None,
        Err(LearnError::Stopped(reason)) => Some(reason),
        Err(error) => return Err(error),
    };
    let counter = oracle.inner();
    let statistics = Statistics {
        conjectures,
        queries: counter.queries(),
        symbols: counter.symbols(),
        hits: oracle.hits(),
    };
    Ok(Learned { conjecture: learner.conjecture().clone(), stopped, statistics })
}
