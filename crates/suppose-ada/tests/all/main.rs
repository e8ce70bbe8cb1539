//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod cases;
mod elaborate;
mod every_size;
mod models;
mod random;
mod subject;
mod syntax;
