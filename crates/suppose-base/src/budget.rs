//! Limits on work, and counters that a progress display can sample.
//!
//! A [`Budget`] is the last parameter of every routine that can take longer than reading its input. The
//! routine polls it about every thousand steps and stops with a [`StopReason`] when a limit is reached. Only
//! this file reads the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::StopReason;
use crate::work::Account;

/// The places where long work asks whether to go on. A test can trip each of them on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Poll {
    /// Reading a file format.
    Read,
    /// Expanding a source language into LTSs.
    Lower,
    /// Searching a product.
    Explore,
    /// Building a product as an LTS.
    Compose,
    /// Searching backwards for a witness.
    Witness,
    /// Refining a partition.
    Refine,
    /// Subset construction.
    Determinise,
    /// Walking two systems side by side.
    Compare,
    /// Looking for strongly connected components.
    Components,
    /// Checking a premise of a proof.
    Premise,
    /// Learning an automaton: membership queries.
    Learn,
    /// Looking for a smallest assumption: the solver, and the sets it falls back on.
    Separate,
    /// Reducing a state graph.
    Reduce,
    /// Data-flow analysis: graphs, coexistence, propagation.
    Flow,
    /// Writing a result.
    Write,
}

impl Poll {
    /// All poll points.
    pub const ALL: [Self; 15] = [
        Self::Read,
        Self::Lower,
        Self::Explore,
        Self::Compose,
        Self::Witness,
        Self::Refine,
        Self::Determinise,
        Self::Compare,
        Self::Components,
        Self::Premise,
        Self::Learn,
        Self::Separate,
        Self::Reduce,
        Self::Flow,
        Self::Write,
    ];
}

/// A switch that ends work from outside (Ctrl-C, a memory watchdog, a race that somebody else won).
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicU8>);

impl CancelToken {
    /// A token that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the work as interrupted.
    pub fn cancel(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    /// Ends the work as out of memory.
    pub fn out_of_memory(&self) {
        self.0.store(2, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}

/// What long work has done so far; others may read it at any time.
#[derive(Debug, Default)]
pub struct Counters {
    /// States found in the current search, or blocks of the current partition.
    pub states: AtomicU64,
    /// Transitions seen in the current search.
    pub transitions: AtomicU64,
    /// Work done so far, in the units of [`Account`].
    pub work: AtomicU64,
}

/// Limits for one piece of work. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    max_states: Option<u64>,
    max_bytes: Option<u64>,
    cancel: CancelToken,
    counters: Arc<Counters>,
    trip: Option<Poll>,
    account: Option<Arc<Account>>,
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stop after this much time from now.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        // A timeout beyond the clock's range is no limit.
        self.deadline = Instant::now().checked_add(timeout);
        self
    }

    /// Stop when a single search or construction would hold more than this many states.
    #[must_use]
    pub fn with_max_states(mut self, states: u64) -> Self {
        self.max_states = Some(states);
        self
    }

    /// The same budget for a turn that may take no more than so many states, or fewer if the limit is lower.
    #[must_use]
    pub fn capped(&self, states: u64) -> Self {
        self.clone().with_max_states(self.max_states.map_or(states, |most| most.min(states)))
    }

    /// Stop when more than this many bytes would be needed.
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Stop when this token is switched.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Charge work to this account, and wait when its credit is used up.
    #[must_use]
    pub fn with_account(mut self, account: Arc<Account>) -> Self {
        self.account = Some(account);
        self
    }

    /// Stop at the first poll of this kind, as if interrupted: for tests.
    #[must_use]
    pub fn tripping_at(mut self, point: Poll) -> Self {
        self.trip = Some(point);
        self
    }

    /// The counters that work under this budget keeps.
    pub fn counters(&self) -> &Arc<Counters> {
        &self.counters
    }

    /// The account that work is charged to.
    pub fn account(&self) -> Option<&Arc<Account>> {
        self.account.as_ref()
    }

    /// The token that ends work under this budget.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// The largest number of states allowed.
    pub fn max_states(&self) -> Option<u64> {
        self.max_states
    }

    /// When to stop, if there is a time limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether to go on. Reads the clock: call it every thousand steps or so.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn poll(&self, point: Poll) -> Result<(), StopReason> {
        match self.cancel.0.load(Ordering::Relaxed) {
            0 => {}
            2 => return Err(StopReason::Memory(self.max_bytes.unwrap_or(0))),
            _ => return Err(StopReason::Interrupted),
        }
        if self.trip == Some(point) {
            return Err(StopReason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(StopReason::Timeout),
            _ => Ok(()),
        }
    }

    /// As [`Budget::poll`], after this much work (see [`Account`]). May wait for credit.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn pay(&self, point: Poll, work: u64) -> Result<(), StopReason> {
        self.counters.work.fetch_add(work, Ordering::Relaxed);
        if let Some(account) = &self.account {
            account.pay(work)?;
        }
        self.poll(point)
    }

