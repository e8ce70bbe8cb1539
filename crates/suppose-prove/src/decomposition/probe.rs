//! What a decomposition would cost, from its two sides alone.
//!
//! Both sides are built as a proof would build them: M1 with the property, as traces to π over the interface,
//! and M2 with its traces over it. Nothing is learned. The estimate is the largest of
//! * the states of the largest product on the way, which the proof needs too, and
//! * three times the states of each reduced side: while an assumption is learned, conjectures are walked along
//!   both sides, and most of them are coarser than the side and go with a few times its states.
//!
//! The factor of three was found on the subjects of Cobleigh's study at size 2. Where M1 alone decides the
//! question the rest does not matter and is not built. A side that cannot be made deterministic in a small
//! space may have an assumption of any size, so there is no estimate then.

use suppose_base::{Budget, StopReason};

use crate::Task;
use crate::learn::{behaviour, watching};
use crate::part::Part;
use crate::sides::shared;

/// How many pairs of a conjecture and a side there are for each state of the side.
pub(super) const PAIRS: u64 = 3;
/// Work for a side, whatever comes of it.
const AROUND: u64 = 32;

/// What is known about one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The states of the largest product on the way.
    pub largest: u64,
    /// The states of the side in the end, reduced.
    pub reduced: u64,
}

impl Side {
    fn new(part: &Part) -> Self {
        Self { largest: part.effort().max_states, reduced: part.lts().num_states() as u64 }
    }

    fn cost(self) -> u64 {
        self.largest.max(PAIRS * self.reduced)
    }
}

/// What building the sides of a decomposition showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// M1 alone decides the question, with a product of so many states.
    Decides(u64),
    /// Both sides were built.
    Built {
        /// M1 with the property.
        left: Side,
        /// M2.
        right: Side,
    },
}

impl Probe {
    /// The predicted cost, in states.
    pub fn cost(self) -> u64 {
        match self {
            Self::Decides(largest) => largest,
            Self::Built { left, right } => left.cost().max(right.cost()),
        }
    }
}

/// What is known about the sides of a decomposition; it grows from one attempt to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    left: Option<Left>,
    right: Option<Side>,
}

/// M1 with the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// It decides the question.
    Decides(u64),
    /// It leaves it open.
    Open(Side),
    /// It is not deterministic, so the assumption may have any size.
    Vague,
}

impl Sides {
    /// Builds what is not known yet within a limit of states; `None` when the cost would be more. Adds what it
    /// took to `work`.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn probe(
        &mut self,
        task: &Task<'_>,
        parts: &[Vec<usize>],
        most: u64,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<Option<Probe>, StopReason> {
        let [left, right] = parts else { return Ok(None) };
        let small = budget.capped(most);
        let sigma = shared(task, left, right);
        if self.left.is_none() {
            let part = built(watching(task, left, &sigma, &small), most, work)?;
            self.left = part.map(|part| match Side::new(&part) {
                side if part.is_safe() || part.is_broken() => Left::Decides(side.largest),
                side if part.is_deterministic() => Left::Open(side),
                _ => Left::Vague,
            });
        }
        let side = match self.left {
            Some(Left::Decides(largest)) => return Ok((largest <= most).then_some(Probe::Decides(largest))),
            Some(Left::Open(side)) if side.cost() <= most => side,
            _ => return Ok(None),
        };
        if self.right.is_none() {
            // Every component of M2 is there as a whole before it is reduced.
            if right.iter().any(|&component| task.lts(component).num_states() as u64 > most) {
                return Ok(None);
            }
            let seen = |action| sigma.binary_search(&action).is_ok();
            self.right =
                built(behaviour(task, right, seen, &small), most, work)?.map(|part| Side::new(&part));
        }
        let found = self.right.map(|right| Probe::Built { left: side, right });
        Ok(found.filter(|found| found.cost() <= most))
    }
}

/// A part that was built, or that would have been too large.
pub(super) fn built(
    part: Result<Part, StopReason>,
    most: u64,
    work: &mut u64,
) -> Result<Option<Part>, StopReason> {
    *work += AROUND;
    match part {
        Ok(part) => {
            *work += part.effort().states_explored;
            Ok(Some(part))
        }
        Err(StopReason::States(_)) => {
            *work += most;
            Ok(None)
        }
        Err(reason) => Err(reason),
    }
}
