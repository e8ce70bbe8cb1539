//! All methods, rules and learners give the answer that brute force gives.
//!
//! Small systems are taken exhaustively, larger ones at random. The number of random systems is
//! `SUPPOSE_SYSTEMS` (a few thousand when it is not set) from seed `SUPPOSE_SEED`; a failure prints the
//! system.

#![expect(clippy::print_stdout, reason = "the tests say how much they compared, and from which seed")]

mod brute;
mod exhaustive;
mod generate;
mod odd;
mod random;
mod symmetric;
mod ways;
