//! The middle of the house: what joins languages, methods of proof and reports.
//!
//! ```text
//!  files ─▶ Language ─▶ Subject ─▶ Inquiry ─▶ Answer ─▶ report
//!  bytes    one row     what was    questions  verdict,
//!  spans    each        written     and how    evidence,
//!                                   to answer  effort
//! ```
//!
//! A [`Language`] turns bytes into a [`Subject`]: what was written, before a target is chosen. A subject
//! gives an [`Inquiry`]: the questions that can be asked about the target, and how each is answered under a
//! [`Plan`] and a budget. An [`Answer`] has one verdict; what shows a violation is [`Evidence`] in the ids of
//! its subject, which tells its [`Story`] in names and places for whoever reports it. Nothing here knows a
//! language, a terminal or a report format.
//!
//! Four kinds of subject implement [`Inquiry`], each beside its semantics: systems of LTSs ([`system`],
//! here), circuits (`suppose-nets`), reactive systems (`suppose-srs`) and data flow in tasking programs
//! (`suppose-flow`).
//!
//! ```
//! use suppose_base::{ActionTable, Budget, StateId};
//! use suppose_inquiry::system::SystemInquiry;
//! use suppose_inquiry::{Asked, Inquiry, Plan, select};
//! use suppose_lts::LtsBuilder;
//!
//! // A system of one component, which does `go` once.
//! let mut actions = ActionTable::new();
//! let mut lts = LtsBuilder::new(2);
//! lts.add(StateId::must(0), actions.intern("go"), StateId::must(1));
//! let mut inquiry = SystemInquiry::of_lts("Once", lts.finish().unwrap(), actions);
//!
//! let asked = select(&inquiry, &Asked::default()).unwrap();
//! let found = inquiry.answer(&asked, &Plan::default(), &Budget::unlimited()).unwrap();
//! assert_eq!(found.answers[0].question.name, "deadlock");
//! assert_eq!(found.answers[0].witness(), ["go"]);
//! ```

mod answer;
mod assume;
mod certificate;
mod codes;
mod decompose;
mod evidence;
mod failure;
mod graphs;
mod inquiry;
mod language;
mod plan;
mod question;
mod reader;
pub mod system;
mod text;

pub use answer::{Answer, ByParts, Extras, Reached};
pub use assume::{OpenQuestion, OpenRequest};
pub use certificate::{Claims, Provenance, Unclaimed};
pub use codes::CODES;
pub use decompose::{Decomposable, Unit, split_text};
pub use evidence::{
    Cycle, Evidence, Facts, Held, Macrostep, Microstep, Mover, Offer, Run, Step, Story, Stuck,
};
pub use failure::Failure;
pub use graphs::{Aldebaran, JsonGraph};
pub use inquiry::{AddedProperty, Context, ContextFields, Findings, Inquiry, Whole};
pub use language::{BuiltIn, Language, Subject, Target};
pub use plan::{Alphabet, Plan};
pub use question::{Asked, Question, QuestionKind, select};
pub use reader::{FileRead, Input, InputRole, ReadOptions, Reader, TauWord, stem};
pub use suppose_base::counted;
pub use text::{list_parts, listed};
