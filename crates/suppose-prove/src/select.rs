//! A proof with as few components as will do, found by counterexamples.
//!
//! Components can only take behaviour away from a property's environment, so what holds with some of them holds
//! with all. This method begins with none. As long as the selected ones allow a violation, its trace says who
//! is missing: a component that cannot take part in it joins the selection. The selected ones are composed as
//! in [`minimise`], and since nobody else counts, every action that only they know is hidden. That is what makes
//! it different from composition of all components: an action that a large server shares with many clients
//! stays visible there until the server has come, and here it may be gone at once. (Localisation reduction:
//! R. P. Kurshan, Computer-Aided Verification of Coordinating Processes, 1994; with counterexamples: Clarke,
//! Grumberg, Jha, Lu and Veith, CAV 2000.)
//!
//! A component *objects* to a trace when it cannot perform its letters of it, even if it may do whatever else
//! it likes between them that no selected component knows. When nobody objects, one is taken that needs such
//! other actions: they may be what somebody objects to. When everybody can follow the trace as it is, it is a
//! violation of the whole.
//!
//! Every round selects one more component, so there are at most as many rounds as components, each as costly as
//! the compositions of the selected ones.
//!
//! Tested with all other methods in `tests/all/agreement`.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason, Verdict, counted};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use crate::Task;
use crate::minimise::minimise;
use crate::outcome::{Outcome, sum};

/// Work for a state in which a component may be after a letter.
const STATE: u64 = 30;

/// Answers a question with as few components as will do.
pub(crate) fn select(task: &Task<'_>, budget: &Budget) -> Outcome {
    let mut selected: Vec<usize> = Vec::new();
    let mut before = Effort::default();
    loop {
        let mut outcome = minimise(&task.among(&selected), budget);
        let effort = sum(before, outcome.findings.effort);
        outcome.findings.effort = effort;
        let Verdict::Violated(trace) = &outcome.verdict else {
            if outcome.verdict.holds() {
                outcome.findings.notes.insert(0, note(selected.len(), task.members().len()));
            }
            return outcome;
        };
        match missing(task, &selected, trace, rank, budget) {
            Ok(Some(member)) => selected.insert(selected.partition_point(|&other| other < member), member),
            Ok(None) => return outcome,
            Err(reason) => return Outcome::stopped(reason).after(effort),
        }
        before = effort;
    }
}

fn note(selected: usize, all: usize) -> String {
    format!("{selected} of {} selected by counterexamples", counted(all, "component"))
}

/// A component that cannot follow a trace as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Whether it cannot whatever else it does that no selected component knows.
    pub(crate) objects: bool,
    /// Its states.
    pub(crate) states: usize,
    /// How many letters of the trace are its own.
    pub(crate) letters: usize,
    /// How many of its actions no selected component knows.
    pub(crate) unknown: usize,
}

/// The component that should join the selection because of a trace, the first in rank; nobody if it is a trace
/// of all.
pub(crate) fn missing<R: Ord>(
    task: &Task<'_>,
    selected: &[usize],
    trace: &[ActionId],
    rank: impl Fn(&Candidate) -> R,
    budget: &Budget,
) -> Result<Option<usize>, StopReason> {
    let known = task.alphabet(&[selected, &[task.watched()]].concat());
    let is_known = |a: ActionId| known.binary_search(&a).is_ok();
    let others = task.members().iter().copied().filter(|member| selected.binary_search(member).is_err());
    let mut best: Option<(R, usize)> = None;
    for member in others {
        let lts = task.lts(member);
        let mut candidate = Candidate {
            objects: true,
            states: lts.num_states(),
            letters: trace.iter().filter(|&&a| lts.has_action(a)).count(),
            unknown: lts.alphabet().iter().filter(|&&a| !is_known(a)).count(),
        };
        // Whether it objects is not asked of those that would not be taken if they did.
        let is_beaten = |rank: &R| best.as_ref().is_some_and(|(best, _)| best <= rank);
        if is_beaten(&rank(&candidate)) {
            continue;
        }
        let follows = |free: &dyn Fn(ActionId) -> bool| follows(task, member, trace, free, budget);
        if follows(&|a| a.is_tau())? {
            continue;
        }
        candidate.objects = !follows(&|a| !is_known(a))?;
        let rank = rank(&candidate);
        if !is_beaten(&rank) {
            best = Some((rank, member));
        }
    }
    Ok(best.map(|(_, member)| member))
}

