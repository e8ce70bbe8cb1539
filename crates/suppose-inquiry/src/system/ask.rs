//! Answering questions about a system of LTSs, each by the method that was asked for.
//!
//! The plain search answers several questions together where that is cheaper. `auto` begins with it when
//! there are several, up to a limit; what is still open then gets a race of its own. Where there are
//! priorities nobody else can run, and there is no such limit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::System;
use suppose_lts::check::{Effort, Question, check};
use suppose_prove::method::{self, Method, Spent, prove};
use suppose_prove::outcome::sum;

use super::{Approach, Meaning, SystemEvidence, SystemInquiry};
use crate::{Answer, ByParts, Evidence, Failure, Plan};

/// States of the first search for several properties under `auto`.
const FIRST_SEARCH: u64 = 1 << 14;

/// How much larger than the search that won a race the search for the other properties may be.
const MORE_ROOM: u64 = 4;

const FORMULAS: &str = "formulas are not checked by this version";
const PROGRESS_BY_PARTS: &str = "progress cannot be proved by parts; use the method `monolithic`";

/// What a method found, and how long it took.
struct Timed {
    answer: method::Answer,
    time: Duration,
}

impl SystemInquiry {
    /// Answers questions, each once, in order.
    pub(super) fn answers(
        &mut self,
        asked: &[usize],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Vec<Answer>, Failure> {
        for &place in asked {
            self.bring_in(place, budget)?;
        }
        let approach = Approach::new(plan, self)?;
        let method = approach.method();
        let searches: Vec<Question> = asked.iter().filter_map(|&place| self.search(place)).collect();
        let system = Arc::new(self.system.clone());
        let mut found = search_all(&system, &searches, &approach, plan, budget)?.into_iter();
        let test = |&place: &usize| match self.meanings[place] {
            Meaning::Progress(test) => Some(test),
            _ => None,
        };
        let tests: Vec<Option<usize>> = asked.iter().filter_map(test).collect();
        let mut progress = if matches!(method, Method::Auto | Method::Monolithic) && !tests.is_empty() {
            self.ask_progress(&tests, plan, budget)
        } else {
            Vec::new()
        }
        .into_iter();
        let answer = |&place: &usize| {
            let question = self.questions[place].clone();
            match &self.meanings[place] {
                Meaning::Safe(_) | Meaning::DeadlockFree => {
                    let timed = found.next().expect("one for each search");
                    self.answer_of(place, timed, &system)
                }
                Meaning::Progress(_) => match progress.next() {
                    Some(answer) => Answer { question, ..answer },
                    None => Answer::unsupported(question, PROGRESS_BY_PARTS, method),
                },
                Meaning::Elsewhere(_) => unreachable!("it was brought in"),
                Meaning::Assertion => Answer::unsupported(question, FORMULAS, method),
            }
        };
        Ok(asked.iter().map(answer).collect())
    }

    /// The question of a search, if that is how it is answered.
    fn search(&self, place: usize) -> Option<Question> {
        match self.meanings[place] {
            Meaning::Safe(component) => Some(Question::Safe(component)),
            Meaning::DeadlockFree => Some(Question::DeadlockFree),
            _ => None,
        }
    }

    fn answer_of(&self, place: usize, Timed { answer, time }: Timed, system: &Arc<System>) -> Answer {
        let mut question = self.questions[place].clone();
        if let Question::Safe(component) = answer.question {
            question.name.clone_from(&system.components[component].name);
        }
        let name = question.name.clone();
        let verdict = answer.verdict.clone().map(|witness| {
            let evidence = SystemEvidence::new(system, &self.origins, &answer.searched, witness, name);
            Arc::new(evidence) as Arc<dyn Evidence>
        });
        Answer {
            effort: effort(&answer),
            time,
            notes: answer.findings.notes.clone(),
            by_parts: Some(ByParts::new(system, &answer)),
            ..Answer::new(question, verdict, answer.method)
        }
    }
}

/// What all searches for an answer took, those of methods that lost the race among them.
pub fn effort(answer: &method::Answer) -> Effort {
    let mut effort = answer.findings.effort;
    // A search that answered is in the effort already, and so is one that nobody could beat.
    let own =
        |spent: &&Spent| spent.won || spent.method == answer.method && spent.method == Method::Monolithic;
    for spent in answer.race.iter().filter(|spent| !own(spent)) {
        effort.states_explored += spent.states;
        effort.max_states = effort.max_states.max(spent.states);
    }
    effort
}

/// The share of one question in the time that several took together.
pub fn searched_time(started: Instant, questions: usize) -> Duration {
    started.elapsed() / u32::try_from(questions.max(1)).unwrap_or(u32::MAX)
}

/// Answers all questions, in order.
fn search_all(
    system: &System,
    questions: &[Question],
    approach: &Approach,
    plan: &Plan,
    budget: &Budget,
) -> Result<Vec<Timed>, Failure> {
    if approach.method() == Method::Monolithic {
        return Ok(searched(system, questions, plan, budget));
    }
    // Mistakes in the options are found before anything is proved.
    let options =
        questions.iter().map(|&q| approach.for_question(system, q)).collect::<Result<Vec<_>, _>>()?;
    let safety: Vec<Question> =
        questions.iter().copied().filter(|question| matches!(question, Question::Safe(_))).collect();
    let is_auto = approach.method() == Method::Auto;
    let mut known = if is_auto && safety.len() > 1 {
        let is_alone = system.priority.is_some();
        let first = if is_alone { budget.clone() } else { budget.capped(FIRST_SEARCH) };
        searched(system, &safety, plan, &first)
    } else {
        Vec::new()
    };
    let mut answers = Vec::new();
    let mut tried = !is_auto;
    for (&question, options) in questions.iter().zip(&options) {
        let place = known.iter().position(|timed| timed.answer.question == question);
        let before = place.map(|place| known.remove(place));
        answers.push(match before {
            Some(timed) if !is_limited(&timed.answer.verdict) => timed,
            before => {
                let started = Instant::now();
                let mut answer = prove(system, question, options, budget);
                let mut time = started.elapsed();
                if let Some(before) = before {
                    answer.findings.effort = sum(before.answer.findings.effort, answer.findings.effort);
                    time += before.time;
                }
                if !tried && answer.method == Method::Monolithic && answer.verdict == Verdict::Holds {
                    tried = true;
                    search_the_rest(system, &answer, &mut known, plan, budget);
                }
                Timed { answer, time }
            }
        });
    }
    Ok(answers)
}

/// Where the plain search won the race for one property, it is likely to win for the others. So what is still
/// open is searched for together, once, with more room than the winner needed.
fn search_the_rest(system: &System, won: &method::Answer, known: &mut [Timed], plan: &Plan, budget: &Budget) {
    let limit = won.findings.effort.max_states.saturating_mul(MORE_ROOM);
    let open: Vec<usize> =
        (0..known.len()).filter(|&place| is_limited(&known[place].answer.verdict)).collect();
    if open.len() < 2 {
        return;
    }
    let questions: Vec<Question> = open.iter().map(|&place| known[place].answer.question).collect();
    let all = searched(system, &questions, plan, &budget.capped(limit));
    for (place, mut found) in open.into_iter().zip(all) {
        let before = &known[place];
        found.answer.findings.effort = sum(before.answer.findings.effort, found.answer.findings.effort);
        found.time += before.time;
        known[place] = found;
    }
}

/// Whether a search was too small or had no place for the system at all; others may still know.
fn is_limited<W>(verdict: &Verdict<W>) -> bool {
    matches!(verdict, Verdict::Inconclusive(StopReason::States(_) | StopReason::Unsupported(_)))
}

/// Answers by plain searches; the time is shared out.
fn searched(system: &System, questions: &[Question], plan: &Plan, budget: &Budget) -> Vec<Timed> {
    let started = Instant::now();
    let found = check(system, questions, plan.threads, budget);
    let time = searched_time(started, found.len());
    found.into_iter().map(|found| Timed { answer: method::Answer::found(system, found), time }).collect()
}
