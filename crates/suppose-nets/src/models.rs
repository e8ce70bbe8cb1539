//! Designs of any size, as `.lpn` text: three circuits that are compared in the literature (Yao 2012, section 5.1).
//!
//! They have no failure and no deadlock at any size, and a cell has few states, so they show how a method grows with the number of
//! components. The nets are our own; sizes count cells as the literature does. Texts are made in time linear in the size. Tested
//! in `tests/lpn/models.rs`: read, joined, and run at small sizes.

mod arbiter;
mod dme;
mod fifo;

pub use arbiter::arbiter;
pub use dme::dme;
pub use fifo::fifo;

/// A design of any size.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// How it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// The least number of cells; a smaller number is taken for this one.
    pub smallest: u32,
    /// The number of cells when none is given.
    pub default: u32,
    /// Its text at a size.
    pub text: fn(u32) -> String,
}

/// All models.
pub const MODELS: &[Model] = &[
    Model {
        name: "fifo",
        description: "a self-timed FIFO; cells hold a word each and pass it on by handshakes",
        smallest: 2,
        default: 10,
        text: fifo,
    },
    Model {
        name: "arbiter",
        description: "a tree of arbiters between users and one resource",
        smallest: 1,
        default: 7,
        text: arbiter,
    },
    Model {
        name: "dme",
        description: "distributed mutual exclusion on a ring whose cells pass a privilege on",
        smallest: 2,
        default: 5,
        text: dme,
    },
];
