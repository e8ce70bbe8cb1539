//! From a trace to a witness.
//!
//! The methods of this crate find a violation as a trace: all actions of all components in order, without τ.
//! Each component performs its own letters of that trace, and what it does besides is silent. So a run of the
//! whole is put together from one path in each component, found separately: the silent steps of a component
//! go right before its next letter. The watched component has to end in π, the others must keep out of it
//! before the last step. No product is searched. The result is replayed by code that shares nothing with this
//! before it is shown.
//!
//! A path is found breadth-first over pairs of a place in the trace and a state, so it is a shortest one;
//! time and space are at most the length of the trace times the transitions of the component.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, StateId, StopReason, Verdict};
use suppose_lts::product::{Step, Violation, Witness, replay};
use suppose_lts::{Lts, System};

use crate::Task;

const PRIORITIES: &str =
    "the violation that was found needs a step that the priorities forbid; use the method `monolithic`";
const FAILS_BY_ITSELF: &str =
    "another component can fail by itself, which ends a run; use the method `monolithic`";

/// The verdict of a method with the witness of its trace, replayed. Methods see more than the system can do
/// where there are priorities, or members that fail (see [`Task`]); then the trace may be none of the system.
/// A trace that is none of what they see shows a mistake.
pub(crate) fn witnessed(task: &Task<'_>, verdict: Verdict<Vec<ActionId>>) -> Verdict<Witness> {
    let trace = match verdict {
        Verdict::Holds => return Verdict::Holds,
        Verdict::Inconclusive(reason) => return Verdict::Inconclusive(reason),
        Verdict::Violated(trace) => trace,
    };
    let searched = task.searched();
    let watched = searched.partition_point(|&i| i < task.watched());
    let system = task.system().restricted_to(&searched);
    if let Ok(witness) = realise(&system, watched, &trace) {
        return Verdict::Violated(witness);
    }
    let mut seen = System { priority: None, ..system };
    for (component, &place) in seen.components.iter_mut().zip(&searched) {
        component.lts = Arc::clone(task.shared(place));
    }
    Verdict::Inconclusive(match realise(&seen, watched, &trace) {
        Err(error) => StopReason::Internal(error),
        Ok(_) if task.system().priority.is_some() => StopReason::Unsupported(PRIORITIES.into()),
        Ok(_) => StopReason::Unsupported(FAILS_BY_ITSELF.into()),
    })
}

/// The run of a system along a trace of visible actions that takes one component to π.
///
/// # Errors
/// When there is none, with the reason.
pub fn realise(system: &System, watched: usize, trace: &[ActionId]) -> Result<Witness, String> {
    let watch = &system.components[watched].lts;
    if watch.initial().is_error() {
        // Others may start in π as well, and have no run of their own then.
        return replayed(system, watched, Vec::new());
    }
    // What comes after the last letter of the watched component is of no use to it.
    let length = trace.iter().rposition(|&a| watch.has_action(a)).map_or(0, |last| last + 1);
    let trace = &trace[..length];
    let along = |lts: &Lts, end: End| {
        let letters: Vec<ActionId> = trace.iter().copied().filter(|&a| lts.has_action(a)).collect();
        path(lts, &letters, end)
    };
    // Others may go to π as well, but only in the last step. So it should be one that they take part in.
    let by_letter = along(watch, End::ErrorByLetter);
    let last = trace.last().filter(|_| by_letter.is_some());
    let mut paths = Vec::with_capacity(system.components.len());
    for (i, component) in system.components.iter().enumerate() {
        let lts = &component.lts;
        let path = if i == watched {
            by_letter.clone().or_else(|| along(lts, End::Error))
        } else {
            let in_last = last.is_some_and(|&a| lts.has_action(a));
            along(lts, End::Alive).or_else(|| in_last.then(|| along(lts, End::ErrorByLetter)).flatten())
        };
        let path = path.ok_or_else(|| format!("component {} has no run along the trace", component.name))?;
        paths.push(path.into_iter().peekable());
    }
    let mut states: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
    let mut steps = Vec::new();
    for &action in trace {
        let movers: Vec<usize> =
            (0..paths.len()).filter(|&i| system.components[i].lts.has_action(action)).collect();
        for &mover in &movers {
            while let Some((_, state)) = paths[mover].next_if(|(a, _)| a.is_tau()) {
                states[mover] = state;
                steps.push(Step { action: ActionId::TAU, movers: vec![mover], states: states.clone() });
            }
        }
        for &mover in &movers {
            let (_, state) = paths[mover].next().expect("a path has all letters of its component");
            states[mover] = state;
        }
        steps.push(Step { action, movers, states: states.clone() });
    }
    for (_, state) in paths[watched].by_ref() {
        states[watched] = state;
        steps.push(Step { action: ActionId::TAU, movers: vec![watched], states: states.clone() });
    }
    replayed(system, watched, steps)
}

