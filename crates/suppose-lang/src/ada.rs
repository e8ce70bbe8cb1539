//! Ada tasking programs.

mod graph;
pub mod models;
mod program;

pub use graph::{Follow, Graph, Meeting, Node, Phase, Step, Unfolding};
pub use program::{
    Alternative, Argument, Binary, Body, Chosen, Domain, Element, Entry, EntryId, Exception, Expr,
    Instruction, Kind, Mode, Move, Parameter, Pattern, Pc, Place, Program, Property, Task, TaskId, Unary,
    VarId, Variable, What,
};
