//! All methods at once: the first answer to a question wins.
//!
//! As in the race of systems, by the same [`Crew`]: every method is suspended and resumed, in turns of work
//! and not of time, so the answer does not depend on the machine. The search of the whole begins, with as much
//! as many designs need. Then the methods by parts get short tries, which grow by half each time, and the
//! search gets half as much as all of them together.
//!
//! A method answers all questions when it ends, and those that it leaves open are left to the others. Where
//! nobody knows, refinement has the last word, because it says what it lacked.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_prove::{Crew, Share};

use super::{Answer, Effort, Method, Options, flat, verify};
use crate::design::Design;
use crate::failure::Failure;
use crate::search::Run;

/// Most states of a search before there is a race, and its work for each net and state: few states of a large
/// design cost as much as many of a small one.
const SMALL: u64 = 1 << 14;
const SMALL_WORK: u64 = 8_000_000;
const NET: u64 = 100;
/// The first try of a method by parts.
const FIRST_TRY: u64 = 500_000;

/// The methods by parts; what the size of a net that is taken alone is divided by, because it is seldom known
/// which size is best; and how many times shorter their tries are.
const BY_PARTS: [(Method, u64, u64); 3] =
    [(Method::Refine, 1, 1), (Method::Minimise, 1, 1), (Method::Minimise, 8, 2)];
/// Whose reasons are reported where nobody knows.
const LAST: Method = Method::Refine;

/// What is known.
struct Known {
    questions: Vec<Failure>,
    answers: Vec<Option<Answer>>,
    /// What to say when nobody knows.
    open: Vec<Option<Answer>>,
}

impl Known {
    fn is_complete(&self) -> bool {
        self.answers.iter().all(Option::is_some)
    }

    /// Takes what a method says that came to its end. Others spent this much in the meantime.
    fn take(&mut self, answers: Vec<Answer>, others: &Effort) {
        for mut answer in answers {
            let place = self.questions.iter().position(|&failure| failure == answer.failure);
            let place = place.expect("an answer to a question");
            if self.answers[place].is_some() {
                continue;
            }
            let slot = if others_may_know(&answer.verdict) {
                if self.open[place].as_ref().is_some_and(|known| known.method == LAST) {
                    continue;
                }
                &mut self.open[place]
            } else {
                &mut self.answers[place]
            };
            answer.effort.join(others);
            *slot = Some(answer);
        }
    }

    fn finish(self) -> Vec<Answer> {
        let all = self.answers.into_iter().zip(self.open).filter_map(|(known, open)| known.or(open));
        all.collect()
    }
}

/// Whether another method may answer what one left open: all but a violation, a proof, and a failed check of
/// the program's own work, after which no other method is believed.
fn others_may_know(verdict: &Verdict<Run>) -> bool {
    matches!(verdict, Verdict::Inconclusive(reason) if !reason.is_internal())
}

/// Whether a limit is reached that holds for all.
fn is_over(verdict: &Verdict<Run>) -> bool {
    matches!(verdict, Verdict::Inconclusive(StopReason::Timeout | StopReason::Interrupted))
}

pub(super) fn race(
    design: &Design,
    questions: &[Failure],
    options: &Options,
    budget: &Budget,
) -> Vec<Answer> {
    let none = || questions.iter().map(|_| None).collect();
    let mut known = Known { questions: questions.to_vec(), answers: none(), open: none() };
    let small = SMALL.min(SMALL_WORK / (NET * design.nets.len().max(1) as u64)).max(1);
    let answers = flat::answer(design, questions, &budget.capped(small));
    let over = answers.iter().any(|answer| is_over(&answer.verdict));
    let spent = answers.first().map_or_else(Effort::default, |answer| answer.effort);
    known.take(answers, &Effort::default());
    if !over && !known.is_complete() {
        // What the short search left open says nothing about any limit of the user's.
        known.open = none();
        std::thread::scope(|scope| {
            Race::new(scope, design, questions, options, budget).run(&mut known, &spent);
        });
    }
    known.finish()
}

/// A race under way: the search is the first of the crew.
struct Race<'scope, 'env> {
    crew: Crew<'scope, 'env, Vec<Answer>>,
    live: Vec<usize>,
}

