//! The text of a structural Verilog netlist, as a tree.
//!
//! `lexer` makes tokens, `parse` reads modules, `parse/expression` reads expressions; the tree is in `ast`.
//! What Verilog has and netlists do not have is reported by name and skipped: behaviour (`always`, `reg`,
//! functions), parameters, generated instances, macros. Delays are read and forgotten, since gates may be as
//! slow as they like.

mod ast;
mod lexer;
mod parse;

pub(super) use ast::{
    Connections, Direction, Item, Module, Operator, Range, Select, Signal, Term, TermKind, Word,
};
pub(super) use parse::parse;
