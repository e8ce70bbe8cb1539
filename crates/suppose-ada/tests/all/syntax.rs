//! Tests of the lexer and the parser of Ada, in one program.

mod annotations;
mod bad_input;
mod codes;
mod constructs;
mod damage;
mod expressions;
mod large;
mod shown;
mod support;
