//! Suppose finds out what a component must suppose of its environment, and proves or refutes properties of
//! systems of components.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("suppose-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("once.lts");
//! # std::fs::write(&path, "P = (a -> b -> P). property ONCE = (a -> STOP) + {b}. ||S = (P || ONCE).")?;
//! let report = suppose::open(&path)?.check()?;
//! let answer = report.answer("ONCE").expect("it is a property of the file");
//! assert_eq!(answer.verdict.name(), "violated");
//! assert_eq!(answer.witness(), ["a", "b"]);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```
//!
//! [`open`] reads a file of any language in the [`Languages`] table and gives a [`Project`]. It can be asked
//! questions ([`Project::check`], [`Project::ask`]), turned into one transition system ([`Project::whole`]),
//! written for other tools ([`Project::export`]), and asked what its components need ([`Project::assume`]).
//! What was found is a [`Report`] of plain data, which the formats of [`report`] show. [`certify`] checks
//! certificates.
//!
//! The parts live in crates of their own, named here for those who need more: [`base`] (ids, diagnostics,
//! verdicts, budgets), [`lts`] (labelled transition systems and the algebra on them), [`learn`] (learning of
//! automata), [`prove`] (proofs by parts), [`inquiry`] (what joins languages, methods and reports), [`fsp`],
//! [`ada`], [`nets`], [`srs`] and [`flow`] (languages and their semantics).

mod assume;
mod certificate;
mod certify;
mod check;
mod codes;
mod decompose;
mod error;
mod export;
mod project;
mod registry;
pub mod report;
mod whole;

use std::path::Path;

pub use assume::{Assuming, Assumption, answer as find_assumption};
pub use certificate::Certificate;
pub use certify::{Certified, NotCertified, SourceStatus, certify};
pub use codes::{code, code_in, codes};
pub use decompose::{
    Chained, Decomposed, DecomposedProperty, Decomposing, Decomposition, Measured, Predicted,
};
pub use error::Error;
pub use export::{LTS_FORMATS, LtsFormat, Named};
pub use project::{OpenOptions, Project};
pub use registry::{Languages, Model, size_of};
pub use report::{Report, Status};
pub use suppose_ada as ada;
pub use suppose_base as base;
pub use suppose_certify as checker;
pub use suppose_flow as flow;
pub use suppose_fsp as fsp;
pub use suppose_inquiry as inquiry;
pub use suppose_inquiry::{Asked, Failure, Plan, Target, Unit, split_text};
pub use suppose_learn as learn;
pub use suppose_lts as lts;
pub use suppose_nets as nets;
pub use suppose_prove as prove;
pub use suppose_srs as srs;
pub use whole::{Comparing, Comparison};

/// Reads a file. Its suffix tells its language; its default target is what can be asked about.
///
/// # Errors
/// When it cannot be read or means nothing. The error says where.
pub fn open(path: impl AsRef<Path>) -> Result<Project, Error> {
    Project::open(&[path], &OpenOptions::default())
}
