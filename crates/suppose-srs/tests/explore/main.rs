//! Symbolic exploration and what is built on it, against the explicit exploration, which shares no code with it, and against the numbers of the steam boiler.

#![expect(clippy::print_stdout, reason = "the tests say how much they compared")]

#[path = "../common/models.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod models;
#[path = "../common/random.rs"]
mod random;

mod boiler;
mod modular;
mod termination;
mod twin;
