//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod agreement;
mod common;
mod corpus;
mod figures;
mod lpn;
mod netlist;
mod pnml;
mod reduce;
mod refine;
mod stg;
mod system;
