//! The engine for chains of assumptions.
//!
//! Level i shows ⟨true⟩ Mi ‖ … ‖ Mn ⟨R⟩, where R is the property at level 1 and the assumption of the level above otherwise. It learns an
//! assumption A over the interface between Mi‖R and the rest. A conjecture that passes ⟨A⟩ Mi ⟨R⟩ becomes the R of the next level; the last level
//! has nothing to suppose and just looks for a trace that violates R. A violation found below is a trace of all parts from
//! there on. If it is harmless to Mi‖R, the conjecture was too strong; otherwise it is joined with the error trace of Mi‖R and
//! handed up. At level 1 it is a trace of the whole.
//!
//! With two parts this is the algorithm of TACAS 2003. A rule that uses a part twice is the same over a longer sequence: both copies see
//! all actions of the part, so they cannot drift apart.
//!
//! # Alphabet refinement (Gheorghiu, Giannakopoulou, Păsăreanu, TACAS 2007)
//! A level may begin with the letters of R only. A violation from below is then asked about again over the full interface. If it is
//! harmless there, it was spurious: the error trace of Mi‖R and the trace from below agree on the small alphabet and differ on the full
//! one. Both are compared from the end, and where they first differ the letters are added. Accepted words stay accepted when letters are
//! added, since then fewer actions are free; rejections are forgotten.

use std::sync::Arc;

use suppose_base::{ActionId, Budget, StopReason};
use suppose_learn::{Cache, Counter, Limited, Membership};
use suppose_lts::Lts;
use suppose_lts::ops::error_lts;

use super::teacher::{Teacher, assumption, by_name, symbols};
use super::{Found, Options, Record, bug};
use crate::Task;
use crate::order::{Order, Strategy};
use crate::outcome::Meaning;
use crate::part::{Part, merge};
use crate::premise::{first_error, first_escape};
use crate::rule::Rule;

/// Longest chain; each part of it is a level of recursion.
const LONGEST: usize = 256;

pub(super) fn run(
    task: &Task<'_>,
    parts: &[Vec<usize>],
    rule: &Rule,
    options: Options,
    record: &mut Record,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let sequence: Vec<&[usize]> = rule.premises.iter().map(|p| parts[p.part].as_slice()).collect();
    if sequence.len() > LONGEST {
        let what = format!("a chain of {} parts; at most {LONGEST} can be used", sequence.len());
        return Err(StopReason::Unsupported(what));
    }
    let alphabets = sequence.iter().map(|part| task.alphabet(part)).collect();
    let traces = vec![None; sequence.len()];
    let assumptions = vec![None; sequence.len().saturating_sub(1)];
    let mut chain = Chain { task, sequence, alphabets, traces, assumptions, options, record, budget };
    Ok(match chain.show(0, &Right::Watched)? {
        Shown::Holds => Found::Holds(chain.assumptions.into_iter().flatten().collect()),
        Shown::Violated(trace) => Found::Violated(trace),
    })
}

/// What a level has to guarantee.
enum Right {
    /// The watched component.
    Watched,
    /// The assumption of the level above.
    Assumption(Lts),
}

/// What a level found.
enum Shown {
    Holds,
    /// A trace of all parts from this level on, with all their actions.
    Violated(Vec<ActionId>),
}

/// What came of one alphabet.
enum Round {
    Shown(Shown),
    /// The alphabet needs these letters too.
    Grow(Vec<ActionId>),
}

struct Chain<'c> {
    task: &'c Task<'c>,
    sequence: Vec<&'c [usize]>,
    alphabets: Vec<Vec<ActionId>>,
    /// For each place the part as one LTS with all its traces, made when needed.
    traces: Vec<Option<Part>>,
    assumptions: Vec<Option<Lts>>,
    options: Options,
    record: &'c mut Record,
    budget: &'c Budget,
}

