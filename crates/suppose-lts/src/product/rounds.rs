//! One level of a search, worked off in rounds by several threads.
//!
//! In the first half of a round the threads expand states and sort the successors into buckets, one for each
//! shard of the visited set; in the second half they take shards and insert the buckets of all threads. A
//! round ends after [`ROUND`] states, or earlier when the buckets have grown large: states can be wide and
//! have many successors. The budget is looked at after every round.
//!
//! # Invariants
//! * a worker's buckets are written by its own thread in the first half and read by all in the second;
//!   meetings part the halves;
//! * a shard is written by the thread that took it;
//! * all threads leave a level after the same round, or when one of them panics.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{OnceLock, PoisonError};

use suppose_base::{Poll, StopReason};

use super::crew::{self, CalledOff, Meeting};
use super::explore::{Filled, Level, SMALL, Search, lock};
use super::visited::SHARDS;

/// Most states expanded between two insertions.
const ROUND: usize = 1 << 17;

/// Most states a thread takes at a time within a round.
const SLICE: usize = 1 << 10;

/// A thread whose buckets hold this many bytes takes no more states in this round.
const BUCKETS: usize = 1 << 24;

impl<const W: usize> Search<'_, '_, W> {
    /// Expands all states of a level and inserts their successors.
    pub(super) fn expand_level(&mut self, level: &Level<W>) -> Result<(), StopReason> {
        // What one slice adds to the buckets is bounded too, but for joint moves.
        let most = BUCKETS / (self.product.moves.widest.max(1) * size_of::<[u64; W]>());
        let slices: Vec<&[[u64; W]]> =
            level.iter().flat_map(|piece| piece.chunks(most.clamp(1, SLICE))).collect();
        let size: usize = level.iter().map(Vec::len).sum();
        let threads = if size < SMALL { 1 } else { self.workers.len() };
        let shared = Shared {
            slices: AtomicUsize::new(0),
            shards: AtomicUsize::new(0),
            stopped: OnceLock::new(),
            found: AtomicU64::new(self.states),
            bytes: AtomicU64::new(0),
            level_bytes: (size * size_of::<[u64; W]>()) as u64,
        };
        let search = &*self;
        crew::run(threads, |thread, meeting| search.work(thread, &slices, &shared, meeting));
        for worker in &mut self.workers {
            // The next level may be left to one thread, which must not meet the buckets of the others again.
            worker.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
        self.bytes = self.bytes.max(shared.bytes.into_inner());
        shared.stopped.into_inner().map_or(Ok(()), Err)
    }

    /// One thread's part of a level.
    fn work(
        &self,
        thread: usize,
        slices: &[&[[u64; W]]],
        shared: &Shared,
        meeting: &Meeting,
    ) -> Result<(), CalledOff> {
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
            meeting.wait()?;
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
            if meeting.wait()?
                && let Err(reason) = self.check_budget(shared)
            {
                let _ = shared.stopped.set(reason);
            }
            // Nobody takes a slice before all have read how far the round came.
            next_slice = shared.slices.load(Ordering::Relaxed);
            if next_slice == slices.len() {
                return Ok(());
            }
            meeting.wait()?;
            if shared.stopped.get().is_some() {
                return Ok(());
            }
        }
    }

    fn check_budget(&self, shared: &Shared) -> Result<(), StopReason> {
        let bytes = self.held_bytes() + shared.level_bytes;
        shared.bytes.fetch_max(bytes, Ordering::Relaxed);
        self.budget.check_states(shared.found.load(Ordering::Relaxed))?;
        self.budget.check_bytes(bytes)?;
        self.budget.poll(Poll::Explore)
    }
}

/// What the threads of one level share.
struct Shared {
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
