//! Witnesses: runs of the whole system that show a violation.
//!
//! A witness is found backwards. Every state of level k + 1 was reached from some state of level k; among all
//! of those the least one (by packed state, then action) is taken, so the witness is the same at any thread
//! count. Each step costs one expansion of a level, the whole at most one more search.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::Product;
use super::expand::Target;
use super::explore::{Errors, Level};
use super::worker::Finding;
use crate::{Lts, System};

/// What a witness shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// A component reaches π.
    Error {
        /// Index of the component.
        component: usize,
    },
    /// No component can move, and the system has not terminated.
    Deadlock,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The action, before hiding.
    pub action: ActionId,
    /// The components that take part, in order.
    pub movers: Vec<usize>,
    /// The local state of every component after the step; π for those that go there.
    pub states: Vec<StateId>,
}

/// A shortest run from the initial state to a violation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Witness {
    /// What it shows.
    pub violation: Violation,
    /// The steps in order; empty when the initial state is the violation.
    pub steps: Vec<Step>,
}

impl Witness {
    /// The witness of a system in which some component that is looked at starts in π.
    pub(super) fn broken_from_the_start(system: &System, errors: Errors) -> Option<Self> {
        let broken = |&i: &usize| system.components[i].lts.initial().is_error();
        let component = (0..system.components.len()).filter(|&i| errors.include(i)).find(broken)?;
        Some(Self { violation: Violation::Error { component }, steps: Vec::new() })
    }

    /// The actions in order, hidden ones as τ.
    pub fn trace(&self, system: &System) -> Vec<ActionId> {
        let shown = |step: &Step| if system.is_hidden(step.action) { ActionId::TAU } else { step.action };
        self.steps.iter().map(shown).collect()
    }
}

/// The components that have an action in their alphabet.
fn participants(system: &System, action: ActionId) -> Vec<usize> {
    let has = |&i: &usize| system.components[i].lts.has_action(action);
    (0..system.components.len()).filter(has).collect()
}

/// Builds the witness of a finding from the levels of the search: the last level holds the state it was found
/// in.
pub(super) fn rebuild<const W: usize>(
    product: &Product<'_>,
    levels: &[Level<W>],
    finding: &Finding<W>,
    budget: &Budget,
) -> Result<Witness, StopReason> {
    let system = product.system();
    let (mut state, violation, mut steps) = match *finding {
        Finding::Deadlock(state) => (state, Violation::Deadlock, Vec::new()),
        Finding::Error(state, action, component) => {
            let step = error_step(product, &state, action, component);
            (state, Violation::Error { component: component as usize }, vec![step])
        }
    };
    let mut moves = Vec::new();
    // The finding's own level is the last one; each level before it holds a predecessor.
    for level in levels.iter().rev().skip(1) {
        let mut least: Option<([u64; W], ActionId, u32)> = None;
        for (index, candidate) in level.iter().flatten().enumerate() {
            if index % 1024 == 0 {
                budget.poll(Poll::Witness)?;
            }
            if least.is_some_and(|(found, _, _)| found < *candidate) {
                continue;
            }
            moves.clear();
            product.expand(candidate, &mut moves);
            let hits = moves.iter().filter(|m| m.target == Target::State(state));
            if let Some((action, leader)) = hits.map(|m| (m.action, m.leader)).min() {
                least = Some((*candidate, action, leader));
            }
        }
        let (before, action, leader) =
            least.expect("every state of a level has a predecessor in the level before");
        let movers = if action.is_tau() { vec![leader as usize] } else { participants(system, action) };
        steps.push(Step { action, movers, states: product.layout.unpack(&state) });
        state = before;
    }
    steps.reverse();
    Ok(Witness { violation, steps })
}

/// The last step of a run into π: every participant takes its first transition with the action, but the
/// component at fault goes to π.
fn error_step<const W: usize>(
    product: &Product<'_>,
    state: &[u64; W],
    action: ActionId,
    component: u32,
) -> Step {
    let system = product.system();
    let component = component as usize;
    let movers = if action.is_tau() { vec![component] } else { participants(system, action) };
    let mut states = product.layout.unpack(state);
    for &mover in &movers {
        let lts: &Lts = &system.components[mover].lts;
        let first =
            lts.successors(states[mover], action).first().expect("a participant of an enabled move").target;
        states[mover] = if mover == component { StateId::ERROR } else { first };
    }
    Step { action, movers, states }
}
