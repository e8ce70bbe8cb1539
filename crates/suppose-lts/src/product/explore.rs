//! Breadth-first search of the product, by levels, on any number of threads.
//!
//! A level is worked off in rounds. In the first half of a round the threads expand states and sort the successors into buckets, one
//! for each shard of the visited set; in the second half they take shards and insert the buckets of all threads. A round ends after
//! [`ROUND`] states, or earlier when the buckets have grown large: states can be wide and have many successors. States carry no
//! parent links: levels are kept while they are few ([`KEPT`] states), and when they were dropped before a violation turned up, a
//! second search keeps them; the witness is then found backwards through the levels (see [`witness`](super::witness)).
//!
//! # Determinism
//! The set of states of a level does not depend on the order of work, a level with a violation is finished before the search ends,
//! and the least violation in it is the one reported, so every result is the same at any thread count. A search that exceeds the
//! limit on states in the middle of a level forgets what it found in that level for the same reason.
//!
//! # Complexity
//! Time is linear in the number of transitions. Space per state is that of the [`visited`](super::visited) set plus two levels.
//! Measured by `suppose-bench` (see `bench/RESULTS.md`).

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use suppose_base::{Budget, Poll, StopReason, Verdict};

use super::Product;
use super::visited::{Hash, SHARDS, Shard};
use super::witness::{Witness, rebuild};
use super::worker::{Finding, Worker};

/// Most states for which a first search keeps its levels.
const KEPT: u64 = 1 << 21;

/// Most states expanded between two insertions.
const ROUND: usize = 1 << 17;

/// Most states a thread takes at a time within a round.
const SLICE: usize = 1 << 10;

/// A thread whose buckets hold this many bytes takes no more states in this round.
const BUCKETS: usize = 1 << 24;

/// Levels smaller than this are left to one thread and kept in one piece.
const SMALL: usize = 1 << 13;

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
    /// Moves of the states that were expanded. A move to π counts at least once for every component that goes there.
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
            // The levels kept are few: when time is up already, what was found is still worth the moment it takes to show it.
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
struct Search<'p, 's, const W: usize> {
    product: &'p Product<'s>,
    goal: Goal,
    budget: &'p Budget,
    hash: Hash,
    shards: Vec<Mutex<Filled<W>>>,
    workers: Vec<RwLock<Worker<W>>>,
    /// All levels so far, while they have at most `keep` states.
    kept: Option<Vec<Level<W>>>,
    keep: u64,
    kept_bytes: u64,
    /// Whether something was found in a level that the budget did not let finish.
    cut_short: bool,
    states: u64,
    transitions: u64,
    levels: u64,
    bytes: u64,
}

/// A shard and the states that were added to it in the current level.
#[derive(Debug, Default)]
struct Filled<const W: usize> {
    shard: Shard<W>,
    fresh: Vec<[u64; W]>,
}

