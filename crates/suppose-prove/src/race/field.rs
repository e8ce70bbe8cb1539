//! The methods by parts that work on one question, and what each of them gets.
//!
//! Everybody gets a short try first, then a quarter more, and so on for a while: most proofs that are found at
//! all are found so. After that two fifths of the work go to the favourite, the method that should
//! finish first if it goes on as it did, by what it says about its progress; one that says nothing is expected
//! to need four times what it has spent. What is left goes to the others. A favourite that gets stuck looks worse with every
//! turn, and another takes its place. Methods that do what another one does, and more, have a handicap, and
//! so has one that takes long to get stuck: their tries and turns are shorter by that.
//!
//! A method that has answered another question of the race is tried first, with twice the work that it needed
//! there.

use std::sync::Arc;
use std::thread::Scope;

use suppose_base::{Budget, StopReason, Verdict};

use super::choice::Choice;
use super::runner::{Crew, Share};
use super::{Entry, Spent, Winner, is_over};
use crate::Task;
use crate::method::{Applied, Method, Options};
use crate::outcome::Outcome;
use crate::run::witnessed;

/// What everybody may spend before anybody gets more: so much, then a quarter more, and so on.
const FIRST_TRY: u64 = 500_000;
const LAST_TRY: u64 = 128_000_000;
/// Nobody is doubted before that.
const FAIR_TRY: u64 = 4_000_000;
/// Who says nothing is expected to need so many times what it has spent.
const SILENT: u64 = 4;
/// The part of the favourite, in percent.
const FAVOURITE: u64 = 40;

/// How a method came to its end.
type Ended = (Outcome, Option<Applied>);

/// One of those who take part.
struct Contender {
    method: Method,
    /// How many times as much it is taken to need as it seems to.
    handicap: u64,
    takes_parts: bool,
    is_out: bool,
}

/// The methods by parts for a question.
pub(super) struct Field<'scope, 'env> {
    task: &'env Task<'env>,
    crew: Crew<'scope, 'env, Ended>,
    contenders: Vec<Contender>,
    choice: Arc<Choice>,
    /// Who should be tried first, and with how much work.
    hint: Option<(usize, u64)>,
    /// Why the first was out before it knew the answer.
    reason: Option<StopReason>,
}

