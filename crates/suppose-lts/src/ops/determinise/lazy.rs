//! The determinised LTS, made only where somebody walks.
//!
//! A state is the set of old states that a trace can lead to, as in [`determinise`](super::determinise); π
//! absorbs. The steps of a set are found when it is first left, for all actions at once, and kept. So a walk
//! costs only its unseen part, which is what membership queries and inclusion checks need.

use suppose_base::{ActionId, Budget, StateId, StopReason};

use super::Subsets;
use crate::{Lts, Transition};

/// A walk through the determinised behaviour of an LTS.
pub struct Lazy<'a> {
    sets: Subsets<'a>,
    rows: Vec<Option<Vec<Transition>>>,
    initial: StateId,
}

impl<'a> Lazy<'a> {
    /// Nothing is walked yet.
    pub fn new(lts: &'a Lts) -> Self {
        let mut sets = Subsets::new(lts);
        let initial = sets.start(lts.initial());
        Self { sets, rows: Vec::new(), initial }
    }

    /// The set in which the empty trace ends; π when π can be reached silently.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// How many sets are known.
    pub fn num_sets(&self) -> usize {
        self.sets.len()
    }

    /// How many states there are in all sets that are known, each counted once for every set it is in: what
    /// a walk has to remember.
    pub fn num_members(&self) -> usize {
        self.sets.num_members()
    }

    /// The steps of a set, one for each action that is possible, in order of actions.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn steps(&mut self, set: StateId, budget: &Budget) -> Result<&[Transition], StopReason> {
        if set.is_error() {
            return Ok(&[]);
        }
        if self.rows.len() <= set.index() {
            self.rows.resize(set.index() + 1, None);
        }
        let row = &mut self.rows[set.index()];
        if row.is_none() {
            let mut found = Vec::new();
            self.sets.successors(set, &mut found, budget)?;
            *row = Some(found);
        }
        Ok(row.as_deref().unwrap_or_default())
    }

    /// Where an action leads; `None` when it is not possible.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn step(
        &mut self,
        set: StateId,
        action: ActionId,
        budget: &Budget,
    ) -> Result<Option<StateId>, StopReason> {
        let steps = self.steps(set, budget)?;
        Ok(steps.binary_search_by_key(&action, |t| t.action).ok().map(|i| steps[i].target))
    }
}
