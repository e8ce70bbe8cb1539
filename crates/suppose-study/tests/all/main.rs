//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod analysis;
mod made_up;
mod page;
mod published;
mod records;
