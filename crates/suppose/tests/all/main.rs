//! All tests of this crate that use it from outside, as one program.

mod decompose;
mod extend;
mod library;
mod schemas;
