//! Questions about a system, answered by the plain search of its product.
//!
//! A property is checked on the components together with that property alone: properties only watch, so the
//! others can be left out, and each violated property gets a shortest witness of its own. When several are
//! asked about, they are first searched for together; if π is not reachable then, all of them hold and one
//! search was enough, unless together they have too many states. A component that can go to π by itself
//! (FSP's `ERROR`) is asked about in the same way, under its own name. Deadlock is a question about the
//! components without any property.
//!
//! Every witness is replayed (see [`replay`]) before it is handed out.

use suppose_base::{Budget, StopReason, Verdict};

use crate::product::{Errors, Goal, Product, Witness, replay};
use crate::{Role, System};

/// Most states of a first search for several properties at once. Together they can have far more states than
/// each has alone; a larger search is only made when it takes no more states than separate ones are likely
/// to.
const TOGETHER: u64 = 1 << 16;

/// Something that a search can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Does this component, a property or one that can go to π, stay out of π?
    Safe(usize),
    /// Is there no deadlock?
    DeadlockFree,
}

/// What a search found out about a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The answer. The witness speaks about [`Answer::searched`], not about the whole system.
    pub verdict: Verdict<Witness>,
    /// The components that were searched, as indices of the whole system.
    pub searched: Vec<usize>,
    /// What it took; a search shared with other questions is counted at the first of them.
    pub effort: Effort,
}

/// What searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States of all searches.
    pub states_explored: u64,
    /// States of the largest single search.
    pub max_states: u64,
    /// Transitions of all searches.
    pub transitions: u64,
    /// Peak memory of the largest search, in bytes.
    pub bytes: u64,
}

impl System {
    /// The questions to ask when nothing else is said: every property, every component that can go to π, and
    /// deadlock when there is no property.
    pub fn questions(&self) -> Vec<Question> {
        let mut questions: Vec<Question> = (0..self.components.len())
            .filter(|&i| self.components[i].role == Role::Property || self.components[i].lts.has_error())
            .map(Question::Safe)
            .collect();
        if !self.components.iter().any(|c| c.role == Role::Property) {
            questions.push(Question::DeadlockFree);
        }
        questions
    }

    /// The system with only these components. Actions that no remaining component has are then gone from its
    /// alphabet.
    #[must_use]
    pub fn restricted_to(&self, components: &[usize]) -> Self {
        Self { components: components.iter().map(|&i| self.components[i].clone()).collect(), ..self.clone() }
    }

    /// The components that are no properties.
    fn parts(&self) -> Vec<usize> {
        (0..self.components.len()).filter(|&i| self.components[i].role == Role::Component).collect()
    }
}

/// One search of a product: which system, for what, and where its effort is counted.
type Search<'f> = dyn FnMut(&System, Goal, &Budget, &mut Effort) -> Verdict<Witness> + 'f;

/// Answers questions about a system by searching its product.
pub fn check(system: &System, questions: &[Question], threads: usize, budget: &Budget) -> Vec<Answer> {
    check_expecting(system, questions, TOGETHER, threads, budget)
}

/// The same when a search for all questions together is worth up to this many states.
pub fn check_expecting(
    system: &System,
    questions: &[Question],
    together: u64,
    threads: usize,
    budget: &Budget,
) -> Vec<Answer> {
    let mut search = |system: &System, goal: Goal, budget: &Budget, effort: &mut Effort| {
        search(system, goal, threads, budget, effort)
    };
    check_by(&mut search, system, questions, together, budget)
}

/// Decides which searches are made for some questions.
fn check_by(
    search: &mut Search<'_>,
    system: &System,
    questions: &[Question],
    together: u64,
    budget: &Budget,
) -> Vec<Answer> {
    let mut waiting: Vec<usize> = questions
        .iter()
        .filter_map(|q| if let Question::Safe(component) = q { Some(*component) } else { None })
        .collect();
    let mut answers: Vec<Answer> = Vec::new();
    let mut all_safe = false;
    // How many states a search for all that are waiting may have, and how many were not enough.
    let mut most = together;
    // Properties without components are each a system of its own, in which others would take part in the
    // priority.
    let apart = system.priority.is_some() && system.parts().is_empty();
    let mut too_few = if apart { u64::MAX } else { 0 };
    for &question in questions {
        let (searched, goal) = plan(system, question);
        let mut effort = Effort::default();
        let safe = matches!(question, Question::Safe(_));
        let limited = budget.capped(most);
        let limit = limited.max_states().unwrap_or(most);
        let mut failed = None;
        if safe && !all_safe && waiting.len() > 1 && limit / 2 >= too_few {
            let verdict = search_together(search, system, &waiting, &limited, &mut effort);
            all_safe = verdict.holds();
            too_few =
                if verdict == Verdict::Inconclusive(StopReason::States(limit)) { limit } else { u64::MAX };
            failed = Some(verdict).filter(Verdict::is_internal);
        }
        let before = effort.states_explored;
        let verdict = if safe && all_safe {
            Verdict::Holds
        } else if let Some(failed) = failed {
            failed
        } else {
            search(&system.restricted_to(&searched), goal, budget, &mut effort)
        };
        if safe {
            waiting.remove(0);
            // Searching for the others one by one may take as many states as this one did, each.
            most = (effort.states_explored - before).saturating_mul(waiting.len() as u64);
        }
        answers.push(Answer { question, verdict, searched, effort });
    }
    answers
}

