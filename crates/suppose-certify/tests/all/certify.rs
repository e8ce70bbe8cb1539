//! Tests of the checker of certificates.

mod build;
mod examples;
mod mutation;
mod nonsense;
mod random;
mod random_symmetry;
mod symmetry;
mod twin;
