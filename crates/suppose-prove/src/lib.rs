//! Proofs by parts.
//!
//! A [`Task`] is a question about a system. Methods answer it without building the whole.
//!
//! ```
//! use std::sync::Arc;
//! use suppose_base::{Budget, StateId};
//! use suppose_lts::check::Question;
//! use suppose_lts::{Component, LtsBuilder, Role, System};
//! use suppose_prove::method::{Method, Options, prove};
//!
//! // A sender that waits for an answer, somebody who answers, and a property: no second `send` before `ack`.
//! let mut system = System::default();
//! let [send, ack] = ["send", "ack"].map(|name| system.actions.intern(name));
//! let [idle, busy] = [0, 1].map(StateId::must);
//! let mut add = |name: &str, role, steps: &[(StateId, _, StateId)]| {
//!     let mut lts = LtsBuilder::new(2);
//!     steps.iter().for_each(|&(from, action, to)| lts.add(from, action, to));
//!     let lts = Arc::new(lts.finish().unwrap());
//!     system.components.push(Component { name: name.into(), lts, role });
//! };
//! add("Sender", Role::Component, &[(idle, send, busy), (busy, ack, idle)]);
//! add("Answer", Role::Component, &[(idle, send, busy), (busy, ack, idle)]);
//! let error = StateId::ERROR;
//! let turns = [(idle, send, busy), (busy, ack, idle), (busy, send, error), (idle, ack, error)];
//! add("Turns", Role::Property, &turns);
//!
//! let options = Options { method: Method::Learn, ..Options::default() };
//! let answer = prove(&system, Question::Safe(2), &options, &Budget::unlimited());
//! assert!(answer.verdict.holds());
//! assert!(answer.findings.proof.is_some(), "a certificate can be made of it");
//! ```

mod automorphism;
pub mod certificate;
mod cluster;
mod codes;
pub mod decomposition;
mod direct;
pub mod learn;
pub mod method;
pub mod methods;
pub mod minimise;
mod order;
pub mod outcome;
mod part;
mod premise;
mod race;
mod refine;
pub mod rule;
mod run;
mod select;
pub mod separate;
mod separated;
mod shrink;
mod sides;
pub mod solver;
mod steps;
pub mod symmetry;
mod task;
#[cfg(test)]
mod test_support;
pub mod verifier;
pub mod weakest;

pub use codes::CODES;
pub use race::{Crew, Share};
pub use refine::none_fails;
pub use run::realise;
pub use sides::interface;
pub use task::Task;
