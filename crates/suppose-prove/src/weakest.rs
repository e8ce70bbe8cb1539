//! The weakest assumption of a component: what its environment has to keep to, no more and no less.
//!
//! # Question
//! Given components M, a watched component P (the error LTS of a property, mostly) and the actions Σ that the
//! environment takes part in: which environments E keep M ‖ E ‖ P out of π? There are three answers
//! ([`Environment`]): all of them, none, or exactly those whose traces over Σ are in the language of an
//! assumption A, for every E whose actions shared with M and P are those of Σ.
//!
//! # Construction
//! Giannakopoulou, Păsăreanu and Barringer, "Component Verification with Automatically Generated
//! Assumptions", Automated Software Engineering 12, 2005 (first at ASE 2002), section 3.1:
//! 1. Compose M with P, make everything outside Σ silent, reduce. π unreachable: *all* environments.
//! 2. What can reach π silently is π. The initial state is π: *no* environment; the trace of the components
//!    is given. What cannot reach π at all is left out.
//! 3. Determinise, a set with π being π; send what is missing to the sink θ; delete π. That is A.
//!
//! Deviations: components are added one at a time and steps 1 and 2 are done after each (`part`), which the
//! paper recommends in its section 3.2; the reduction keeps the traces to π and nothing else, so that it is
//! far smaller than by observational equivalence; A is minimised at the end, and is therefore the same
//! whatever the order of composition. As soon as π cannot be reached, or cannot be avoided, the components
//! that are left change nothing.
//!
//! # Invariants of A
//! Deterministic, without τ and π, minimal, numbered breadth-first in order of actions; its alphabet is Σ
//! without actions that neither M nor P knows. θ, where there is one, is the state in which everything is
//! allowed for ever. So two constructions that are right give equal bytes, and [`learn`] does.
//!
//! # Complexity
//! Determinisation is exponential in the worst case; the budget's limit of states counts its sets. All else
//! is linear but for the reductions.
//!
//! # Tests
//! `weakest/tests`: the figures of the paper; against the definition, word by word, on all small components;
//! theorem 3.2 against the plain search of the whole system with random environments.

mod deadlock;
mod exact;
mod learned;
mod stuck;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use suppose_base::{ActionId, Budget, StopReason};
use suppose_lts::check::Effort;
use suppose_lts::ops::{complete, determinise, drop_error};
use suppose_lts::reduce::strong;
use suppose_lts::{Lts, Role};

use crate::order::{Order, Strategy};
use crate::outcome::Learning;
use crate::part::Part;
use crate::task::dying;

pub use deadlock::deadlock_free;
pub use learned::{Learn, Oracle, learn};

/// Components that are to be put into some environment, and what is watched there.
#[derive(Clone, Debug)]
pub struct OpenSystem {
    components: Vec<Arc<Lts>>,
    watched: Arc<Lts>,
    role: Role,
    interface: Vec<ActionId>,
}

impl OpenSystem {
    /// Components without the watched one; the watched one, and whether it is a property or itself a
    /// component; the interface alphabet, of which actions that none of these know are left out. A component
    /// that goes to π stops for good, as in a [`Task`](crate::Task). An action outside the interface is
    /// internal, whoever has it.
    pub fn new(components: &[Arc<Lts>], watched: &Arc<Lts>, role: Role, interface: &[ActionId]) -> Self {
        let known = |a: &ActionId| watched.has_action(*a) || components.iter().any(|c| c.has_action(*a));
        let mut interface: Vec<ActionId> = interface.iter().copied().filter(known).collect();
        interface.sort_unstable();
        interface.dedup();
        let components = components.iter().map(dying).collect();
        Self { components, watched: Arc::clone(watched), role, interface }
    }

    /// The actions that assumptions are about, sorted.
    pub fn interface(&self) -> &[ActionId] {
        &self.interface
    }

    fn is_visible(&self, action: ActionId) -> bool {
        self.interface.binary_search(&action).is_ok()
    }

