//! All methods at once: the first answer wins.
//!
//! It is hard to know in advance which method will be fastest, and the differences are huge: a hundredfold
//! either way is common. So every method gets a share of the work, and the shares follow what is seen of
//! them.
//!
//! # Turns
//! Each method runs in a thread of its own and waits whenever its share is used up (see [`runner`]), so all of
//! them are suspended and resumed and none is ever restarted: a schedule of restarts with doubled shares would
//! cost each of them a factor of two to four for nothing. Shares are counted in work ([`Account`]), never in
//! time. So the winner, the answer and the witness are the same on every machine and with any number of
//! threads.
//!
//! # Shares
//! The plain search begins, and everybody else gets short tries (see [`field`]). What these take together is
//! little, and while they take no more the search gets half as much. After that it is the forecast of the search
//! that decides: the others may do a third of what it will have done in the end, and they do it first, so
//! whoever wins among them did not have to wait for a search that is long. The forecast is only a guess: while
//! it is too large the others do too much, but the search has its part of the work from the beginning.
//!
//! # Several questions
//! Each question has its own methods by parts, and they take turns, so that a hard question does not eat the
//! time of the others. Searches for different questions visit much the same states, so there is one at a time,
//! for the first question that is open. Where it wins, it is likely to win for the others as well: they are
//! searched for together, once, with more room than the winner needed.
//!
//! Whoever reaches a limit of states or memory is out, and the others go on. A contender whose answer does not
//! pass its check ends the race for its question, and nobody else is believed: one of them must be wrong.
//!
//! [`Account`]: suppose_base::Account

mod choice;
mod field;
mod runner;

pub use runner::{Crew, Share};

use std::thread::Scope;
use std::time::{Duration, Instant};

use suppose_base::{Budget, Poll, StopReason, Verdict};
use suppose_lts::System;
use suppose_lts::check::{Answer, Effort, Question, check, check_expecting};
use suppose_lts::product::Witness;

use crate::Task;
use crate::method::{Applied, Method, Options};
use crate::outcome::{Findings, sum};
use field::Field;

/// Systems with no more states than this are searched without any race: for one question, and for several.
const SMALL: u64 = 1 << 11;
const SMALL_TOGETHER: u64 = 1 << 14;
/// What the search does before the others get their first try.
const FIRST: u64 = 1_000_000;
/// What the others may do beyond their part: while they do, the search gets half as much as all of them. So
/// a short proof does not have to wait for a search that is long.
const FREE: u64 = 30_000_000;
/// The least work of a round, and its part of all work so far.
const ROUND: u64 = 2_000_000;
const GROWTH: u64 = 4;
/// Beyond that they may do this part, in percent, of what the search will have done in the end, by its own
/// forecast: if it wins then, all of them together took little more than half as long again. They may do so at
/// once, while nobody knows who will win.
const IN_ADVANCE: u64 = 36;
/// Until then the search gets this part of the work of the others, in percent: enough to see where it goes; and
/// so much when its end is far off.
const ON_THE_WAY: u64 = 65;
const FAR: u64 = 16;
/// The end is far off when the search says that it needs so many times as much as it did.
const FAR_OFF: u64 = 16;
/// Before this much work, no end is taken to be far off.
const TOO_EARLY: u64 = 100_000_000;
/// How much larger than the search that won the search for the other questions may be.
const MORE_ROOM: u64 = 4;

/// What became of one contender.
#[derive(Clone, Debug)]
pub struct Spent {
    /// The method.
    pub method: Method,
    /// The work that it did: see [`Account`](suppose_base::Account).
    pub work: u64,
    /// The states of all its searches.
    pub states: u64,
    /// The states of the largest of them.
    pub max_states: u64,
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
        /// The components that the witness speaks about.
        searched: Vec<usize>,
        /// What else it found.
        findings: Box<Findings>,
        /// The method.
        method: Method,
        /// The rule and the parts, where one was used.
        rule: Option<Applied>,
    },
}

/// The end of a race.
#[derive(Debug)]
pub(crate) struct Finish {
    /// The answer.
    pub answer: Winner,
    /// What everybody spent.
    pub spent: Vec<Spent>,
    /// What searches for several questions took before.
    pub before: Effort,
    /// The time that was spent on this question.
    pub time: Duration,
}

/// One of the questions of a race.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'e> {
    pub(crate) task: &'e Task<'e>,
    pub(crate) question: Question,
    pub(crate) options: &'e Options,
}

