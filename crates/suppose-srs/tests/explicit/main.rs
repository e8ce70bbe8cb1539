//! The semantics by definition and explicit exploration.

#[path = "../common/models.rs"]
mod models;
#[path = "../common/random.rs"]
mod random;

mod boiler;
mod composition;
mod figures;
mod limits;
mod replay;
mod small;
mod support;
