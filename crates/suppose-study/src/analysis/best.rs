//! Is the generalised decomposition the best one? Table 5.4 and Figures 5.7 and 5.8.

use std::collections::BTreeMap;

use super::real;
use super::runs::{SubjectName, SubjectRuns};

/// A row of Table 5.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestKnown {
    /// The size.
    pub size: u32,
    /// The subjects all of whose decompositions were to be tried at this size.
    pub attempted: usize,
    /// Those whose best decomposition is known.
    pub known: usize,
}

/// The generalised decomposition of a subject against the best one, at the largest size where both were
/// tried. The smallest size does not count: there they are the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// The memory of the generalised decomposition; if it has no answer, what it had needed when it stopped.
    pub generalised: u64,
    /// Whether the generalised decomposition has an answer.
    pub decided: bool,
    /// The memory of the best decomposition of which there is a run; none if none has an answer.
    pub best: Option<u64>,
    /// Whether no other two-way decomposition can be better.
    pub known: bool,
    /// The memory of the plain search.
    pub monolithic: u64,
}

impl Against {
    /// The memory of the generalised decomposition, as a multiple of that of the plain search.
    pub fn generalised_ratio(&self) -> f64 {
        real(self.generalised) / real(self.monolithic)
    }

    /// The memory of the best decomposition, as a multiple of that of the plain search.
    pub fn best_ratio(&self) -> Option<f64> {
        self.best.map(|best| real(best) / real(self.monolithic))
    }

    /// Whether the generalised decomposition needs no more memory than the best one.
    pub fn is_best(&self) -> bool {
        self.decided && self.best == Some(self.generalised)
    }

    /// Whether the best decomposition is better than the plain search although the generalised one is not.
    pub fn only_best_is_better(&self) -> bool {
        let generalised_is_better = self.decided && self.generalised < self.monolithic;
        !generalised_is_better && self.best.is_some_and(|best| best < self.monolithic)
    }
}

pub(super) fn best_known(subjects: &[SubjectRuns<'_>]) -> Vec<BestKnown> {
    let mut rows: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for subject in subjects {
        for (&size, runs) in subject.sizes.iter().filter(|(_, runs)| !runs.all.is_empty()) {
            let row = rows.entry(size).or_default();
            row.0 += 1;
            row.1 += usize::from(runs.best().is_some_and(|best| best.known));
        }
    }
    rows.into_iter().map(|(size, (attempted, known))| BestKnown { size, attempted, known }).collect()
}

pub(super) fn against_best(subjects: &[SubjectRuns<'_>]) -> Vec<Against> {
    subjects.iter().filter_map(against).collect()
}

fn against(subject: &SubjectRuns<'_>) -> Option<Against> {
    subject.sizes.iter().rev().find_map(|(&size, runs)| {
        if runs.all.is_empty() || subject.base() == Some(size) {
            return None;
        }
        let generalised = subject.generalised(size)?;
        let monolithic = runs.monolithic().filter(|run| run.has_answer() && run.max_states > 0)?;
        let best = runs.best_of_any_role();
        Some(Against {
            name: subject.name.clone(),
            size,
            generalised: generalised.max_states,
            decided: generalised.has_answer(),
            best: best.map(|best| best.run.max_states),
            known: best.is_some_and(|best| best.known),
            monolithic: monolithic.max_states,
        })
    })
}
