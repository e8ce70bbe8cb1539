//! What is kept of one run of a study.
//!
//! A record is plain data and says everything that tables and plots need, so that a report is made from the
//! records alone, also from those of another machine.

use serde::{Deserialize, Serialize};

/// A property of a system at a size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Subject {
    /// The system: the name of a built-in model, or the stem of a file.
    pub system: String,
    /// Its size; 0 for a system that has none.
    pub size: u32,
    /// The property.
    pub property: String,
}

/// Who verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verifier {
    /// Transition systems.
    Lts,
    /// Data-flow analysis of tasking programs.
    Flow,
}

/// Why a run is part of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A method that needs no decomposition, or chooses its own.
    Whole,
    /// One of all two-way decompositions.
    All,
    /// The decomposition generalised from the best one of a smaller size.
    Generalised,
    /// The decomposition that the prediction names.
    Predicted,
    /// A decomposition that the study names.
    Given,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
    /// A limit of time was reached.
    Timeout,
    /// A limit of memory or of states was reached.
    Memory,
    /// No answer for another reason, which [`Record::reason`] gives.
    Unknown,
    /// The process died or said nothing that can be read.
    Failed,
}

/// One run that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The key of the run: the same for the same run, whenever it is made.
    pub run: String,
    /// What was asked.
    #[serde(flatten)]
    pub subject: Subject,
    /// Who verified it.
    pub verifier: Verifier,
    /// The method, as on the command line.
    pub method: String,
    /// Why it was run.
    pub role: Role,
    /// The size whose best decomposition was generalised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_size: Option<u32>,
    /// The decomposition: the names of the components of M1, then those of M2, and so on; empty without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Vec<String>>,
    /// How many decompositions it stands for: those that are equal to it up to symmetry, itself among them.
    pub stands_for: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The states of the largest query or premise: the seed's measure of memory.
    pub max_states: u64,
    /// The states of all of them.
    pub states: u64,
    /// Membership queries.
    pub queries: u64,
    /// Conjectures.
    pub conjectures: u64,
    /// The states of the assumption; 0 without one.
    pub assumption_states: u64,
    /// Milliseconds from reading the model to the answer.
    pub time_ms: f64,
    /// Milliseconds that it takes to check the premises with the assumption that was found, from reading the
    /// model on: the time without learning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premises_ms: Option<f64>,
    /// The largest search when only the premises are checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premises_max_states: Option<u64>,
    /// The most memory that the process had, in KiB.
    pub peak_kib: u64,
}

impl Record {
    /// Whether the run came to an answer.
    pub fn has_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Holds | Outcome::Violated)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record with a key and a number of states.
    pub(crate) fn some_record(run: &str, max_states: u64) -> Record {
        Record {
            run: run.into(),
            subject: Subject { system: "gas-station".into(), size: 2, property: "P1".into() },
            verifier: Verifier::Lts,
            method: "learn".into(),
            role: Role::All,
            from_size: None,
            parts: vec![vec!["Pump_1".into()], vec!["Customer_1".into(), "Operator".into()]],
            stands_for: 2,
            outcome: Outcome::Holds,
            reason: None,
            max_states,
            states: 40,
            queries: 12,
            conjectures: 3,
            assumption_states: 4,
            time_ms: 1.5,
            premises_ms: Some(0.5),
            premises_max_states: Some(max_states),
            peak_kib: 4096,
        }
    }
}
