//! Laws of learning, checked on all small automata and on random ones, against definitions that share no code
//! with the crate.

mod automata;
mod automaton;
mod cache;
mod conformance;
mod learners;
mod stops;
