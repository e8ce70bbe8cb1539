//! Records sorted into subjects and sizes, and the best decomposition of each.
//!
//! Runs with a decomposition count only if they are of the method [`LEARN`](super::LEARN), which the
//! questions are about; others are listed in the overview and nowhere else. Where the same run was made
//! under several limits, one with an answer counts.
//!
//! The best decomposition is *known* when nothing can be better: the runs stand for all `2^n - 2` two-way
//! decompositions of the `n` components, and each of them has an answer or was stopped when its largest
//! search already had as many states as the best one needs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{AUTO, LEARN, MONOLITHIC, published};
use crate::{Outcome, Record, Role, Verifier};

/// A property of a system, at whatever size: what the dissertation calls a subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SubjectName {
    /// The system.
    pub system: String,
    /// The property.
    pub property: String,
}

impl SubjectName {
    /// Its number in appendix B of the dissertation.
    pub fn number(&self) -> Option<usize> {
        published::subject_number(&self.system, &self.property)
    }
}

impl fmt::Display for SubjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.system, self.property)
    }
}

/// All runs of a subject with one verifier.
#[derive(Clone, Debug)]
pub struct SubjectRuns<'a> {
    /// The subject.
    pub name: SubjectName,
    /// Its runs by size.
    pub sizes: BTreeMap<u32, Size<'a>>,
}

/// All runs of a subject at one size.
#[derive(Clone, Debug, Default)]
pub struct Size<'a> {
    /// Methods that need no decomposition, by name.
    pub whole: BTreeMap<&'a str, &'a Record>,
    /// The two-way decompositions by their parts, one of each class of equal ones.
    pub all: BTreeMap<&'a [Vec<String>], &'a Record>,
    /// Decompositions generalised from a smaller size, by that size.
    pub generalised: BTreeMap<Option<u32>, &'a Record>,
    /// The predicted decomposition.
    pub predicted: Option<&'a Record>,
    /// Decompositions that the study names.
    pub given: Vec<&'a Record>,
}

/// The best decomposition of a subject at a size.
#[derive(Clone, Copy, Debug)]
pub struct Best<'a> {
    /// Its run.
    pub run: &'a Record,
    /// Whether no other two-way decomposition can be better.
    pub known: bool,
}

/// Two runs that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The subject.
    pub name: SubjectName,
    /// The size.
    pub size: u32,
    /// The verifier.
    pub verifier: Verifier,
    /// The key of a run that says that the property holds.
    pub holds: String,
    /// The key of a run that says that it does not.
    pub violated: String,
}

impl Record {
    /// Whether the run came to the end of its time or memory: the subject cannot be verified so at this size.
    pub(crate) fn is_exhausted(&self) -> bool {
        matches!(self.outcome, Outcome::Timeout | Outcome::Memory)
    }

    fn subject_name(&self) -> SubjectName {
        SubjectName { system: self.subject.system.clone(), property: self.subject.property.clone() }
    }
}

impl<'a> Size<'a> {
    /// The plain search.
    pub fn monolithic(&self) -> Option<&'a Record> {
        self.whole.get(MONOLITHIC).copied()
    }

    /// The method that chooses for itself.
    pub fn auto(&self) -> Option<&'a Record> {
        self.whole.get(AUTO).copied()
    }

    /// The best of all two-way decompositions that were tried. Equal ones are told apart by the states of all
    /// queries and then by their names, never by time, so that the choice is the same on every machine.
    pub fn best(&self) -> Option<Best<'a>> {
        let run = best_of(self.all.values().copied())?;
        let settled = |other: &&Record| other.has_answer() || other.max_states >= run.max_states;
        Some(Best { run, known: self.is_complete() && self.all.values().all(settled) })
    }

    /// The best two-way decomposition of any role: what is known of the best one when not all were tried.
    pub fn best_of_any_role(&self) -> Option<Best<'a>> {
        let others = self.generalised.values().chain(&self.predicted).chain(&self.given).copied();
        let run = best_of(self.all.values().copied().chain(others))?;
        Some(Best { run, known: self.best().is_some_and(|best| best.known) })
    }

    /// How many decompositions the runs stand for.
    pub fn stands_for(&self) -> u64 {
        self.all.values().map(|run| u64::from(run.stands_for)).sum()
    }

    /// Whether the runs stand for every two-way decomposition of the components.
    fn is_complete(&self) -> bool {
        let components = self.all.keys().next().map_or(0, |parts| parts.iter().map(Vec::len).sum());
        u32::try_from(components)
            .ok()
            .and_then(|count| 1u64.checked_shl(count))
            .is_some_and(|subsets| subsets.saturating_sub(2) <= self.stands_for())
    }
}

