//! Breadth-first search of the product, by levels, on any number of threads.
//!
//! A level is worked off in rounds by all threads (see [`rounds`](super::rounds)), a small one by one thread,
//! and a tiny one state by state. States carry no parent links: levels are kept while they are few ([`KEPT`]
//! states), and when they were dropped before a violation turned up, a second search keeps them; the witness
//! is then found backwards through the levels (see [`witness`](super::witness)).
//!
//! # Determinism
//! The set of states of a level does not depend on the order of work, a level with a violation is finished
//! before the search ends, and the least violation in it is the one reported, so every result is the same at
//! any thread count. A search that exceeds the limit on states in the middle of a level forgets what it found
//! in that level for the same reason.
//!
//! # Complexity
//! Time is linear in the number of transitions. Space per state is that of the [`visited`](super::visited)
//! set plus two levels. Measured by `suppose-bench` (see `bench/RESULTS.md`).

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use suppose_base::{Budget, Poll, StopReason, Verdict};

use super::Product;
use super::forecast::Forecast;
use super::meter::{Meter, Step};
use super::visited::{Hash, SHARDS, Shard};
use super::witness::{Witness, rebuild};
use super::worker::{Finding, Worker};

/// Most states for which a first search keeps its levels.
const KEPT: u64 = 1 << 21;

/// Levels smaller than this are worked off state by state: for a long run through few states, looking at
/// every shard once in each level would be most of the work.
const TINY: usize = 1 << 8;

/// States of tiny levels between two looks at the budget.
const PATIENCE: usize = 1 << 10;

/// Levels smaller than this are left to one thread and kept in one piece.
pub(super) const SMALL: usize = 1 << 13;

/// Which moves to π a search looks for. Others end a run all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// None.
    #[default]
    Ignored,
    /// Those of any component.
    Any,
    /// Those in which this component goes to π.
    Of(usize),
}

impl Errors {
    /// Whether a move in which this component goes to π is looked for.
    pub(super) fn include(self, component: usize) -> bool {
        match self {
            Self::Ignored => false,
            Self::Any => true,
            Self::Of(watched) => watched == component,
        }
    }
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// A state with a transition to π.
    pub errors: Errors,
    /// A state without transitions that is not successful termination.
    pub deadlocks: bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Whether nothing of what was looked for is reachable.
    pub verdict: Verdict<Witness>,
    /// States found, π not counted.
    pub states: u64,
    /// Moves of the states that were expanded. A move to π counts at least once for every component that goes
    /// there.
    pub transitions: u64,
    /// Number of levels: the longest shortest path, plus one.
    pub levels: u64,
    /// Peak size in bytes of the visited set, the levels and the buckets.
    pub bytes: u64,
}

/// The states of one level, in pieces.
pub(super) type Level<const W: usize> = Vec<Vec<[u64; W]>>;

pub(super) fn explore_words<const W: usize>(
    product: &Product<'_>,
    goal: Goal,
    threads: usize,
    budget: &Budget,
) -> Exploration {
    let Some(initial) = &product.initial else {
        let broken = Witness::broken_from_the_start(product.system(), goal.errors);
        let verdict = broken.map_or(Verdict::Holds, Verdict::Violated);
        return Exploration { verdict, states: 0, transitions: 0, levels: 0, bytes: 0 };
    };
    let mut state = [0; W];
    state[..initial.len()].copy_from_slice(initial);
    let looking = goal != Goal::default();
    let mut search = Search::new(product, goal, threads, budget, if looking { KEPT } else { 0 });
    let verdict = match search.run(state) {
        Ok(None) => Verdict::Holds,
        Ok(Some(finding)) => {
            let levels = search.kept.take().map_or_else(
                || {
                    let mut second = Search::new(product, goal, threads, budget, u64::MAX);
                    second.run(state).map(|_| second.kept.take().unwrap_or_default())
                },
                Ok,
            );
            // The levels kept are few: when time is up already, what was found is still worth the moment it
            // takes to show it.
            let unlimited = Budget::unlimited();
            let budget = if search.cut_short { &unlimited } else { budget };
            let witness = levels.and_then(|levels| rebuild(product, &levels, &finding, budget));
            witness.map_or_else(Verdict::Inconclusive, Verdict::Violated)
        }
        Err(reason) => Verdict::Inconclusive(reason),
    };
    let Search { states, transitions, levels, bytes, .. } = search;
    Exploration { verdict, states, transitions, levels, bytes }
}

