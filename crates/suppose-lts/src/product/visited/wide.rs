//! A table of whole packed states, for any width.
//!
//! Open addressing, a bucket of eight slots at a time. A bucket of one-word states is one cache line and is
//! searched without branches: most look-ups of a search hit, and with linear probing most of their time went
//! into branches that were predicted wrongly.
//!
//! # Invariants
//! * a free slot holds all ones, which is no state (see [`layout`](crate::product::layout));
//! * a bucket is filled from the front; a state is in its home bucket or, when that is full, in the next one
//!   that had room; a table never wraps: its last bucket is never full, and a bucket is added when it would
//!   be;
//! * homes are assigned in order of the hash, so that a table is copied into a larger one from front to back;
//! * at most 4/5 of the slots are taken; a full table grows by 3/8, so it is at least 58 % full after its
//!   first growth.
//!
//! Space is the width of a state divided by the load: between 10 and 13.8 bytes for states of one word.

use super::{AHEAD, Hash};

/// Slots in a bucket.
const SLOTS: usize = 8;

/// Eight slots; one cache line for states of one word.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket<const W: usize>([[u64; W]; SLOTS]);

/// What a look-up in one bucket says.
enum Probe {
    Found,
    Free(usize),
    Full,
}

impl<const W: usize> Bucket<W> {
    const FREE: [u64; W] = [u64::MAX; W];
    const EMPTY: Self = Self([Self::FREE; SLOTS]);

    #[inline]
    fn probe(&self, state: &[u64; W]) -> Probe {
        if W == 1 {
            // Looking at all eight takes fewer cycles than one wrongly predicted branch.
            let mut found = false;
            let mut taken = 0;
            for slot in &self.0 {
                found |= slot[0] == state[0];
                taken += usize::from(slot[0] != u64::MAX);
            }
            return if found {
                Probe::Found
            } else if taken < SLOTS {
                Probe::Free(taken)
            } else {
                Probe::Full
            };
        }
        for (index, slot) in self.0.iter().enumerate() {
            if slot == state {
                return Probe::Found;
            }
            if *slot == Self::FREE {
                return Probe::Free(index);
            }
        }
        Probe::Full
    }
}

/// The table.
#[derive(Debug, Default)]
pub(crate) struct WideTable<const W: usize> {
    buckets: Vec<Bucket<W>>,
    /// Home buckets are below this; the rest takes what does not fit into the last ones.
    homes: u32,
    len: usize,
    limit: usize,
}

impl<const W: usize> WideTable<W> {
    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket<W>>()) as u64
    }

    /// How many states it holds.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All states.
    pub(super) fn states(&self) -> impl Iterator<Item = &[u64; W]> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).filter(|state| **state != Bucket::<W>::FREE)
    }

    #[inline]
    fn home(&self, hash: Hash, state: &[u64; W]) -> usize {
        hash.scaled(state, self.homes)
    }

    /// Adds a batch and appends those that are new to `fresh`.
    pub(super) fn insert_all(&mut self, hash: Hash, batch: &[[u64; W]], fresh: &mut Vec<[u64; W]>) {
        let mut homes = [0usize; AHEAD];
        for group in batch.chunks(AHEAD) {
            self.reserve(hash, group.len());
            for (state, home) in group.iter().zip(&mut homes) {
                *home = self.home(hash, state);
            }
            // A loop of nothing but reads: the shorter it is, the more of them are under way at once.
            let mut touched = 0;
            for &home in &homes[..group.len()] {
                touched ^= self.buckets[home].0[0][0];
            }
            // Keeps the reads from being optimised away.
            std::hint::black_box(touched);
            for (state, &home) in group.iter().zip(&homes) {
                if self.insert_at(home, state) {
                    fresh.push(*state);
                }
            }
        }
    }

    /// Adds one state; whether it is new.
    pub(super) fn insert(&mut self, hash: Hash, state: &[u64; W]) -> bool {
        self.reserve(hash, 1);
        let home = self.home(hash, state);
        self.insert_at(home, state)
    }

    #[inline]
    fn insert_at(&mut self, mut at: usize, state: &[u64; W]) -> bool {
        loop {
            let bucket = &mut self.buckets[at];
            match bucket.probe(state) {
                Probe::Found => return false,
                Probe::Free(slot) => {
                    bucket.0[slot] = *state;
                    self.len += 1;
                    if slot + 1 == SLOTS && at + 1 == self.buckets.len() {
                        self.buckets.push(Bucket::EMPTY);
                    }
                    return true;
                }
                Probe::Full => at += 1,
            }
        }
    }

    /// Makes room for this many more states.
    #[inline]
    fn reserve(&mut self, hash: Hash, more: usize) {
        if self.len + more > self.limit {
            self.grow(hash, more);
        }
    }

    #[cold]
    fn grow(&mut self, hash: Hash, more: usize) {
        let enough = (self.len + more).div_ceil(SLOTS) * 5 / 4 + 1;
        let homes = (self.homes as usize * 11 / 8).max(enough).max(2);
        let mut buckets = Vec::with_capacity(homes + 2);
        buckets.resize(homes + 1, Bucket::EMPTY);
        let old = std::mem::replace(&mut self.buckets, buckets);
        self.homes = u32::try_from(homes).expect("a shard has fewer than 2^32 buckets");
        self.limit = homes * SLOTS / 5 * 4;
        self.len = 0;
        for state in old.iter().flat_map(|bucket| &bucket.0) {
            if *state != Bucket::<W>::FREE {
                let home = self.home(hash, state);
                self.insert_at(home, state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_buckets_run_over_into_the_next_ones() {
        let hash = Hash::new(63);
        let mut table: WideTable<1> = WideTable::default();
        table.reserve(hash, 100);
        // States that all live in the last home bucket: more than it and its neighbour hold.
        let last = (0u64..).filter(|&n| table.home(hash, &[n]) == table.homes as usize - 1).map(|n| [n]);
        let batch: Vec<[u64; 1]> = last.take(3 * SLOTS).collect();
        let mut fresh = Vec::new();
        table.insert_all(hash, &batch, &mut fresh);
        assert_eq!(fresh, batch);
        assert!(batch.iter().all(|s| !table.insert(hash, s)));
        assert_eq!(table.len, 3 * SLOTS);
    }

    #[test]
    fn wide_states_differ_in_any_word() {
        let hash = Hash::new(64);
        let mut table: WideTable<4> = WideTable::default();
        for word in 0..4 {
            for bit in 0..64 {
                let mut state = [0u64; 4];
                state[word] = 1 << bit;
                assert!(table.insert(hash, &state));
                assert!(!table.insert(hash, &state));
            }
        }
        assert_eq!(table.len, 256);
        assert_eq!(table.states().count(), 256);
    }
}