/// Runs the race for some questions about one system.
pub(crate) fn race(entries: &[Entry<'_>], budget: &Budget) -> Vec<Finish> {
    let mut known: Vec<Option<Finish>> = entries.iter().map(|_| None).collect();
    let Some(first) = entries.first() else { return Vec::new() };
    let small = if entries.len() > 1 { SMALL_TOGETHER } else { SMALL };
    let open: Vec<usize> = (0..entries.len()).collect();
    let before = search_together(entries, &open, first.options.threads, &budget.capped(small), &mut known);
    std::thread::scope(|scope| {
        let mut race = Race::new(scope, entries, budget, known, before);
        while race.is_open() {
            race.round();
        }
        race.known.into_iter().flatten().collect()
    })
}

/// Searches for several questions at once and keeps what it decides. What the search took for those that stay
/// open is given back.
fn search_together(
    entries: &[Entry<'_>],
    open: &[usize],
    threads: usize,
    budget: &Budget,
    known: &mut [Option<Finish>],
) -> Vec<Effort> {
    let mut took = vec![Effort::default(); entries.len()];
    let questions: Vec<Question> = open.iter().map(|&place| entries[place].question).collect();
    let started = Instant::now();
    let system: &System = entries[0].task.system();
    let together = budget.max_states().unwrap_or(u64::MAX);
    let found = check_expecting(system, &questions, together, threads, budget);
    let time = started.elapsed() / u32::try_from(questions.len().max(1)).unwrap_or(u32::MAX);
    for (&place, answer) in open.iter().zip(found) {
        took[place] = answer.effort;
        if is_limited(&answer.verdict) {
            continue;
        }
        let Effort { states_explored: states, max_states, .. } = answer.effort;
        let won = !matches!(answer.verdict, Verdict::Inconclusive(_));
        let spent = vec![Spent { method: Method::Monolithic, work: 0, states, max_states, won }];
        let before = Effort::default();
        known[place] = Some(Finish { answer: Winner::Search(answer), spent, before, time });
    }
    took
}

/// Whether a search was too small or had no place for the system at all; others may still know.
fn is_limited<W>(verdict: &Verdict<W>) -> bool {
    matches!(
        verdict,
        Verdict::Inconclusive(StopReason::States(_) | StopReason::Unsupported(_) | StopReason::Memory(_))
    )
}

/// Whether a race cannot go on for this reason: a limit that holds for all of it.
fn is_over(reason: &StopReason) -> bool {
    matches!(reason, StopReason::Timeout | StopReason::Interrupted)
}

/// A race under way.
struct Race<'scope, 'env> {
    entries: &'env [Entry<'env>],
    budget: &'env Budget,
    /// A search for each question.
    searches: Crew<'scope, 'env, Answer>,
    /// What became of searches that did not decide their question.
    out: Vec<Option<Answer>>,
    fields: Vec<Field<'scope, 'env>>,
    known: Vec<Option<Finish>>,
    /// What earlier searches took, and the time that was spent, for each question.
    before: Vec<Effort>,
    times: Vec<Duration>,
    /// Whether a search for all that are open was made after one had won.
    searched_together: bool,
}

impl<'scope, 'env> Race<'scope, 'env> {
    fn new(
        scope: &'scope Scope<'scope, 'env>,
        entries: &'env [Entry<'env>],
        budget: &'env Budget,
        known: Vec<Option<Finish>>,
        before: Vec<Effort>,
    ) -> Self {
        let mut searches = Crew::new(scope, budget, 1);
        let mut fields = Vec::with_capacity(entries.len());
        for entry in entries {
            searches.add(Method::Monolithic.name(), move |budget: &Budget| {
                let threads = entry.options.threads;
                let found = check(entry.task.system(), &[entry.question], threads, budget).pop();
                found.expect("one answer to one question")
            });
            fields.push(Field::new(scope, *entry, budget));
        }
        let out = entries.iter().map(|_| None).collect();
        let times = vec![Duration::ZERO; entries.len()];
        Self { entries, budget, searches, out, fields, known, before, times, searched_together: false }
    }

    fn is_open(&self) -> bool {
        self.known.iter().any(Option::is_none)
    }

    fn open(&self) -> Vec<usize> {
        (0..self.known.len()).filter(|&place| self.known[place].is_none()).collect()
    }

    /// Lets the search work for a while, and then the methods by parts for each question.
    fn round(&mut self) {
        let open = self.open();
        if let Err(reason) = self.budget.poll(Poll::Explore) {
            for place in open {
                self.give_up(place, reason.clone());
            }
            return;
        }
        let search = open.iter().copied().find(|&place| self.out[place].is_none());
        let searched: u64 = (0..self.entries.len()).map(|place| self.searches.spent(place)).sum();
        let by_parts: u64 = self.fields.iter().map(Field::total).sum();
        let mut round = ((searched + by_parts) / GROWTH).max(ROUND * open.len() as u64);
        if let Some(place) = search {
            let total = searched + by_parts;
            let remaining = self.searches.remaining(place);
            let is_far = remaining / FAR_OFF > searched && total >= TOO_EARLY;
            let part = if is_far { FAR } else { ON_THE_WAY };
            let in_the_end = searched.saturating_add(remaining);
            let advance = FREE.saturating_add(in_the_end / 100 * IN_ADVANCE).saturating_sub(by_parts);
            let beyond = by_parts.saturating_sub(FREE);
            let due = FIRST.max(by_parts.min(FREE) / 2).max(beyond / 100 * part);
            let is_alone = open.iter().all(|&place| self.fields[place].is_empty());
            if advance == 0 || is_alone {
                return self.search(place, round.max(due.saturating_sub(searched)));
            }
            round = round.min(advance);
            if due > searched {
                self.search(place, due - searched);
            }
        }
        for place in self.open() {
            self.by_parts(place, (round / open.len() as u64).max(1));
        }
    }

    fn search(&mut self, place: usize, work: u64) {
        let started = Instant::now();
        let mut found = None;
        self.searches.round(&[Share { runner: place, work }], |_, answer| {
            found = Some(answer);
            true
        });
        self.times[place] += started.elapsed();
        let Some(answer) = found else { return };
        if is_limited(&answer.verdict) {
            self.out[place] = Some(answer);
            return;
        }
        let winner = !matches!(answer.verdict, Verdict::Inconclusive(_));
        let (holds, states) = (answer.verdict.holds(), answer.effort.max_states);
        self.finish(place, Winner::Search(answer), winner.then_some(Method::Monolithic));
        if holds && !self.searched_together {
            self.search_the_rest(states.saturating_mul(MORE_ROOM));
        }
    }

    /// One search for all that are open, with so many states at most.
    fn search_the_rest(&mut self, states: u64) {
        let open = self.open();
        if open.len() < 2 {
            return;
        }
        self.searched_together = true;
        let threads = self.entries[0].options.threads;
        let limited = self.budget.capped(states);
        let took = search_together(self.entries, &open, threads, &limited, &mut self.known);
        for (before, took) in self.before.iter_mut().zip(took) {
            *before = sum(*before, took);
        }
        for &place in &open {
            if let Some(finish) = &mut self.known[place] {
                finish.before = self.before[place];
            }
        }
    }

    fn by_parts(&mut self, place: usize, work: u64) {
        let started = Instant::now();
        let ended = self.fields[place].round(work);
        self.times[place] += started.elapsed();
        match ended {
            Some(Ok(winner)) => {
                let method = match &winner {
                    Winner::ByParts { method, verdict, .. } if !verdict.is_internal() => Some(*method),
                    _ => None,
                };
                if let Some(method) = method {
                    let work = self.fields[place].spent_by(method);
                    self.fields.iter_mut().for_each(|field| field.hint(method, work));
                }
                self.finish(place, winner, method);
            }
            Some(Err(reason)) if is_over(&reason) => self.give_up(place, reason),
            // The search may still know.
            Some(Err(reason)) if self.out[place].is_some() => self.give_up(place, reason),
            Some(Err(_)) | None => {}
        }
    }

    /// Nobody knows the answer. What the search says about it goes before what others say.
    fn give_up(&mut self, place: usize, reason: StopReason) {
        let Entry { task, question, .. } = self.entries[place];
        let answer = self.out[place].take().unwrap_or_else(|| Answer {
            question,
            verdict: Verdict::Inconclusive(reason),
            searched: task.searched(),
            effort: Effort::default(),
        });
        self.finish(place, Winner::Search(answer), None);
    }

    fn finish(&mut self, place: usize, answer: Winner, winner: Option<Method>) {
        let (states, max_states) = self.searches.states(place);
        let work = self.searches.spent(place);
        let mut spent = vec![Spent { method: Method::Monolithic, work, states, max_states, won: false }];
        self.fields[place].end(&mut spent);
        if let Some(spent) = spent.iter_mut().find(|spent| Some(spent.method) == winner) {
            spent.won = true;
        }
        self.searches.dismiss(place);
        let (before, time) = (self.before[place], self.times[place]);
        self.known[place] = Some(Finish { answer, spent, before, time });
    }
}

#[cfg(test)]
mod tests;
