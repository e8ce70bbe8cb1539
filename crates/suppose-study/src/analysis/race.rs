//! `auto` against the fastest single method: what it costs not to know which method is best.
//!
//! The single methods are those that need no decomposition or choose their own, so that all of them were
//! asked the same. A size counts if one of them has an answer.

use super::runs::{SubjectName, SubjectRuns};
use super::{AUTO, MONOLITHIC, Measure, median};

/// What is too short to be measured well: it is allowed for in every bound.
const GRACE_MS: f64 = 100.0;

/// `auto` on one subject at one size.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceRun {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// Milliseconds of `auto`; none without an answer.
    pub auto_ms: Option<f64>,
    /// The fastest single method.
    pub method: String,
    /// Its milliseconds.
    pub method_ms: f64,
}

impl RaceRun {
    /// The time of `auto`, as a multiple of that of the fastest method.
    pub fn ratio(&self) -> Option<f64> {
        self.auto_ms.map(|ms| ms / self.method_ms)
    }

    /// Whether `auto` took at most this many times as long, and a tenth of a second.
    pub fn is_within(&self, times: f64) -> bool {
        self.auto_ms.is_some_and(|ms| ms <= Self::bound(self.method_ms, times))
    }

    /// The longest time within a multiple of another one.
    pub fn bound(ms: f64, times: f64) -> f64 {
        times * ms + GRACE_MS
    }
}

/// `auto` on all subjects and sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race {
    /// One for each subject and size.
    pub runs: Vec<RaceRun>,
}

impl Race {
    /// How many have an answer of `auto`.
    pub fn answered(&self) -> usize {
        self.runs.iter().filter(|run| run.auto_ms.is_some()).count()
    }

    /// How many are within a multiple of the fastest method and a tenth of a second.
    pub fn within(&self, times: f64) -> usize {
        self.runs.iter().filter(|run| run.is_within(times)).count()
    }

    /// The runs on which the plain search is the fastest method, and those within a multiple of it.
    pub fn where_plain_is_fastest(&self, times: f64) -> (usize, usize) {
        let plain = || self.runs.iter().filter(|run| run.method == MONOLITHIC);
        (plain().count(), plain().filter(|run| run.is_within(times)).count())
    }

    /// The median of the ratios; a run without an answer counts as infinitely long.
    pub fn median_ratio(&self) -> Option<f64> {
        median(self.runs.iter().map(|run| run.ratio().unwrap_or(f64::INFINITY)).collect())
    }

    /// The largest ratio of those that have one.
    pub fn worst(&self) -> Option<&RaceRun> {
        let ratio = |run: &RaceRun| run.ratio().unwrap_or(0.0);
        self.runs.iter().filter(|run| run.auto_ms.is_some()).max_by(|a, b| ratio(a).total_cmp(&ratio(b)))
    }
}

pub(super) fn race(subjects: &[SubjectRuns<'_>]) -> Race {
    let mut runs = Vec::new();
    for subject in subjects {
        for (&size, methods) in &subject.sizes {
            let Some(auto) = methods.auto() else { continue };
            let single = methods.whole.iter().filter(|(name, run)| **name != AUTO && run.has_answer());
            let timed = single.filter_map(|(&name, run)| Some((name, Measure::Time.of(run)?)));
            let Some((method, method_ms)) = timed.min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            runs.push(RaceRun {
                name: subject.name.clone(),
                size,
                auto_ms: Measure::Time.of(auto).filter(|_| auto.has_answer()),
                method: method.to_owned(),
                method_ms,
            });
        }
    }
    Race { runs }
}
