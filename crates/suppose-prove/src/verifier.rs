//! What a learned proof needs of a verifier.
//!
//! The engines of [`learn`](crate::learn) know premises, words and assumptions. They do not know how a part
//! is represented or searched: that is behind these traits. There are two kinds of verifier: LTSs that are
//! composed and reduced (`learn::reduced`), which is exact, and data-flow analysis of tasking programs, which
//! may find errors that the part does not have.
//!
//! * [`Parts`]: the parts at the places of a rule. It knows what they share, decides the last premise, and
//!   makes a verifier for a part and what the part must guarantee.
//! * [`Verifier`]: decides the premise ⟨A⟩ M ⟨R⟩ for one M and R and any A.
//! * [`Runs`]: answers for the same M and R whether a word leads to an error.
//!
//! # Contract
//! All three speak about one table of actions, [`Parts::actions`]. A word leads to an error of a part when
//! the part, in an environment that does at Σ just what the word says, can violate its obligation; whatever a
//! longer word does is then too late. [`Verifier::check`] must find a word exactly when the assumption allows
//! one that [`Runs`] rejects, or learning would not end. Verifiers are deterministic.

use suppose_base::{ActionId, ActionTable, Budget, StopReason};
use suppose_learn::Membership;
use suppose_lts::Lts;
use suppose_lts::check::Effort;

/// What a part has to guarantee.
#[derive(Clone, Copy, Debug)]
pub enum Obligation<'a> {
    /// That the watched component stays out of π.
    Watched,
    /// That an assumption of another part is right.
    Assumption(&'a Lts),
}

/// Parts at the places of a rule, in order. A part may be at two places.
pub trait Parts {
    /// Who verifies a part.
    type Verifier: Verifier;

    /// How many places there are.
    fn places(&self) -> usize;

    /// The components of the system that the part at a place stands for, for the proof.
    fn components(&self, place: usize) -> Vec<usize>;

    /// The names of all actions.
    fn actions(&self) -> &ActionTable;

    /// The watched component: what the first part has to guarantee.
    fn watched(&self) -> &Lts;

    /// Σ: the actions of the parts after a place that the part or its obligation knows, in the order of
    /// names.
    fn interface(&self, place: usize, obligation: Obligation<'_>) -> Vec<ActionId>;

    /// What the part at a place shares with any other, in the order of numbers.
    fn shared(&self, place: usize) -> Vec<ActionId>;

    /// The verifier of a part and its obligation, over an alphabet.
    ///
    /// # Errors
    /// When the budget is spent.
    fn verifier(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Self::Verifier, StopReason>;

    /// Premise ⟨true⟩ M ⟨R⟩: a trace of the part at a place, with all its actions, that breaks its
    /// obligation; `None` when there is none.
    ///
    /// # Errors
    /// When the budget is spent.
    fn escape(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason>;

    /// Whether an obligation speaks about an action.
    fn obliges(&self, obligation: Obligation<'_>, action: ActionId) -> bool {
        match obligation {
            Obligation::Watched => self.watched().has_action(action),
            Obligation::Assumption(lts) => lts.has_action(action),
        }
    }
}

/// Decides premises about one part and its obligation, over one alphabet Σ.
pub trait Verifier {
    /// Words over Σ, letters numbered as in Σ.
    fn runs<'v>(&'v self, budget: &'v Budget) -> Box<dyn Runs + 'v>;

    /// Premise ⟨A⟩ M ⟨R⟩: a shortest word over Σ that the assumption allows and that can lead to an error;
    /// `None` when there is none. No assumption allows everything.
    ///
    /// # Errors
    /// When the budget is spent.
    fn check(
        &self,
        assumption: Option<&Lts>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason>;

    /// A trace of the part to the error, with all its actions, for a word that just leads to one.
    ///
    /// # Errors
    /// When the budget is spent.
    fn trace(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason>;
}

/// Answers about words. A word is a member when it does not lead to an error.
pub trait Runs: Membership {
    /// How long the shortest prefix of a word is that leads to an error.
    ///
    /// # Errors
    /// When the budget is spent.
    fn fatal(&mut self, word: &[ActionId]) -> Result<Option<usize>, StopReason>;

    /// How many states of the part are remembered for all words so far. A word leads to a set of states, and
    /// sets are kept: a state counts once for every set that it is in. This is what queries cost, in the same
    /// coin as the states of a premise.
    fn held(&self) -> u64;
}