impl Chain<'_> {
    /// Shows that the parts from this place on guarantee something.
    fn show(&mut self, place: usize, right: &Right) -> Result<Shown, StopReason> {
        if place + 1 >= self.sequence.len() {
            return self.show_last(place, right);
        }
        let full = self.interface(place, right);
        let mut sigma = full.clone();
        if self.options.refine_alphabet {
            sigma.retain(|&a| self.obliges(right, a));
        }
        let mut known = Cache::prefix_closed(());
        loop {
            if place == 0 {
                self.record.learning.interface.clone_from(&sigma);
            }
            match self.round(place, right, &sigma, &full, &mut known)? {
                Round::Shown(shown) => return Ok(shown),
                Round::Grow(letters) => sigma.extend(letters),
            }
        }
    }

    /// Learns an assumption over one alphabet.
    fn round(
        &mut self,
        place: usize,
        right: &Right,
        sigma: &[ActionId],
        full: &[ActionId],
        known: &mut Cache<()>,
    ) -> Result<Round, StopReason> {
        let errors = self.errors(place, right, sigma)?;
        let teacher = Teacher::new(errors.part.lts(), sigma, self.budget);
        let remembered = std::mem::replace(known, Cache::prefix_closed(()));
        let mut oracle = remembered.without_rejections(Counter::new(Limited::new(teacher, self.budget)));
        let found = self.converse(place, sigma, &errors, &mut oracle);
        self.record.learning.queries += oracle.inner().queries();
        *known = oracle.without_rejections(());
        match found? {
            None => Ok(Round::Shown(Shown::Holds)),
            Some((number, below)) => self.judge(place, right, (sigma, full), &errors, number, &below),
        }
    }

    /// Learner and teacher, until an assumption stands (`None`) or a trace of the parts below is known that leads this level to an
    /// error; with it the number of the conjecture that it escaped.
    fn converse(
        &mut self,
        place: usize,
        sigma: &[ActionId],
        errors: &Errors,
        oracle: &mut dyn Membership,
    ) -> Result<Option<(usize, Vec<ActionId>)>, StopReason> {
        let mut learner = self.options.learner.build(sigma.len());
        learner.start(oracle)?;
        loop {
            let candidate = assumption(learner.conjecture(), sigma);
            let number = self.record.conjecture(place, candidate.as_ref(), sigma);
            let below = match candidate {
                // Not even doing nothing is allowed, and that much the parts below can do.
                None => Vec::new(),
                Some(lts) => {
                    let effort = &mut self.record.effort;
                    if let Some(word) = first_error(Some(&lts), errors.part.lts(), effort, self.budget)? {
                        learner.refine(&symbols(&word, sigma), oracle).map_err(|e| bug(&e))?;
                        self.record.refute(number, place + 1, word, Meaning::TooWeak);
                        continue;
                    }
                    self.record.learning.conjectures[number].passed = 1;
                    let right = Right::Assumption(lts);
                    let shown = self.show(place + 1, &right)?;
                    let Right::Assumption(lts) = right else { unreachable!("made above") };
                    match shown {
                        Shown::Violated(trace) => trace,
                        Shown::Holds => {
                            self.record.learning.conjectures[number].passed = 2;
                            self.assumptions[place] = Some(lts);
                            return Ok(None);
                        }
                    }
                }
            };
            let word = projected(&below, sigma);
            let letters = symbols(&word, sigma);
            if !oracle.member(&letters)? {
                return Ok(Some((number, below)));
            }
            learner.refine(&letters, oracle).map_err(|e| bug(&e))?;
            self.record.refute(number, place + 2, word, Meaning::TooStrong);
        }
    }

    /// A trace from below leads this level to an error over the small alphabet: is that so over the full one too?
    fn judge(
        &mut self,
        place: usize,
        right: &Right,
        (sigma, full): (&[ActionId], &[ActionId]),
        errors: &Errors,
        number: usize,
        below: &[ActionId],
    ) -> Result<Round, StopReason> {
        let small = projected(below, sigma);
        let exact = if sigma.len() == full.len() { None } else { Some(self.errors(place, right, full)?) };
        let precise = exact.as_ref().unwrap_or(errors);
        let word = projected(below, full);
        let fatal = Teacher::new(precise.part.lts(), full, self.budget).fatal(&word)?;
        if let Some(length) = fatal {
            let own = precise.expand(&word[..length], self.budget)?;
            let trace = merge(&own, cut(below, full, length), |a| full.contains(&a));
            self.record.refute(number, place + 2, small, Meaning::Violation);
            return Ok(Round::Shown(Shown::Violated(trace)));
        }
        let length = Teacher::new(errors.part.lts(), sigma, self.budget).fatal(&small)?;
        let length = length.expect("the word was rejected");
        let own = projected(&errors.expand(&small[..length], self.budget)?, full);
        let other = projected(cut(below, sigma, length), full);
        self.record.refute(number, place + 2, small, Meaning::TooCoarse);
        Ok(Round::Grow(by_name(last_difference(&own, &other, sigma), &self.task.system().actions)))
    }

    /// The last part has nothing to suppose.
    fn show_last(&mut self, place: usize, right: &Right) -> Result<Shown, StopReason> {
        let Right::Assumption(lts) = right else {
            let errors = self.errors(place, right, &[])?;
            let word = first_error(None, errors.part.lts(), &mut self.record.effort, self.budget)?;
            return Ok(match word {
                None => Shown::Holds,
                Some(word) => Shown::Violated(errors.expand(&word, self.budget)?),
            });
        };
        if allows_everything(lts) {
            return Ok(Shown::Holds);
        }
        let budget = self.budget;
        self.traces(place)?;
        let part = self.traces[place].as_ref().expect("just made");
        Ok(match first_escape(part.lts(), lts, &mut self.record.effort, budget)? {
            None => Shown::Holds,
            Some(word) => Shown::Violated(part.expand(&word, budget)?),
        })
    }

    /// Σ: what the part and its obligation share with the parts after it, in the order of names.
    fn interface(&self, place: usize, right: &Right) -> Vec<ActionId> {
        let mut after: Vec<ActionId> = self.alphabets[place + 1..].concat();
        after.sort_unstable();
        after.dedup();
        after.retain(|&a| self.alphabets[place].binary_search(&a).is_ok() || self.obliges(right, a));
        by_name(after, &self.task.system().actions)
    }

    /// Whether an obligation speaks about an action.
    fn obliges(&self, right: &Right, action: ActionId) -> bool {
        match right {
            Right::Watched => self.task.lts(self.task.watched()).has_action(action),
            Right::Assumption(lts) => lts.has_action(action),
        }
    }

    /// The part at a place together with its obligation, over an alphabet.
    fn errors(&mut self, place: usize, right: &Right, sigma: &[ActionId]) -> Result<Errors, StopReason> {
        let budget = self.budget;
        let visible = |a: ActionId| sigma.contains(&a);
        let errors = match right {
            Right::Watched => {
                let part = watching(self.task, self.sequence[place], sigma, budget)?;
                Errors { part, inner: None }
            }
            Right::Assumption(lts) => {
                let watch = error_lts(lts).expect("an assumption is deterministic");
                let inner = self.traces(place)?.clone();
                let mut part = Part::watching(&Arc::new(watch), |_| true, budget)?;
                part.add(inner.lts(), visible, budget)?;
                Errors { part, inner: Some(inner) }
            }
        };
        self.record.spend(errors.part.effort());
        Ok(errors)
    }

    /// The part at a place as one LTS with all its traces over what anybody else sees.
    fn traces(&mut self, place: usize) -> Result<&Part, StopReason> {
        if self.traces[place].is_none() {
            let watch = self.task.lts(self.task.watched());
            let others = |a: ActionId| {
                let has = |&other: &usize| self.alphabets[other].binary_search(&a).is_ok();
                watch.has_action(a) || (0..self.alphabets.len()).filter(|&o| o != place).any(|o| has(&o))
            };
            let part = behaviour(self.task, self.sequence[place], others, self.budget)?;
            self.record.spend(part.effort());
            self.traces[place] = Some(part);
        }
        Ok(self.traces[place].as_ref().expect("just made"))
    }
}