impl<'scope, 'env> Field<'scope, 'env> {
    /// Everybody is ready.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        Entry { task, options, .. }: Entry<'env>,
        budget: &'env Budget,
    ) -> Self {
        let mut crew = Crew::new(scope, budget, options.threads);
        let mut contenders = Vec::new();
        let choice = Arc::new(Choice::default());
        for row in options.methods.all() {
            let (method, handicap, takes_parts) = (row.method(), row.handicap(), row.takes_parts());
            contenders.push(Contender { method, handicap, takes_parts, is_out: false });
            let choice = Arc::clone(&choice);
            crew.add(method.name(), move |budget: &Budget| {
                let options = Options { method, refine_alphabet: true, threads: 1, ..options.clone() };
                if takes_parts {
                    choice.prove(row, task, options, budget)
                } else {
                    row.prove(task, &options, budget)
                }
            });
        }
        Self { task, crew, contenders, choice, hint: None, reason: None }
    }

    /// Whether nobody is left.
    pub(super) fn is_empty(&self) -> bool {
        self.contenders.iter().all(|contender| contender.is_out)
    }

    /// What all of them have spent.
    pub(super) fn total(&self) -> u64 {
        (0..self.contenders.len()).map(|number| self.crew.spent(number)).sum()
    }

    /// What a method has spent.
    pub(super) fn spent_by(&self, method: Method) -> u64 {
        let place = self.contenders.iter().position(|contender| contender.method == method);
        place.map_or(0, |number| self.crew.spent(number))
    }

    /// A method has answered another question with this much work.
    pub(super) fn hint(&mut self, method: Method, work: u64) {
        let place = self.contenders.iter().position(|contender| contender.method == method);
        self.hint = place.map(|number| (number, work.saturating_mul(2).max(FIRST_TRY)));
    }

    /// Ends the work, and says what everybody has spent.
    pub(super) fn end(&mut self, spent: &mut Vec<Spent>) {
        for (number, contender) in self.contenders.iter().enumerate() {
            let (states, max_states) = self.crew.states(number);
            let work = self.crew.spent(number);
            spent.push(Spent { method: contender.method, work, states, max_states, won: false });
            self.crew.dismiss(number);
        }
    }

    /// Lets everybody work for a while: the answer if there is one, the reason if nobody is left.
    pub(super) fn round(&mut self, work: u64) -> Option<Result<Winner, StopReason>> {
        let shares = self.shares(work);
        if shares.is_empty() {
            return Some(Err(self.reason.clone().unwrap_or(StopReason::Interrupted)));
        }
        let mut decided = None;
        let Self { task, crew, contenders, reason, .. } = self;
        crew.round(&shares, |number, (Outcome { verdict, findings }, rule)| {
            let contender = &mut contenders[number];
            contender.is_out = true;
            match witnessed(task, verdict) {
                // It will never know, or what it found is no run because another component had failed before.
                Verdict::Inconclusive(why) if !why.is_internal() => {
                    if is_over(&why) {
                        decided = Some(Err(why));
                    } else {
                        reason.get_or_insert(why);
                    }
                }
                verdict => {
                    let (method, searched) = (contender.method, task.searched());
                    let findings = Box::new(findings);
                    decided = Some(Ok(Winner::ByParts { verdict, searched, findings, method, rule }));
                }
            }
            decided.is_some()
        });
        decided
    }

    /// Those who are still in. While no parts are chosen, all who need them wait for the first.
    fn live(&self) -> Vec<usize> {
        let mut is_choosing = false;
        let mut is_ready = |contender: &Contender| {
            !contender.takes_parts || self.choice.is_made() || !std::mem::replace(&mut is_choosing, true)
        };
        let all = self.contenders.iter().enumerate().filter(|(_, contender)| !contender.is_out);
        all.filter(|(_, contender)| is_ready(contender)).map(|(number, _)| number).collect()
    }

    /// Who gets what in the next round.
    fn shares(&self, work: u64) -> Vec<Share> {
        let live = self.live();
        let spent = |number: usize| self.crew.spent(number);
        if let Some((runner, most)) = self.hint
            && !self.contenders[runner].is_out
            && spent(runner) < most
        {
            return vec![Share { runner, work: work.min(most - spent(runner)).max(1) }];
        }
        let mut most = FIRST_TRY;
        while most <= LAST_TRY {
            let tries = self.tries(&live, most, work);
            if !tries.is_empty() {
                return tries;
            }
            most += most / 4;
        }
        let favourite = live.iter().copied().min_by_key(|&number| (self.remaining(number), number));
        // Twelve shares for a method without a handicap.
        let weight = |number: usize| 12 / self.contenders[number].handicap.clamp(1, 12);
        let others = live.iter().copied().filter(|&number| Some(number) != favourite);
        let all = others.map(weight).sum::<u64>().max(1);
        let share = |runner: usize| {
            let is_favourite = Some(runner) == favourite;
            let work = if is_favourite {
                work / 100 * FAVOURITE
            } else {
                work / 100 * (100 - FAVOURITE) * weight(runner) / all
            };
            Share { runner, work: work.max(1) }
        };
        live.iter().map(|&number| share(number)).collect()
    }

    /// Those who have not had a try of this size, with what they still may spend, until the work is given
    /// away. Whoever has a handicap comes in later, and so does, after a fair try, who says that it is far from
    /// its end.
    fn tries(&self, live: &[usize], most: u64, work: u64) -> Vec<Share> {
        let mut left = work.max(1);
        let mut tries = Vec::new();
        for &runner in live {
            let most = most / self.contenders[runner].handicap.max(1);
            let most = if most < FIRST_TRY { 0 } else { most };
            let most = if most > FAIR_TRY { FAIR_TRY.max(most / self.doubt(runner)) } else { most };
            let open = most.saturating_sub(self.crew.spent(runner));
            if open > 0 && left > 0 {
                tries.push(Share { runner, work: open.min(left) });
                left -= open.min(left);
            }
        }
        tries
    }

    /// By how much tries are shortened: not for methods that say nothing, nor for those that will need at most
    /// eight times what they have spent, and to a quarter for those that are far from their end.
    fn doubt(&self, number: usize) -> u64 {
        // What it says is about the components that it has now.
        if self.contenders[number].method == Method::Select {
            return 1;
        }
        (self.crew.remaining(number) / self.crew.spent(number).max(1) / 4).clamp(1, 4)
    }

    fn remaining(&self, number: usize) -> u64 {
        let says_nothing = self.crew.progress(number).1 == 0;
        let factor = if says_nothing { SILENT } else { 1 };
        self.crew.remaining(number).saturating_mul(factor).saturating_mul(self.contenders[number].handicap)
    }
}
