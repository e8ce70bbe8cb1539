//! Sets of nodes that are small at first.
//!
//! With many constraints there are many tuples and each holds at few nodes; with few constraints there are
//! few tuples, each of which holds nearly everywhere. A [`NodeSet`] is one node, a sorted list while it has
//! few members, and a set of bits from then on, so that neither case pays for the other.
//!
//! The members of all sets lie in two vectors of [`Sets`], and a [`NodeSet`] is a place in one of them. So
//! millions of sets are freed in no time. Room that a set gives up is used again for another one of the same
//! size.
//!
//! # Tests
//! Against ordered sets, several at a time (below).

use crate::bits;

/// A set of nodes. It belongs to [`Sets`] and is only a place there: of two copies the older one is void when
/// the other has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSet {
    /// Its only member; where its list begins, in units of [`UNIT`]; or which set of bits it is.
    at: u32,
    /// How many members it has; [`BITS`] for a set of bits.
    len: u32,
}

/// Where the members of sets are.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// Lists, each with room for as many members as its size says.
    lists: Vec<u32>,
    /// Sets of bits.
    bits: Vec<u64>,
    /// How many words a set of bits has.
    width: usize,
    /// Room for lists of each size that nobody uses, and room for sets of bits.
    free: [Vec<u32>; SIZES.len() + 1],
}

/// How many members lists have room for.
const SIZES: [usize; 4] = [4, 8, 16, FEW];

/// Lists begin at multiples of this.
const UNIT: usize = 4;

/// How many members a list has at most.
const FEW: usize = 24;

/// Instead of a number of members.
const BITS: u32 = u32::MAX;

impl NodeSet {
    pub(crate) const EMPTY: Self = Self { at: 0, len: 0 };

    /// Whether it has no members.
    pub(crate) fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Which of the sizes its list has; the last for a set of bits, and none if it needs no room.
    fn size(self) -> Option<usize> {
        (self.len > 1)
            .then(|| SIZES.iter().position(|&size| self.len as usize <= size).unwrap_or(SIZES.len()))
    }
}

