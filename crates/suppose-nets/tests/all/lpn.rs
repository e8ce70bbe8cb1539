//! The reader of Platu's nets.

use crate::common;

mod bad_input;
mod codes;
mod corpus;
mod expressions;
mod meaning;
mod models;
mod mutants;
mod support;
mod twin;
