//! Threads that work in step, and end together when one of them panics.
//!
//! A barrier waits for ever for a thread that panicked before it came. So the threads of a crew meet at a
//! [`Meeting`], which is called off when one of them panics: the others are told at their next meeting and
//! leave. The panic is then passed on to whoever started the crew.

use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Another thread of the crew has panicked and will come to no meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CalledOff;

/// Where the threads of a crew wait for each other.
#[derive(Debug)]
pub(super) struct Meeting {
    size: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    here: usize,
    /// How many meetings there were.
    number: u64,
    called_off: bool,
}

impl Meeting {
    fn new(size: usize) -> Self {
        Self { size, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until all threads are here. Exactly one of them is told that it leads.
    ///
    /// # Errors
    /// When another thread has panicked.
    pub(super) fn wait(&self) -> Result<bool, CalledOff> {
        let mut state = self.state();
        if state.called_off {
            return Err(CalledOff);
        }
        state.here += 1;
        if state.here == self.size {
            state.here = 0;
            state.number += 1;
            self.changed.notify_all();
            return Ok(true);
        }
        let number = state.number;
        let waiting = |state: &mut State| state.number == number && !state.called_off;
        let state = self.changed.wait_while(state, waiting).unwrap_or_else(PoisonError::into_inner);
        // All were here, even if one of them has panicked since.
        if state.number == number { Err(CalledOff) } else { Ok(false) }
    }

    fn call_off(&self) {
        self.state().called_off = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls the meeting off when its thread panics.
struct Member<'m>(&'m Meeting);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.call_off();
        }
    }
}

/// Does some work on so many threads, this one among them, and waits for all. Each is told its number and
/// where to meet the others.
///
/// # Panics
/// As the work does: a panic of any thread is passed on when all have ended.
pub(super) fn run(threads: usize, work: impl Fn(usize, &Meeting) -> Result<(), CalledOff> + Sync) {
    let meeting = Meeting::new(threads);
    let one = |thread: usize| {
        let _member = Member(&meeting);
        // Whoever called it off panics, and that is passed on below.
        let _ = work(thread, &meeting);
    };
    std::thread::scope(|scope| {
        // Those that have begun must not wait for one that cannot be started.
        let _member = Member(&meeting);
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || one(thread))).collect();
        one(0);
        for other in others {
            if let Err(panic) = other.join() {
                resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn all_meet_and_one_leads() {
        let (sum, led) = (AtomicUsize::new(0), AtomicUsize::new(0));
        run(4, |_, meeting| {
            for round in 1..=100 {
                sum.fetch_add(1, Ordering::Relaxed);
                if meeting.wait()? {
                    led.fetch_add(1, Ordering::Relaxed);
                }
                assert_eq!(sum.load(Ordering::Relaxed), 4 * round);
                meeting.wait()?;
            }
            Ok(())
        });
        assert_eq!(led.into_inner(), 100);
    }

    /// What a crew of three panics with when this thread panics in this round. Fails when it does not end.
    fn panic_of(thread: usize, round: usize) -> String {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let crew = AssertUnwindSafe(|| {
                run(3, |number, meeting| {
                    for now in 0..4 {
                        assert!(number != thread || now != round, "thread {number} in round {now}");
                        meeting.wait()?;
                    }
                    Ok(())
                });
            });
            let panic = catch_unwind(crew).expect_err("one of them panics");
            sender.send(panic.downcast_ref::<String>().cloned().unwrap_or_default())
        });
        receiver.recv_timeout(Duration::from_secs(50)).expect("the crew ends")
    }

    #[test]
    fn a_panic_of_any_thread_ends_all_and_is_passed_on() {
        for thread in 0..3 {
            for round in [0, 3] {
                assert_eq!(panic_of(thread, round), format!("thread {thread} in round {round}"));
            }
        }
    }
}
