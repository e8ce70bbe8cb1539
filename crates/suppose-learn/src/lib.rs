//! Active automata learning.
//!
//! A [`Learner`] finds the minimal automaton of a regular language. It asks a [`Membership`] oracle about words and offers conjectures; whoever runs it answers with a word on
//! which the conjecture is wrong. The crate knows nothing of verification.
//!
//! * Learners: [`RivestSchapire`], [`Angluin`], [`KearnsVazirani`], [`Ttt`]; [`Kind`] lists them by name.
//! * Oracles: [`Cache`], [`Counter`] and [`Limited`] around any other.

mod angluin;
mod breakpoint;
mod cache;
mod dfa;
mod kearns_vazirani;
mod learner;
mod oracle;
mod rivest_schapire;
mod table;
mod ttt;

pub use angluin::Angluin;
pub use cache::Cache;
pub use dfa::{Dfa, Symbol};
pub use kearns_vazirani::KearnsVazirani;
pub use learner::{Kind, LearnError, Learner, UnknownKind};
pub use oracle::{Counter, Limited, Membership};
pub use rivest_schapire::RivestSchapire;
pub use table::{Table, TableRow};
pub use ttt::Ttt;
