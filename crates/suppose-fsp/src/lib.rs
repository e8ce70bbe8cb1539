//! FSP, the process notation of Magee and Kramer (*Concurrency: State Models and Java Programs*), as LTSA
//! reads it.
//!
//! The way of a text: `lexer` and [`parse`] give a [`Tree`](ast::Tree) with spans and all messages; [`load`]
//! enters the names and evaluates constants, ranges, sets and defaults, giving a [`Model`];
//! [`Model::compile`] lowers one target to a [`System`](suppose_lts::System). [`print`](print()) turns a tree
//! back into text.
//!
//! Where LTSA has a quirk that models rely on, this front end has it too, with a warning where it changes
//! what a reader would expect. Where LTSA crashes or runs for ever (division by zero, circles of definitions,
//! recursion without end), there is a message instead. Deliberate differences, all of them towards accepting
//! more: bounds of an index may use variables bound to their left in the same label, and a property need only
//! be deterministic in its reachable part.
//!
//! ```
//! use suppose_base::{Budget, FileId};
//! use suppose_fsp::{NoImports, load};
//!
//! let text = "P = (a -> b -> P). property ONCE = (a -> STOP). ||S = (P || ONCE).";
//! let model = load(text, FileId(0), &NoImports).expect("valid FSP");
//! let compiled = model.compile(None, &Budget::unlimited()).expect("a system");
//! assert_eq!(compiled.system.name, "S");
//! assert_eq!(compiled.system.components.len(), 2);
//! ```

pub mod ast;
mod codes;
mod eval;
mod import;
mod labels;
mod lexer;
mod lower;
mod mentions;
mod model;
mod parse;
mod print;
mod resolve;
mod scope;
mod subject;
mod symbols;
mod target;
mod token;
mod value;

pub use codes::CODES;
pub use import::{ImportLoader, Imported, NoImports};
pub use model::{Declared, DeclaredKind, Fluent, Menu, Model, NamedFormula};
pub use parse::parse;
pub use print::print;
pub use resolve::load;
pub use subject::{Fsp, FspSubject};
pub use symbols::{Symbol, Symbols};
pub use target::{Compiled, LowerError, ProgressTest};