/// The decided two-way decomposition that needs the least memory.
fn best_of<'a>(runs: impl Iterator<Item = &'a Record>) -> Option<&'a Record> {
    runs.filter(|run| run.has_answer() && run.parts.len() == 2)
        .min_by(|a, b| (a.max_states, a.states, &a.parts).cmp(&(b.max_states, b.states, &b.parts)))
}

impl<'a> SubjectRuns<'a> {
    /// The smallest size at which all decompositions were tried, from which others are generalised; without
    /// one, the smallest from which any was.
    pub fn base(&self) -> Option<u32> {
        let tried = self.sizes.iter().find(|(_, size)| !size.all.is_empty()).map(|(&size, _)| size);
        tried
            .or_else(|| self.sizes.values().flat_map(|size| size.generalised.keys().copied()).flatten().min())
    }

    /// The decomposition generalised from the base; at the base itself, the best one.
    pub fn generalised(&self, size: u32) -> Option<&'a Record> {
        let base = self.base();
        let runs = self.sizes.get(&size)?;
        if base == Some(size) {
            return runs.best().map(|best| best.run);
        }
        runs.generalised.get(&base).or_else(|| runs.generalised.get(&None)).copied()
    }

    /// The best of the decompositions that were generalised from a size above the base.
    pub fn generalised_from_larger(&self, size: u32) -> Option<&'a Record> {
        let base = self.base();
        let runs = self.sizes.get(&size)?.generalised.iter();
        best_of(runs.filter(|(from, _)| from.is_some() && **from != base).map(|(_, &run)| run))
    }
}

/// The records without those that a later one with the same key replaces, in the order of their keys.
pub(super) fn distinct(records: &[Record]) -> Vec<&Record> {
    let by_key: BTreeMap<&str, &Record> =
        records.iter().map(|record| (record.run.as_str(), record)).collect();
    by_key.into_values().collect()
}

/// The runs of a verifier by subject. Subjects come in the order of their numbers in the dissertation, then
/// by name.
pub(super) fn subjects<'a>(verifier: Verifier, records: &[&'a Record]) -> Vec<SubjectRuns<'a>> {
    let mut subjects: BTreeMap<SubjectName, BTreeMap<u32, Size<'a>>> = BTreeMap::new();
    for &record in records.iter().filter(|record| record.verifier == verifier) {
        if record.role != Role::Whole && record.method != LEARN {
            continue;
        }
        let sizes = subjects.entry(record.subject_name()).or_default();
        let size = sizes.entry(record.subject.size).or_default();
        match record.role {
            Role::Whole => keep(size.whole.entry(&record.method).or_insert(record), record),
            Role::All => keep(size.all.entry(&record.parts).or_insert(record), record),
            Role::Generalised => keep(size.generalised.entry(record.from_size).or_insert(record), record),
            Role::Predicted => keep(size.predicted.get_or_insert(record), record),
            Role::Given => size.given.push(record),
        }
    }
    let mut subjects: Vec<_> =
        subjects.into_iter().map(|(name, sizes)| SubjectRuns { name, sizes }).collect();
    subjects.sort_by_key(|subject| subject.name.number().unwrap_or(usize::MAX));
    subjects
}

/// Of two records of the same run, keeps one with an answer.
fn keep<'a>(kept: &mut &'a Record, record: &'a Record) {
    if !kept.has_answer() && record.has_answer() {
        *kept = record;
    }
}

/// For each verifier, subject and size two runs with opposite answers, if there are such.
pub(super) fn contradictions(records: &[&Record]) -> Vec<Contradiction> {
    let mut seen: BTreeMap<_, [Option<&Record>; 2]> = BTreeMap::new();
    for &record in records.iter().filter(|record| record.has_answer()) {
        let answers = seen.entry((record.verifier, &record.subject)).or_default();
        answers[usize::from(record.outcome == Outcome::Violated)].get_or_insert(record);
    }
    let pairs = seen.into_values().filter_map(|[holds, violated]| holds.zip(violated));
    pairs
        .map(|(holds, violated)| Contradiction {
            name: holds.subject_name(),
            size: holds.subject.size,
            verifier: holds.verifier,
            holds: holds.run.clone(),
            violated: violated.run.clone(),
        })
        .collect()
}

/// The systems that occur, in alphabetical order.
pub(crate) fn systems<'a>(subjects: impl IntoIterator<Item = &'a SubjectName>) -> Vec<&'a str> {
    subjects.into_iter().map(|name| name.system.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}
