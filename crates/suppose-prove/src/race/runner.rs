//! A routine that can be suspended: it runs in a thread of its own and waits when its credit is used up.
//!
//! [`Crew`] holds several of them and lets them work in rounds. What each may spend in a round is decided
//! before it begins, and their results are looked at in order, so the outcome does not depend on how many of
//! them really run at the same time. With one thread the first result that decides ends the round at once.

use std::sync::Arc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use suppose_base::{Account, Budget};

/// Stack of a routine: as much as the main thread usually has.
const STACK: usize = 8 << 20;

type Routine<'env, T> = Box<dyn FnOnce(&Budget) -> T + Send + 'env>;

/// A routine with its account.
struct Runner<'scope, 'env, T> {
    /// For its thread, so that a profiler tells them apart.
    name: &'static str,
    account: Arc<Account>,
    /// What to run, until it is started.
    routine: Option<Routine<'env, T>>,
    thread: Option<ScopedJoinHandle<'scope, T>>,
    /// What it had spent when the last round was over, and the states of its searches: all, and the largest.
    spent: u64,
    states: (u64, u64),
    is_done: bool,
}

/// What a routine may spend in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which routine.
    pub runner: usize,
    /// How much.
    pub work: u64,
}

/// Routines that take turns.
pub struct Crew<'scope, 'env, T> {
    scope: &'scope Scope<'scope, 'env>,
    budget: &'env Budget,
    /// How many may run at the same time.
    threads: usize,
    runners: Vec<Runner<'scope, 'env, T>>,
}

impl<'scope, 'env, T: Send + 'scope> Crew<'scope, 'env, T> {
    /// Nobody yet.
    pub fn new(scope: &'scope Scope<'scope, 'env>, budget: &'env Budget, threads: usize) -> Self {
        Self { scope, budget, threads, runners: Vec::new() }
    }

    /// Adds a routine and gives its number. It starts when it gets its first share.
    pub fn add(&mut self, name: &'static str, routine: impl FnOnce(&Budget) -> T + Send + 'env) -> usize {
        self.runners.push(Runner {
            name,
            account: Account::new(self.budget.account().cloned()),
            routine: Some(Box::new(routine)),
            thread: None,
            spent: 0,
            states: (0, 0),
            is_done: false,
        });
        self.runners.len() - 1
    }

    /// What a routine has spent in the rounds so far.
    pub fn spent(&self, runner: usize) -> u64 {
        self.runners[runner].spent
    }

    /// The states of all searches of a routine so far, and of the largest.
    pub fn states(&self, runner: usize) -> (u64, u64) {
        self.runners[runner].states
    }

    /// How much of its task a routine has done, and of how much, as far as it can say.
    pub fn progress(&self, runner: usize) -> (u64, u64) {
        self.runners[runner].account.progress()
    }

    /// The work that a routine should still need if it goes on as it did; one that cannot say needs as much
    /// again.
    pub fn remaining(&self, runner: usize) -> u64 {
        let spent = u128::from(self.spent(runner).max(1));
        let (done, of) = self.progress(runner);
        if of == 0 {
            return u64::try_from(spent).unwrap_or(u64::MAX);
        }
        let left = u128::from(of.saturating_sub(done));
        u64::try_from(spent * left / u128::from(done.max(1))).unwrap_or(u64::MAX)
    }

    /// How many routines there are, done or not.
    pub(crate) fn len(&self) -> usize {
        self.runners.len()
    }

    /// Lets routines work, each for its share. The results of those that are done go to `decides`, in order;
    /// once it says so, nobody else is looked at.
    pub fn round(&mut self, shares: &[Share], mut decides: impl FnMut(usize, T) -> bool) {
        for together in shares.chunks(self.threads.max(1)) {
            for share in together {
                self.start(*share);
            }
            for share in together {
                if self.settle(share.runner).is_some_and(|result| decides(share.runner, result)) {
                    return;
                }
            }
        }
    }

    fn start(&mut self, Share { runner, work }: Share) {
        let runner = &mut self.runners[runner];
        if runner.is_done {
            return;
        }
        runner.account.grant_up_to(runner.spent.saturating_add(work));
        if let Some(routine) = runner.routine.take() {
            let account = Arc::clone(&runner.account);
            let budget = self.budget.clone().with_account(Arc::clone(&account));
            let run = move || {
                // Whatever happens, nobody must wait for it any more.
                let _finish = Finish(account);
                routine(&budget)
            };
            let thread = Builder::new().name(runner.name.into()).stack_size(STACK);
            runner.thread = Some(thread.spawn_scoped(self.scope, run).expect("a thread can be started"));
        }
    }

    /// Waits until a routine is out of credit; gives its result if it is done.
    fn settle(&mut self, runner: usize) -> Option<T> {
        let runner = &mut self.runners[runner];
        if runner.is_done {
            return None;
        }
        let is_done = runner.account.settle();
        runner.spent = runner.account.spent();
        runner.states = runner.account.states();
        runner.is_done = is_done;
        if is_done { runner.thread.take().map(join) } else { None }
    }
}