    /// Tells whoever plans the work how much is done, of how much.
    pub fn report(&self, done: u64, of: u64) {
        if let Some(account) = &self.account {
            account.report(done, of);
        }
    }

    /// A way to pay for work as it is done.
    pub fn toll(&self, point: Poll) -> Toll<'_> {
        Toll { budget: self, point, due: 0 }
    }

    /// Whether a search may hold this many states. Also publishes the number to the counters.
    ///
    /// # Errors
    /// [`StopReason::States`] when it is over the limit.
    pub fn check_states(&self, states: u64) -> Result<(), StopReason> {
        self.counters.states.store(states, Ordering::Relaxed);
        if let Some(account) = &self.account {
            account.count_states(states);
        }
        match self.max_states {
            Some(limit) if states > limit => Err(StopReason::States(limit)),
            _ => Ok(()),
        }
    }

    /// Whether a structure of this many bytes may be held.
    ///
    /// # Errors
    /// [`StopReason::Memory`] when it is over the limit.
    pub fn check_bytes(&self, bytes: u64) -> Result<(), StopReason> {
        match self.max_bytes {
            Some(limit) if bytes > limit => Err(StopReason::Memory(limit)),
            _ => Ok(()),
        }
    }
}

/// Collects small amounts of work and pays for them together, about twenty thousand times a second.
#[derive(Clone, Debug)]
pub struct Toll<'b> {
    budget: &'b Budget,
    point: Poll,
    due: u64,
}

impl Toll<'_> {
    /// Work that is paid for at once.
    const STEP: u64 = 1 << 16;

    /// Adds work, and pays when enough has come together.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn add(&mut self, work: u64) -> Result<(), StopReason> {
        self.due += work;
        if self.due >= Self::STEP { self.settle() } else { Ok(()) }
    }

    /// Pays what is still due, at the end of a piece of work.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn settle(&mut self) -> Result<(), StopReason> {
        self.budget.pay(self.point, std::mem::take(&mut self.due))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_the_lower_limit() {
        assert_eq!(Budget::unlimited().capped(7).max_states(), Some(7));
        assert_eq!(Budget::unlimited().with_max_states(5).capped(7).max_states(), Some(5));
        assert_eq!(Budget::unlimited().with_max_states(9).capped(7).max_states(), Some(7));
    }

    #[test]
    fn every_limit_has_its_reason() {
        let unlimited = Budget::unlimited();
        assert_eq!(unlimited.poll(Poll::Explore), Ok(()));
        assert_eq!(unlimited.check_states(u64::MAX), Ok(()));
        let budget =
            Budget::unlimited().with_timeout(Duration::ZERO).with_max_states(5).with_max_bytes(1 << 20);
        assert_eq!(budget.poll(Poll::Explore), Err(StopReason::Timeout));
        assert_eq!(budget.check_states(5), Ok(()));
        assert_eq!(budget.check_states(6), Err(StopReason::States(5)));
        assert_eq!(budget.check_bytes((1 << 20) + 1), Err(StopReason::Memory(1 << 20)));
        budget.cancel_token().out_of_memory();
        assert_eq!(budget.poll(Poll::Read), Err(StopReason::Memory(1 << 20)));
        budget.cancel_token().cancel();
        assert_eq!(budget.poll(Poll::Read), Err(StopReason::Interrupted));
    }

    #[test]
    fn a_huge_timeout_is_no_limit() {
        assert_eq!(Budget::unlimited().with_timeout(Duration::MAX).poll(Poll::Read), Ok(()));
    }

    #[test]
    fn tripping_hits_one_point_only() {
        for point in Poll::ALL {
            let budget = Budget::unlimited().tripping_at(point);
            for other in Poll::ALL {
                assert_eq!(budget.poll(other).is_err(), other == point);
            }
        }
    }
}
