//! Reductions: smaller LTSs that are equivalent to the original.
//!
//! # Contract
//! The result of a reduction by a [`Relation`] is equivalent to the original by that relation, and for the
//! bisimilarities no LTS with fewer states is. In all relations
//! * π is equivalent to nothing else: a state that can silently reach π differs from one that cannot;
//! * the end state is equivalent to nothing else, so termination is told apart from deadlock;
//! * divergence does not count: a cycle of τ steps is as good as none.
//!
//! States are numbered breadth-first with the initial state as 0; transitions are those of the original
//! between classes, without τ loops for branching and weak bisimilarity; the alphabet is kept. Every state of
//! the original that can be reached is mapped to a state that it is equivalent to, but for [`trace()`], where
//! some states have none.
//!
//! Each relation is finer than the next: strong, branching, weak, trace.

mod branching;
mod ending;
mod partition;
mod quotient;
mod refine;
mod signatures;
mod strong;
mod trace;
mod weak;

use std::fmt;
use std::str::FromStr;

pub use ending::weak_to_end;

use suppose_base::{Budget, StateId, StopReason};

use crate::ops::reachable;
use crate::{Lts, Mapped};

/// When two states count as equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Strong bisimilarity: τ is an action like any other.
    Strong,
    /// Branching bisimilarity: τ steps that decide nothing are invisible.
    Branching,
    /// Weak bisimilarity, also called observational equivalence.
    Weak,
    /// Equality of weak traces, of those to π and of those to the end state.
    Trace,
}

impl Relation {
    /// All relations, from fine to coarse.
    pub const ALL: [Self; 4] = [Self::Strong, Self::Branching, Self::Weak, Self::Trace];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Branching => "branching",
            Self::Weak => "weak",
            Self::Trace => "trace",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no [`Relation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRelation(String);

impl fmt::Display for UnknownRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of strong, branching, weak and trace", self.0)
    }
}

impl std::error::Error for UnknownRelation {}

impl FromStr for Relation {
    type Err = UnknownRelation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|r| r.name() == text).ok_or_else(|| UnknownRelation(text.to_owned()))
    }
}

/// Reduces by the given relation.
///
/// # Errors
/// When the budget is spent.
pub fn reduce(lts: &Lts, relation: Relation, budget: &Budget) -> Result<Mapped, StopReason> {
    if all_reachable(lts) {
        return quotient_from(lts, relation, &[lts.initial()], budget);
    }
    let part = reachable(lts);
    let new = quotient_from(&part.lts, relation, &[part.lts.initial()], budget)?;
    Ok(Mapped { map: part.map.then(&new.map), lts: new.lts })
}

/// Reduces by strong bisimilarity.
///
/// # Errors
/// When the budget is spent.
pub fn strong(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    reduce(lts, Relation::Strong, budget)
}

/// Reduces by branching bisimilarity.
///
/// # Errors
/// When the budget is spent.
pub fn branching(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    reduce(lts, Relation::Branching, budget)
}

/// Reduces by weak bisimilarity.
///
/// # Errors
/// When the budget is spent.
pub fn weak(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    reduce(lts, Relation::Weak, budget)
}

/// Reduces by trace equivalence: the smallest deterministic LTS, plus τ steps to the end state where the
/// original may end or go on.
///
/// # Errors
/// When the budget is spent, which may well happen: determinisation can be exponential.
pub fn trace(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    reduce(lts, Relation::Trace, budget)
}

/// The part of the quotient that can be reached from the roots; the first is the new initial state. Trace
/// reduction only knows the initial state as a root.
pub(crate) fn quotient_from(
    lts: &Lts,
    relation: Relation,
    roots: &[StateId],
    budget: &Budget,
) -> Result<Mapped, StopReason> {
    match relation {
        Relation::Strong => strong::strong_quotient(lts, roots, budget),
        Relation::Branching => branching::branching_quotient(lts, roots, budget),
        Relation::Weak => weak::weak_quotient(lts, roots, budget),
        Relation::Trace => trace::trace_quotient(lts, budget),
    }
}

/// Whether every state can be reached: then no copy of the reachable part is needed.
fn all_reachable(lts: &Lts) -> bool {
    let mut seen = vec![false; lts.num_states()];
    // Breadth-first, because most producers number states that way and memory is then walked in order.
    let mut order: Vec<StateId> = Vec::new();
    let mut visit = |s: StateId, order: &mut Vec<StateId>| {
        if !s.is_error() && !std::mem::replace(&mut seen[s.index()], true) {
            order.push(s);
        }
    };
    visit(lts.initial(), &mut order);
    let mut next = 0;
    while let Some(&s) = order.get(next) {
        next += 1;
        for t in lts.transitions(s) {
            visit(t.target, &mut order);
        }
    }
    order.len() == lts.num_states()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_have_names() {
        for (relation, name) in Relation::ALL.into_iter().zip(["strong", "branching", "weak", "trace"]) {
            assert_eq!(relation.to_string(), name);
            assert_eq!(name.parse(), Ok(relation));
        }
        let unknown = "Strong".parse::<Relation>().expect_err("names are lower case");
        assert_eq!(unknown.to_string(), "`Strong` is not one of strong, branching, weak and trace");
    }
}
