//! A SAT solver under a budget.

use std::cell::{Cell, RefCell};

use batsat::Callbacks;
use suppose_base::{Budget, Poll, StopReason};

/// Lets a budget stop the solver, which asks at every decision.
#[derive(Debug)]
pub struct Limit {
    budget: Budget,
    work: Poll,
    asked: Cell<u32>,
    reason: RefCell<Option<StopReason>>,
}

impl Limit {
    /// A limit for some kind of work.
    pub fn new(work: Poll, budget: &Budget) -> Self {
        Self { budget: budget.clone(), work, asked: Cell::new(0), reason: RefCell::new(None) }
    }

    /// Why the solver was stopped, if it gave no answer.
    pub fn reason(&self) -> StopReason {
        self.reason.borrow().clone().expect("only a budget stops the solver")
    }
}

impl Callbacks for Limit {
    fn stop(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        if self.asked.get().is_multiple_of(1024)
            && let Err(reason) = self.budget.poll(self.work)
        {
            self.reason.replace(Some(reason));
        }
        self.reason.borrow().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_stops_the_solver() {
        let free = Limit::new(Poll::Separate, &Budget::unlimited());
        assert!(!(0..5000).any(|_| free.stop()));
        let limit = Limit::new(Poll::Separate, &Budget::unlimited().tripping_at(Poll::Separate));
        assert_eq!((0..5000).position(|_| limit.stop()), Some(1023));
        assert!(limit.stop(), "and for good");
        assert_eq!(limit.reason(), StopReason::Interrupted);
    }
}