impl<T> Crew<'_, '_, T> {
    /// Ends a routine that is no longer needed.
    pub fn dismiss(&mut self, runner: usize) {
        let runner = &mut self.runners[runner];
        runner.account.close();
        runner.routine = None;
        runner.is_done = true;
    }
}

impl<T> Drop for Crew<'_, '_, T> {
    /// Those who still wait would wait for ever.
    fn drop(&mut self) {
        for runner in &self.runners {
            runner.account.close();
        }
    }
}

/// Marks an account as finished, also when its routine panics.
struct Finish(Arc<Account>);

impl Drop for Finish {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// The result of a thread; a panic goes on in this one.
fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use suppose_base::Poll;

    /// Pays for so many steps of ten units and gives what was asked for.
    fn steps(count: u64, result: u32) -> impl FnOnce(&Budget) -> Option<u32> + Send {
        move |budget: &Budget| {
            for _ in 0..count {
                budget.pay(Poll::Explore, 10).ok()?;
            }
            Some(result)
        }
    }

    #[test]
    fn the_outcome_does_not_depend_on_the_number_of_threads() {
        for threads in [1, 2, 5] {
            let budget = Budget::unlimited();
            let (seen, spent) = std::thread::scope(|scope| {
                let mut crew = Crew::new(scope, &budget, threads);
                for (count, result) in [(50, 0), (7, 1), (3, 2), (1000, 3)] {
                    crew.add("steps", steps(count, result));
                }
                let mut seen = Vec::new();
                for round in 1..20 {
                    let mut is_decided = false;
                    let shares: Vec<Share> =
                        (0..4).map(|runner| Share { runner, work: 10 * round }).collect();
                    crew.round(&shares, |runner, result| {
                        seen.push((round, runner, result));
                        is_decided = result == Some(1);
                        is_decided
                    });
                    if is_decided {
                        break;
                    }
                }
                (seen, [0, 1, 2, 3].map(|runner| crew.spent(runner)))
            });
            // A step that uses up the share waits for the next one, so the last step is paid for in the round
            // after it.
            assert_eq!(seen, [(3, 2, Some(2)), (4, 1, Some(1))], "{threads} threads");
            assert_eq!(spent, [100, 70, 30, 60], "{threads} threads");
        }
    }

    #[test]
    fn whoever_still_waits_ends_with_the_crew() {
        let budget = Budget::unlimited();
        std::thread::scope(|scope| {
            let mut crew = Crew::new(scope, &budget, 1);
            let endless =
                crew.add("endless", |budget: &Budget| while budget.pay(Poll::Explore, 1).is_ok() {});
            crew.add("panic", |_: &Budget| panic!("nobody asked for this"));
            crew.round(&[Share { runner: endless, work: 100 }], |_, ()| panic!("it never ends"));
            assert!(crew.spent(endless) >= 100);
        });
    }
}
