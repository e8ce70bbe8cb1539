//! The input languages of Suppose. Each is a module that turns text into a system of components.

pub mod ada;
pub mod fsp;
mod reports;
mod spellings;
pub mod srs;
