//! What several tests share: models, random systems, and SPIN.

pub(crate) mod models;
pub(crate) mod random;
pub(crate) mod spin;