impl Sets {
    /// No sets yet, for a graph with this many nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        let free = Default::default();
        Self { lists: Vec::new(), bits: Vec::new(), width: bits::words_for(nodes), free }
    }

    /// Forgets all sets.
    pub(crate) fn clear(&mut self) {
        self.lists.clear();
        self.bits.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// Adds a node; whether it is new.
    pub(crate) fn insert(&mut self, set: &mut NodeSet, node: u32) -> bool {
        if set.len == BITS {
            return bits::insert(self.row_mut(*set), node as usize);
        }
        let members = self.list(set);
        let Err(place) = members.binary_search(&node) else { return false };
        let len = set.len as usize;
        if len == FEW {
            self.widen(set);
            return bits::insert(self.row_mut(*set), node as usize);
        }
        let after = NodeSet { at: set.at, len: set.len + 1 };
        if after.len == 1 {
            *set = NodeSet { at: node, len: 1 };
            return true;
        }
        self.resize(set, after);
        let list = self.list_mut(*set);
        list.copy_within(place..len, place + 1);
        list[place] = node;
        true
    }

    /// Removes its members from a set of bits.
    pub(crate) fn remove_from(&self, set: NodeSet, from: &mut [u64]) {
        if set.len == BITS {
            bits::subtract(from, self.row(set));
            return;
        }
        for &node in self.list(&set) {
            from[node as usize / 64] &= !(1 << (node % 64));
        }
    }

    /// Adds all members of a set of bits, none of which it has.
    pub(crate) fn extend(&mut self, set: &mut NodeSet, new: &[u64], count: u64) {
        if count == 0 {
            return;
        }
        if set.len != BITS && u64::from(set.len) + count > FEW as u64 {
            self.widen(set);
        }
        if set.len == BITS {
            bits::unite(self.row_mut(*set), new);
            return;
        }
        let mut members = bits::iter(new).map(|node| node as u32);
        let old = set.len as usize;
        let after = NodeSet { at: set.at, len: set.len + count as u32 };
        if after.len == 1 {
            *set = NodeSet { at: members.next().unwrap_or(0), len: 1 };
            return;
        }
        self.resize(set, after);
        let list = self.list_mut(*set);
        list[old..].iter_mut().zip(members).for_each(|(place, node)| *place = node);
        list.sort_unstable();
    }

    /// The members in order.
    pub(crate) fn iter(&self, set: NodeSet) -> impl Iterator<Item = u32> + '_ {
        let (one, list, row): (Option<u32>, &[u32], &[u64]) = match set.len {
            1 => (Some(set.at), &[], &[]),
            BITS => (None, &[], self.row(set)),
            _ => (None, &self.lists[set.list()], &[]),
        };
        one.into_iter().chain(list.iter().copied()).chain(bits::iter(row).map(|node| node as u32))
    }

    /// Gives the room of a set up.
    pub(crate) fn release(&mut self, set: NodeSet) {
        if let Some(size) = set.size() {
            self.free[size].push(set.at);
        }
    }

    /// How much memory the members take.
    pub(crate) fn bytes(&self) -> u64 {
        let free: usize = self.free.iter().map(Vec::len).sum();
        4 * (self.lists.len() + free) as u64 + 8 * self.bits.len() as u64
    }

    /// Gives a set room for one or more members, of which the old ones are kept.
    fn resize(&mut self, set: &mut NodeSet, mut after: NodeSet) {
        if set.size() != after.size() {
            let size = after.size().unwrap_or_default();
            after.at = self.room(size);
            let to = after.at as usize * UNIT;
            if set.len == 1 {
                self.lists[to] = set.at;
            } else {
                self.lists.copy_within(set.list(), to);
            }
            self.release(*set);
        }
        *set = after;
    }

    /// Makes a list a set of bits.
    fn widen(&mut self, set: &mut NodeSet) {
        let wide = NodeSet { at: self.room(SIZES.len()), len: BITS };
        let start = wide.at as usize * self.width;
        let row = &mut self.bits[start..start + self.width];
        row.fill(0);
        let members = if set.len == 1 { std::slice::from_ref(&set.at) } else { &self.lists[set.list()] };
        for &node in members {
            bits::insert(row, node as usize);
        }
        self.release(*set);
        *set = wide;
    }

    /// Room of a size.
    fn room(&mut self, size: usize) -> u32 {
        if let Some(at) = self.free[size].pop() {
            return at;
        }
        let at = if let Some(members) = SIZES.get(size) {
            let at = self.lists.len() / UNIT;
            self.lists.resize(self.lists.len() + members, 0);
            at
        } else {
            let at = self.bits.len().checked_div(self.width).unwrap_or(0);
            self.bits.resize(self.bits.len() + self.width, 0);
            at
        };
        u32::try_from(at).expect("more lists than fit into any memory")
    }

    /// The members of a set that is not one of bits.
    fn list<'s>(&'s self, set: &'s NodeSet) -> &'s [u32] {
        if set.len == 1 { std::slice::from_ref(&set.at) } else { &self.lists[set.list()] }
    }

    /// The list of a set with several members.
    fn list_mut(&mut self, set: NodeSet) -> &mut [u32] {
        &mut self.lists[set.list()]
    }

    /// A set of bits.
    fn row(&self, set: NodeSet) -> &[u64] {
        &self.bits[set.at as usize * self.width..][..self.width]
    }

    /// A set of bits, to be changed.
    fn row_mut(&mut self, set: NodeSet) -> &mut [u64] {
        &mut self.bits[set.at as usize * self.width..][..self.width]
    }
}

impl NodeSet {
    /// Where the list of a set with several members is, or of one with none.
    fn list(self) -> std::ops::Range<usize> {
        let start = self.at as usize * UNIT;
        start..start + self.len as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn small_and_large_sets_behave_alike() {
        let nodes = 300;
        let mut sets = Sets::new(nodes);
        // Several sets grow in turn, so that they use each other's room.
        let mut known: Vec<(NodeSet, BTreeSet<usize>)> = vec![(NodeSet::EMPTY, BTreeSet::new()); 5];
        let mut state = 1u32;
        for round in 0..1500 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (set, twin) = &mut known[(state >> 8) as usize % 5];
            let node = (state >> 16) % nodes as u32;
            assert_eq!(sets.insert(set, node), twin.insert(node as usize));
            if round % 40 == 39 {
                let mut new = bits::empty(nodes);
                let first = (state >> 10) as usize % 260;
                for node in (first..=first + round % 31).filter(|n| !twin.contains(n)) {
                    bits::insert(&mut new, node);
                }
                twin.extend(bits::iter(&new));
                sets.extend(set, &new, bits::count(&new));
            }
            if round % 111 == 110 {
                sets.release(*set);
                (*set, *twin) = (NodeSet::EMPTY, BTreeSet::new());
            }
            for (set, twin) in &known {
                assert_eq!(set.is_empty(), twin.is_empty());
                assert!(sets.iter(*set).eq(twin.iter().map(|&node| node as u32)));
                let mut rest = bits::empty(nodes);
                (0..nodes).for_each(|n| assert!(bits::insert(&mut rest, n)));
                sets.remove_from(*set, &mut rest);
                assert_eq!(bits::count(&rest), (nodes - twin.len()) as u64);
            }
        }
    }
}
