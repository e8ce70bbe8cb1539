//! Does the runs of a plan, several at once, and keeps what comes of them.
//!
//! Each worker takes the first run in the order of the plan that is neither begun nor over and whose needs
//! are met, has it done in a process of its own, and keeps the record. Which worker does what and when has no
//! influence on the records but for times: a run depends on its specification, and that on the records of
//! runs that are over.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use suppose::base::{Budget, Diagnostic, Poll};

use crate::folder::{Results, Share};
use crate::plan::{Plan, Planned};
use crate::process::Runner;
use crate::spec::{Parts, Spec};
use crate::study::Study;
use crate::{Outcome, Record, Role};

/// How to do the runs.
pub struct Driver<'d> {
    /// The study.
    pub study: &'d Study,
    /// Its runs.
    pub plan: &'d Plan,
    /// How to start a process.
    pub runner: &'d Runner,
    /// How many at once.
    pub workers: usize,
    /// Only these.
    pub share: Option<Share>,
    /// When to stop.
    pub budget: &'d Budget,
    /// Told how the study stands: at first, and each time a run is over, with its record.
    pub watch: &'d (dyn Fn(Progress, Option<&Record>) + Sync),
}

/// How a study stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Runs that are over.
    pub done: usize,
    /// Runs of the plan, or of the share of it.
    pub runs: usize,
}

/// What the workers share.
struct State<'s> {
    results: &'s mut Results,
    begun: Vec<bool>,
    /// All runs before this one are begun, or others do them.
    first: usize,
    running: usize,
    progress: Progress,
    failure: Option<Diagnostic>,
}

/// What a worker does next.
enum Next {
    Run(Box<Spec>),
    /// There is nothing to run: the record is known.
    Known(Box<Record>),
    Wait,
    End,
}

impl Driver<'_> {
    /// Does all runs that are not over and can be done now.
    ///
    /// # Errors
    /// When a record cannot be kept.
    pub fn run(&self, results: &mut Results) -> Result<Progress, Diagnostic> {
        let is_over = |run: &Planned| results.records.contains_key(&run.key);
        let mine: Vec<usize> = (0..self.plan.runs.len()).filter(|&place| self.is_mine(place)).collect();
        let done = mine.iter().filter(|&&place| is_over(&self.plan.runs[place])).count();
        let progress = Progress { done, runs: mine.len() };
        let begun = (0..self.plan.runs.len())
            .map(|place| is_over(&self.plan.runs[place]) || !self.is_mine(place))
            .collect();
        (self.watch)(progress, None);
        let state = Mutex::new(State { results, begun, first: 0, running: 0, progress, failure: None });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for number in 1..self.workers.max(1) {
                let work = || self.work(&state, &changed);
                // With fewer threads than asked for it only takes longer.
                let _ = std::thread::Builder::new().name(format!("run {number}")).spawn_scoped(scope, work);
            }
            self.work(&state, &changed);
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let State { results, failure, progress, .. } = state;
        results.sync()?;
        failure.map_or(Ok(progress), Err)
    }

    fn must_stop(&self) -> bool {
        self.budget.poll(Poll::Read).is_err()
    }

    fn is_mine(&self, place: usize) -> bool {
        self.share.is_none_or(|share| share.has(self.group(place)))
    }

    /// Runs that wait for each other are done by the same machine: all have the number of the first.
    fn group(&self, mut place: usize) -> usize {
        while let Some(before) = self.plan.runs[place].after {
            place = before;
        }
        place
    }

    fn work(&self, state: &Mutex<State<'_>>, changed: &Condvar) {
        loop {
            let record = {
                let mut held = lock(state);
                let next = loop {
                    match self.next(&mut held) {
                        Next::Wait => held = changed.wait(held).unwrap_or_else(PoisonError::into_inner),
                        other => break other,
                    }
                };
                match next {
                    Next::Wait | Next::End => return,
                    Next::Known(record) => Some(*record),
                    Next::Run(spec) => {
                        held.running += 1;
                        drop(held);
                        let record = self.runner.run(&spec, &|| self.must_stop());
                        lock(state).running -= 1;
                        record
                    }
                }
            };
            let mut held = lock(state);
            if let Some(record) = record {
                let kept = record.clone();
                if let Err(message) = held.results.keep(record) {
                    held.failure.get_or_insert(message);
                }
                held.progress.done += 1;
                (self.watch)(held.progress, Some(&kept));
            }
            drop(held);
            changed.notify_all();
        }
    }

    fn next(&self, state: &mut State<'_>) -> Next {
        if self.must_stop() || state.failure.is_some() {
            return Next::End;
        }
        while state.begun.get(state.first) == Some(&true) {
            state.first += 1;
        }
        let mut waits = false;
        for place in state.first..self.plan.runs.len() {
            if state.begun[place] {
                continue;
            }
            match self.ready(place, state.results) {
                Some(next) => {
                    state.begun[place] = true;
                    return next;
                }
                None => waits = true,
            }
        }
        // What nobody here is working on may still be done by another machine, or later.
        if waits && state.running > 0 { Next::Wait } else { Next::End }
    }

    /// What to do for a run; nothing while it waits for others.
    fn ready(&self, place: usize, results: &Results) -> Option<Next> {
        let run = &self.plan.runs[place];
        let over = |place: usize| results.records.get(&self.plan.runs[place].key);
        if let Some(before) = run.after {
            let before = over(before)?;
            if !before.has_answer() {
                let why = format!("not run: there was no answer at size {}", before.subject.size);
                return Some(Next::Known(Box::new(self.without(run, why))));
            }
        }
        let parts = match run.role {
            Role::Generalised => {
                let all: Vec<&Record> =
                    run.best_of.iter().map(|&place| over(place)).collect::<Option<_>>()?;
                let size = run.from.unwrap_or_default();
                let Some(best) = best(all) else {
                    let why = format!("not run: no decomposition has an answer at size {size}");
                    return Some(Next::Known(Box::new(self.without(run, why))));
                };
                let text = self.study.systems[run.system].texts[&size].clone();
                Parts::From { size, text, best: best.parts.clone() }
            }
            Role::Predicted => Parts::Predicted,
            Role::All | Role::Given => Parts::These(run.parts.clone()),
            Role::Whole => Parts::None,
        };
        Some(Next::Run(Box::new(self.spec(run, parts))))
    }

    fn spec(&self, run: &Planned, parts: Parts) -> Spec {
        let system = &self.study.systems[run.system];
        Spec {
            run: run.key.clone(),
            subject: run.subject.clone(),
            text: system.texts[&run.subject.size].clone(),
            suffix: system.suffix.clone(),
            verifier: run.verifier,
            method: run.method.clone(),
            role: run.role,
            parts,
            stands_for: run.stands_for,
            limits: run.limits,
        }
    }

    /// The record of a run that is not done.
    fn without(&self, run: &Planned, why: String) -> Record {
        let record = Record::begun(&self.spec(run, Parts::These(run.parts.clone())));
        Record { outcome: Outcome::Unknown, reason: Some(why), from_size: run.from, ..record }
    }
}

/// The cheapest of the runs of all decompositions that came to an answer: with the fewest states in the
/// largest search, then in all of them, then the first.
pub fn best<'r>(records: impl IntoIterator<Item = &'r Record>) -> Option<&'r Record> {
    let answered = records.into_iter().filter(|record| record.has_answer());
    answered.min_by_key(|record| (record.max_states, record.states))
}

fn lock<'l, 's>(state: &'l Mutex<State<'s>>) -> MutexGuard<'l, State<'s>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
