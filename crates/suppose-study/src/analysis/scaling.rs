//! Does a decomposition get farther than the plain search? The five categories of Table 5.3.
//!
//! A method *can* verify a subject at a size if its run there has an answer, and *cannot* if the run came to
//! the end of its time or memory. A run that failed for another reason, or was not made, says neither.
//!
//! Let M and G be the largest sizes that the plain search and the generalised decomposition can verify, and N
//! the next size after M at which anything was run. The decomposition is *better* if it needs less memory at
//! the largest size that both can verify. The first category that applies is taken:
//!
//! | category | condition |
//! |---|---|
//! | 5 both scale well | better, and M is at least 30 |
//! | 1 farther | G > M, and the plain search cannot verify some size above M and up to G |
//! | 3 not farther | G ≤ M, and the decomposition cannot verify some size up to N |
//! | 2 perhaps farther | better |
//! | 4 perhaps not | otherwise |
//!
//! A subject where nothing can be compared has no category. Categories 2 and 4 become 1 or 3 as soon as
//! larger sizes are run.

use super::runs::{Size, SubjectName, SubjectRuns};
use crate::Record;

/// A size that is large enough: who can verify it has no need of decompositions.
const LARGE: u32 = 30;

/// A row of Table 5.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// (1) The decomposition verifies a size that the plain search cannot.
    Farther,
    /// (2) Not known, but the decomposition needs less memory where both can be compared.
    PerhapsFarther,
    /// (3) The decomposition cannot verify a larger size than the plain search.
    NotFarther,
    /// (4) Not known, and the decomposition needs no less memory where both can be compared.
    PerhapsNot,
    /// (5) The decomposition needs less memory, but the plain search verifies size 30 or more.
    BothScale,
}

impl Category {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 5] =
        [Self::Farther, Self::PerhapsFarther, Self::NotFarther, Self::PerhapsNot, Self::BothScale];

    /// What it says of a subject.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Farther => "the decomposition gets farther than the plain search",
            Self::PerhapsFarther => "not known, but the decomposition looks better",
            Self::NotFarther => "the decomposition gets no farther than the plain search",
            Self::PerhapsNot => "not known, but the decomposition looks no better",
            Self::BothScale => "the plain search scales well, so there is little need of a decomposition",
        }
    }
}

/// A subject in its category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The subject.
    pub name: SubjectName,
    /// Its category; none if nothing can be compared.
    pub category: Option<Category>,
    /// The largest size that the plain search verifies.
    pub monolithic: Option<u32>,
    /// The largest size that the generalised decomposition verifies.
    pub generalised: Option<u32>,
}

/// Table 5.3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scaling {
    /// The subjects for which there are runs of both.
    pub subjects: Vec<Placed>,
}

impl Scaling {
    /// How many subjects are in a category.
    pub fn count(&self, category: Category) -> usize {
        self.subjects.iter().filter(|placed| placed.category == Some(category)).count()
    }

    /// How many subjects have a category.
    pub fn total(&self) -> usize {
        self.subjects.iter().filter(|placed| placed.category.is_some()).count()
    }
}

pub(super) fn scaling(subjects: &[SubjectRuns<'_>]) -> Scaling {
    Scaling { subjects: subjects.iter().filter_map(place).collect() }
}

fn place(subject: &SubjectRuns<'_>) -> Option<Placed> {
    let whole: Vec<&Record> = subject.sizes.values().filter_map(Size::monolithic).collect();
    let parts: Vec<&Record> = subject.sizes.keys().filter_map(|&size| subject.generalised(size)).collect();
    if whole.is_empty() || parts.is_empty() {
        return None;
    }
    let farthest = |runs: &[&Record]| runs.iter().rfind(|run| run.has_answer()).map(|run| run.subject.size);
    let (monolithic, generalised) = (farthest(&whole), farthest(&parts));
    let better = parts.iter().rev().filter(|run| run.has_answer()).find_map(|part| {
        let plain = whole.iter().find(|run| run.has_answer() && run.subject.size == part.subject.size)?;
        Some(part.max_states < plain.max_states)
    });
    let (m, g) = (monolithic.unwrap_or(0), generalised.unwrap_or(0));
    let next = subject.sizes.keys().copied().find(|&size| size > m).unwrap_or(m);
    let whole_cannot = |run: &&Record| run.is_exhausted() && m < run.subject.size && run.subject.size <= g;
    let parts_cannot = |run: &&Record| run.is_exhausted() && run.subject.size <= next;
    let category = if better == Some(true) && m >= LARGE {
        Some(Category::BothScale)
    } else if g > m && whole.iter().any(whole_cannot) {
        Some(Category::Farther)
    } else if monolithic.is_some() && g <= m && parts.iter().any(parts_cannot) {
        Some(Category::NotFarther)
    } else {
        better.map(|better| if better { Category::PerhapsFarther } else { Category::PerhapsNot })
    };
    Some(Placed { name: subject.name.clone(), category, monolithic, generalised })
}
