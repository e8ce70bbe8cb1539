//! All tests of this crate that use it from outside, as one program: linking is what costs most.

mod agreement;
mod channel;
mod separating;
