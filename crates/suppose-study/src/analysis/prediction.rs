//! How good are predicted decompositions? Each against the best one of its subject and size.
//!
//! Only sizes at which all decompositions were tried count. A predicted decomposition without an answer is
//! counted, and is not within any multiple of the best one.

use super::real;
use super::runs::{SubjectName, SubjectRuns};

/// A predicted decomposition and the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// The memory of the predicted decomposition; none without an answer.
    pub predicted: Option<u64>,
    /// The memory of the best one.
    pub best: u64,
    /// Whether no other two-way decomposition can be better than the best one.
    pub known: bool,
}

impl Predicted {
    /// The memory of the predicted decomposition, as a multiple of that of the best one.
    pub fn ratio(&self) -> Option<f64> {
        self.predicted.map(|states| real(states.max(1)) / real(self.best.max(1)))
    }

    fn is_within(&self, times: f64) -> bool {
        self.ratio().is_some_and(|ratio| ratio <= times)
    }
}

/// All predictions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    /// One for each subject and size.
    pub all: Vec<Predicted>,
}

impl Predictions {
    /// How many are within a multiple of the best one.
    pub fn within(&self, times: f64) -> usize {
        self.all.iter().filter(|predicted| predicted.is_within(times)).count()
    }

    /// The subjects with a prediction, and those of them where it is within a multiple at every size.
    pub fn subjects_within(&self, times: f64) -> (usize, usize) {
        let groups = || self.all.chunk_by(|a, b| a.name == b.name);
        let good = |group: &&[Predicted]| group.iter().all(|predicted| predicted.is_within(times));
        (groups().count(), groups().filter(good).count())
    }
}

pub(super) fn predictions(subjects: &[SubjectRuns<'_>]) -> Predictions {
    let mut all = Vec::new();
    for subject in subjects {
        for (&size, runs) in &subject.sizes {
            // A prediction that is better than all that were decided makes itself the best one.
            let (Some(predicted), Some(_), Some(best)) =
                (runs.predicted, runs.best(), runs.best_of_any_role())
            else {
                continue;
            };
            all.push(Predicted {
                name: subject.name.clone(),
                size,
                predicted: predicted.has_answer().then_some(predicted.max_states),
                best: best.run.max_states,
                known: best.known,
            });
        }
    }
    Predictions { all }
}
