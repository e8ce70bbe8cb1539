//! The parallel product of the components of a system: search, composition, witnesses.
//!
//! A global state is a tuple of local states, packed into a few machine words (file `layout.rs`). An action
//! other than τ is taken jointly by every component that has it in its alphabet; τ is taken alone. A
//! component that goes to π takes the whole product there. In a state where an action of the upper class is
//! possible, a [`Priority`](crate::Priority) removes those of the lower class, moves of properties alone
//! excepted (file `ranking.rs`); hiding comes last.
//!
//! [`Product::new`] compiles the system once into guarded moves (file `moves.rs`); everything else runs on
//! those: [`Product::explore`] searches breadth-first without keeping the graph, [`Product::compose`] builds
//! the graph, and [`replay()`] checks a witness against the plain definition, sharing nothing with the rest
//! of this module.

mod compose;
mod crew;
mod expand;
mod explore;
mod forecast;
mod layout;
mod meter;
mod moves;
mod progress;
mod ranking;
mod replay;
mod rounds;
mod visited;
mod witness;
mod worker;

use std::sync::OnceLock;

use suppose_base::{ActionId, Budget, StateId, StopReason};

use crate::System;
use layout::Layout;
use moves::Moves;
use ranking::Ranking;
use visited::Hash;

pub use compose::Composed;
pub use explore::{Errors, Exploration, Goal};
pub use forecast::Forecast;
pub use progress::{ProgressViolation, Requirement, check_progress, replay_progress};
pub use replay::{ReplayError, replay};
pub use witness::{Step, Violation, Witness};

/// A system compiled for searching.
#[derive(Debug)]
pub struct Product<'s> {
    system: &'s System,
    layout: Layout,
    moves: Moves,
    /// The system's priority, if it has one.
    ranking: Option<Ranking>,
    /// The packed initial state; `None` when some component starts in π.
    initial: Option<Vec<u64>>,
    /// An action that had too many moves in one state to list them: what was found then is not everything.
    overflowed: OnceLock<ActionId>,
}

/// Runs a function generic over the number of words in a packed state with the smallest size that fits.
macro_rules! with_words {
    ($words:expr, $function:ident :: <W>($($argument:expr),*)) => {
        match $words {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3..=4 => $function::<4>($($argument),*),
            5..=8 => $function::<8>($($argument),*),
            9..=16 => $function::<16>($($argument),*),
            17..=64 => $function::<64>($($argument),*),
            _ => $function::<{ Layout::MAX_WORDS }>($($argument),*),
        }
    };
}

impl<'s> Product<'s> {
    /// Compiles a system.
    ///
    /// # Errors
    /// [`StopReason::Unsupported`] when a global state takes more than 256 words of 64 bits.
    pub fn new(system: &'s System) -> Result<Self, StopReason> {
        let ltss: Vec<_> = system.components.iter().map(|c| &*c.lts).collect();
        let layout = Layout::new(ltss.iter().map(|lts| lts.num_states()))?;
        let moves = Moves::new(&ltss, &layout);
        let locals: Vec<StateId> = ltss.iter().map(|lts| lts.initial()).collect();
        let initial = (!locals.iter().any(|s| s.is_error())).then(|| layout.pack(&locals));
        let ranking = Ranking::new(system);
        Ok(Self { system, layout, moves, ranking, initial, overflowed: OnceLock::new() })
    }

    /// The system.
    pub(crate) fn system(&self) -> &'s System {
        self.system
    }

    /// How many 64-bit words one global state takes.
    pub(crate) fn words(&self) -> usize {
        self.layout.words()
    }

    /// The hash function for the packed states.
    fn hash(&self) -> Hash {
        Hash::new(self.layout.first_bits())
    }

    /// Searches the reachable states breadth-first for what `goal` names and stops after the first level that
    /// has it. The result does not depend on the number of threads.
    pub fn explore(&self, goal: Goal, threads: usize, budget: &Budget) -> Exploration {
        with_words!(self.words(), explore_words::<W>(self, goal, threads, budget))
    }

    /// Builds the graph of the reachable states.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn compose(&self, budget: &Budget) -> Result<Composed, StopReason> {
        with_words!(self.words(), compose_words::<W>(self, budget))
    }
}

use compose::compose_words;
use explore::explore_words;

/// Builds the product of all components of a system as one LTS.
///
/// # Errors
/// When the budget ends first, or the system is too wide for the packed states.
pub fn compose(system: &System, budget: &Budget) -> Result<Composed, StopReason> {
    Product::new(system)?.compose(budget)
}

#[cfg(test)]
mod tests;
