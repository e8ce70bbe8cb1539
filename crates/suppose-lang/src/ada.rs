//! Ada tasking programs.

pub mod ast;
mod elaborate;
mod graph;
mod lexer;
mod parse;
mod program;
mod token;

pub use elaborate::load;
pub use graph::{Follow, Graph, Meeting, Node, Phase, Step, Unfolding};
pub use parse::{Parsed, parse};
pub use program::{
    Alternative, Argument, Binary, Body, Chosen, Domain, Element, Entry, EntryId, Exception, Expr,
    Instruction, Kind, Mode, Move, Parameter, Pattern, Pc, Place, Program, Property, Task, TaskId, Unary,
    VarId, Variable, What,
};