/// A search in progress.
pub(super) struct Search<'p, 's, const W: usize> {
    pub(super) product: &'p Product<'s>,
    pub(super) goal: Goal,
    pub(super) budget: &'p Budget,
    pub(super) hash: Hash,
    pub(super) shards: Vec<Mutex<Filled<W>>>,
    pub(super) workers: Vec<RwLock<Worker<W>>>,
    /// All levels so far, while they have at most `keep` states.
    kept: Option<Vec<Level<W>>>,
    keep: u64,
    kept_bytes: u64,
    /// States of tiny levels since the last look at the budget.
    unchecked: usize,
    /// Whether something was found in a level that the budget did not let finish.
    cut_short: bool,
    pub(super) states: u64,
    transitions: u64,
    specials: u64,
    tried: u64,
    levels: u64,
    pub(super) bytes: u64,
}

/// A shard and the states that were added to it in the current level.
#[derive(Debug, Default)]
pub(super) struct Filled<const W: usize> {
    pub(super) shard: Shard<W>,
    pub(super) fresh: Vec<[u64; W]>,
}

/// Takes a lock. It is poisoned only when another thread of the search has panicked, and that panic is passed
/// on when the threads are joined.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The states of a level.
fn size<const W: usize>(level: &Level<W>) -> u64 {
    level.iter().map(|piece| piece.len() as u64).sum()
}

impl<'p, 's, const W: usize> Search<'p, 's, W> {
    fn new(product: &'p Product<'s>, goal: Goal, threads: usize, budget: &'p Budget, keep: u64) -> Self {
        Self {
            product,
            goal,
            budget,
            hash: product.hash(),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            workers: (0..threads.clamp(1, SHARDS)).map(|_| RwLock::new(Worker::new(product))).collect(),
            kept: Some(Vec::new()),
            keep,
            kept_bytes: 0,
            // So that the first level is followed by a look at the budget.
            unchecked: PATIENCE,
            cut_short: false,
            states: 0,
            transitions: 0,
            specials: 0,
            tried: 0,
            levels: 0,
            bytes: 0,
        }
    }

    /// Searches level by level until nothing is new, something is found, or the budget ends.
    fn run(&mut self, initial: [u64; W]) -> Result<Option<Finding<W>>, StopReason> {
        let home = Hash::shard(self.hash.of(&initial));
        lock(&self.shards[home]).shard.insert(self.hash, &initial);
        self.states = 1;
        let mut level: Level<W> = vec![vec![initial]];
        let mut toll = self.budget.toll(Poll::Explore);
        let mut meter = Meter::new(self.product.system().components.len(), W);
        let mut forecast = Forecast::default();
        let mut next_report = 0;
        while !level.is_empty() {
            self.levels += 1;
            self.budget.check_states(self.states)?;
            // How far threads get in a round varies, so work is counted level by level.
            let expanded = size(&level);
            toll.add(meter.ahead(expanded))?;
            let (transitions, tried, specials) = (self.transitions, self.tried, self.specials);
            let (ended, next) = match &level[..] {
                [piece] if piece.len() < TINY => self.tiny_level(piece),
                _ => {
                    let ended = self.expand_level(&level);
                    (ended, self.next_level())
                }
            };
            let finding = self.collect_findings();
            // Where moves are missing, a state may look stuck that is not.
            self.product.check_complete()?;
            match ended {
                Err(StopReason::States(limit)) => {
                    self.states = limit;
                    self.transitions = transitions;
                    return Err(StopReason::States(limit));
                }
                // What was found before time or memory ran out is a violation all the same, and all shorter
                // traces have been tried.
                Err(reason) if finding.is_none() => return Err(reason),
                ended => self.cut_short = ended.is_err(),
            }
            let done = std::mem::replace(&mut level, next);
            if let Some(kept) = &mut self.kept {
                kept.push(done);
                self.kept_bytes = self.states * size_of::<[u64; W]>() as u64;
                if self.states > self.keep {
                    self.kept = None;
                    self.kept_bytes = 0;
                }
            }
            if finding.is_some() {
                return Ok(finding);
            }
            meter.add(&Step {
                states: expanded,
                tried: self.tried - tried,
                moves: self.transitions - transitions,
                specials: self.specials - specials,
                new: size(&level),
            });
            forecast.add(size(&level));
            if self.states >= next_report {
                self.budget.report(self.states, forecast.in_the_end(self.states));
                next_report = self.states + self.states / 8;
            }
        }
        Ok(None)
    }

