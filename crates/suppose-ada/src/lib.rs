//! Ada tasking programs.

pub mod ast;
mod codes;
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
#[cfg(test)]
mod test_support;
mod token;
mod unfold;

pub use codes::CODES;
pub use elaborate::load;
pub use graph::{Follow, Graph, Meeting, Node, Phase, Step, Unfolding};
pub use liveness::transient;
pub use lower::{Bound, Labels, LowerError, Lowered, complete, lower, outline};
pub use names::Names;
pub use parse::{Parsed, parse};
pub use program::{
    Alternative, Argument, Binary, Body, Chosen, Domain, Element, Entry, EntryId, Exception, Expr,
    Instruction, Kind, Mode, Move, Parameter, Pattern, Pc, Place, Program, Property, Task, TaskId, Unary,
    VarId, Variable, What,
};
pub use unfold::{View, unfold};
