//! A table that keeps four bytes for a state of one word, and is exact all the same.
//!
//! # Method
//! The hash of a state is a bijection (see [`Hash`](struct@Hash)), so keeping the hash is as good as keeping
//! the state, and of the hash a table need not keep what the place of an entry tells (Cleary, "Compact hash
//! tables using bidirectional linear probing", 1984). Let y be the hash without the bits that chose the
//! shard, a number of r bits. Its home bucket is ⌊y · homes / 2^r⌋, and an entry lies at most [`REACH`]
//! buckets after its home. Only the low 31 bits of y are kept. Two numbers that agree in those differ by a
//! multiple of 2^31, so their homes differ by more than `REACH` as long as
//!
//! > (REACH + 1) · 2^r ≤ 2^31 · homes,
//!
//! and then no look-up can take one for the other. A table is only made when it is large enough for that.
//!
//! # Invariants
//! * an entry is the low 31 bits of y plus one; 0 is a free slot; buckets are filled from the front;
//! * an entry lies in the first bucket, from its home on, that had room, at most `REACH` buckets further;
//!   when there is none, the table grows;
//! * at most 4/5 of the slots are taken; a full table grows by 3/4.
//!
//! Space is between 5 and 8.8 bytes for a state.

use super::{AHEAD, Hash, SHARD_BITS, scale};

/// Slots in a bucket: one cache line.
const SLOTS: usize = 16;

/// How many buckets after its home an entry may lie.
const REACH: usize = 15;

/// Bits of an entry that are kept.
const KEPT: u32 = 31;

/// One cache line of entries.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket([u32; SLOTS]);

/// The table.
#[derive(Debug)]
pub(crate) struct CompactTable {
    buckets: Vec<Bucket>,
    /// Bits of y.
    r: u32,
    /// Home buckets are below this; `REACH` more follow.
    homes: u32,
    len: usize,
    limit: usize,
}

/// What an entry looks like from outside: its home and its kept bits.
#[derive(Clone, Copy, Default)]
struct Entry {
    home: usize,
    key: u32,
}

impl CompactTable {
    /// The fewest home buckets for numbers of `r` bits.
    fn least_homes(r: u32) -> usize {
        (REACH + 1) << r.saturating_sub(KEPT)
    }

    /// Whether a shard with this many states should be compact: then the compact table is not larger than the
    /// wide one.
    pub(super) fn is_worth_it(hash: Hash, states: usize) -> bool {
        (SHARD_BITS + 8..=52).contains(&hash.bits)
            && states >= Self::least_homes(hash.bits - SHARD_BITS) * SLOTS / 2
    }

    /// The table of these states.
    pub(super) fn of(hash: Hash, states: impl Iterator<Item = u64>, count: usize) -> Self {
        let r = hash.bits - SHARD_BITS;
        let homes = Self::least_homes(r).max(count * 3 / (2 * SLOTS) + 1);
        let mut table = Self::empty(r, homes);
        for state in states {
            let entry = table.entry(hash.of(&[state]) << SHARD_BITS);
            table.insert(entry);
        }
        table
    }

