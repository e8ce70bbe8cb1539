//! The plain search against methods by parts: the first answer wins.
//!
//! Nobody knows before which method is best, and where the plain search is, nothing should cost much more
//! than it. So the plain search runs, and each time its states have doubled the others get a turn: together
//! they may build a small fraction of that many states. A composition costs about ten times as much for a
//! state as the search does, so all turns together stay below a third of the time of the search. Whoever
//! answers first ends the race. When the search itself reaches a limit, the others go on alone. A contender
//! whose answer does not pass its check ends the race too, and nobody else is believed: one of them must be
//! wrong.
//!
//! Turns are counted in states, never in time. So the winner, the answer and the witness are the same on
//! every machine and with any number of threads.
//!
//! The contenders are composition outward from the property in each order, later on also of constrained
//! components, refinement of neighbours, and the lazy method on the split that is predicted to be cheapest.

mod contender;

use std::cell::OnceCell;
use std::cmp::Reverse;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::check::{Answer, Question, check_in_turns};
use suppose_lts::product::Witness;

use crate::Task;
use crate::decomposition::Split;
use crate::method::Method;
use crate::methods::Methods;
use crate::minimise::{Constrained, Outward};
use crate::order::Strategy;
use crate::outcome::{Findings, Outcome};
use crate::run::witnessed;
pub use contender::Contender;
pub(crate) use contender::{LazyContender, RefineContender};

/// States of the search before the first turn.
const FIRST_TURN: u64 = 1 << 14;
/// How much the search grows between turns.
const NEXT_TURN: u64 = 2;
/// What part of the states of the search the others may build in a turn, all together.
const SHARE: u64 = 64;

/// What became of one contender.
#[derive(Clone, Debug)]
pub struct Spent {
    /// The method.
    pub method: Method,
    /// More precisely.
    pub variant: String,
    /// The states it was allowed to build, or those of the search.
    pub states: u64,
    /// Whether it gave the answer.
    pub won: bool,
}

/// Who answered first.
#[derive(Debug)]
pub(crate) enum Winner {
    /// The plain search; or nobody, and this is how far it came.
    Search(Answer),
    /// A method by parts.
    ByParts {
        /// Its answer; a witness was replayed. It is open when the answer did not pass its check.
        verdict: Verdict<Witness>,
        /// What else it found.
        findings: Box<Findings>,
        /// The method.
        method: Method,
        /// The split it worked on, if it was one.
        split: Option<Split>,
    },
}

/// The end of a race.
#[derive(Debug)]
pub(crate) struct Finish {
    /// The answer.
    pub answer: Winner,
    /// What everybody spent.
    pub spent: Vec<Spent>,
}

/// Runs the race for a question.
pub(crate) fn race(
    task: &Task<'_>,
    question: Question,
    methods: &Methods,
    threads: usize,
    budget: &Budget,
) -> Finish {
    let constrained = OnceCell::new();
    against(Field::new(task, methods, &constrained, budget), question, threads, budget)
}

/// The search against others.
fn against(mut field: Field<'_>, question: Question, threads: usize, budget: &Budget) -> Finish {
    let mut next_turn = FIRST_TURN;
    let mut reached = 0;
    let search = check_in_turns(
        field.task.system(),
        question,
        threads,
        &mut |states| {
            reached = states;
            while states >= next_turn {
                field.turn(next_turn / SHARE);
                next_turn = next_turn.saturating_mul(NEXT_TURN);
            }
            field.winner.is_none()
        },
        budget,
    );
    let mut searched =
        Spent { method: Method::Monolithic, variant: String::new(), states: reached, won: false };
    if field.winner.is_none() {
        searched.states = search.effort.states_explored;
        if let Verdict::Inconclusive(StopReason::States(_) | StopReason::Unsupported(_)) = search.verdict {
            // The search is out; the limit of states is one for each composition, so the others may still
            // finish.
            let most = budget.max_states().unwrap_or(u64::MAX);
            let mut allowed = next_turn / SHARE;
            while field.winner.is_none() && !field.contenders.is_empty() && field.stopped.is_none() {
                field.turn(allowed);
                if allowed >= most.saturating_mul(PIECES) {
                    break;
                }
                allowed = allowed.saturating_mul(NEXT_TURN);
            }
        }
    }
    let mut spent = vec![searched];
    let answer = if let Some(winner) = field.winner.take() {
        winner
    } else {
        spent[0].won = !matches!(search.verdict, Verdict::Inconclusive(_));
        Winner::Search(search)
    };
    spent.append(&mut field.spent);
    Finish { answer, spent }
}

