//! Smaller state graphs for the same question (Yao 2012, chapter 3).
//!
//! # What is kept
//! A trace is the sequence of inputs and outputs on a path. A trace of a path to π is a *failure trace*; what
//! comes after a failure does not matter, so all its continuations count as failure traces too, whether there
//! are paths for them or not. Two graphs are *equivalent* when they then have the same traces and the same
//! failure traces. Putting an equivalent graph in a composition does not change whether the composition can
//! fail.
//!
//! | reduction | keeps |
//! |---|---|
//! | [`transition()`], [`redundant()`], [`region()`], [`case_one()`], [`case_two()`], [`case_three()`], [`overall()`] | equivalence |
//! | [`autofailure()`] | failure together with any environment that never refuses an output, see there |
//! | [`state()`] | every trace and every failure trace; it may add some |
//!
//! None of them keeps divergence, and all but `autofailure` can lose a deadlock that depends on a choice the
//! environment does not see. So failures that are not on transitions, deadlock among them, must have become π
//! before. `region`, the cases and `overall` at least make none: if the result has a state without
//! transitions, so has the original.
//!
//! The dissertation defines equivalence by pairs of paths (definitions 2.2.6 to 2.2.9) and calls a failing
//! path *failure equivalent* to every path that begins with the same actions, failing or not. Read literally,
//! a graph that fails after `a` would have as an abstraction one that does `a` and never fails, which its own
//! property (2.1) excludes. The statement above is the reading under which (2.1) and (2.3) hold.
//!
//! # What is known about the text
//! Several algorithms are unsound as printed. Each file says where and what it does instead;
//! `tests/all/reduce/literal.rs` runs the printed text on a smallest graph that shows it.
//!
//! # Common ground
//! A graph has no end state. Internal actions keep the values of visible wires, so states joined by an
//! internal transition have the same code. Every function first makes π of each state from which an internal
//! path leads there, which is equivalence itself, and drops what cannot be reached; states of results are
//! numbered breadth-first.
//!
//! # Tests
//! `tests/all/reduce`: every function on all small graphs and many random ones against subset construction
//! written there from the definitions; the worked examples of the dissertation; large graphs.

mod autofailure;
mod cases;
mod failing;
mod overall;
mod redundant;
mod region;
mod rest;
mod state;
mod transition;

use std::fmt;
use std::str::FromStr;

use suppose_base::{Budget, StateId, StopReason};
use suppose_lts::ops::reachable;
use suppose_lts::{Lts, LtsBuilder, Mapped, StateMap, Transition};

pub use autofailure::autofailure;
pub use cases::{case_one, case_three, case_two};
pub use overall::overall;
pub use redundant::redundant;
pub use region::region;
pub use state::state;
pub use transition::transition;

use crate::graph::StateGraph;

/// A reduced graph and where its states came from.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smaller graph.
    pub graph: StateGraph,
    /// From the states of the old graph to those of the new one. A state that was merged goes to the one that
    /// took over its transitions; one that is no longer reached goes nowhere.
    pub map: StateMap,
}

impl Reduced {
    /// The graph as it is.
    pub fn unchanged(graph: StateGraph) -> Self {
        let map = StateMap::identity(graph.lts.num_states());
        Self { graph, map }
    }

    /// Reduces further and joins the maps.
    ///
    /// # Errors
    /// Those of the next reduction.
    pub fn then(
        self,
        next: impl FnOnce(&StateGraph) -> Result<Self, StopReason>,
    ) -> Result<Self, StopReason> {
        let after = next(&self.graph)?;
        Ok(Self { map: self.map.then(&after.map), graph: after.graph })
    }
}

