//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod analysis;
mod page;
mod published;
mod records;
