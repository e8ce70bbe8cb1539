//! Who looks for mistakes in a conjecture.
//!
//! [`Exact`] compares with a known automaton. [`WMethod`](crate::WMethod) and [`WpMethod`](crate::WpMethod)
//! test a black box.

use suppose_base::StopReason;

use crate::{Dfa, Membership, Symbol};

/// Looks for a word on which a conjecture and the target differ.
pub trait Equivalence {
    /// Such a word, or `None` when there is none as far as this oracle can tell. `oracle` answers for the
    /// target, and remembers what the learner asked if it is a cache.
    ///
    /// # Errors
    /// The reason to stop.
    fn find(
        &mut self,
        conjecture: &Dfa,
        oracle: &mut dyn Membership,
    ) -> Result<Option<Vec<Symbol>>, StopReason>;
}

/// Compares with a known automaton over the same alphabet: for tests, benchmarks and learning from a model.
/// Asks nothing.
#[derive(Clone, Copy, Debug)]
pub struct Exact<'a>(pub &'a Dfa);

impl Equivalence for Exact<'_> {
    fn find(
        &mut self,
        conjecture: &Dfa,
        _oracle: &mut dyn Membership,
    ) -> Result<Option<Vec<Symbol>>, StopReason> {
        Ok(conjecture.difference(self.0))
    }
}