    fn empty(r: u32, homes: usize) -> Self {
        Self {
            buckets: vec![Bucket([0; SLOTS]); homes + REACH],
            r,
            homes: u32::try_from(homes).expect("a shard has fewer than 2^32 buckets"),
            len: 0,
            limit: homes * SLOTS / 5 * 4,
        }
    }

    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket>()) as u64
    }

    /// The entry of a y that is aligned to the left.
    #[inline]
    fn entry(&self, aligned: u64) -> Entry {
        let y = aligned >> (64 - self.r);
        Entry { home: scale(aligned, self.homes), key: (y as u32 & ((1 << KEPT) - 1)) + 1 }
    }

    /// The least y that an entry in this bucket can have.
    fn least(&self, bucket: usize) -> u64 {
        let first_home = bucket.saturating_sub(REACH) as u128;
        (first_home << self.r).div_ceil(u128::from(self.homes)) as u64
    }

    /// The y of an entry, given the least that it can have.
    fn restore(least: u64, key: u32) -> u64 {
        let mask = (1 << KEPT) - 1;
        least + (u64::from(key - 1).wrapping_sub(least) & mask)
    }

    /// Adds a batch and appends those that are new to `fresh`.
    pub(super) fn insert_all<const W: usize>(
        &mut self,
        hash: Hash,
        batch: &[[u64; W]],
        fresh: &mut Vec<[u64; W]>,
    ) {
        let mut entries = [Entry::default(); AHEAD];
        for group in batch.chunks(AHEAD) {
            if self.len + group.len() > self.limit {
                self.grow();
            }
            for (state, entry) in group.iter().zip(&mut entries) {
                *entry = self.entry(hash.of(state) << SHARD_BITS);
            }
            // A loop of nothing but reads: the shorter it is, the more of them are under way at once.
            let mut touched = 0;
            for entry in &entries[..group.len()] {
                touched ^= self.buckets[entry.home].0[0];
            }
            // Keeps the reads from being optimised away.
            std::hint::black_box(touched);
            let homes = self.homes;
            for (state, entry) in group.iter().zip(&entries) {
                // Growing in the middle of a group moves the homes.
                let entry =
                    if self.homes == homes { *entry } else { self.entry(hash.of(state) << SHARD_BITS) };
                if self.insert(entry) {
                    fresh.push(*state);
                }
            }
        }
    }

    /// Adds an entry; whether it is new.
    #[expect(
        clippy::inline_always,
        reason = "left alone, the compiler calls it: a sixth slower on the philosophers"
    )]
    #[inline(always)]
    fn insert(&mut self, entry: Entry) -> bool {
        let Entry { home, key } = entry;
        for bucket in home..=home + REACH {
            let slots = &mut self.buckets[bucket].0;
            // No branches, so that this becomes a few vector instructions.
            let (mut found, mut taken) = (0u32, 0u32);
            for slot in slots.iter() {
                found |= u32::from(*slot == key);
                taken += u32::from(*slot != 0);
            }
            if found != 0 {
                return false;
            }
            if (taken as usize) < SLOTS {
                slots[taken as usize] = key;
                self.len += 1;
                return true;
            }
        }
        self.insert_after_growing(entry)
    }

    #[cold]
    fn insert_after_growing(&mut self, entry: Entry) -> bool {
        // No y with a home before this one can lie so far behind.
        let y = Self::restore(self.least(entry.home + REACH), entry.key);
        self.grow();
        let entry = self.entry(y << (64 - self.r));
        self.insert(entry)
    }

    #[cold]
    fn grow(&mut self) {
        let homes = self.homes as usize * 7 / 4 + 1;
        let old = std::mem::replace(self, Self::empty(self.r, homes));
        for (index, bucket) in old.buckets.iter().enumerate() {
            let least = old.least(index);
            for &key in bucket.0.iter().take_while(|key| **key != 0) {
                let y = Self::restore(least, key);
                let entry = self.entry(y << (64 - self.r));
                self.insert(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowded_home_makes_the_table_grow_in_the_middle_of_a_batch() {
        let hash = Hash::new(20 + SHARD_BITS);
        let mut table = CompactTable::empty(20, 64);
        // More states with one home than fit into the buckets within reach, though the table as a whole has
        // room.
        let home = |n: &u64| table.entry(hash.of(&[*n]) << SHARD_BITS).home;
        let crowd: Vec<[u64; 1]> = (0..1 << 27).filter(|n| home(n) == 5).take(400).map(|n| [n]).collect();
        assert!(crowd.len() > (REACH + 1) * SLOTS && crowd.len() < table.limit);
        // All of them in one shard: the bits that choose it are not part of an entry.
        let mut distinct: Vec<u32> =
            crowd.iter().map(|s| table.entry(hash.of(s) << SHARD_BITS).key).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let mut fresh = Vec::new();
        table.insert_all(hash, &crowd, &mut fresh);
        assert!(table.homes > 64, "it has grown");
        assert_eq!((fresh.len(), table.len), (distinct.len(), distinct.len()));
        fresh.clear();
        table.insert_all(hash, &crowd, &mut fresh);
        assert_eq!(fresh, Vec::<[u64; 1]>::new());
    }

    #[test]
    fn entries_can_be_restored_from_every_place_they_may_lie_in() {
        for (r, homes) in [(20, 16), (31, 16), (33, 64), (40, 16 << 9)] {
            let table = CompactTable::empty(r, homes);
            let mut seed = u64::from(r);
            for _ in 0..2000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let y = seed >> (64 - r);
                let entry = table.entry(y << (64 - r));
                for bucket in entry.home..=entry.home + REACH {
                    assert_eq!(CompactTable::restore(table.least(bucket), entry.key), y);
                }
            }
        }
    }
}
