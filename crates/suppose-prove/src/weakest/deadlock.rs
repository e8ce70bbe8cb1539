//! The weakest assumption that leaves the component something to do: section 3.4 of the paper behind
//! [`weakest`](super).
//!
//! An assumption keeps P safe by forbidding actions, and may forbid all that the component waits for. Here
//! the states in which that happens count as errors too (file `stuck.rs`), once on the composed LTS and once
//! more after determinisation, because either finds what the other does not.
//!
//! # Readings
//! * *Deadlock is relative to αC ∩ Σ*: actions of the interface that only the property knows do not count as
//!   activity of the component, nor do its internal steps. A component that only runs silently for ever is
//!   stuck.
//! * *A component that stops by itself*, without any assumption: the paper takes components without deadlock.
//!   Here its end counts as a deadlock, as the algorithm of the paper has it, and the environment has to keep
//!   the component away from it.
//! * *Successful termination is no deadlock.* An `END` counts as activity. It is shown by a loop on an extra
//!   action √ at the end state; components that have an end share √, so all have to be there, and there is
//!   none when a component without an end has an action that no component with an end has (this is when a
//!   system of components has ended).
//! * After determinisation a set is stuck when all its members are. That one member may be stuck while
//!   another can go on is not looked at, in the paper or here: the assumption then still allows a trace after
//!   which the component *may* be stuck.
//!
//! # What may be reduced
//! Nothing before the first removal: what cannot lead to π matters now. Between the two, branching
//! bisimilarity: it keeps which joint actions can still be reached, and with π told apart, which without π.
//! Divergence does not matter, since silent steps are no activity.
//!
//! # No environment
//! When the initial state is lost there is a trace of internal actions to π, or to a state that is stuck,
//! which is then given. When only determinisation shows it, the trace is empty: no first joint action is
//! safe.

use std::collections::VecDeque;

use suppose_base::{ActionId, ActionTable, Budget, StateId, StopReason};
use suppose_lts::check::Effort;
use suppose_lts::ops::{determinise, interface, reachable, towards_error};
use suppose_lts::product::compose;
use suppose_lts::reduce::branching;
use suppose_lts::{Component, Lts, Role, RowBuilder, System};

use super::stuck::{Lost, lost_states};
use super::{Ending, Environment, OpenSystem, Weakest, allowed, count};

/// The weakest assumption that also keeps the component from having nothing left to do.
///
/// # Errors
/// When the budget is spent.
pub fn deadlock_free(open: &OpenSystem, budget: &Budget) -> Result<Weakest, StopReason> {
    let (system, done) = marked(open);
    let whole = compose(&system, budget)?.lts;
    let mut effort = Effort::default();
    count(&mut effort, &whole);
    let joint = |a: ActionId| a == done || open.is_joint(a);
    let shown = interface(&whole, |a| a == done || open.is_visible(a));
    let lost = lost_states(&shown, joint, budget)?;
    if lost.has(whole.initial()) {
        let (trace, ending) = way_to_loss(&whole, &shown, &lost);
        return Ok(Weakest::new(Environment::None { trace, ending }, effort));
    }
    let left = branching(&lost.removed_from(&shown, None), budget)?.lts;
    let sets = determinise(&left, budget)?.lts;
    count(&mut effort, &sets);
    let lost = lost_states(&sets, joint, budget)?;
    if lost.has(sets.initial()) {
        let environment = Environment::None { trace: Vec::new(), ending: Ending::Deadlock };
        return Ok(Weakest::new(environment, effort));
    }
    let errors = reachable(&lost.removed_from(&sets, Some(done))).lts;
    let environment = if errors.has_error() {
        Environment::Assumption(allowed(&towards_error(&errors).lts, budget)?)
    } else {
        Environment::Any
    };
    Ok(Weakest::new(environment, effort))
}

/// The components and the watched one as a system, with √ at their ends.
fn marked(open: &OpenSystem) -> (System, ActionId) {
    let acting: Vec<&Lts> = open
        .components
        .iter()
        .chain((open.role == Role::Component).then_some(&open.watched))
        .map(|c| &**c)
        .collect();
    let last = open.components.iter().chain([&open.watched]).filter_map(|c| c.alphabet().last()).max();
    let done = ActionId::from_raw(last.map_or(1, |a| a.raw() + 1));
    let endless = acting.iter().filter(|c| c.end().is_none()).flat_map(|c| c.alphabet());
    let ends = endless.into_iter().all(|&a| acting.iter().any(|c| c.end().is_some() && c.has_action(a)));
    let part = |lts: &Lts, acts: bool| Component {
        name: String::new(),
        lts: if acts && ends { with_done(lts, done) } else { lts.clone().without_end() }.into(),
        role: Role::Component,
    };
    let mut components: Vec<Component> = open.components.iter().map(|c| part(c, true)).collect();
    components.push(part(&open.watched, open.role == Role::Component));
    let mut actions = ActionTable::new();
    for number in 1..=done.raw() {
        actions.intern(&number.to_string());
    }
    (System { actions, components, ..System::default() }, done)
}

/// The LTS with a loop on √ in place of its end.
fn with_done(lts: &Lts, done: ActionId) -> Lts {
    let Some(end) = lts.end() else { return lts.clone() };
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        lts.transitions(s).iter().for_each(|t| rows.add(t.action, t.target));
        if s == end {
            rows.add(done, end);
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied().chain([done]));
    rows.finish(lts.initial(), None).expect("one transition more")
}

/// The shortest way of internal actions to π, or where there is none to a stuck state. What is internal is
/// not in the alphabet of `shown`.
fn way_to_loss(whole: &Lts, shown: &Lts, lost: &Lost) -> (Vec<ActionId>, Ending) {
    let mut from: Vec<Option<(StateId, ActionId)>> = vec![None; whole.num_states()];
    let mut queue: VecDeque<StateId> = [whole.initial()].into();
    let trace_to = |from: &[Option<(StateId, ActionId)>], mut state: StateId, last: Option<ActionId>| {
        let mut trace: Vec<ActionId> = last.into_iter().collect();
        while let (false, Some((before, action))) = (state == whole.initial(), from[state.index()]) {
            trace.push(action);
            state = before;
        }
        trace.retain(|a| !a.is_tau());
        trace.reverse();
        trace
    };
    let mut stuck = None;
    while let Some(state) = queue.pop_front() {
        if state.is_error() {
            return (Vec::new(), Ending::Error);
        }
        if lost.stuck[state.index()] && stuck.is_none() {
            stuck = Some(state);
        }
        for t in whole.transitions(state) {
            if shown.has_action(t.action) {
                continue;
            }
            if t.target.is_error() {
                return (trace_to(&from, state, Some(t.action)), Ending::Error);
            }
            if t.target != whole.initial() && from[t.target.index()].is_none() {
                from[t.target.index()] = Some((state, t.action));
                queue.push_back(t.target);
            }
        }
    }
    let stuck = stuck.expect("the initial state is lost because of something that is reached silently");
    (trace_to(&from, stuck, None), Ending::Deadlock)
}
