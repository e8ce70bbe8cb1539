//! A project as one transition system: built, minimised, compared.

use suppose_base::Verdict;
use suppose_inquiry::system::translated;
use suppose_inquiry::{Failure, Plan, Whole};
use suppose_lts::Lts;
use suppose_lts::compare::{Difference, compare, refines};
use suppose_lts::reduce::{Relation, reduce};

use crate::project::Project;

/// What two systems are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparing {
    /// An equivalence.
    Equivalence(Relation),
    /// Whether every trace of the first is one of the second.
    TraceInclusion,
}

/// How two systems compare.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Whether they are equivalent, or the first is included in the second.
    pub equal: bool,
    /// What tells them apart, where something short does; in the actions of the first system.
    pub difference: Option<Difference>,
}

impl Project {
    /// The target as one LTS.
    ///
    /// # Errors
    /// When it has none, or a limit is reached.
    pub fn whole(&mut self) -> Result<Whole, Failure> {
        let (inquiry, reader) = self.parts(&Plan::default())?;
        inquiry.whole(reader)
    }

    /// The target as one LTS, minimised.
    ///
    /// # Errors
    /// When it has none, or a limit is reached.
    pub fn minimise(&mut self, relation: Relation) -> Result<Whole, Failure> {
        let whole = self.whole()?;
        self.reduced(whole, relation)
    }

    /// An LTS of the target, minimised.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn reduced(&self, whole: Whole, relation: Relation) -> Result<Whole, Failure> {
        let lts = reduce(&whole.lts, relation, &self.reader.budget)?.lts;
        Ok(Whole { lts, ended: 0, ..whole })
    }

    /// How an LTS of this project compares with one of another.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn compare(&self, left: &mut Whole, right: &Whole, by: Comparing) -> Result<Comparison, Failure> {
        let other: Lts = translated(&right.lts, &right.actions, &mut left.actions);
        let budget = &self.reader.budget;
        match by {
            Comparing::TraceInclusion => match refines(&left.lts, &other, budget)? {
                Verdict::Holds => Ok(Comparison { equal: true, difference: None }),
                Verdict::Violated(found) => {
                    Ok(Comparison { equal: false, difference: Some(Difference::Trace(found)) })
                }
                Verdict::Inconclusive(reason) => Err(reason.into()),
            },
            Comparing::Equivalence(relation) => {
                let found = compare(&left.lts, &other, relation, budget)?;
                Ok(Comparison { equal: found.equal, difference: found.difference })
            }
        }
    }
}
