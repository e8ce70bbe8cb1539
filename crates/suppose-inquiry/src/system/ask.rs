//! Answering questions about a system of LTSs, each by the method that was asked for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use suppose_base::{Budget, Verdict};
use suppose_lts::System;
use suppose_lts::check::{Effort, Question};
use suppose_prove::Task;
use suppose_prove::learn::premises;
use suppose_prove::method::{self, Method, Spent, prove_all};

use super::{Approach, Meaning, SystemEvidence, SystemInquiry};
use crate::{Answer, ByParts, Evidence, Failure, Inquiry as _, Plan};

const FORMULAS: &str = "formulas are not checked by this version";
const WAITS_TOO_MUCH: &str = "deadlock and progress of this program: it has a task so large that what the bodies \
    of its accepts read was split off";
const PROGRESS_BY_PARTS: &str = "progress cannot be proved by parts; use the method `monolithic`";

/// What a method found, and how long it took.
pub(super) struct Timed {
    pub(super) answer: method::Answer,
    pub(super) time: Duration,
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
        let mut found = search_all(&system, &searches, &approach, budget)?.into_iter();
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
            let answer = match &self.meanings[place] {
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
                Meaning::NotForEvery(number) => {
                    let every = self.every.as_ref().expect("such questions come from it");
                    every.not_said(question, *number, method)
                }
            };
            let answer = match (&self.meanings[place], &answer.verdict) {
                (Meaning::DeadlockFree, Verdict::Violated(_)) | (Meaning::Progress(_), _)
                    if self.waits_too_much =>
                {
                    let method = answer.method;
                    Answer::unsupported(answer.question, WAITS_TOO_MUCH, method)
                }
                _ => answer,
            };
            match &self.every {
                Some(every) => every.about_all(answer, &self.meanings[place]),
                None => answer,
            }
        };
        Ok(asked.iter().map(answer).collect())
    }

    /// Checks the premises of a proof again.
    pub(super) fn premises_of(
        &mut self,
        answer: &Answer,
        budget: &Budget,
    ) -> Result<Option<Effort>, Failure> {
        for place in self.named(&answer.question.name) {
            self.bring_in(place, budget)?;
        }
        let Some(ByParts { asked, findings, .. }) = &answer.by_parts else { return Ok(None) };
        let Some(proof) = &findings.proof else { return Ok(None) };
        Ok(premises(&Task::new(&self.system, *asked)?, proof, budget)?)
    }

    /// The question of a search, if that is how it is answered.
    fn search(&self, place: usize) -> Option<Question> {
        match self.meanings[place] {
            Meaning::Safe(component) => Some(Question::Safe(component)),
            Meaning::DeadlockFree => Some(Question::DeadlockFree),
            _ => None,
        }
    }

    pub(super) fn answer_of(
        &self,
        place: usize,
        Timed { answer, time }: Timed,
        system: &Arc<System>,
    ) -> Answer {
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
        effort.max_states = effort.max_states.max(spent.max_states);
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
    budget: &Budget,
) -> Result<Vec<Timed>, Failure> {
    // Mistakes in the options are found before anything is proved.
    let options =
        questions.iter().map(|&q| approach.for_question(system, q)).collect::<Result<Vec<_>, _>>()?;
    let answers = prove_all(system, questions, &options, budget);
    Ok(answers.into_iter().map(|(answer, time)| Timed { answer, time }).collect())
}
