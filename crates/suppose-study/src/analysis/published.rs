//! What the dissertation reports, to be put beside ours: Cobleigh, *Automating and Evaluating
//! Assume-Guarantee Reasoning*, 2007. FLAVERS is its data-flow verifier and LTSA the one for LTSs.

use crate::Verifier;

/// The subjects in the order of their numbers, 1 to 32: system and property (Table B.1).
const SUBJECTS: [(&str, u32); 32] = [
    ("gas-station", 3),
    ("chiron-multiple", 8),
    ("chiron-multiple", 1),
    ("chiron-multiple", 6),
    ("gas-station", 1),
    ("chiron-multiple", 9),
    ("chiron-multiple", 5),
    ("gas-station", 4),
    ("chiron-single", 1),
    ("chiron-single", 6),
    ("chiron-multiple", 4),
    ("chiron-multiple", 3),
    ("relay", 1),
    ("chiron-multiple", 7),
    ("chiron-multiple", 2),
    ("chiron-single", 9),
    ("gas-station", 2),
    ("chiron-single", 2),
    ("chiron-single", 8),
    ("chiron-single", 7),
    ("smokers", 8),
    ("chiron-single", 4),
    ("chiron-single", 3),
    ("chiron-single", 5),
    ("smokers", 6),
    ("smokers", 2),
    ("smokers", 1),
    ("smokers", 7),
    ("smokers", 3),
    ("smokers", 4),
    ("smokers", 5),
    ("peterson", 1),
];

/// The number of a subject in appendix B, from 1 to 32.
pub fn subject_number(system: &str, property: &str) -> Option<usize> {
    let property: u32 = property.strip_prefix('P')?.parse().ok()?;
    SUBJECTS.iter().position(|&subject| subject == (system, property)).map(|index| index + 1)
}

/// What is published of a verifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// What it is called there.
    pub tool: &'static str,
    /// System, properties and two-way decompositions of each at size 2 (Table 5.1 or 5.2).
    pub decompositions: [(&'static str, usize, u64); 6],
    /// All subjects.
    pub subjects: usize,
    /// Those whose best decomposition is better than the plain search at size 2 (§5.1).
    pub better: usize,
    /// The memory of the best decomposition on these, as a share of that of the plain search (§5.1).
    pub mean_of_better: f64,
    /// The same of the others (§5.1).
    pub mean_of_others: f64,
    /// The subjects whose generalised decomposition is better at the largest size compared (§5.2).
    pub generalised_better: usize,
    /// The subjects in the five categories of Table 5.3.
    pub categories: [usize; 5],
    /// By how many sizes the decomposition gets farther at most, in the first category (§5.3).
    pub largest_gain: Option<u32>,
    /// Size, subjects attempted, and subjects whose best decomposition is known (Table 5.4).
    pub best_known: [(u32, usize, usize); 4],
    /// The subjects whose generalised decomposition is the best one (§5.4.1).
    pub generalised_is_best: usize,
    /// Those on which the best decomposition is better than the plain search and the generalised is not
    /// (§5.4.1).
    pub only_best_is_better: usize,
    /// The subjects on which the generalised decomposition takes less time than the plain search (§5.5).
    pub less_time: usize,
    /// The subjects on which learning needs no more memory than checking the premises (§5.6.1).
    pub learning_costs_no_memory: usize,
}

/// The subjects that are better with both verifiers (§5.1).
pub const BETTER_WITH_BOTH: usize = 12;

const FLAVERS: Published = Published {
    tool: "FLAVERS",
    decompositions: [
        ("chiron-single", 9, 62),
        ("chiron-multiple", 9, 254),
        ("gas-station", 4, 30),
        ("peterson", 1, 6),
        ("relay", 1, 6),
        ("smokers", 8, 14),
    ],
    subjects: 32,
    better: 17,
    mean_of_better: 0.485,
    mean_of_others: 6.541,
    generalised_better: 18,
    categories: [6, 7, 13, 2, 4],
    largest_gain: Some(2),
    best_known: [(2, 32, 32), (3, 32, 23), (4, 24, 18), (5, 2, 2)],
    generalised_is_best: 10,
    only_best_is_better: 1,
    less_time: 11,
    learning_costs_no_memory: 29,
};

const LTSA: Published = Published {
    tool: "LTSA",
    decompositions: [
        ("chiron-single", 8, 62),
        ("chiron-multiple", 8, 254),
        ("gas-station", 4, 30),
        ("peterson", 1, 6),
        ("relay", 1, 6),
        ("smokers", 8, 14),
    ],
    subjects: 30,
    better: 17,
    mean_of_better: 0.336,
    mean_of_others: 2.817,
    generalised_better: 3,
    categories: [0, 2, 14, 14, 0],
    largest_gain: None,
    best_known: [(2, 30, 30), (3, 30, 30), (4, 21, 21), (5, 1, 1)],
    generalised_is_best: 11,
    only_best_is_better: 3,
    less_time: 7,
    learning_costs_no_memory: 29,
};

/// What is published of a verifier like this one.
pub fn of(verifier: Verifier) -> &'static Published {
    match verifier {
        Verifier::Lts => &LTSA,
        Verifier::Flow => &FLAVERS,
    }
}
