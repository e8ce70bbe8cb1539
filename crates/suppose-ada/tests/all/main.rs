//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod cases;
mod elaborate;
mod family;
mod models;
mod random;
mod subject;
mod syntax;
