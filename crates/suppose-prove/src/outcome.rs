//! What a method finds out.

use suppose_base::{ActionId, Verdict};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

/// The answer of a method, with what supports it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer; a violation is a trace with all actions of all components, without τ.
    pub verdict: Verdict<Vec<ActionId>>,
    /// Why it holds.
    pub proof: Option<Proof>,
    /// What it took.
    pub effort: Effort,
}

impl Outcome {
    /// An answer without anything else.
    pub fn new(verdict: Verdict<Vec<ActionId>>) -> Self {
        Self { verdict, proof: None, effort: Effort::default() }
    }
}

/// A proof that can be checked by itself.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The parts, as component indices.
    pub parts: Vec<Vec<usize>>,
    /// The assumptions between them.
    pub assumptions: Vec<Lts>,
}

impl Proof {
    /// A chain.
    pub fn chain(parts: Vec<Vec<usize>>, assumptions: Vec<Lts>) -> Self {
        Self { parts, assumptions }
    }
}
