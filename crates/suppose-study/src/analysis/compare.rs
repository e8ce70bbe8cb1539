//! Decompositions against the plain search: memory and time, divided by what the plain search needs.
//!
//! A ratio exists where both runs have an answer and the plain search needed something. Means are arithmetic,
//! as in the dissertation, so that ours can be put beside its own.

use super::runs::{SubjectName, SubjectRuns};
use super::{VerifierAnalysis, mean, real};
use crate::Record;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The states of the largest query or premise.
    Memory,
    /// Milliseconds.
    Time,
}

impl Measure {
    /// The value of a run, if it is a number that can be divided and drawn.
    pub fn of(self, record: &Record) -> Option<f64> {
        let value = match self {
            Self::Memory => real(record.max_states),
            Self::Time => record.time_ms,
        };
        (value.is_finite() && value > 0.0).then_some(value)
    }
}

/// What a decomposition needs, as a multiple of what the plain search needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// What the decomposition needs.
    pub decomposed: f64,
    /// What the plain search needs.
    pub whole: f64,
}

impl Ratio {
    /// The ratio itself: below one, the decomposition is better.
    pub fn value(&self) -> f64 {
        self.decomposed / self.whole
    }

    fn of(name: &SubjectName, measure: Measure, decomposed: &Record, whole: &Record) -> Option<Self> {
        if !decomposed.has_answer() || !whole.has_answer() {
            return None;
        }
        Some(Self {
            name: name.clone(),
            size: whole.subject.size,
            decomposed: measure.of(decomposed)?,
            whole: measure.of(whole)?,
        })
    }
}

/// One ratio for each subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The ratios, the smallest first.
    pub ratios: Vec<Ratio>,
    /// How many two-way decompositions there are of these subjects, counting equal ones.
    pub decompositions: u64,
    /// How many of them need less memory than the plain search.
    pub better_decompositions: u64,
}

impl Comparison {
    /// On how many subjects the decomposition is better.
    pub fn better(&self) -> usize {
        self.ratios.iter().filter(|ratio| ratio.value() < 1.0).count()
    }

    /// The mean of the ratios below one.
    pub fn mean_of_better(&self) -> Option<f64> {
        mean(self.ratios.iter().map(Ratio::value).filter(|&value| value < 1.0))
    }

    /// The mean of the others.
    pub fn mean_of_others(&self) -> Option<f64> {
        mean(self.ratios.iter().map(Ratio::value).filter(|&value| value >= 1.0))
    }
}

/// The ratios of a subject by size.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The subject.
    pub name: SubjectName,
    /// Its ratios, the smallest size first; at least one.
    pub ratios: Vec<Ratio>,
}

impl Curve {
    /// The ratio at the largest size at which both have an answer.
    pub fn last(&self) -> &Ratio {
        &self.ratios[self.ratios.len() - 1]
    }
}

/// The best decomposition of each subject at its smallest size.
pub(super) fn smallest(subjects: &[SubjectRuns<'_>]) -> Comparison {
    let mut comparison = Comparison::default();
    for subject in subjects {
        let Some(size) = subject.base().and_then(|base| subject.sizes.get(&base)) else { continue };
        let (Some(best), Some(whole)) = (size.best(), size.monolithic()) else { continue };
        let Some(ratio) = Ratio::of(&subject.name, Measure::Memory, best.run, whole) else { continue };
        comparison.ratios.push(ratio);
        comparison.decompositions += size.stands_for();
        let better = size.all.values().filter(|run| run.has_answer() && run.max_states < whole.max_states);
        comparison.better_decompositions += better.map(|run| u64::from(run.stands_for)).sum::<u64>();
    }
    comparison.ratios.sort_by(|a, b| a.value().total_cmp(&b.value()));
    comparison
}

/// The generalised decompositions of each subject at all sizes.
pub(super) fn curves(subjects: &[SubjectRuns<'_>], measure: Measure) -> Vec<Curve> {
    let curve = |subject: &SubjectRuns<'_>| {
        let ratio = |(&size, runs): (&u32, &super::Size<'_>)| {
            Ratio::of(&subject.name, measure, subject.generalised(size)?, runs.monolithic()?)
        };
        let ratios: Vec<_> = subject.sizes.iter().filter_map(ratio).collect();
        (!ratios.is_empty()).then(|| Curve { name: subject.name.clone(), ratios })
    };
    subjects.iter().filter_map(curve).collect()
}

/// How many subjects are better at the smallest size with each verifier, of those that all of them compared.
pub(super) fn better_with_all(verifiers: &[VerifierAnalysis<'_>]) -> Option<(usize, usize)> {
    let (first, others) = verifiers.split_first()?;
    if others.is_empty() {
        return None;
    }
    let find = |verifier: &VerifierAnalysis<'_>, name: &SubjectName| {
        verifier.smallest.ratios.iter().find(|ratio| ratio.name == *name).map(Ratio::value)
    };
    let worst = |ratio: &Ratio| {
        let mut values = others.iter().map(|verifier| find(verifier, &ratio.name));
        values.try_fold(ratio.value(), |worst: f64, value| Some(worst.max(value?)))
    };
    let worst: Vec<f64> = first.smallest.ratios.iter().filter_map(worst).collect();
    Some((worst.iter().filter(|&&value| value < 1.0).count(), worst.len()))
}
