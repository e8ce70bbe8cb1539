//! What learning an assumption costs, beyond checking the premises with it (section 5.6, Figures 5.14, 5.15).
//!
//! As in the dissertation, each subject is taken at the largest size at which its generalised decomposition
//! has an answer, of those at which the premises were checked on their own as well.

use super::runs::{SubjectName, SubjectRuns};
use super::{median, real};

/// An assumption is small if it has fewer states.
pub(super) const SMALL: u64 = 10;

/// The cost of learning on a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningCost {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// The states of the assumption.
    pub assumption_states: u64,
    /// The share of the time that goes into learning, from 0 to 1.
    pub time_share: Option<f64>,
    /// The memory without learning, as a share of the memory with it.
    pub memory_share: Option<f64>,
}

/// The cost of learning on all subjects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearningCosts {
    /// One of each subject.
    pub subjects: Vec<LearningCost>,
}

impl LearningCosts {
    /// The subjects on which memory was compared, and those of them on which learning costs none.
    pub fn memory(&self) -> (usize, usize) {
        let shares = || self.subjects.iter().filter_map(|cost| cost.memory_share);
        (shares().count(), shares().filter(|&share| share >= 1.0).count())
    }

    /// The shares of time of small assumptions, or of the others.
    pub fn time_shares(&self, small: bool) -> Vec<f64> {
        let chosen = self.subjects.iter().filter(|cost| (cost.assumption_states < SMALL) == small);
        chosen.filter_map(|cost| cost.time_share).collect()
    }

    /// The median share of time of small assumptions, or of the others.
    pub fn median_time_share(&self, small: bool) -> Option<f64> {
        median(self.time_shares(small))
    }
}

pub(super) fn learning(subjects: &[SubjectRuns<'_>]) -> LearningCosts {
    LearningCosts { subjects: subjects.iter().filter_map(cost).collect() }
}

fn cost(subject: &SubjectRuns<'_>) -> Option<LearningCost> {
    subject.sizes.keys().rev().find_map(|&size| {
        let run = subject.generalised(size).filter(|run| run.has_answer())?;
        let premises = run.premises_ms.filter(|ms| ms.is_finite() && *ms >= 0.0);
        let time_share = premises
            .filter(|_| run.time_ms.is_finite() && run.time_ms > 0.0)
            .map(|ms| (1.0 - ms / run.time_ms).clamp(0.0, 1.0));
        let memory_share = run
            .premises_max_states
            .filter(|_| run.max_states > 0)
            .map(|states| (real(states) / real(run.max_states)).min(1.0));
        (time_share.is_some() || memory_share.is_some()).then(|| LearningCost {
            name: subject.name.clone(),
            size,
            assumption_states: run.assumption_states,
            time_share,
            memory_share,
        })
    })
}