/// The combinations that the dissertation compares (section 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reduction {
    /// The graph stays as it is.
    None,
    /// [`autofailure()`] alone.
    Autofailure,
    /// [`autofailure()`], [`transition()`] and [`redundant()`].
    Transition,
    /// [`autofailure()`] and [`overall()`].
    Region,
    /// [`autofailure()`] and [`state()`]: what fails may be correct.
    State,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::None, Self::Autofailure, Self::Transition, Self::Region, Self::State];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Autofailure => "autofailure",
            Self::Transition => "transition",
            Self::Region => "region",
            Self::State => "state",
        }
    }

    /// Reduces a graph.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn apply(self, graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
        if self == Self::None {
            return Ok(Reduced::unchanged(graph.clone()));
        }
        let trimmed = autofailure(graph, budget)?;
        match self {
            Self::None | Self::Autofailure => Ok(trimmed),
            Self::Transition => {
                trimmed.then(|graph| transition(graph, budget))?.then(|graph| redundant(graph, budget))
            }
            Self::Region => trimmed.then(|graph| overall(graph, budget)),
            Self::State => trimmed.then(|graph| state(graph, budget)),
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no [`Reduction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownReduction(String);

impl fmt::Display for UnknownReduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of none, autofailure, transition, region and state", self.0)
    }
}

impl std::error::Error for UnknownReduction {}

impl FromStr for Reduction {
    type Err = UnknownReduction;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|r| r.name() == text).ok_or_else(|| UnknownReduction(text.to_owned()))
    }
}

/// Which internal actions the alphabet of a result still has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    /// All.
    Whole,
    /// None, because none is left on a transition.
    Visible,
}

/// Merges states and deletes transitions: state `s` becomes `place[s]`, which may be π; transitions for which
/// `keep` is false go. `keep` gets the place of the transition in [`Lts::flat_transitions`]. What can then
/// not be reached is dropped.
fn quotient(
    graph: &StateGraph,
    place: Vec<StateId>,
    alphabet: Alphabet,
    keep: impl Fn(usize, Transition) -> bool,
) -> Reduced {
    let lts = &graph.lts;
    let put = |s: StateId| if s.is_error() { s } else { place[s.index()] };
    let mut next = LtsBuilder::new(lts.num_states()).with_capacity(lts.num_transitions());
    next.set_initial(put(lts.initial()));
    for (at, (source, t)) in lts.all_transitions().enumerate() {
        if !put(source).is_error() && keep(at, t) {
            next.add(put(source), t.action, put(t.target));
        }
    }
    finish(graph, next, alphabet, &StateMap::new(place.into_iter().map(Some).collect()))
}

/// The reachable part of a graph over the states of an old one.
fn finish(graph: &StateGraph, mut next: LtsBuilder, alphabet: Alphabet, place: &StateMap) -> Reduced {
    let kept = |&&a: &&_| alphabet == Alphabet::Whole || !graph.is_internal(a);
    next.extend_alphabet(graph.lts.alphabet().iter().filter(kept).copied());
    let next = next.finish().expect("no more states and transitions than a graph can have");
    let Mapped { lts, map } = reachable(&next);
    let mut old = vec![StateId::ERROR; lts.num_states()];
    for s in next.states() {
        if let Some(new) = map.get(s) {
            old[new.index()] = s;
        }
    }
    let codes = graph.codes.selected(old);
    let (inputs, outputs) = (graph.inputs.clone(), graph.outputs.clone());
    Reduced { graph: StateGraph { lts, inputs, outputs, codes }, map: place.then(&map) }
}

/// Where a state is when nothing is merged.
fn in_place(lts: &Lts) -> Vec<StateId> {
    lts.states().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_have_names() {
        let names = ["none", "autofailure", "transition", "region", "state"];
        for (reduction, name) in Reduction::ALL.into_iter().zip(names) {
            assert_eq!(reduction.to_string(), name);
            assert_eq!(name.parse(), Ok(reduction));
        }
        let unknown = "regions".parse::<Reduction>().expect_err("no such reduction");
        assert_eq!(
            unknown.to_string(),
            "`regions` is not one of none, autofailure, transition, region and state"
        );
    }
}
