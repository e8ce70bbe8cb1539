//! What a refinement did, for those who want to see it step by step.

use suppose_base::{ActionId, StateId};

use super::constraint::Constraint;

/// What becomes of a transition. Ordered by how much is known against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It stays.
    Kept,
    /// Nothing forbids it, but its source cannot be reached any more.
    Unreachable,
    /// Its source can be reached, but a constraint forbids it there, or the neighbours never take part in it.
    Refused,
}

/// A transition that was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Removed {
    /// Of which component.
    pub component: usize,
    /// Its source, by the number it had in the graph that was given, or that the reduction made.
    pub source: StateId,
    /// Its action.
    pub action: ActionId,
    /// Its target, numbered like the source.
    pub target: StateId,
    /// Why.
    pub fate: Fate,
}

/// One round: all that was applied to the same graphs, at once.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The greatest size of clusters in it; 1 when constraints were applied.
    pub size: usize,
    /// How many clusters were synchronised, or components confronted with constraints.
    pub tried: usize,
    /// How many components lost transitions.
    pub changed: usize,
    /// The constraints that are new, before they were applied. Only when asked for.
    pub constraints: Vec<Constraint>,
    /// The transitions that were removed, sorted. Only when asked for.
    pub removed: Vec<Removed>,
}
