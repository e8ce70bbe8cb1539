//! The set of states a search has seen.
//!
//! The set is split into [`SHARDS`] tables by the top bits of a state's hash. A search collects successors by
//! shard and hands each table a batch, so that a batch touches a small table: its pages stay in the TLB, and
//! two threads can fill two tables. Within a batch, one word of the bucket of each of [`AHEAD`] states is
//! read before any of them is looked up; the reads do not depend on each other, so the processor overlaps
//! their cache misses.
//!
//! A shard begins as a [`WideTable`], which keeps whole states. Once it is large enough for its size and for
//! the number of bits in a state, it becomes a [`CompactTable`], which keeps four bytes for a state: the
//! place in the table tells the rest.

mod compact;
mod wide;

use compact::CompactTable;
use wide::WideTable;

/// How many tables the set is split into, as a power of two.
const SHARD_BITS: u32 = 7;

/// How many tables the set is split into.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;

/// How many states of a batch are probed at a time.
const AHEAD: usize = 64;

/// The hash function for states of one layout.
///
/// For states of one word it is a bijection on words of as many bits as the layout uses (multiplications by
/// odd numbers and shifts that are folded in, each of which can be undone), which is what lets a table keep a
/// part of the hash instead of the state. Wider states are mixed word by word. The result is aligned to the
/// left: the top bits choose the shard, the next ones the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash {
    /// Bits of a one-word state, at least 1.
    bits: u32,
}

impl Hash {
    const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
    const SECOND: u64 = 0xbf58_476d_1ce4_e5b9;

    /// The function for states of which the first word has this many bits.
    pub(super) fn new(bits: u32) -> Self {
        Self { bits: bits.clamp(1, 64) }
    }

    /// The hash of a state.
    #[inline]
    pub(super) fn of<const W: usize>(self, state: &[u64; W]) -> u64 {
        if W == 1 {
            let unused = 64 - self.bits;
            let half = self.bits.div_ceil(2);
            // Shifting to the left and back keeps the low bits only, as a mask would.
            let mut x = state[0];
            x ^= x >> half;
            x = (x.wrapping_mul(Self::FIRST) << unused) >> unused;
            x ^= x >> half;
            return x.wrapping_mul(Self::SECOND) << unused;
        }
        let mut hash = 0u64;
        for &word in state {
            // The two halves of a 128-bit product, folded: every input bit reaches every output bit.
            let product = u128::from(word ^ hash ^ Self::SECOND) * u128::from(Self::FIRST);
            hash = (product as u64) ^ (product >> 64) as u64;
        }
        hash.wrapping_mul(Self::SECOND)
    }

    /// The shard of a hash.
    #[inline]
    pub(super) fn shard(hash: u64) -> usize {
        (hash >> (64 - SHARD_BITS)) as usize
    }

    /// The hash without the bits that chose the shard, scaled to the range below `size`; a larger hash is
    /// never scaled to a smaller number.
    #[inline]
    fn scaled<const W: usize>(self, state: &[u64; W], size: u32) -> usize {
        scale(self.of(state) << SHARD_BITS, size)
    }
}

/// A number aligned to the left, scaled to the range below `size`.
#[inline]
fn scale(number: u64, size: u32) -> usize {
    ((u128::from(number) * u128::from(size)) >> 64) as usize
}

/// One table of the set.
#[derive(Debug)]
pub(super) enum Shard<const W: usize> {
    Wide(WideTable<W>),
    Compact(CompactTable),
}

impl<const W: usize> Default for Shard<W> {
    fn default() -> Self {
        Self::Wide(WideTable::default())
    }
}

impl<const W: usize> Shard<W> {
    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Wide(table) => table.bytes(),
            Self::Compact(table) => table.bytes(),
        }
    }

    /// Adds a batch and appends those that are new to `fresh`.
    pub(super) fn insert_all(&mut self, hash: Hash, batch: &[[u64; W]], fresh: &mut Vec<[u64; W]>) {
        match self {
            Self::Wide(table) => {
                table.insert_all(hash, batch, fresh);
                if W == 1 && CompactTable::is_worth_it(hash, table.len()) {
                    let states = table.states().map(|state| state[0]);
                    *self = Self::Compact(CompactTable::of(hash, states, table.len()));
                }
            }
            Self::Compact(table) => table.insert_all(hash, batch, fresh),
        }
    }

    /// Adds the first state of a search.
    pub(super) fn insert(&mut self, hash: Hash, state: &[u64; W]) {
        if let Self::Wide(table) = self {
            table.insert(hash, state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_hash_of_one_word_is_a_bijection() {
        for bits in [1, 2, 7, 8, 13, 16] {
            let hash = Hash::new(bits);
            let seen: BTreeSet<u64> = (0..1u64 << bits).map(|n| hash.of(&[n])).collect();
            assert_eq!(seen.len(), 1 << bits);
            assert!(seen.iter().all(|h| bits == 64 || h << bits == 0), "the low bits are unused");
        }
    }

    /// Inserts batches of random states of so many bits and compares with a plain set.
    fn is_a_set(bits: u32, batches: usize, spread: u64) -> Vec<Shard<1>> {
        let hash = Hash::new(bits);
        let mut shards: Vec<Shard<1>> = (0..SHARDS).map(|_| Shard::default()).collect();
        let mut model = BTreeSet::new();
        let mut seed = u64::from(bits);
        for _ in 0..batches {
            let mut buckets = vec![Vec::new(); SHARDS];
            for _ in 0..2000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Numbers that share most of their bits are harder than random ones.
                let state = [((seed >> 32) % spread).wrapping_mul(0x0000_4000_2000_1001) & ((1 << bits) - 1)];
                buckets[Hash::shard(hash.of(&state))].push(state);
            }
            for (shard, bucket) in shards.iter_mut().zip(&buckets) {
                let mut fresh = Vec::new();
                shard.insert_all(hash, bucket, &mut fresh);
                let new: BTreeSet<[u64; 1]> = bucket.iter().copied().filter(|s| !model.contains(s)).collect();
                assert_eq!(fresh.len(), new.len(), "{bits} bits");
                assert!(fresh.iter().all(|s| new.contains(s)), "{bits} bits");
                model.extend(new);
            }
        }
        shards
    }

    #[test]
    fn shards_are_sets_for_all_widths_of_a_word() {
        for bits in [16, 20, 31, 38, 39, 40, 44, 63] {
            is_a_set(bits, 100, 150_000);
        }
    }

    #[test]
    fn large_shards_of_narrow_states_become_compact() {
        let compact = |shards: &[Shard<1>]| shards.iter().filter(|s| matches!(s, Shard::Compact(_))).count();
        assert_eq!(compact(&is_a_set(38, 400, u64::MAX)), SHARDS);
        assert_eq!(compact(&is_a_set(63, 100, u64::MAX)), 0);
    }
}
