//! Designs of any size, as `.lpn` text: three circuits that are compared in the literature (Yao 2012, section
//! 5.1).
//!
//! They have no failure and no deadlock at any size, and a cell has few states, so they show how a method
//! grows with the number of components. The nets are our own; sizes count cells as the literature does. Texts
//! are made in time linear in the size. Tested in `tests/all/lpn/models.rs`: read, joined, and run at small
//! sizes.

mod arbiter;
mod dme;
mod fifo;

pub use arbiter::arbiter;
pub use dme::dme;
pub use fifo::fifo;
pub use suppose_inquiry::BuiltIn as Model;

/// The largest size. Texts are made before any limit can be looked at.
const LARGEST: u32 = 100_000;

/// All models.
pub const MODELS: &[Model] = &[
    Model {
        name: "fifo",
        description: "a self-timed FIFO; cells hold a word each and pass it on by handshakes",
        smallest: 2,
        default: 10,
        largest: LARGEST,
        text: fifo,
    },
    Model {
        name: "arbiter",
        description: "a tree of arbiters between users and one resource",
        smallest: 1,
        default: 7,
        largest: LARGEST,
        text: arbiter,
    },
    Model {
        name: "dme",
        description: "distributed mutual exclusion on a ring whose cells pass a privilege on",
        smallest: 2,
        default: 5,
        largest: LARGEST,
        text: dme,
    },
];
