//! How much was run: the counts of Tables 5.1 and 5.2, and an overview of the whole study.

use std::collections::BTreeMap;

use super::runs::{SubjectRuns, systems};
use crate::{Outcome, Record};

/// The study at a glance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    /// Runs.
    pub runs: usize,
    /// Runs by how they ended; only those that occur.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Systems, in alphabetical order.
    pub systems: Vec<String>,
    /// The smallest and the largest size.
    pub sizes: Option<(u32, u32)>,
    /// Milliseconds of all runs together.
    pub time_ms: f64,
    /// The most memory that a run had, in KiB.
    pub peak_kib: u64,
}

/// Decompositions of a system at a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemCount {
    /// The system.
    pub system: String,
    /// Its size.
    pub size: u32,
    /// The properties whose decompositions were tried.
    pub properties: usize,
    /// How many decompositions the runs stand for.
    pub stands_for: u64,
    /// How many were run, one of each class of equal ones.
    pub runs: usize,
    /// How many of these gave an answer.
    pub decided: usize,
}

/// The decompositions that were tried, by system and size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// A row for each system and size.
    pub rows: Vec<SystemCount>,
}

impl Counts {
    /// The rows of the smallest size of each system, as in the dissertation.
    pub fn smallest(&self) -> impl Iterator<Item = &SystemCount> {
        let is_first = |system: &str, size: u32| {
            self.rows.iter().filter(|row| row.system == system).all(|row| size <= row.size)
        };
        self.rows.iter().filter(move |row| is_first(&row.system, row.size))
    }

    /// The sums of some rows: properties, decompositions, runs and answers.
    pub fn total<'a>(rows: impl IntoIterator<Item = &'a SystemCount>) -> (usize, u64, usize, usize) {
        rows.into_iter().fold((0, 0, 0, 0), |(properties, stands_for, runs, decided), row| {
            (properties + row.properties, stands_for + row.stands_for, runs + row.runs, decided + row.decided)
        })
    }
}

pub(super) fn overview(records: &[&Record]) -> Overview {
    let mut overview = Overview { runs: records.len(), ..Overview::default() };
    let mut names = Vec::new();
    for record in records {
        *overview.outcomes.entry(record.outcome).or_default() += 1;
        names.push(super::SubjectName { system: record.subject.system.clone(), property: String::new() });
        let size = record.subject.size;
        overview.sizes =
            Some(overview.sizes.map_or((size, size), |(low, high)| (low.min(size), high.max(size))));
        if record.time_ms.is_finite() && record.time_ms > 0.0 {
            overview.time_ms += record.time_ms;
        }
        overview.peak_kib = overview.peak_kib.max(record.peak_kib);
    }
    overview.systems = systems(&names).into_iter().map(str::to_owned).collect();
    overview
}

pub(super) fn counts(subjects: &[SubjectRuns<'_>]) -> Counts {
    let mut rows: BTreeMap<(&str, u32), SystemCount> = BTreeMap::new();
    for subject in subjects {
        for (&size, runs) in subject.sizes.iter().filter(|(_, runs)| !runs.all.is_empty()) {
            let system = subject.name.system.as_str();
            let row = rows.entry((system, size)).or_insert_with(|| SystemCount {
                system: system.to_owned(),
                size,
                properties: 0,
                stands_for: 0,
                runs: 0,
                decided: 0,
            });
            row.properties += 1;
            row.stands_for += runs.stands_for();
            row.runs += runs.all.len();
            row.decided += runs.all.values().filter(|run| run.has_answer()).count();
        }
    }
    Counts { rows: rows.into_values().collect() }
}
