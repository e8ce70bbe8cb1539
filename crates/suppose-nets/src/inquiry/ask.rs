//! Answering questions about a design, by methods that know about nets.
//!
//! Kinds of failures are asked about together, because most of the work for one serves the others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::system::searched_time;
use suppose_inquiry::{Answer, Evidence, Extras, Failure, Findings, Plan, Question};
use suppose_lts::check::Effort;

use super::options::{of_nets, verify_options};
use super::quality::{Qualities, Quality};
use super::{Meaning, NetEvidence, NetInquiry};
use crate::design::Design;
use crate::failure::Failure as Kind;
use crate::replay::replay;
use crate::search::Run;
use crate::verify::{self, verify};

const PROGRESS: &str = "progress of circuits is not checked by this version";

impl NetInquiry {
    /// Answers questions, each once, in order.
    pub(super) fn findings(
        &self,
        asked: &[usize],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Findings, Failure> {
        let kinds: Vec<Kind> = asked.iter().filter_map(|&place| self.failure(place)).collect();
        let qualities: Vec<Quality> = asked.iter().filter_map(|&place| self.quality(place)).collect();
        // Without a choice of questions the report has a line about the graph as a specification.
        let is_everything = (0..self.questions.len()).all(|p| !self.questions[p].usual || asked.contains(&p));
        let mut findings = Findings::default();
        let mut judged = Vec::new();
        if let Some(graph) = &self.graph {
            let started = Instant::now();
            let checked = Qualities::new(graph, budget);
            if !kinds.is_empty() {
                checked.must_be_consistent()?;
            }
            let time = searched_time(started, qualities.len());
            judged =
                qualities.iter().map(|&quality| (checked.verdict(quality), checked.effort(), time)).collect();
            if is_everything {
                findings.context = checked.context();
            }
        }
        let mut judged = judged.into_iter();
        let mut failures = self.ask(&kinds, plan, budget)?.into_iter();
        let answer = |&place: &usize| {
            let question = self.questions[place].clone();
            match self.meanings[place] {
                Meaning::Never(_) => failures.next().expect("one for each kind").answer(question),
                Meaning::Quality(_) => {
                    let (verdict, effort, time) = judged.next().expect("one for each quality");
                    let answer = Answer::new(question, verdict, verify::Method::Flat.into());
                    Answer { effort, time, ..answer }
                }
                Meaning::Progress => Answer::unsupported(question, PROGRESS, plan.method()),
            }
        };
        findings.answers = asked.iter().map(answer).collect();
        Ok(findings)
    }

    fn failure(&self, place: usize) -> Option<Kind> {
        if let Meaning::Never(kind) = self.meanings[place] { Some(kind) } else { None }
    }

    fn quality(&self, place: usize) -> Option<Quality> {
        if let Meaning::Quality(quality) = self.meanings[place] { Some(quality) } else { None }
    }

    /// Asks about kinds of failures, in order.
    fn ask(&self, kinds: &[Kind], plan: &Plan, budget: &Budget) -> Result<Vec<Found>, Failure> {
        if kinds.is_empty() {
            return Ok(Vec::new());
        }
        let Some(method) = of_nets(plan.method()) else {
            return kinds.iter().map(|&kind| self.ask_by_parts(kind, plan, budget)).collect();
        };
        let started = Instant::now();
        let answers = verify(&self.design, kinds, &verify_options(method, plan)?, budget);
        let time = searched_time(started, kinds.len());
        let mut told: Vec<(Kind, Vec<String>)> = Vec::new();
        let mut found = Vec::with_capacity(answers.len());
        for mut answer in answers {
            // Most questions are answered by the same refinement, which is told once.
            match told.iter().find(|(_, steps)| *steps == answer.steps) {
                Some((before, steps)) if !steps.is_empty() => {
                    answer.steps = vec![format!("rounds as for {before}")];
                }
                _ => told.push((answer.failure, answer.steps.clone())),
            }
            found.push(Found::by_nets(&self.design, answer, time));
        }
        Ok(found)
    }
}

/// What was found out about one kind of failure.
pub(super) struct Found {
    pub(super) verdict: Verdict<Arc<dyn Evidence>>,
    pub(super) method: suppose_prove::method::Method,
    pub(super) effort: verify::Effort,
    pub(super) time: Duration,
    /// How it was found.
    pub(super) details: Vec<String>,
    /// What else there is to say.
    pub(super) notes: Vec<String>,
}

impl Found {
    fn by_nets(design: &Arc<Design>, answer: verify::Answer, time: Duration) -> Self {
        let mut details = how(answer.method, &answer.effort);
        details.extend(answer.steps);
        Self {
            verdict: replayed(design, answer.verdict),
            method: answer.method.into(),
            effort: answer.effort,
            time,
            details,
            notes: answer.notes,
        }
    }

    fn answer(self, question: Question) -> Answer {
        let verify::Effort { states, peak_states, peak_transitions, .. } = self.effort;
        let effort = Effort {
            states_explored: states,
            max_states: peak_states,
            transitions: peak_transitions,
            ..Effort::default()
        };
        let numbers = [
            ("k", self.effort.k),
            ("rounds", self.effort.rounds),
            ("classes", self.effort.classes),
            ("composed", self.effort.composed),
            ("failing", self.effort.failing),
        ];
        let extras = Extras {
            stats: numbers.into_iter().filter(|&(_, number)| number > 0).collect(),
            details: self.details,
            // Where nothing was searched, nothing is said about it.
            measure: (states == 0).then(String::new),
            ..Extras::default()
        };
        let answer = Answer::new(question, self.verdict, self.method);
        Answer { effort, time: self.time, notes: self.notes, extras, ..answer }
    }
}

/// A verdict with its run as evidence. A run that does not replay would be a mistake of this program, and is
/// no answer.
pub(super) fn replayed(design: &Arc<Design>, verdict: Verdict<Run>) -> Verdict<Arc<dyn Evidence>> {
    let run = match verdict {
        Verdict::Holds => return Verdict::Holds,
        Verdict::Inconclusive(reason) => return Verdict::Inconclusive(reason),
        Verdict::Violated(run) => run,
    };
    match replay(design, &run) {
        Ok(replayed) => Verdict::Violated(Arc::new(NetEvidence::new(design, run, replayed))),
        Err(why) => {
            let text = format!("an internal check failed: a run does not replay ({why})");
            Verdict::Inconclusive(StopReason::Unsupported(text))
        }
    }
}

/// How an answer was found.
fn how(method: verify::Method, effort: &verify::Effort) -> Vec<String> {
    let count = |n: u64, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut lines = Vec::new();
    if effort.classes > 0 {
        lines.push(format!("{} that differ", count(effort.classes, "component")));
    }
    if effort.rounds > 0 {
        let together = match effort.k {
            0 | 1 => String::new(),
            k => format!(", up to {} together", count(k, "component")),
        };
        let left = format!("{} could fail after that", count(effort.failing, "component"));
        lines.push(format!("refined in {}{together}; {left}", count(effort.rounds, "round")));
    }
    if effort.composed > 0 {
        lines.push(count(effort.composed, "composition"));
    }
    if method != verify::Method::Flat {
        let (states, transitions) = (effort.peak_states, effort.peak_transitions);
        let size = format!("{}, {}", count(states, "state"), count(transitions, "transition"));
        lines.push(format!("the largest graph had {size}"));
    }
    lines
}
