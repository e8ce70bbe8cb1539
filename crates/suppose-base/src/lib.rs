//! Words shared by every crate of Suppose.
//!
//! Nothing here knows an algorithm or a file format: ids ([`StateId`], [`ActionId`]), the table of action
//! names ([`ActionTable`]), places in source text ([`Span`], [`SourceMap`]), messages about bad input
//! ([`Diagnostic`]) with a guess at misspelt names ([`closest`]), answers ([`Verdict`]) and limits
//! ([`Budget`]).
//!
//! ```
//! use suppose_base::{ActionTable, Budget, StopReason, Verdict, closest};
//!
//! let mut actions = ActionTable::new();
//! let send = actions.intern("send");
//! assert_eq!(actions.name(send), "send");
//! assert_eq!(closest("sned", ["ack", "send"]), Some("send"));
//!
//! // A limit that is reached is an answer of its own, and never reads as `holds`.
//! let budget = Budget::unlimited().with_max_states(10);
//! let reason = budget.check_states(11).unwrap_err();
//! assert_eq!(reason, StopReason::States(10));
//! let verdict: Verdict<()> = Verdict::Inconclusive(reason);
//! assert!(!verdict.holds());
//! ```

mod actions;
mod budget;
mod codes;
mod counted;
pub mod descent;
mod diagnostic;
mod ids;
mod messages;
mod source;
mod spellings;
mod suggest;
mod verdict;
mod work;

pub use actions::ActionTable;
pub use budget::{Budget, CancelToken, Counters, Poll, Toll};
pub use codes::{Code, Codes};
pub use counted::counted;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ids::{ActionId, StateId};
pub use messages::Reports;
pub use source::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use suggest::closest;
pub use verdict::{StopReason, Verdict, optional};
pub use work::Account;
