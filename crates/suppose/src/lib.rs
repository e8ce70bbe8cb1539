//! Suppose finds out what a component must suppose of its environment, and proves or refutes properties of systems of components.
//!
//! This crate is the front door: it names what users of the library need and holds the `suppose` command. The parts live in crates of
//! their own: [`base`] (ids, diagnostics, verdicts, budgets), [`lts`] (labelled transition systems and the algebra on them),
//! [`lang`] (input languages), [`nets`] (circuits and Petri nets), [`srs`] (synchronous reactive systems), [`flow`] (data-flow analysis of tasking programs), [`learn`] (learning of automata), [`prove`] (proofs by parts, and weakest assumptions) and [`certify`] (the
//! independent checker of certificates).
//!
//! ```
//! use suppose::base::{Budget, SourceMap};
//! use suppose::fsp;
//! use suppose::lts::check::check;
//!
//! let text = "P = (a -> b -> P). property ONCE = (a -> STOP). ||S = (P || ONCE).";
//! let mut sources = SourceMap::new();
//! let file = sources.add("example.lts", text);
//! let model = fsp::load(text, file, &fsp::NoImports).expect("valid FSP");
//! let budget = Budget::unlimited();
//! let compiled = model.compile(None, &budget).expect("a system");
//! let system = &compiled.system;
//! let answers = check(system, &system.questions(), 1, &budget);
//! let witness = answers[0].verdict.witness().expect("`a` happens twice");
//! let trace: Vec<&str> = witness.trace(system).into_iter().map(|a| system.actions.name(a)).collect();
//! assert_eq!(trace, ["a", "b", "a"]);
//! ```

mod codes;

pub use codes::{code, codes};
pub use suppose_ada as ada;
pub use suppose_base as base;
pub use suppose_certify as certify;
pub use suppose_flow as flow;
pub use suppose_fsp as fsp;
pub use suppose_learn as learn;
pub use suppose_lts as lts;
pub use suppose_nets as nets;
pub use suppose_prove as prove;
pub use suppose_srs as srs;