/// Which components a search for the answer has, and what it looks for.
fn plan(system: &System, question: Question) -> (Vec<usize>, Goal) {
    let mut searched = system.parts();
    let goal = match question {
        Question::Safe(component) => {
            let place = searched.binary_search(&component).unwrap_or_else(|place| {
                searched.insert(place, component);
                place
            });
            Goal { errors: Errors::Of(place), deadlocks: false }
        }
        Question::DeadlockFree => {
            if searched.is_empty() {
                // Properties alone: what they know happens freely, so they are the system.
                searched = (0..system.components.len()).collect();
            }
            Goal { errors: Errors::Ignored, deadlocks: true }
        }
    };
    (searched, goal)
}

/// One search for moves to π of any of these properties and of any component.
fn search_together(
    search: &mut Search<'_>,
    system: &System,
    asked: &[usize],
    budget: &Budget,
    effort: &mut Effort,
) -> Verdict<Witness> {
    let searched: Vec<usize> = (0..system.components.len())
        .filter(|i| asked.contains(i) || system.components[*i].role == Role::Component)
        .collect();
    let goal = Goal { errors: Errors::Any, deadlocks: false };
    search(&system.restricted_to(&searched), goal, budget, effort)
}

/// One search, with its witness replayed.
fn search(
    system: &System,
    goal: Goal,
    threads: usize,
    budget: &Budget,
    effort: &mut Effort,
) -> Verdict<Witness> {
    let product = match Product::new(system) {
        Ok(product) => product,
        Err(reason) => return Verdict::Inconclusive(reason),
    };
    let found = product.explore(goal, threads, budget);
    effort.states_explored += found.states;
    effort.max_states = effort.max_states.max(found.states);
    effort.transitions += found.transitions;
    effort.bytes = effort.bytes.max(found.bytes);
    confirmed(system, found.verdict)
}

