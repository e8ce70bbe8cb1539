//! Data-flow verification of tasking programs, as FLAVERS does it.
//!
//! A program is taken from [`suppose_ada`] as graphs of steps, one for each task. [`mod@cfg`] keeps the steps
//! that matter, [`mhp`] finds out which of them may coexist, and [`tfg`] joins all tasks in one graph that
//! has every execution among its paths. [`propagate`] follows a property and feasibility constraints
//! ([`automata`]) along all paths at once. If the property never comes to π, it holds. Otherwise there is a
//! path, and [`feasible`] asks the LTSs of the program whether it is an execution.
//!
//! [`verify`] puts this together for one property and given constraints; [`choose`] finds the constraints.
//! [`split`] analyses parts of a program in environments, for assume-guarantee reasoning. [`inquiry()`] is
//! the door for those who ask about a program without knowing any of this.
//!
//! The number of states is that of pairs (node, tuple of automaton states): with few constraints it grows
//! with the text of the program, not with the product of its tasks.
//!
//! ```
//! use suppose_ada::models::{Variant, elevator};
//! use suppose_ada::{load, lower};
//! use suppose_base::{Budget, FileId};
//! use suppose_flow::choose::{Answer, decide};
//! use suppose_flow::verify::Analysis;
//!
//! let (program, _) = load(FileId(0), &elevator(Variant::Right)).expect("a program");
//! let budget = Budget::unlimited();
//! let system = lower(&program, &budget).expect("small").system;
//! let property = system.components.iter().position(|c| c.name == "Doors_Closed").unwrap();
//! let mut analysis = Analysis::new(&program, &system, &system, property, &budget).unwrap();
//! let decision = decide(&mut analysis, &[], &budget).unwrap();
//! assert!(matches!(decision.answer, Answer::Proved));
//! let followed: Vec<String> = decision.constraints.iter().map(|c| c.name(&program)).collect();
//! assert_eq!(followed, ["va:x"]);
//! ```

pub mod automata;
mod bits;
pub mod cfg;
pub mod choose;
mod constraint;
mod exclude;
pub mod feasible;
mod folded;
mod inquiry;
mod interned;
pub mod learn;
pub mod mhp;
mod model;
mod node_set;
pub mod propagate;
pub mod split;
pub mod tfg;
mod tuples;
pub mod verify;

pub use constraint::Constraint;
pub use inquiry::{FlowInquiry, inquiry};
