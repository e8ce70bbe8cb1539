//! Programs of any size, as Ada text: the six systems of Cobleigh, Automating and Evaluating Assume-Guarantee
//! Reasoning (2007), appendix A, with all 32 properties, and the elevator of its chapter 3.
//!
//! The sources behind the published numbers are not public. These programs are our own, written from the
//! descriptions. Each has a faulty variant that violates one of its properties and is otherwise the same.
//! Texts are made in time linear in their length, which is linear in the size.
//!
//! The texts lie beside this file as templates. Tested in `tests/all/models.rs`: the shipped programs are these
//! at their default sizes. `crates/suppose-cli/tests/all/gnat.rs` compiles them with an Ada compiler.

mod chiron;
mod elevator;
mod gas_station;
mod peterson;
mod relay;
mod smokers;
mod template;

pub use chiron::{chiron_multiple, chiron_single};
pub use elevator::elevator;
pub use gas_station::gas_station;
pub use peterson::peterson;
pub use relay::relay;
pub use smokers::smokers;

use suppose_inquiry::BuiltIn;

/// Which of two programs is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// All properties hold.
    Right,
    /// A mistake was put in on purpose, which violates a property.
    Wrong,
}

/// A program of any size.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// How it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// The least size; a smaller one is taken for this one.
    pub smallest: u32,
    /// The size when none is given.
    pub default: u32,
    /// The greatest size that makes sense.
    pub largest: u32,
    /// Its text at a size.
    pub text: fn(u32) -> String,
    /// Its faulty variant at a size.
    pub wrong: fn(u32) -> String,
    /// A property that the faulty variant violates.
    pub violated: &'static str,
}

impl Model {
    /// The name of its main procedure in lower case, as its file must be called.
    pub fn unit(&self) -> String {
        self.name.replace('-', "_")
    }

    /// The program without its faulty variant.
    const fn built_in(&self) -> BuiltIn {
        let Self { name, description, smallest, default, largest, text, .. } = *self;
        BuiltIn { name, description, smallest, default, largest, text }
    }
}

/// All models.
pub const MODELS: &[Model] = &[
    Model {
        name: "elevator",
        description: "the car and the controller of an elevator, at one size only",
        smallest: 1,
        default: 1,
        largest: 1,
        text: |_| elevator(Variant::Right),
        wrong: |_| elevator(Variant::Wrong),
        violated: "Doors_Closed",
    },
    Model {
        name: "chiron-single",
        description: "artists of a user interface and one dispatcher of events",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| chiron_single(size, Variant::Right),
        wrong: |size| chiron_single(size, Variant::Wrong),
        violated: "P7",
    },
    Model {
        name: "chiron-multiple",
        description: "artists of a user interface and a dispatcher for each kind of event",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| chiron_multiple(size, Variant::Right),
        wrong: |size| chiron_multiple(size, Variant::Wrong),
        violated: "P3",
    },
    Model {
        name: "gas-station",
        description: "customers of a gas station with two pumps and an operator",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| gas_station(size, Variant::Right),
        wrong: |size| gas_station(size, Variant::Wrong),
        violated: "P4",
    },
    Model {
        name: "peterson",
        description: "mutual exclusion of processes by shared variables",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| peterson(size, Variant::Right),
        wrong: |size| peterson(size, Variant::Wrong),
        violated: "P1",
    },
    Model {
        name: "relay",
        description: "tasks that take turns by a variable with a keeper",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| relay(size, Variant::Right),
        wrong: |size| relay(size, Variant::Wrong),
        violated: "P1",
    },
    Model {
        name: "smokers",
        description: "assemblers who wait for the pieces that they do not have",
        smallest: 2,
        default: 2,
        largest: LARGEST,
        text: |size| smokers(size, Variant::Right),
        wrong: |size| smokers(size, Variant::Wrong),
        violated: "P5",
    },
];

/// The same for everybody who only asks for a text.
pub const BUILT_IN: &[BuiltIn] = &{
    let mut all = [MODELS[0].built_in(); MODELS.len()];
    let mut place = 1;
    while place < all.len() {
        all[place] = MODELS[place].built_in();
        place += 1;
    }
    all
};

/// The largest size. Texts are made before any limit can be looked at.
const LARGEST: u32 = 1_000;