/// Takes a lock. It is poisoned only when another thread of the search has panicked, and that panic is passed on when the threads
/// are joined.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
            cut_short: false,
            states: 0,
            transitions: 0,
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
        while !level.is_empty() {
            self.levels += 1;
            self.budget.check_states(self.states)?;
            let transitions = self.transitions;
            let ended = self.expand_level(&level);
            let finding = self.collect_findings();
            let next = self.next_level();
            match ended {
                Err(StopReason::States(limit)) => {
                    self.states = limit;
                    self.transitions = transitions;
                    return Err(StopReason::States(limit));
                }
                // What was found before memory ran out is a violation all the same, and all shorter traces have been tried.
                // When time ran out, building the witness is what stops.
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
        }
        Ok(None)
    }

    /// The least violation that the threads found; also adds up the transitions they saw.
    fn collect_findings(&mut self) -> Option<Finding<W>> {
        let mut least = None;
        for worker in &mut self.workers {
            let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            // The next level may be left to one thread, which must not meet the buckets of the others again.
            worker.clear();
            self.transitions += std::mem::take(&mut worker.transitions);
            least = [least, worker.finding.take()].into_iter().flatten().min();
        }
        self.budget.counters().transitions.store(self.transitions, Ordering::Relaxed);
        least
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

    /// Expands all states of a level and inserts their successors.
    fn expand_level(&mut self, level: &Level<W>) -> Result<(), StopReason> {
        // What one slice adds to the buckets is bounded too, but for joint moves.
        let most = BUCKETS / (self.product.moves.widest.max(1) * size_of::<[u64; W]>());
        let slices: Vec<&[[u64; W]]> =
            level.iter().flat_map(|piece| piece.chunks(most.clamp(1, SLICE))).collect();
        let size: usize = level.iter().map(Vec::len).sum();
        let threads = if size < SMALL { 1 } else { self.workers.len() };
        let shared = Shared {
            barrier: Barrier::new(threads),
            slices: AtomicUsize::new(0),
            shards: AtomicUsize::new(0),
            stopped: OnceLock::new(),
            found: AtomicU64::new(self.states),
            bytes: AtomicU64::new(0),
            level_bytes: (size * size_of::<[u64; W]>()) as u64,
        };
        let search = &*self;
        if threads == 1 {
            search.work(0, &slices, &shared);
        } else {
            std::thread::scope(|scope| {
                for thread in 1..threads {
                    let (slices, shared) = (&slices, &shared);
                    scope.spawn(move || search.work(thread, slices, shared));
                }
                search.work(0, &slices, &shared);
            });
        }
        self.bytes = self.bytes.max(shared.bytes.into_inner());
        shared.stopped.into_inner().map_or(Ok(()), Err)
    }

    /// One thread's part of a level.
    fn work(&self, thread: usize, slices: &[&[[u64; W]]], shared: &Shared) {
        let mut first_shard = 0;
        let mut next_slice = 0;
        loop {
            let last_slice = slices.len().min(next_slice + ROUND / SLICE);
            {
                let mut worker = self.workers[thread].write().unwrap_or_else(PoisonError::into_inner);
                worker.clear();
                while worker.filled() < BUCKETS
                    && let Some(slice) = take(&shared.slices, last_slice)
                {
                    worker.expand(self.product, self.goal, slices[slice]);
                }
            }
            shared.barrier.wait();
            let mut added = 0;
            while let Some(ticket) = take(&shared.shards, first_shard + SHARDS) {
                let shard = ticket - first_shard;
                let mut filled = lock(&self.shards[shard]);
                let Filled { shard: table, fresh } = &mut *filled;
                let before = fresh.len();
                for worker in &self.workers {
                    let worker = worker.read().unwrap_or_else(PoisonError::into_inner);
                    table.insert_all(self.hash, worker.bucket(shard), fresh);
                }
                added += fresh.len() - before;
            }
            first_shard += SHARDS;
            shared.found.fetch_add(added as u64, Ordering::Relaxed);
            // One thread looks at the budget when all have inserted; the others wait for its word.
            if shared.barrier.wait().is_leader()
                && let Err(reason) = self.check_budget(shared)
            {
                let _ = shared.stopped.set(reason);
            }
            // Nobody takes a slice before all have read how far the round came.
            next_slice = shared.slices.load(Ordering::Relaxed);
            if next_slice == slices.len() {
                return;
            }
            shared.barrier.wait();
            if shared.stopped.get().is_some() {
                return;
            }
        }
    }

    fn check_budget(&self, shared: &Shared) -> Result<(), StopReason> {
        let tables: u64 = self
            .shards
            .iter()
            .map(|filled| {
                let filled = lock(filled);
                filled.shard.bytes() + (filled.fresh.capacity() * size_of::<[u64; W]>()) as u64
            })
            .sum();
        let read = |worker: &RwLock<Worker<W>>| worker.read().unwrap_or_else(PoisonError::into_inner).bytes();
        let buckets: u64 = self.workers.iter().map(read).sum();
        let bytes = tables + buckets + self.kept_bytes + shared.level_bytes;
        shared.bytes.fetch_max(bytes, Ordering::Relaxed);
        self.budget.check_states(shared.found.load(Ordering::Relaxed))?;
        self.budget.check_bytes(bytes)?;
        self.budget.poll(Poll::Explore)
    }
}

/// What the threads of one level share.
struct Shared {
    barrier: Barrier,
    /// The next slice of the level.
    slices: AtomicUsize,
    /// The next shard, counted on from round to round.
    shards: AtomicUsize,
    stopped: OnceLock<StopReason>,
    /// States found so far.
    found: AtomicU64,
    /// Peak size.
    bytes: AtomicU64,
    level_bytes: u64,
}

/// The next number of a counter, if it is below `end`.
fn take(counter: &AtomicUsize, end: usize) -> Option<usize> {
    counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < end).then_some(next + 1)).ok()
}
