use super::*;
use crate::methods::{Methods, ProofMethod};
use crate::outcome::Outcome;
use crate::test_support::{PI, component, lts_of, system_of};
use suppose_lts::{Role, System};

/// Components that toggle by themselves, and a property about the first: 1 and 2 take turns, or with
/// `good` false never happen.
fn toggles(count: u32, good: bool) -> System {
    let toggle = |i: u32| lts_of(2, &[(0, 2 * i + 1, 1), (1, 2 * i + 2, 0)], &[]);
    let mut all: Vec<_> =
        (0..count).map(|i| component(&format!("C{i}"), Role::Component, toggle(i))).collect();
    let property = if good {
        lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)], &[])
    } else {
        lts_of(2, &[(0, 1, 1), (1, 2, PI), (0, 2, PI), (1, 1, PI)], &[])
    };
    all.push(component("P", Role::Property, property));
    system_of(all)
}

fn run(system: &System, threads: usize, budget: &Budget) -> Finish {
    let question = Question::Safe(system.components.len() - 1);
    let task = Task::new(system, question).expect("safety");
    let options = Options { threads, ..Options::default() };
    race(&[Entry { task: &task, question, options: &options }], budget).remove(0)
}

#[test]
fn others_win_where_the_search_is_lost() {
    let system = toggles(30, true);
    let mut seen = Vec::new();
    for threads in [1, 2] {
        let finish = run(&system, threads, &Budget::unlimited());
        let Winner::ByParts { verdict, method, .. } = finish.answer else { panic!("2^30 states") };
        assert!(verdict.holds());
        assert_eq!(method, Method::Select);
        let spent: Vec<(String, u64, bool)> =
            finish.spent.into_iter().map(|s| (s.method.to_string(), s.work, s.won)).collect();
        seen.push(spent);
    }
    assert_eq!(seen[0], seen[1], "the number of threads makes no difference");
    assert!(seen[0][0].1 > 0 && !seen[0][0].2, "the search had its turns too");
}

#[test]
fn the_search_wins_while_it_is_small() {
    let finish = run(&toggles(5, true), 1, &Budget::unlimited());
    assert!(matches!(&finish.answer, Winner::Search(answer) if answer.verdict.holds()));
    assert!(finish.spent.len() == 1 && finish.spent[0].won);
    // A violation near the start is found by the search, however large the rest is.
    let finish = run(&toggles(30, false), 1, &Budget::unlimited());
    assert!(matches!(&finish.answer, Winner::Search(answer) if answer.verdict.witness().is_some()));
}

#[test]
fn others_go_on_when_the_search_is_out() {
    let few = Budget::unlimited().with_max_states(500);
    let finish = run(&toggles(30, true), 1, &few);
    assert!(matches!(&finish.answer, Winner::ByParts { verdict, .. } if verdict.holds()));
    let stopped = Budget::unlimited().tripping_at(suppose_base::Poll::Explore);
    let finish = run(&toggles(30, true), 1, &stopped);
    let Winner::Search(answer) = finish.answer else { panic!("all was stopped") };
    assert_eq!(answer.verdict, Verdict::Inconclusive(StopReason::Interrupted));
}

/// A method that always says the same.
struct Says(fn() -> Verdict<Vec<suppose_base::ActionId>>);

impl ProofMethod for Says {
    fn method(&self) -> Method {
        Method::Other("says")
    }

    fn about(&self) -> &'static str {
        "always the same"
    }

    fn prove(&self, _: &Task<'_>, _: &Options, _: &Budget) -> (Outcome, Option<Applied>) {
        (Outcome::new((self.0)()), None)
    }
}

/// The race with one more contender, who is asked before all others by parts.
fn joined_by(says: &'static Says, budget: &Budget) -> Verdict<Witness> {
    let system = toggles(30, true);
    let question = Question::Safe(system.components.len() - 1);
    let task = Task::new(&system, question).expect("safety");
    let first = Methods::none().with(says);
    let methods = Methods::default().all().fold(first, Methods::with);
    let options = Options { methods, ..Options::default() };
    match race(&[Entry { task: &task, question, options: &options }], budget).remove(0).answer {
        Winner::Search(answer) => answer.verdict,
        Winner::ByParts { verdict, .. } => verdict,
    }
}

static BROKEN: Says = Says(|| Verdict::Inconclusive(StopReason::Internal("broken".into())));
static LIAR: Says = Says(|| Verdict::Violated(crate::test_support::word(&[2])));
static UNABLE: Says = Says(|| Verdict::Inconclusive(StopReason::Unsupported("it".into())));
static LIMITED: Says = Says(|| Verdict::Inconclusive(StopReason::States(1)));

#[test]
fn a_failed_check_is_the_last_word_whatever_others_would_say() {
    let internal = |what: &str| StopReason::Internal(what.into());
    // Whether the search is out early or not.
    for budget in [Budget::unlimited(), Budget::unlimited().with_max_states(500)] {
        assert_eq!(joined_by(&BROKEN, &budget), Verdict::Inconclusive(internal("broken")));
        // A trace that is none: the first component cannot begin with 2.
        let open = Verdict::Inconclusive(internal("component C0 has no run along the trace"));
        assert_eq!(joined_by(&LIAR, &budget), open);
        // For other reasons the race goes on.
        for says in [&UNABLE, &LIMITED] {
            assert_eq!(joined_by(says, &budget), Verdict::Holds);
        }
    }
}

#[test]
fn the_search_goes_on_when_all_others_are_out() {
    let system = toggles(16, true);
    let question = Question::Safe(system.components.len() - 1);
    let task = Task::new(&system, question).expect("safety");
    let options = Options { methods: Methods::none().with(&UNABLE), ..Options::default() };
    // If nobody gets a turn the race goes on for ever.
    let budget = Budget::unlimited().with_timeout(Duration::from_mins(1));
    let finish = race(&[Entry { task: &task, question, options: &options }], &budget).remove(0);
    let Winner::Search(answer) = finish.answer else { panic!("nobody else is there") };
    assert!(answer.verdict.holds());
    assert_eq!(answer.effort.max_states, 1 << 16);
}