/// The verdict of a search once its witness was replayed. One that does not replay must not be shown.
fn confirmed(system: &System, verdict: Verdict<Witness>) -> Verdict<Witness> {
    match verdict.witness().map(|witness| replay(system, witness)) {
        Some(Err(error)) => Verdict::Inconclusive(StopReason::Internal(error.to_string())),
        _ => verdict,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use suppose_base::ActionId;

    use super::*;
    use crate::product::Violation;
    use crate::test_support::{Edge, PI, lts_of};
    use crate::{Component, Lts, Priority};

    fn lts(states: usize, edges: &[Edge]) -> Lts {
        lts_of(states, edges, &[])
    }

    /// `a` and `b` alternate. One property says so, one says that `b` comes first, one that there are never
    /// two `a`.
    fn system() -> System {
        let mut system = System::default();
        system.actions.intern("a");
        system.actions.intern("b");
        let parts = [
            ("S", Role::Component, lts(2, &[(0, 1, 1), (1, 2, 0)])),
            ("ALTERNATE", Role::Property, lts(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)])),
            ("B_FIRST", Role::Property, lts(2, &[(0, 2, 1), (1, 1, 1), (1, 2, 1), (0, 1, PI)])),
            ("ONE_A", Role::Property, lts(2, &[(0, 1, 1), (1, 1, PI)])),
        ];
        for (name, role, lts) in parts {
            system.components.push(Component { name: name.into(), lts: Arc::new(lts), role });
        }
        system
    }

    #[test]
    fn each_property_gets_its_own_answer() {
        let system = system();
        let questions = system.questions();
        assert_eq!(questions, [Question::Safe(1), Question::Safe(2), Question::Safe(3)]);
        let answers = check(&system, &questions, 1, &Budget::unlimited());
        let lengths: Vec<Option<usize>> =
            answers.iter().map(|a| a.verdict.witness().map(|w| w.steps.len())).collect();
        assert_eq!(lengths, [None, Some(1), Some(3)]);
        assert!(answers[0].verdict.holds());
        assert_eq!(answers[2].searched, [0, 3]);
        assert_eq!(
            answers[2].verdict.witness().map(|w| w.violation),
            Some(Violation::Error { component: 1 })
        );
    }

    #[test]
    fn one_search_is_enough_when_all_hold() {
        let mut system = system();
        system.components.remove(3);
        system.components.remove(2);
        system.components.push(Component { name: "AGAIN".into(), ..system.components[1].clone() });
        let answers = check(&system, &system.questions(), 1, &Budget::unlimited());
        assert!(answers.iter().all(|a| a.verdict.holds()));
        assert_eq!(answers[0].effort.states_explored, 2);
        assert_eq!(answers[1].effort.states_explored, 0);
    }

    #[test]
    fn a_component_that_breaks_is_asked_about_and_so_is_deadlock() {
        let mut system = System::default();
        system.actions.intern("a");
        system.actions.intern("b");
        let broken = lts(3, &[(0, 1, 1), (1, 2, PI), (0, 2, 2)]);
        system.components.push(Component { name: "P".into(), lts: Arc::new(broken), role: Role::Component });
        assert_eq!(system.questions(), [Question::Safe(0), Question::DeadlockFree]);
        let answers = check(&system, &system.questions(), 1, &Budget::unlimited());
        let witnesses: Vec<Violation> =
            answers.iter().filter_map(|a| a.verdict.witness()).map(|w| w.violation).collect();
        assert_eq!(witnesses, [Violation::Error { component: 0 }, Violation::Deadlock]);
    }

    #[test]
    fn a_property_alone_is_violated_and_does_not_deadlock() {
        let mut system = system();
        system.components = vec![system.components[1].clone()];
        let answers = check(&system, &[Question::Safe(0), Question::DeadlockFree], 1, &Budget::unlimited());
        assert_eq!(answers[0].verdict.witness().map(|w| w.steps.len()), Some(1));
        assert!(answers[1].verdict.holds());
    }

    #[test]
    fn many_properties_are_not_searched_for_together_at_any_price() {
        // Forty properties, each of which counts an action of its own modulo two: 2^40 states together, two
        // alone.
        let mut system = System::default();
        let actions: Vec<u32> = (0..40).map(|i| system.actions.intern(&format!("a.{i}")).raw()).collect();
        let loops: Vec<(usize, u32, usize)> = actions.iter().map(|&a| (0, a, 0)).collect();
        let part = |name: &str, role, lts| Component { name: name.into(), lts: Arc::new(lts), role };
        system.components.push(part("ALL", Role::Component, lts(1, &loops)));
        for &a in &actions {
            system.components.push(part("EVEN", Role::Property, lts(2, &[(0, a, 1), (1, a, 0)])));
        }
        let answers = check(&system, &system.questions(), 1, &Budget::unlimited());
        assert_eq!(answers.len(), 40);
        assert!(answers.iter().all(|a| a.verdict.holds()));
        let explored: u64 = answers.iter().map(|a| a.effort.states_explored).sum();
        assert_eq!(explored, TOGETHER + 40 * 2);
    }

    #[test]
    fn properties_without_components_do_not_end_each_others_runs() {
        // ALTERNATE is violated by `b`, NOT_BB only by `b b`, which goes past the violation of ALTERNATE.
        let mut system = system();
        let not_bb = lts(2, &[(0, 2, 1), (1, 2, PI), (0, 1, 0), (1, 1, 0)]);
        let second = Component { name: "NOT_BB".into(), lts: Arc::new(not_bb), role: Role::Property };
        system.components = vec![system.components[1].clone(), second];
        let answers = check(&system, &system.questions(), 1, &Budget::unlimited());
        let lengths: Vec<Option<usize>> =
            answers.iter().map(|a| a.verdict.witness().map(|w| w.steps.len())).collect();
        assert_eq!(lengths, [Some(1), Some(2)]);
    }

    /// The system of `S` and properties, with priority over all else, or under all else, for one action.
    fn watched(properties: Vec<(&str, Lts)>, action: u32, listed_are_low: bool) -> System {
        let mut system = system();
        system.actions.intern("c");
        system.components.truncate(1);
        for (name, lts) in properties {
            system.components.push(Component { name: name.into(), lts: Arc::new(lts), role: Role::Property });
        }
        let actions = vec![ActionId::from_raw(action)];
        system.priority = Some(Priority { actions, listed_are_low, exempt: Vec::new() });
        system
    }

    /// The traces that violate each property, empty where it holds, whichever are asked about together.
    fn traces(system: &System) -> Vec<Vec<u32>> {
        let trace = |answer: &Answer| match &answer.verdict {
            Verdict::Holds => Vec::new(),
            Verdict::Violated(witness) => witness.steps.iter().map(|step| step.action.raw()).collect(),
            Verdict::Inconclusive(reason) => panic!("{reason}"),
        };
        let together: Vec<Vec<u32>> =
            check(system, &system.questions(), 1, &Budget::unlimited()).iter().map(trace).collect();
        for (question, expected) in system.questions().into_iter().zip(&together) {
            let alone = check(system, &[question], 1, &Budget::unlimited());
            assert_eq!(trace(&alone[0]), *expected);
        }
        together
    }

    #[test]
    fn one_propertys_own_actions_do_not_outrank_what_violates_another() {
        // Only FREE knows `c`, which has priority over all else: if FREE had a say, `a` could never happen.
        let properties = vec![("FREE", lts(1, &[(0, 3, 0)])), ("NO_A", lts(1, &[(0, 1, PI), (0, 2, 0)]))];
        assert_eq!(traces(&watched(properties, 3, false)), [vec![], vec![1]]);
    }

    #[test]
    fn a_propertys_own_actions_do_not_outrank_what_violates_it() {
        // `c` is always possible and not listed, and `a` gives way to all that is not listed.
        let no_b = lts(1, &[(0, 2, PI), (0, 3, 0)]);
        assert_eq!(traces(&watched(vec![("NO_B", no_b.clone())], 1, true)), [[1, 2]]);
        assert_eq!(traces(&watched(vec![("NO_B", no_b)], 3, false)), [[1, 2]]);
    }

    #[test]
    fn a_propertys_own_actions_are_not_outranked_either() {
        // Whatever `S` can do has priority over `c`, and it can always do something.
        let no_c = lts(1, &[(0, 3, PI)]);
        assert_eq!(traces(&watched(vec![("NO_C", no_c.clone())], 3, true)), [[3]]);
        let mut by_all = watched(vec![("NO_C", no_c)], 1, false);
        by_all.priority.as_mut().expect("has one").actions.push(ActionId::from_raw(2));
        assert_eq!(traces(&by_all), [[3]]);
    }

    #[test]
    fn properties_alone_are_the_system_and_priority_is_about_them() {
        // Each is a system of its own: only in the first has `a` anything to give way to.
        let mut system = watched(
            vec![("NO_A", lts(1, &[(0, 1, PI), (0, 2, 0)])), ("ONLY_A", lts(1, &[(0, 1, PI)]))],
            1,
            true,
        );
        system.components.remove(0);
        assert_eq!(traces(&system), [vec![], vec![1]]);
    }

    #[test]
    fn a_witness_that_does_not_replay_is_a_bug_and_no_violation() {
        let system = system();
        let answer = check(&system, &[Question::Safe(3)], 1, &Budget::unlimited()).remove(0);
        let searched = system.restricted_to(&answer.searched);
        assert_eq!(confirmed(&searched, answer.verdict.clone()), answer.verdict);
        let Verdict::Violated(mut witness) = answer.verdict else { panic!("two `a`") };
        witness.steps.pop();
        let verdict = confirmed(&searched, Verdict::Violated(witness));
        let expected = "step 2 of the witness is wrong: the component it names is not in π";
        assert_eq!(verdict, Verdict::Inconclusive(StopReason::Internal(expected.into())));
    }

    #[test]
    fn a_failed_check_of_a_shared_search_is_not_passed_over() {
        // Alone, each of the searches would say that it holds.
        let internal = || Verdict::Inconclusive(StopReason::Internal("broken".into()));
        let mut broken = |_: &System, goal: Goal, _: &Budget, _: &mut Effort| {
            if goal.errors == Errors::Any { internal() } else { Verdict::Holds }
        };
        let system = system();
        let answers = check_by(&mut broken, &system, &system.questions(), TOGETHER, &Budget::unlimited());
        assert_eq!(answers[0].verdict, internal());
    }

    #[test]
    fn stopping_early_is_not_holding() {
        let budget = Budget::unlimited().with_max_states(1);
        for answer in check(&system(), &[Question::Safe(1), Question::DeadlockFree], 1, &budget) {
            assert_eq!(answer.verdict, Verdict::Inconclusive(StopReason::States(1)));
        }
    }
}
