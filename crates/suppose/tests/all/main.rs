//! All tests of this crate that use it from outside, as one program.

mod extend;
mod library;
mod schemas;
