//! What the records of a study say: every number of the report, computed once.
//!
//! The questions are those of chapter 5 of Cobleigh, *Automating and Evaluating Assume-Guarantee Reasoning*
//! (dissertation, University of Massachusetts Amherst, 2007), and so are the measures: memory is the number
//! of states of the largest query or premise, and a decomposition is better than another one if it needs
//! less of it. There, as here, a *subject* is a property of a system, at whatever size.
//!
//! [`Analysis::of`] takes the records in any order and gives plain data; the page and the summary in text
//! are two ways to show it. A number that cannot be computed, because runs are missing or ended without an
//! answer, is left out rather than guessed. The cost is that of sorting the records.
//!
//! Tested with small sets of records whose numbers were worked out by hand, and with the tables of appendix C
//! of the dissertation, from which the numbers of its chapter 5 come out again.

mod answers;
mod best;
mod compare;
mod counts;
mod learning;
mod prediction;
pub mod published;
mod race;
mod runs;
mod scaling;
mod summary;

pub use answers::{Answer, Question};
pub use best::{Against, BestKnown};
pub use compare::{Comparison, Curve, Measure, Ratio};
pub use counts::{Counts, Overview, SystemCount};
pub use learning::{LearningCost, LearningCosts};
pub use prediction::{Predicted, Predictions};
pub use race::{Race, RaceRun};
pub(crate) use runs::systems;
pub use runs::{Best, Contradiction, Size, SubjectName, SubjectRuns};
pub use scaling::{Category, Placed, Scaling};

use crate::{Record, Verifier};

/// The method that decompositions are run with in the dissertation, and whose runs its questions are about.
pub const LEARN: &str = "learn";
/// The plain search of the whole system, by which memory and time are normalised.
pub const MONOLITHIC: &str = "monolithic";
/// The method that chooses among the others.
pub const AUTO: &str = "auto";

/// All that the records of a study say.
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    /// How much was run, and how it ended.
    pub overview: Overview,
    /// What each verifier found, in the order of [`Verifier`].
    pub verifiers: Vec<VerifierAnalysis<'a>>,
    /// Runs of the same verifier that gave opposite answers. There should be none.
    pub contradictions: Vec<Contradiction>,
    /// The subjects whose best decomposition is better than the plain search with every verifier, of those
    /// that all verifiers compared; none with fewer than two verifiers.
    pub better_with_all: Option<(usize, usize)>,
    /// The questions of chapter 5, answered for each verifier.
    pub answers: Vec<Answer>,
}

/// What one verifier found.
#[derive(Clone, Debug)]
pub struct VerifierAnalysis<'a> {
    /// The verifier.
    pub verifier: Verifier,
    /// The runs of each subject.
    pub subjects: Vec<SubjectRuns<'a>>,
    /// Decompositions that were run (Tables 5.1 and 5.2).
    pub counts: Counts,
    /// Memory of the best decomposition at the smallest size, against the plain search (Figures 5.1 and 5.2).
    pub smallest: Comparison,
    /// Memory of generalised decompositions, against the plain search, by size (Figures 5.4 to 5.6).
    pub memory: Vec<Curve>,
    /// Their time (Figures 5.11 to 5.13).
    pub time: Vec<Curve>,
    /// Which of the two gets farther (Table 5.3).
    pub scaling: Scaling,
    /// At how many subjects of a size the best decomposition is known (Table 5.4).
    pub best_known: Vec<BestKnown>,
    /// Generalised decompositions against the best ones (Figures 5.7 and 5.8).
    pub against_best: Vec<Against>,
    /// What learning costs (Figures 5.14 and 5.15).
    pub learning: LearningCosts,
    /// How good predicted decompositions are.
    pub predictions: Predictions,
    /// `auto` against the fastest single method.
    pub race: Race,
}

impl<'a> Analysis<'a> {
    /// Analyses records, which may come in any order. Of several records with the same key the last one
    /// counts.
    pub fn of(records: &'a [Record]) -> Self {
        let records = runs::distinct(records);
        let verifiers: Vec<_> = [Verifier::Lts, Verifier::Flow]
            .into_iter()
            .filter(|&verifier| records.iter().any(|record| record.verifier == verifier))
            .map(|verifier| VerifierAnalysis::of(verifier, &records))
            .collect();
        let mut analysis = Self {
            overview: counts::overview(&records),
            contradictions: runs::contradictions(&records),
            better_with_all: compare::better_with_all(&verifiers),
            verifiers,
            answers: Vec::new(),
        };
        analysis.answers = answers::answers(&analysis);
        analysis
    }

    /// The answers as text, for a terminal.
    pub fn summary(&self) -> String {
        summary::summary(self)
    }
}

impl<'a> VerifierAnalysis<'a> {
    fn of(verifier: Verifier, records: &[&'a Record]) -> Self {
        let subjects = runs::subjects(verifier, records);
        Self {
            verifier,
            counts: counts::counts(&subjects),
            smallest: compare::smallest(&subjects),
            memory: compare::curves(&subjects, Measure::Memory),
            time: compare::curves(&subjects, Measure::Time),
            scaling: scaling::scaling(&subjects),
            best_known: best::best_known(&subjects),
            against_best: best::against_best(&subjects),
            learning: learning::learning(&subjects),
            predictions: prediction::predictions(&subjects),
            race: race::race(&subjects),
            subjects,
        }
    }
}

/// What a verifier is called in text.
pub fn verifier_name(verifier: Verifier) -> &'static str {
    match verifier {
        Verifier::Lts => "LTSs",
        Verifier::Flow => "data-flow analysis",
    }
}

/// The arithmetic mean, as in the dissertation; none of no values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

/// The median: of an even number of values the mean of the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    Some(if values.len() % 2 == 1 { upper } else { f64::midpoint(values[middle - 1], upper) })
}

/// A number of states as a number that can be divided.
#[expect(clippy::cast_precision_loss, reason = "ratios and plots need no more than 15 digits")]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}