/// Into how many pieces a turn is divided.
const PIECES: u64 = 16;
/// The pieces of the composition that has got furthest.
const FURTHEST: u64 = 6;

/// The contenders beside the search.
struct Field<'t> {
    task: &'t Task<'t>,
    constrained: &'t OnceCell<Constrained<'t>>,
    budget: &'t Budget,
    contenders: Vec<(Box<dyn Contender + 't>, usize)>,
    spent: Vec<Spent>,
    turns: usize,
    winner: Option<Winner>,
    /// Why the contenders had to stop.
    stopped: Option<StopReason>,
}

impl<'t> Field<'t> {
    fn new(
        task: &'t Task<'t>,
        methods: &Methods,
        constrained: &'t OnceCell<Constrained<'t>>,
        budget: &'t Budget,
    ) -> Self {
        let mut field = Self {
            task,
            constrained,
            budget,
            contenders: Vec::new(),
            spent: Vec::new(),
            turns: 0,
            winner: None,
            stopped: None,
        };
        for strategy in Strategy::ALL {
            field.enter(Box::new(Outward::new(task, strategy)));
        }
        for contender in methods.all().filter_map(super::methods::ProofMethod::contender) {
            field.enter(contender);
        }
        field
    }

    fn enter(&mut self, contender: Box<dyn Contender + 't>) {
        let (method, variant) = (contender.method(), contender.variant());
        self.contenders.push((contender, self.spent.len()));
        self.spent.push(Spent { method, variant, states: 0, won: false });
    }

    /// Those who compose constrained components come in when the first turn was not enough.
    fn enter_constrained(&mut self, states: u64) {
        let limited = self.budget.capped(states);
        match Constrained::new(self.task, &limited) {
            Ok(constrained) => {
                for outward in self.constrained.get_or_init(|| constrained).tries() {
                    self.enter(Box::new(outward));
                }
            }
            Err(StopReason::States(_)) => {}
            Err(reason) if reason.is_internal() => {
                let (verdict, method) = (Verdict::Inconclusive(reason), Method::Minimise);
                self.winner =
                    Some(Winner::ByParts { verdict, findings: Box::default(), method, split: None });
            }
            Err(reason) => self.stopped = Some(reason),
        }
    }

    /// The composition that has got furthest so far; of several the first.
    fn furthest(&self) -> Option<usize> {
        let progress = |(contender, number): &(Box<dyn Contender + 't>, usize)| {
            contender.progress().map(|progress| (progress, Reverse(*number)))
        };
        self.contenders.iter().filter_map(progress).max().map(|(_, Reverse(number))| number)
    }

    /// Everybody may build a share of this many states: more for those that are most likely to get there.
    fn turn(&mut self, states: u64) {
        if self.winner.is_some() || self.stopped.is_some() {
            return;
        }
        self.turns += 1;
        if self.turns == 3 {
            self.enter_constrained((states / PIECES).max(1));
        }
        let furthest = self.furthest();
        let mut staying = Vec::new();
        for (mut contender, number) in std::mem::take(&mut self.contenders) {
            if self.winner.is_some() || self.stopped.is_some() {
                break;
            }
            let pieces = if Some(number) == furthest { FURTHEST } else { contender.pieces() };
            let share = (states * pieces / PIECES).max(1);
            let Outcome { verdict, findings } = contender.advance(self.task, share, self.budget);
            let verdict = witnessed(self.task, verdict);
            self.spent[number].states += share;
            match &verdict {
                Verdict::Inconclusive(StopReason::States(_)) => staying.push((contender, number)),
                // It will never know, or what it found is no run because another component had failed before.
                Verdict::Inconclusive(StopReason::Unsupported(_)) => {}
                Verdict::Inconclusive(reason) if !reason.is_internal() => self.stopped = Some(reason.clone()),
                Verdict::Holds | Verdict::Violated(_) | Verdict::Inconclusive(_) => {
                    self.spent[number].states += findings.effort.states_explored;
                    self.spent[number].states -= share;
                    self.spent[number].won = !verdict.is_internal();
                    let (method, split) = (contender.method(), contender.split().cloned());
                    let findings = Box::new(findings);
                    self.winner = Some(Winner::ByParts { verdict, findings, method, split });
                }
            }
        }
        self.contenders = staying;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        race(&task, question, &Methods::default(), threads, budget)
    }

