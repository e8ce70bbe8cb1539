//! Words shared by every crate of Suppose.
//!
//! Nothing here knows an algorithm or a file format: ids ([`StateId`], [`ActionId`]), the table of action
//! names ([`ActionTable`]), places in source text ([`Span`], [`SourceMap`]), messages about bad input
//! ([`Diagnostic`]) with a guess at misspelt names ([`closest`]), answers ([`Verdict`]) and limits
//! ([`Budget`]).

mod actions;
mod budget;
mod codes;
mod diagnostic;
mod ids;
mod messages;
mod source;
mod spellings;
mod suggest;
mod verdict;

pub use actions::ActionTable;
pub use budget::{Budget, CancelToken, Counters, Poll};
pub use codes::{Code, Codes};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ids::{ActionId, StateId};
pub use messages::Reports;
pub use source::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use suggest::closest;
pub use verdict::{StopReason, Verdict, optional};
