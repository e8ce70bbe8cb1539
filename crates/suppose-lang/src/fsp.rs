//! FSP, the process notation of Magee and Kramer.
pub mod ast;
mod eval;
mod import;
mod labels;
mod lexer;
mod lower;
mod model;
mod parse;
mod resolve;
mod scope;
mod suggest;
mod symbols;
mod target;
mod token;
mod value;

pub use import::{ImportLoader, Imported, NoImports};
pub use lower::{Finish, Origins};
pub use model::{Fluent, Menu, Model, NamedFormula};
pub use parse::{Parsed, parse};
pub use resolve::load;
pub use symbols::{Symbol, Symbols};
pub use target::{Compiled, LowerError, ProgressTest};
pub use value::Value;
