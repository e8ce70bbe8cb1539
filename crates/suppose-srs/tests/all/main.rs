//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod bridge;
mod common;
mod explicit;
mod explore;
mod lang;
mod mine;
mod models;
mod spin;