/// Whether an assumption has every action of its alphabet in every state: then any part satisfies it.
fn allows_everything(lts: &Lts) -> bool {
    lts.num_transitions() == lts.num_states() * lts.alphabet().len()
}

/// A part with its obligation.
struct Errors {
    part: Part,
    /// The part that was added as one LTS, if it was.
    inner: Option<Part>,
}

impl Errors {
    /// A full trace to the error for a word over the interface.
    fn expand(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let trace = self.part.expand(word, budget)?;
        let Some(inner) = &self.inner else { return Ok(trace) };
        let own = projected(&trace, inner.lts().alphabet());
        Ok(merge(&trace, &inner.expand(&own, budget)?, |a| inner.lts().has_action(a)))
    }
}

/// The watched component with some others, over an alphabet.
pub(crate) fn watching(
    task: &Task<'_>,
    components: &[usize],
    sigma: &[ActionId],
    budget: &Budget,
) -> Result<Part, StopReason> {
    let mut order = Order::new(components.iter().map(|&i| (i, task.lts(i))), Strategy::Hubs);
    let mut letters = sigma.to_vec();
    letters.sort_unstable();
    let visible = |order: &Order<'_>, a: ActionId| order.needs(a) || letters.binary_search(&a).is_ok();
    let mut part = Part::watching(task.shared(task.watched()), |a| visible(&order, a), budget)?;
    // What can no longer fail, or must fail, stays so whatever is added.
    while !part.is_safe() && !part.is_broken() {
        let Some(next) = order.next(part.lts(), false) else { break };
        part.add(task.shared(next), |a| visible(&order, a), budget)?;
    }
    Ok(part)
}

