//! Sets of nodes that are small at first.
//!
//! With many constraints there are many tuples and each holds at few nodes; with few constraints there are few tuples, each of which holds nearly everywhere. A [`NodeSet`] is a sorted list while it has
//! few members and a set of bits from then on, so that neither case pays for the other.

use crate::bits::{self, Set};

/// A set of nodes.
#[derive(Clone, Debug)]
pub(crate) enum NodeSet {
    /// Sorted.
    Few(Vec<u32>),
    Many(Set),
}

/// How many members a list has at most.
const FEW: usize = 24;

impl NodeSet {
    pub(crate) const EMPTY: Self = Self::Few(Vec::new());

    /// Adds a node of a graph with this many nodes; whether it is new.
    pub(crate) fn insert(&mut self, node: u32, nodes: usize) -> bool {
        match self {
            Self::Few(list) => match list.binary_search(&node) {
                Ok(_) => return false,
                Err(place) if list.len() < FEW => list.insert(place, node),
                Err(_) => {
                    self.widen(nodes);
                    return self.insert(node, nodes);
                }
            },
            Self::Many(set) => return bits::insert(set, node as usize),
        }
        true
    }

    /// Removes its members from a set of bits.
    pub(crate) fn remove_from(&self, set: &mut [u64]) {
        match self {
            Self::Few(list) => {
                for &node in list {
                    set[node as usize / 64] &= !(1 << (node % 64));
                }
            }
            Self::Many(own) => bits::subtract(set, own),
        }
    }

    /// Adds all members of a set of bits, none of which it has.
    pub(crate) fn extend(&mut self, new: &[u64], count: u64, nodes: usize) {
        if let Self::Few(list) = self {
            if list.len() as u64 + count <= FEW as u64 {
                list.extend(bits::iter(new).map(|node| node as u32));
                list.sort_unstable();
                return;
            }
            self.widen(nodes);
        }
        if let Self::Many(set) = self {
            bits::unite(set, new);
        }
    }

    /// Makes a list a set of bits.
    fn widen(&mut self, nodes: usize) {
        if let Self::Few(list) = self {
            let mut set = bits::empty(nodes);
            for &node in list.iter() {
                bits::insert(&mut set, node as usize);
            }
            *self = Self::Many(set);
        }
    }

    /// The members in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (list, set): (&[u32], &[u64]) = match self {
            Self::Few(list) => (list, &[]),
            Self::Many(set) => (&[], set),
        };
        list.iter().copied().chain(bits::iter(set).map(|node| node as u32))
    }

    /// How much memory it takes besides itself.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Few(list) => 4 * list.capacity() as u64,
            Self::Many(set) => 8 * set.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn small_and_large_sets_behave_alike() {
        let nodes = 300;
        let mut set = NodeSet::EMPTY;
        let mut twin = BTreeSet::new();
        let mut state = 1u32;
        for round in 0..200 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let node = (state >> 16) % nodes as u32;
            assert_eq!(set.insert(node, nodes), twin.insert(node));
            if round % 40 == 39 {
                let mut new = bits::empty(nodes);
                for node in (round..round + 30).filter(|n| !twin.contains(n)) {
                    bits::insert(&mut new, node as usize);
                }
                twin.extend(bits::iter(&new).map(|n| n as u32));
                set.extend(&new, bits::count(&new), nodes);
            }
            assert!(set.iter().eq(twin.iter().copied()));
            let mut rest = bits::empty(nodes);
            (0..nodes).for_each(|n| assert!(bits::insert(&mut rest, n)));
            set.remove_from(&mut rest);
            assert_eq!(bits::count(&rest), nodes as u64 - twin.len() as u64);
        }
    }
}
