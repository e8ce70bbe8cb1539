//! Ada tasking programs.
//!
//! [`load`] reads a text, [`unfold()`] makes graphs of its tasks and [`lower`] a system of LTSs. [`Ada`] is
//! the language for those who ask about whatever somebody has written.
//!
//! ```
//! use suppose_ada::models::{Variant, elevator};
//! use suppose_ada::{load, lower};
//! use suppose_base::{Budget, FileId};
//!
//! let (program, warnings) = load(FileId(0), &elevator(Variant::Right)).expect("a program");
//! assert!(warnings.is_empty());
//! let system = lower(&program, &Budget::unlimited()).expect("small").system;
//! let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
//! assert_eq!(names, ["car", "controller", "x", "Doors_Closed"]);
//! ```

pub mod ast;
mod codes;
mod dialect;
mod elaborate;
mod eval;
mod graph;
mod lexer;
mod liveness;
mod lower;
pub mod models;
mod names;
mod parse;
mod program;
mod subject;
#[cfg(test)]
mod test_support;
mod token;
mod unfold;

pub use codes::CODES;
pub use dialect::plain_name;
pub use elaborate::{load, load_every_size};
pub use graph::{Follow, Graph, Meeting, Node, Phase, Step, Touch, Unfolding};
pub use liveness::transient;
pub use lower::{Bound, Labels, LowerError, Lowered, complete, lower, lower_within, outline};
pub use names::Names;
pub use parse::parse;
pub use program::{
    Alternative, Argument, Binary, Body, Chosen, Domain, Element, Entry, EntryId, EverySize, Exception, Expr,
    Instruction, Kind, Mode, Move, Parameter, Pattern, Pc, Place, Program, Property, Task, TaskId, Unary,
    VarId, Variable, What,
};
pub use subject::{Ada, ProgramSubject};
pub use unfold::{View, unfold};
