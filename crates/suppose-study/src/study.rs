//! What a study asks, after its file was read and every name in it was found.
//!
//! The values here are plain and complete: the texts of all models are part of them, so that a hash of a
//! study ([`Study::hash`]) says whether two are the same, wherever their files are.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Verifier;

/// A study: systems, and what to do with them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Study {
    /// What the study is called.
    pub name: String,
    /// The systems in the order of the file.
    pub systems: Vec<System>,
    /// What to run on them, in the order of the file.
    pub blocks: Vec<Block>,
}

/// A system at some sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct System {
    /// What it is called: the name of a built-in model, or the stem of a file.
    pub name: String,
    /// The suffix of files in its language.
    pub suffix: String,
    /// The text of the model at each size, in order; a model that has no size has the size 0.
    pub texts: BTreeMap<u32, String>,
    /// The properties to ask about.
    pub properties: Vec<String>,
}

/// Runs that have their options in common: one `[[runs]]` of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Who verifies.
    pub verifiers: Vec<Verifier>,
    /// The methods, as on the command line.
    pub methods: Vec<String>,
    /// The decompositions.
    pub decompositions: Vec<Decompositions>,
    /// The systems, as places in [`Study::systems`].
    pub systems: Vec<usize>,
    /// Only these sizes.
    pub sizes: Option<Vec<u32>>,
    /// Only these properties.
    pub properties: Option<Vec<String>>,
    /// Neither these: a system, as its place, and a property of it.
    pub without: Vec<(usize, String)>,
    /// The size whose best decomposition is generalised.
    pub from: u32,
    /// Whether larger sizes are given up once a run came to no answer.
    pub give_up: bool,
    /// Limits on each run.
    pub limits: Limits,
}

/// Which decompositions a block asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decompositions {
    /// None, or what the method chooses itself.
    None,
    /// All with two parts, up to symmetry.
    All,
    /// The best one of a smaller size, carried over.
    Generalised,
    /// The one that the prediction names.
    Predicted,
    /// This one.
    Given(Vec<Vec<String>>),
}

/// Limits on one run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Limits {
    /// Seconds.
    pub timeout: f64,
    /// MiB.
    pub memory: u64,
    /// States of a single search; none if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: 60.0, memory: 2048, states: None }
    }
}

impl Study {
    /// A hash of all that the results depend on: the study, the texts of its models, and the version of the
    /// program.
    pub fn hash(&self) -> String {
        hash(self)
    }
}

impl Block {
    /// The sizes of a system that are meant.
    pub fn sizes_of(&self, system: &System) -> Vec<u32> {
        let is_meant = |size: &u32| self.sizes.as_ref().is_none_or(|sizes| sizes.contains(size));
        system.texts.keys().copied().filter(is_meant).collect()
    }

    /// The properties of a system, by its place, that are meant.
    pub fn properties_of<'s>(&self, place: usize, system: &'s System) -> Vec<&'s str> {
        let is_meant = |property: &&String| {
            self.properties.as_ref().is_none_or(|properties| properties.contains(property))
                && !self.without.iter().any(|(system, other)| *system == place && other == *property)
        };
        system.properties.iter().filter(is_meant).map(String::as_str).collect()
    }
}

/// The version of the program, which is part of every hash.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first 24 digits of SHA-256 over the version of the program and a value.
///
/// 96 bits are enough to tell any number of runs apart and short enough to be read.
pub(crate) fn hash(value: &impl Serialize) -> String {
    let text = serde_json::to_string(&(VERSION, value)).expect("plain data");
    hex(&Sha256::digest(text.as_bytes())[..12])
}

/// Bytes as digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
