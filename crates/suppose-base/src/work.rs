//! Work: a measure of cost that is the same on every machine, and an account that can be closed and opened.
//!
//! A race between methods needs to know what each of them has cost so far, and must come out the same every
//! time. Clocks cannot do that, and counts of states say little about time: some states cost a thousand times
//! as much as others. So routines report the *work* they do, in units of about a nanosecond on a machine of
//! 2024: so much for a transition that is looked at, so much for a set that is hashed. The weights are
//! constants next to the loops they belong to; `suppose-bench work` compares them with the clock.
//!
//! An [`Account`] says how much work may be done. Whoever is out of credit waits in [`Account::pay`] until
//! somebody grants more, so every routine can be suspended where it is and resumed later, without knowing
//! about it. This takes a thread for each suspended routine, and nothing else.
//!
//! # Invariants
//! * Work is paid for by one thread of a routine at a time.
//! * What a routine has spent when it waits depends on its input only.
//! * An account may be part of another one: work is charged to both, and either can make it wait.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::StopReason;

/// Credit for work, and what has been spent.
#[derive(Debug)]
pub struct Account {
    spent: AtomicU64,
    granted: AtomicU64,
    /// States of all searches that are over, of the current one, and of the largest.
    states: AtomicU64,
    current: AtomicU64,
    largest: AtomicU64,
    /// How much is done, and of how much: see [`Account::progress`].
    done: AtomicU64,
    of: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
    parent: Option<Arc<Account>>,
}

/// What the routine that spends the credit is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It may be working.
    Open,
    /// It waits for credit.
    Waiting,
    /// It was told to stop.
    Closed,
    /// It is done.
    Finished,
}

impl Account {
    /// An account without credit. Its work is also charged to the parent, if there is one.
    pub fn new(parent: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self {
            spent: AtomicU64::new(0),
            granted: AtomicU64::new(0),
            states: AtomicU64::new(0),
            current: AtomicU64::new(0),
            largest: AtomicU64::new(0),
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            state: Mutex::new(State::Open),
            changed: Condvar::new(),
            parent,
        })
    }

    /// What has been spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The states of all searches and constructions so far, and those of the largest one.
    pub fn states(&self) -> (u64, u64) {
        let all = self.states.load(Ordering::Relaxed) + self.current.load(Ordering::Relaxed);
        (all, self.largest.load(Ordering::Relaxed))
    }

    /// The current search has so many states. When there are fewer than before, it is another one.
    pub(crate) fn count_states(&self, states: u64) {
        let before = self.current.swap(states, Ordering::Relaxed);
        if states < before {
            self.states.fetch_add(before, Ordering::Relaxed);
        }
        self.largest.fetch_max(states, Ordering::Relaxed);
        if let Some(parent) = &self.parent {
            parent.count_states(states);
        }
    }

    /// How much of its task the routine believes to have done, and how much there is in all; (0, 0) when it
    /// cannot say.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// Says how much is done, of how much.
    pub fn report(&self, done: u64, of: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// Charges work, and waits while there is no credit left.
    ///
    /// # Errors
    /// [`StopReason::Interrupted`] when the account was closed.
    pub fn pay(&self, work: u64) -> Result<(), StopReason> {
        let spent = self.spent.fetch_add(work, Ordering::Relaxed) + work;
        if spent >= self.granted.load(Ordering::Acquire) {
            self.wait(spent)?;
        }
        self.parent.as_ref().map_or(Ok(()), |parent| parent.pay(work))
    }

    fn wait(&self, spent: u64) -> Result<(), StopReason> {
        let mut state = self.lock();
        while *state != State::Closed && spent >= self.granted.load(Ordering::Acquire) {
            *state = State::Waiting;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if *state == State::Closed {
            return Err(StopReason::Interrupted);
        }
        Ok(())
    }

    /// Grants credit until this much is spent in all.
    pub fn grant_up_to(&self, work: u64) {
        let mut state = self.lock();
        self.granted.fetch_max(work, Ordering::Release);
        if *state == State::Waiting && self.spent() < self.granted.load(Ordering::Acquire) {
            *state = State::Open;
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until the routine is out of credit or done; says whether it is done.
    pub fn settle(&self) -> bool {
        let mut state = self.lock();
        while *state == State::Open {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *state == State::Finished
    }

    /// Tells the routine to stop when it next pays.
    pub fn close(&self) {
        let mut state = self.lock();
        if *state != State::Finished {
            *state = State::Closed;
            self.granted.store(0, Ordering::Release);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The routine is done, by whatever way it came to its end.
    pub fn finish(&self) {
        *self.lock() = State::Finished;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A routine of ten steps of ten units each, beside a thread that grants credit.
    fn ten_steps(account: &Account) -> Result<u64, StopReason> {
        let outcome = (0..10).try_for_each(|_| account.pay(10)).map(|()| account.spent());
        account.finish();
        outcome
    }

    #[test]
    fn work_waits_for_credit_and_goes_on_where_it_was() {
        let account = Account::new(None);
        std::thread::scope(|scope| {
            let routine = scope.spawn(|| ten_steps(&account));
            assert!(!account.settle(), "it waits after the first step");
            assert_eq!(account.spent(), 10);
            // It stops at the first step that reaches the limit, wherever that lies within the step.
            for (granted, spent) in [(15, 20), (20, 20), (55, 60)] {
                account.grant_up_to(granted);
                assert!(!account.settle());
                assert_eq!(account.spent(), spent);
            }
            account.grant_up_to(1000);
            assert!(account.settle());
            assert_eq!(routine.join().expect("no panic"), Ok(100));
        });
    }

    #[test]
    fn a_closed_account_ends_the_work() {
        let account = Account::new(None);
        std::thread::scope(|scope| {
            let routine = scope.spawn(|| ten_steps(&account));
            account.grant_up_to(35);
            assert!(!account.settle());
            account.close();
            assert_eq!(routine.join().expect("no panic"), Err(StopReason::Interrupted));
            assert!(account.settle());
            assert_eq!(account.spent(), 40);
        });
    }

    #[test]
    fn work_is_charged_to_the_parent_too() {
        let whole = Account::new(None);
        let part = Account::new(Some(Arc::clone(&whole)));
        part.grant_up_to(u64::MAX);
        std::thread::scope(|scope| {
            let routine = scope.spawn(|| {
                let outcome = ten_steps(&part);
                whole.finish();
                outcome
            });
            whole.grant_up_to(45);
            assert!(!whole.settle());
            assert_eq!((whole.spent(), part.spent()), (50, 50));
            whole.close();
            assert_eq!(routine.join().expect("no panic"), Err(StopReason::Interrupted));
        });
    }
}
