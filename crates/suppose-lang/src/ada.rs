//! Ada tasking programs.

pub mod ast;
mod eval;
mod graph;
mod liveness;
mod lower;
mod names;
mod program;
#[cfg(test)]
mod test_support;
mod unfold;

pub use graph::{Follow, Graph, Meeting, Node, Phase, Step, Unfolding};
pub use liveness::transient;
pub use lower::{Bound, Labels, Lowered, lower};
pub use names::Names;
pub use program::{
    Alternative, Argument, Binary, Body, Chosen, Domain, Element, Entry, EntryId, Exception, Expr,
    Instruction, Kind, Mode, Move, Parameter, Pattern, Pc, Place, Program, Property, Task, TaskId, Unary,
    VarId, Variable, What,
};
pub use unfold::{View, unfold};