    /// Whether the environment and the component have to agree on an action: one of the interface that is not
    /// the property's alone.
    fn is_joint(&self, action: ActionId) -> bool {
        let acts = self.role == Role::Component && self.watched.has_action(action);
        self.is_visible(action) && (acts || self.components.iter().any(|c| c.has_action(action)))
    }

    /// The traces to π over the interface as one reduced LTS. Not all components are in it when π cannot be
    /// reached or cannot be avoided already.
    fn errors(&self, budget: &Budget) -> Result<Part, StopReason> {
        let members = self.components.iter().map(|lts| &**lts).enumerate();
        let mut order = Order::new(members, Strategy::Interface);
        let shown = |order: &Order<'_>, a| self.is_visible(a) || order.needs(a);
        let mut part = Part::watching(&self.watched, |a| shown(&order, a), budget)?;
        while !part.is_safe() && !part.is_broken() {
            let Some(next) = order.next(part.lts(), false) else { break };
            part.add(&self.components[next], |a| shown(&order, a), budget)?;
        }
        Ok(part)
    }
}

/// Which environments are good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Environment {
    /// All: whatever the environment does, π is not reached.
    Any,
    /// None: the components can go wrong by themselves.
    None {
        /// Such a trace: all actions of the components and of what is watched, in order, without τ. None of
        /// them is in Σ.
        trace: Vec<ActionId>,
        /// Where it ends.
        ending: Ending,
    },
    /// Those that keep to this assumption.
    Assumption(Lts),
}

/// Where a trace ends that no environment can prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// In π.
    Error,
    /// Where all that the components can still do with the environment leads to π, or to another such place.
    /// Only [`deadlock_free`] minds.
    Deadlock,
}

/// How well an assumption is known to be the weakest. In any case it is good: an environment that keeps to it
/// is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It is the weakest.
    Exact,
    /// Tests found nothing that it forbids without need. It is the weakest if that has at most so many states
    /// more, the rejecting one counted.
    Tested {
        /// So many states more.
        extra: usize,
    },
    /// The work stopped early: environments that do not keep to it may be safe too.
    Stopped(StopReason),
}

/// The answer, and what it took.
#[derive(Clone, Debug)]
pub struct Weakest {
    /// Which environments are good.
    pub environment: Environment,
    /// Whether the assumption is known to be the weakest.
    pub certainty: Certainty,
    /// What it took.
    pub effort: Effort,
    /// What was learned on the way, by [`learn`].
    pub learning: Option<Learning>,
}

impl Weakest {
    fn new(environment: Environment, effort: Effort) -> Self {
        Self { environment, certainty: Certainty::Exact, effort, learning: None }
    }
}

/// The weakest assumption by direct construction.
///
/// # Errors
/// When the budget is spent.
pub fn direct(open: &OpenSystem, budget: &Budget) -> Result<Weakest, StopReason> {
    let part = open.errors(budget)?;
    let mut effort = part.effort();
    let environment = if part.is_broken() {
        Environment::None { trace: part.expand(&[], budget)?, ending: Ending::Error }
    } else if part.is_safe() {
        Environment::Any
    } else if part.is_deterministic() {
        Environment::Assumption(allowed(part.lts(), budget)?)
    } else {
        let sets = determinise(part.lts(), budget)?.lts;
        count(&mut effort, &sets);
        Environment::Assumption(allowed(&sets, budget)?)
    };
    Ok(Weakest::new(environment, effort))
}

/// The assumption that allows whatever does not lead a deterministic LTS to π.
pub(crate) fn allowed(errors: &Lts, budget: &Budget) -> Result<Lts, StopReason> {
    let cells = (errors.num_states() as u64 + 1) * errors.alphabet().len() as u64;
    if u32::try_from(cells).is_err() {
        let what = "an assumption with more than 2^32 transitions".to_owned();
        return Err(StopReason::Unsupported(what));
    }
    Ok(strong(&drop_error(&complete(errors).lts), budget)?.lts)
}

/// Adds a construction to what was done.
fn count(effort: &mut Effort, made: &Lts) {
    let states = made.num_states() as u64;
    effort.states_explored += states;
    effort.max_states = effort.max_states.max(states);
    effort.transitions += made.num_transitions() as u64;
}
