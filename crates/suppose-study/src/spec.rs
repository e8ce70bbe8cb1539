//! One run, as it is handed to the process that does it.
//!
//! A specification is complete: it has the text of the model, so a process needs nothing else, on whatever
//! machine it is.

use serde::{Deserialize, Serialize};

use crate::study::Limits;
use crate::{Role, Subject, Verifier};

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// The key of the run.
    pub run: String,
    /// What is asked.
    pub subject: Subject,
    /// The text of the model.
    pub text: String,
    /// The suffix of files in its language.
    pub suffix: String,
    /// Who verifies.
    pub verifier: Verifier,
    /// The method, as on the command line.
    pub method: String,
    /// Why it is run.
    pub role: Role,
    /// Its decomposition.
    pub parts: Parts,
    /// How many decompositions it stands for.
    pub stands_for: u32,
    /// Limits.
    pub limits: Limits,
}

/// Where the decomposition of a run comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parts {
    /// There is none, or the method chooses one.
    None,
    /// It is this one.
    These(Vec<Vec<String>>),
    /// The library predicts it.
    Predicted,
    /// It is made from the best one of a smaller size.
    From {
        /// That size.
        size: u32,
        /// The text of the model at that size.
        text: String,
        /// The best decomposition there.
        best: Vec<Vec<String>>,
    },
}