    #[test]
    fn others_win_where_the_search_is_lost() {
        let system = toggles(30, true);
        let mut seen = Vec::new();
        for threads in [1, 2] {
            let finish = run(&system, threads, &Budget::unlimited());
            let Winner::ByParts { verdict, method, .. } = finish.answer else { panic!("2^30 states") };
            assert!(verdict.holds());
            assert_eq!(method, Method::Minimise);
            let spent: Vec<(String, u64, bool)> = finish
                .spent
                .into_iter()
                .map(|s| (format!("{} {}", s.method, s.variant), s.states, s.won))
                .collect();
            seen.push(spent);
        }
        assert_eq!(seen[0], seen[1], "the number of threads makes no difference");
        assert!(seen[0][0].1 >= FIRST_TURN && !seen[0][0].2);
    }

    #[test]
    fn the_search_wins_while_it_is_small() {
        let finish = run(&toggles(5, true), 1, &Budget::unlimited());
        assert!(matches!(&finish.answer, Winner::Search(answer) if answer.verdict.holds()));
        assert!(finish.spent[0].won && finish.spent[1..].iter().all(|s| s.states == 0 && !s.won));
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

    /// A contender that always says the same.
    struct Says(Verdict<Vec<suppose_base::ActionId>>);

    impl Contender for Says {
        fn method(&self) -> Method {
            Method::Learn
        }

        fn advance(&mut self, _: &Task<'_>, _: u64, _: &Budget) -> Outcome {
            Outcome::new(self.0.clone())
        }
    }

    /// The race with one more contender, who is asked before all others.
    fn joined_by(says: Verdict<Vec<suppose_base::ActionId>>, budget: &Budget) -> Verdict<Witness> {
        let system = toggles(30, true);
        let question = Question::Safe(system.components.len() - 1);
        let task = Task::new(&system, question).expect("safety");
        let constrained = OnceCell::new();
        let mut field = Field::new(&task, &Methods::default(), &constrained, budget);
        field.enter(Box::new(Says(says)));
        field.contenders.rotate_right(1);
        match against(field, question, 1, budget).answer {
            Winner::Search(answer) => answer.verdict,
            Winner::ByParts { verdict, .. } => verdict,
        }
    }

    #[test]
    fn a_failed_check_is_the_last_word_whatever_others_would_say() {
        let internal = |what: &str| StopReason::Internal(what.into());
        // Whether the search is out early or not.
        for budget in [Budget::unlimited(), Budget::unlimited().with_max_states(500)] {
            let found = joined_by(Verdict::Inconclusive(internal("broken")), &budget);
            assert_eq!(found, Verdict::Inconclusive(internal("broken")));
            // A trace that is none: the first component cannot begin with 2.
            let found = joined_by(Verdict::Violated(crate::test_support::word(&[2])), &budget);
            assert_eq!(found, Verdict::Inconclusive(internal("component C0 has no run along the trace")));
            // For other reasons the race goes on.
            for reason in [StopReason::Unsupported("it".into()), StopReason::States(1)] {
                assert_eq!(joined_by(Verdict::Inconclusive(reason), &budget), Verdict::Holds);
            }
        }
    }
}