    /// The least violation that the threads found; also adds up the transitions they saw.
    fn collect_findings(&mut self) -> Option<Finding<W>> {
        let mut least = None;
        for worker in &mut self.workers {
            let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.transitions += std::mem::take(&mut worker.transitions);
            self.tried += std::mem::take(&mut worker.tried);
            self.specials += std::mem::take(&mut worker.specials);
            least = [least, worker.finding.take()].into_iter().flatten().min();
        }
        self.budget.counters().transitions.store(self.transitions, Ordering::Relaxed);
        least
    }

    /// Expands a level of few states and gives the next one.
    fn tiny_level(&mut self, states: &[[u64; W]]) -> (Result<(), StopReason>, Level<W>) {
        let worker = self.workers[0].get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut successors = Vec::new();
        for state in states {
            worker.successors(self.product, self.goal, state, &mut successors);
        }
        let mut fresh = Vec::new();
        for state in &successors {
            let filled = &mut self.shards[Hash::shard(self.hash.of(state))];
            let table = &mut filled.get_mut().unwrap_or_else(PoisonError::into_inner).shard;
            table.insert_all(self.hash, std::slice::from_ref(state), &mut fresh);
        }
        self.states += fresh.len() as u64;
        self.unchecked += states.len();
        let ended = self.budget.check_states(self.states).and_then(|()| {
            if self.unchecked < PATIENCE {
                return Ok(());
            }
            self.unchecked = 0;
            let bytes = self.held_bytes();
            self.bytes = self.bytes.max(bytes);
            self.budget.check_bytes(bytes)?;
            self.budget.poll(Poll::Explore)
        });
        (ended, if fresh.is_empty() { Vec::new() } else { vec![fresh] })
    }

    /// Takes the new states out of the shards.
    fn next_level(&mut self) -> Level<W> {
        let fresh: Vec<&mut Vec<[u64; W]>> = self
            .shards
            .iter_mut()
            .map(|filled| &mut filled.get_mut().unwrap_or_else(PoisonError::into_inner).fresh)
            .filter(|fresh| !fresh.is_empty())
            .collect();
        let count: usize = fresh.iter().map(|states| states.len()).sum();
        self.states += count as u64;
        if count == 0 {
            Vec::new()
        } else if count < SMALL {
            let mut all = Vec::with_capacity(count);
            for states in fresh {
                all.append(states);
            }
            vec![all]
        } else {
            fresh.into_iter().map(std::mem::take).collect()
        }
    }

    /// The size of everything but the current level.
    pub(super) fn held_bytes(&self) -> u64 {
        let table = |filled: &Mutex<Filled<W>>| {
            let filled = lock(filled);
            filled.shard.bytes() + (filled.fresh.capacity() * size_of::<[u64; W]>()) as u64
        };
        let buckets =
            |worker: &RwLock<Worker<W>>| worker.read().unwrap_or_else(PoisonError::into_inner).bytes();
        let tables: u64 = self.shards.iter().map(table).sum();
        tables + self.workers.iter().map(buckets).sum::<u64>() + self.kept_bytes
    }
}