/// Some components with all their traces over what is visible.
pub(crate) fn behaviour(
    task: &Task<'_>,
    components: &[usize],
    visible: impl Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<Part, StopReason> {
    let mut order = Order::new(components.iter().map(|&i| (i, task.lts(i))), Strategy::Interface);
    let mut part = Part::new();
    while let Some(next) = order.next(part.lts(), false) {
        part.add(task.shared(next), |a| order.needs(a) || visible(a), budget)?;
    }
    Ok(part)
}

/// The letters of a trace that are in an alphabet.
pub(super) fn projected(trace: &[ActionId], alphabet: &[ActionId]) -> Vec<ActionId> {
    trace.iter().copied().filter(|a| alphabet.contains(a)).collect()
}

/// The shortest prefix of a trace with this many letters of an alphabet.
fn cut<'t>(trace: &'t [ActionId], alphabet: &[ActionId], letters: usize) -> &'t [ActionId] {
    let mut left = letters;
    let enough = |a: &ActionId| {
        if left == 0 {
            return true;
        }
        left -= usize::from(alphabet.contains(a));
        false
    };
    let length = trace.iter().position(enough).unwrap_or(trace.len());
    &trace[..length]
}

/// The letters outside an alphabet at the last place where two words differ, one word going on counting as a difference.
fn last_difference(left: &[ActionId], right: &[ActionId], alphabet: &[ActionId]) -> Vec<ActionId> {
    let same = left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| l == r).count();
    let from_end = |word: &[ActionId]| word.len().checked_sub(same + 1).map(|i| word[i]);
    let mut letters: Vec<ActionId> =
        [from_end(left), from_end(right)].into_iter().flatten().filter(|a| !alphabet.contains(a)).collect();
    letters.dedup();
    letters
}