/// The witness with these steps, if it is one.
fn replayed(system: &System, watched: usize, steps: Vec<Step>) -> Result<Witness, String> {
    let witness = Witness { violation: Violation::Error { component: watched }, steps };
    replay(system, &witness).map_err(|error| error.to_string())?;
    Ok(witness)
}

/// How a path has to end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Out of π.
    Alive,
    /// In π.
    Error,
    /// In π, by a letter and not by τ.
    ErrorByLetter,
}

/// A shortest path with these visible letters, as (action, state after it).
fn path(lts: &Lts, letters: &[ActionId], end: End) -> Option<Vec<(ActionId, StateId)>> {
    let done =
        |place: usize, state: StateId| place == letters.len() && state.is_error() == (end != End::Alive);
    // Place in the word, state, action that led here, where from.
    let mut found: Vec<(usize, StateId, ActionId, usize)> = vec![(0, lts.initial(), ActionId::TAU, 0)];
    let mut known: FxHashSet<(usize, StateId)> = FxHashSet::default();
    known.insert((0, lts.initial()));
    let mut next = 0;
    while let Some(&(place, state, _, _)) = found.get(next) {
        if done(place, state) {
            let mut path = Vec::new();
            while next != 0 {
                let (_, state, action, from) = found[next];
                path.push((action, state));
                next = from;
            }
            path.reverse();
            return Some(path);
        }
        let silent = lts.successors(state, ActionId::TAU).iter().map(|t| (place, t));
        let letter = letters.get(place);
        let visible = letter.into_iter().flat_map(|&a| lts.successors(state, a)).map(|t| (place + 1, t));
        for (after, t) in silent.chain(visible) {
            let fits = !t.action.is_tau() || end != End::ErrorByLetter;
            if (!t.target.is_error() || (done(after, t.target) && fits)) && known.insert((after, t.target)) {
                found.push((after, t.target, t.action, next));
            }
        }
        next += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of, word};
    use suppose_lts::check::Question;
    use suppose_lts::{Priority, Role};

    /// M: τ, then a1, then τ, then a2. P forbids a2 after a1, by τ.
    fn system() -> System {
        system_of(vec![
            component("M", Role::Component, lts_of(5, &[(0, 0, 1), (1, 1, 2), (2, 0, 3), (3, 2, 4)], &[])),
            component("N", Role::Component, lts_of(2, &[(0, 2, 1), (0, 2, PI), (0, 3, 0)], &[])),
            component("P", Role::Component, lts_of(3, &[(0, 1, 1), (1, 2, 2), (2, 0, PI)], &[])),
        ])
    }

    #[test]
    fn a_trace_that_no_method_can_have_seen_is_a_bug() {
        let mut system = system_of(vec![
            component("M", Role::Component, lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[])),
            component("N", Role::Component, lts_of(2, &[(0, 1, PI), (0, 2, 0)], &[])),
            component("P", Role::Property, lts_of(1, &[(0, 1, 0), (0, 2, PI)], &[])),
        ]);
        for name in ["a", "b", "c"] {
            system.actions.intern(name);
        }
        let verdict = |system: &System, trace: &[u32]| {
            let task = Task::new(system, Question::Safe(2)).expect("safety");
            witnessed(&task, Verdict::Violated(word(trace)))
        };
        let open = |found: Verdict<Witness>| match found {
            Verdict::Inconclusive(reason) => reason,
            other => panic!("{other:?}"),
        };
        // After 1 the whole has failed, and 2 cannot follow; N is dead then, even for those who look at
        // parts.
        let internal = StopReason::Internal("component N has no run along the trace".into());
        assert_eq!(open(verdict(&system, &[1, 2])), internal);
        system.components[1].lts = Arc::new(lts_of(1, &[(0, 1, PI)], &[]));
        assert_eq!(open(verdict(&system, &[1, 2])), StopReason::Unsupported(FAILS_BY_ITSELF.into()));
        system.components[1].lts = Arc::new(lts_of(1, &[(0, 1, 0), (0, 3, 0)], &[]));
        assert_eq!(verdict(&system, &[1, 2]).witness().map(|w| w.steps.len()), Some(2));
        let actions = word(&[1]);
        system.priority = Some(Priority { actions, listed_are_low: true, exempt: Vec::new() });
        assert_eq!(open(verdict(&system, &[1, 2])), StopReason::Unsupported(PRIORITIES.into()));
        let internal = StopReason::Internal("component M has no run along the trace".into());
        assert_eq!(open(verdict(&system, &[2])), internal);
    }

    #[test]
    fn silent_steps_are_put_where_they_are_needed() {
        let witness = realise(&system(), 2, &word(&[3, 1, 2, 3])).expect("there is a run");
        let shown: Vec<(u32, &[usize])> =
            witness.steps.iter().map(|s| (s.action.raw(), s.movers.as_slice())).collect();
        let expected: [(u32, &[usize]); 6] =
            [(3, &[1]), (0, &[0]), (1, &[0, 2]), (0, &[0]), (2, &[0, 1, 2]), (0, &[2])];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_trace_that_is_none_is_refused() {
        let error = realise(&system(), 2, &word(&[2, 1])).expect_err("M cannot");
        assert_eq!(error, "component M has no run along the trace");
        let error = realise(&system(), 2, &word(&[1])).expect_err("no violation yet");
        assert_eq!(error, "component P has no run along the trace");
    }

    #[test]
    fn others_may_break_in_the_last_step() {
        let breaks = |name| component(name, Role::Component, lts_of(2, &[(0, 1, 1), (1, 2, PI)], &[]));
        let system = system_of(vec![breaks("M"), breaks("P")]);
        assert_eq!(realise(&system, 1, &word(&[1, 2])).expect("both break").steps.len(), 2);
        let later = component("P", Role::Component, lts_of(3, &[(0, 1, 1), (1, 2, 2), (2, 0, PI)], &[]));
        let system = system_of(vec![breaks("M"), later]);
        let error = realise(&system, 1, &word(&[1, 2])).expect_err("M breaks first");
        assert_eq!(error, "component M has no run along the trace");
    }

    #[test]
    fn the_last_step_is_one_that_others_may_break_in() {
        // P fails by 1 and τ, or one step later by τ, τ and 1; M fails by 1 as well.
        let late = [(0, 1, 1), (1, 0, PI), (0, 0, 2), (2, 0, 3), (3, 1, PI)];
        let system = system_of(vec![
            component("M", Role::Component, lts_of(1, &[(0, 1, PI)], &[])),
            component("P", Role::Component, lts_of(4, &late, &[])),
        ]);
        let witness = realise(&system, 1, &word(&[1])).expect("both break together");
        let actions: Vec<u32> = witness.steps.iter().map(|s| s.action.raw()).collect();
        assert_eq!(actions, [0, 0, 1]);
    }

    #[test]
    fn an_error_from_the_start_needs_no_steps() {
        let mut b = suppose_lts::LtsBuilder::new(1);
        b.set_initial(StateId::ERROR);
        let broken = component("P", Role::Property, b.finish().expect("valid"));
        let also = component("M", Role::Component, Lts::clone(&broken.lts));
        let system = system_of(vec![broken.clone(), also]);
        assert_eq!(realise(&system, 0, &word(&[])).expect("broken").steps, []);
        let system = system_of(vec![broken]);
        assert_eq!(realise(&system, 0, &word(&[])).expect("broken").steps, []);
    }
}
