//! Synchronous reactive systems: components made of finite state machines that react to events in macrosteps.
//!
//! The way of a text: `lexer` and [`parse`] give a [`Tree`] with spans and all messages; [`load`]
//! looks the names up, checks who declares, emits and reads what, and gives a [`Model`], which is plain data.
//! [`print`](print()) turns a tree back into text, [`format`](format()) lays a text out and keeps its
//! comments. [`parse_assumption`] reads assumptions on the received events of a component;
//! [`Model::rule_text`] writes them.
//!
//! The computational model is that of de la Riva and Tuya (*Automatic generation of assumptions for modular
//! verification of software specifications*): a macrostep begins with inputs from the physical environment
//! and goes on in microsteps as long as some machine has an enabled transition. The paper has no concrete
//! language; this one is ours.

mod ast;
mod codes;
mod format;
mod lexer;
mod model;
mod parse;
mod print;
mod resolve;
mod token;

pub use ast::Tree;
pub use codes::CODES;
pub use format::format;
pub use model::{
    Assumption, Atom, Comparison, Component, ComponentId, Event, EventId, Expr, Machine, MachineId, Model,
    Property, Role, Rule, StateIx, Transition, ValueIx,
};
pub use parse::parse;
pub use print::print;
pub use resolve::{load, parse_assumption};
