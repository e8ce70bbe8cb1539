//! What the tests of all crates share: random numbers, symmetric systems, damage to texts, published models, and
//! saying that a test is skipped.
//!
//! Nothing that is built for users depends on this crate, and it depends on none, so that also the checker of
//! certificates, which shares no code with the rest, can use it in its tests.

pub mod alike;
mod damage;
mod random;
mod skip;

pub use damage::{damage, words};
pub use random::Random;
pub use skip::{corpus, skipped};
