//! Studies: which method pays, on which systems, at which sizes, with which decompositions.
//!
//! A [`Study`] is read from a file ([`read`]), becomes a list of runs ([`Plan`]), and a [`Driver`] has each
//! of them done in a process of its own. What comes of a run is a [`Record`], kept in a folder of results
//! that survives whatever ends the driver ([`Results`]). Tables and the report are made from records alone
//! ([`table`], [`parquet`], [`page`]), also from those of other machines.

pub mod analysis;
mod cluster;
mod codes;
mod drive;
mod folder;
mod generalise;
mod journal;
mod numbers;
pub mod page;
mod parquet;
mod plan;
mod process;
mod read;
mod record;
mod run;
mod spec;
mod study;
pub mod table;
#[cfg(test)]
mod testing;

pub use cluster::{Cluster, rounds};
pub use codes::CODES;
pub use drive::{Driver, Progress, best};
pub use folder::{Begin, Header, Results, Share, finished, write_whole};
pub use generalise::{Watched, generalised, watched};
pub use parquet::parquet;
pub use plan::{Plan, Planned};
pub use process::{Runner, serve};
pub use read::{NotRead, read, study_of};
pub use record::{Outcome, Record, Role, Subject, Verifier};
pub use run::perform;
pub use spec::{Parts, Spec};
pub use study::{Block, Decompositions, Limits, Study, System};