/// Objections first, then small components.
fn rank(candidate: &Candidate) -> impl Ord + use<> {
    (!candidate.objects, candidate.states)
}

/// Whether a component can perform its letters of a trace without dying, with free actions between them.
fn follows(
    task: &Task<'_>,
    member: usize,
    trace: &[ActionId],
    free: &dyn Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<bool, StopReason> {
    let lts = task.lts(member);
    let mut toll = budget.toll(Poll::Witness);
    let mut now = vec![lts.initial()];
    let mut known = vec![0u32; lts.num_states()];
    let mut stamp = 0;
    let mut close = |now: &mut Vec<StateId>| {
        stamp += 1;
        now.retain(|state| std::mem::replace(&mut known[state.index()], stamp) != stamp);
        let mut next = 0;
        while let Some(&state) = now.get(next) {
            for t in lts.transitions(state).iter().filter(|t| free(t.action)) {
                let is_alive = Some(t.target) != task.dead(member);
                if is_alive && std::mem::replace(&mut known[t.target.index()], stamp) != stamp {
                    now.push(t.target);
                }
            }
            next += 1;
        }
    };
    close(&mut now);
    for &letter in trace.iter().filter(|&&a| lts.has_action(a)) {
        toll.add(STATE * now.len() as u64)?;
        now = after(lts, &now, letter, task.dead(member));
        close(&mut now);
        if now.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The states after a letter.
fn after(lts: &Lts, now: &[StateId], letter: ActionId, dead: Option<StateId>) -> Vec<StateId> {
    let targets = now.iter().flat_map(|&state| lts.successors(state, letter)).map(|t| t.target);
    targets.filter(|&state| Some(state) != dead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    /// A server that takes 1 and 2 in any order, clients that do them after 3 and 4, and somebody who sees to
    /// it that 3 comes first; the property forbids 2 before 1.
    fn turns(last: (usize, u32, usize)) -> suppose_lts::System {
        system_of(vec![
            component("server", Role::Component, lts_of(1, &[(0, 1, 0), (0, 2, 0)], &[])),
            component("first", Role::Component, lts_of(3, &[(0, 3, 1), (1, 1, 2)], &[])),
            component("second", Role::Component, lts_of(3, &[(0, 4, 1), (1, 2, 2)], &[])),
            component("order", Role::Component, lts_of(4, &[(0, 3, 1), (1, 1, 2), last], &[])),
            component("other", Role::Component, lts_of(2, &[(0, 5, 1)], &[])),
            component("P", Role::Property, lts_of(2, &[(0, 1, 1), (0, 2, PI), (1, 2, 1)], &[1])),
        ])
    }

    #[test]
    fn only_those_who_matter_are_selected() {
        let system = turns((2, 4, 3));
        let task = Task::new(&system, Question::Safe(5)).expect("safety");
        let outcome = select(&task, &Budget::unlimited());
        assert!(outcome.verdict.holds());
        assert_eq!(outcome.findings.notes[0], "2 of 5 components selected by counterexamples");
        let mut used: Vec<usize> = outcome.findings.proof.expect("it holds").parts.concat();
        used.sort_unstable();
        assert_eq!(used, [2, 3], "4 comes before 2, and 1 before 4");
    }

    #[test]
    fn a_violation_is_one_of_all_components() {
        let system = turns((0, 4, 3));
        let task = Task::new(&system, Question::Safe(5)).expect("safety");
        let outcome = select(&task, &Budget::unlimited());
        let word: Vec<u32> =
            outcome.verdict.witness().expect("4 may come first").iter().map(|a| a.raw()).collect();
        assert_eq!(word, [4, 2]);
    }
}
