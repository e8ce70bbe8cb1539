//! A state of a design in the open: which places are marked, and what the wires are worth (Yao 2012, the pair
//! (μ, α)).

use std::collections::BTreeSet;

use crate::design::Design;
use crate::expr::Value;
use crate::net::PlaceId;

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Snapshot {
    /// The marked places, each with its net.
    pub marking: BTreeSet<(usize, PlaceId)>,
    /// The value of each wire of the design.
    pub values: Vec<Value>,
}

impl Snapshot {
    /// The first state of a design.
    pub fn initial(design: &Design) -> Self {
        let marked = |n: usize| design.nets[n].marking.iter().map(move |&place| (n, place));
        Self {
            marking: (0..design.nets.len()).flat_map(marked).collect(),
            values: design.wires.iter().map(|wire| wire.initial).collect(),
        }
    }
}
