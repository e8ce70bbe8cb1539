//! Asynchronous circuits and Petri nets, verified part by part.
//!
//! A front end turns a file into a [`Fragment`]: nets and the wires they use. Fragments are joined by wire
//! names into a [`Design`], whose nets are the components of a system. Everything else starts from the
//! design.
//!
//! To the rest of Suppose these are four [`languages`] whose files make one [`NetSubject`] together; what can
//! be asked about its design, and how that is answered, reported and certified, is a [`NetInquiry`].
//!
//! ```
//! use suppose_base::{Budget, FileId};
//! use suppose_nets::lpn::{NoIncludes, read};
//! use suppose_nets::verify::{Options, questions, verify};
//! use suppose_nets::{Design, models};
//!
//! let fifo = models::MODELS.iter().find(|model| model.name == "fifo").unwrap();
//! let text = (fifo.text)(3);
//! let (fragment, _) = read(&text, FileId(0), "fifo", &NoIncludes).expect("a design");
//! let (design, _) = Design::join("fifo", vec![fragment]).expect("its wires fit");
//! let asked = questions(&design);
//! let answers = verify(&design, &asked, &Options::default(), &Budget::unlimited());
//! assert!(answers.iter().all(|answer| answer.verdict.holds()));
//! ```

pub mod build;
pub mod classes;
mod codes;
mod cover;
mod design;
mod expr;
mod failure;
mod follow;
mod fragment;
mod graph;
mod inquiry;
pub mod languages;
pub mod lpn;
mod machine;
pub mod marking;
mod minimise;
pub mod models;
mod net;
pub mod netlist;
pub mod pnml;
pub mod reduce;
pub mod refine;
pub mod replay;
pub mod search;
mod snapshot;
pub mod stg;
mod subject;
mod system;
mod vcd;
pub mod verify;
mod waveform;

pub use codes::CODES;
pub use design::{Design, Wire};
pub use expr::{BinaryOp, EvalError, Expr, UnaryOp, Value};
pub use failure::{Failure, Failures};
pub use fragment::{Fragment, FragmentWire};
pub use graph::{Codes, StateGraph};
pub use inquiry::{NetEvidence, NetInquiry, QualityEvidence};
pub use net::{Effect, Level, Net, Place, PlaceId, Signals, Target, Transition, WireId};
pub use snapshot::Snapshot;
pub use subject::NetSubject;
pub use system::{guarded, system};

/// How many errors are told about one file, and how many warnings.
const MOST_MESSAGES: usize = 20;
