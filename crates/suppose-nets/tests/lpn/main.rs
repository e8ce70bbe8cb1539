//! The reader of Platu's nets.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod codes;
mod corpus;
mod expressions;
mod meaning;
mod models;
mod mutants;
mod support;