impl<'scope, 'env> Race<'scope, 'env> {
    fn new(
        scope: &'scope std::thread::Scope<'scope, 'env>,
        design: &'env Design,
        questions: &'env [Failure],
        options: &'env Options,
        budget: &'env Budget,
    ) -> Self {
        let mut crew = Crew::new(scope, budget, 1);
        let search = crew.add("flat", move |budget: &Budget| flat::answer(design, questions, budget));
        let mut live = vec![search];
        for (method, divided_by, _) in BY_PARTS {
            let options = Options { method, small: (options.small / divided_by).max(1), ..*options };
            let by_parts = move |budget: &Budget| verify(design, questions, &options, budget);
            live.push(crew.add("parts", by_parts));
        }
        Self { crew, live }
    }

    fn run(&mut self, known: &mut Known, before: &Effort) {
        let mut most = FIRST_TRY;
        while !known.is_complete() && !self.live.is_empty() {
            let spent = |place: usize| self.crew.spent(place);
            let by_parts: u64 = (1..=BY_PARTS.len()).map(spent).sum();
            let search = by_parts / 2;
            let search = if self.live.len() > 1 { search.max(FIRST_TRY) } else { most };
            let try_of = |place: usize| if place == 0 { search } else { most / BY_PARTS[place - 1].2 };
            let due = |place: usize| try_of(place).saturating_sub(spent(place));
            let live = self.live.iter().copied();
            let shares: Vec<Share> = live
                .map(|runner| Share { runner, work: due(runner) })
                .filter(|share| share.work > 0)
                .collect();
            most += most / 2;
            let mut ended = None;
            self.crew.round(&shares, |runner, answers| {
                ended = Some((runner, answers));
                true
            });
            if let Some((runner, answers)) = ended {
                self.live.retain(|&other| other != runner);
                let mut others = *before;
                for other in (0..=BY_PARTS.len()).filter(|&other| other != runner) {
                    let (states, peak_states) = self.crew.states(other);
                    others.join(&Effort { states, peak_states, ..Effort::default() });
                }
                known.take(answers, &others);
            }
        }
        for runner in 0..=BY_PARTS.len() {
            self.crew.dismiss(runner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_check_ends_the_race_and_nothing_else_that_is_open() {
        let open = |reason: StopReason| Verdict::Inconclusive(reason);
        assert!(!others_may_know(&open(StopReason::Internal("broken".into()))));
        assert!(!others_may_know(&Verdict::Holds));
        for reason in [
            StopReason::States(1),
            StopReason::Unsupported("it".into()),
            StopReason::Memory(1),
            StopReason::Timeout,
            StopReason::Interrupted,
        ] {
            assert!(others_may_know(&open(reason)));
        }
    }

    fn answer(failure: Failure, method: Method, verdict: Verdict<Run>, states: u64) -> Answer {
        let effort = Effort { states, peak_states: states, ..Effort::default() };
        Answer { failure, verdict, method, effort, notes: Vec::new(), steps: Vec::new() }
    }

    #[test]
    fn who_knows_is_believed_and_refinement_says_why_nobody_does() {
        let questions = vec![Failure::Safety, Failure::Disabling, Failure::Deadlock];
        let limit = |states| Verdict::Inconclusive(StopReason::States(states));
        let mut known = Known { questions, answers: vec![None, None, None], open: vec![None, None, None] };
        let first = vec![
            answer(Failure::Safety, Method::Refine, limit(1), 5),
            answer(Failure::Disabling, Method::Refine, Verdict::Holds, 5),
            answer(Failure::Deadlock, Method::Refine, limit(2), 5),
        ];
        known.take(first, &Effort { states: 10, peak_states: 7, ..Effort::default() });
        assert!(!known.is_complete());
        // What is known stays, and so does the reason of refinement.
        let second = vec![
            answer(Failure::Safety, Method::Flat, Verdict::Holds, 100),
            answer(Failure::Disabling, Method::Flat, limit(3), 100),
            answer(Failure::Deadlock, Method::Flat, limit(4), 100),
        ];
        known.take(second, &Effort::default());
        let told: Vec<_> = known
            .finish()
            .into_iter()
            .map(|answer| (answer.failure, answer.method, answer.verdict, answer.effort.states))
            .collect();
        let expected = [
            (Failure::Safety, Method::Flat, Verdict::Holds, 100),
            (Failure::Disabling, Method::Refine, Verdict::Holds, 15),
            (Failure::Deadlock, Method::Refine, limit(2), 15),
        ];
        assert_eq!(told, expected);
    }
}
