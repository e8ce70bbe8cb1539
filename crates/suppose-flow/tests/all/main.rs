//! All tests of this crate that use it from outside, as one program: linking is what costs most.

#[path = "../../../suppose-ada/tests/all/random/programs/mod.rs"]
mod ada_programs;
mod elevator;
mod graphs;
mod inquiry;
mod learn;
mod limits;
mod programs;
mod systems;
