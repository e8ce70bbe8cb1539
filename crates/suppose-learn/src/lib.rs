//! Active automata learning.
//!
//! A [`Learner`] finds the minimal automaton of a regular language. It asks a [`Membership`] oracle about
//! words and offers conjectures; whoever runs it answers with a word on which the conjecture is wrong. The
//! crate knows nothing of verification.
//!
//! * Learners: [`RivestSchapire`], [`Angluin`], [`KearnsVazirani`], [`Ttt`]; [`Kind`] lists them by name.
//! * Decorators around any oracle: [`Cache`], [`Counter`] and [`Limited`].
//! * Who looks for mistakes: [`Exact`], [`WMethod`] and [`WpMethod`], all [`Equivalence`] oracles.
//! * [`learn`] runs them together.
//!
//! ```
//! use suppose_base::Budget;
//! use suppose_learn::{Dfa, Kind, WpMethod, learn};
//!
//! // Words over two letters with an even number of the second.
//! let target = Dfa::new(2, vec![true, false], vec![0, 1, 1, 0]).unwrap();
//! let learned = learn(Kind::Ttt, 2, &mut &target, &mut WpMethod { extra: 1 }, &Budget::unlimited()).unwrap();
//! assert_eq!(learned.conjecture, target);
//! ```

mod angluin;
mod breakpoint;
mod cache;
mod conformance;
mod cover;
mod dfa;
mod equivalence;
mod kearns_vazirani;
mod learner;
mod minimise;
mod oracle;
mod rivest_schapire;
mod session;
mod table;
mod ttt;

pub use angluin::Angluin;
pub use cache::Cache;
pub use conformance::{WMethod, WpMethod};
pub use cover::{access_words, characterising_set, identification_sets, state_cover, transition_cover};
pub use dfa::{Dfa, Symbol};
pub use equivalence::{Equivalence, Exact};
pub use kearns_vazirani::KearnsVazirani;
pub use learner::{Kind, LearnError, Learner, UnknownKind};
pub use oracle::{Counter, Limited, Membership};
pub use rivest_schapire::RivestSchapire;
pub use session::{Learned, Statistics, learn};
pub use table::{Table, TableRow};
pub use ttt::Ttt;
