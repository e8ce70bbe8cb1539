//! FSP, the process notation of Magee and Kramer.
mod ast;
mod lexer;
mod parse;
mod suggest;
mod symbols;
mod token;
pub use parse::{parse, Parsed};
