//! The set of states a search has seen: open addressing on packed words, a bucket of eight at a time.
//!
//! The set is split into [`SHARDS`] tables by the top bits of a state's hash. A search collects successors by shard and hands each
//! table a batch, so that a batch touches a small table: its pages stay in the TLB, and two threads can fill two tables. Within a
//! batch, one word of the bucket of each of [`AHEAD`] states is read before any of them is looked up; the reads do not depend on each
//! other, so the processor overlaps their cache misses. A bucket of one-word states is one cache line and is searched without
//! branches: most look-ups of a search hit, and on a philosophers' table linear probing spent most of its time on branches that were
//! predicted wrongly.
//!
//! # Invariants
//! * a free slot holds all ones, which is no state (see [`layout`](super::layout));
//! * a bucket is filled from the front; a state is in its home bucket or, when that is full, in the next one that had room; a table
//!   never wraps: its last bucket is never full, and a bucket is added when it would be;
//! * homes are assigned in order of the hash, so that a table is copied into a larger one from front to back;
//! * at most 4/5 of the slots are taken; a full table grows by 3/8, so it is at least 58 % full after its first growth.
//!
//! Space is the width of a state divided by the load: between 10 and 13.8 bytes for states of one word.

/// How many tables the set is split into.
pub(super) const SHARDS: usize = 128;

/// How many states of a batch are probed at a time.
const AHEAD: usize = 64;

/// A well-mixed hash of a packed state.
#[inline]
pub(super) fn hash<const W: usize>(state: &[u64; W]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = 0u64;
    for &word in state {
        // The two halves of a 128-bit product, folded: every input bit reaches every output bit.
        let product = u128::from(word ^ h ^ 0x2545_f491_4f6c_dd1d) * u128::from(ODD);
        h = (product as u64) ^ (product >> 64) as u64;
    }
    let product = u128::from(h) * u128::from(ODD ^ 0x0f0f_3c3c_a5a5_9696);
    (product as u64) ^ (product >> 64) as u64
}

/// The shard a hash belongs to.
#[inline]
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARDS.trailing_zeros())) as usize
}

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

/// One table of the set.
#[derive(Debug, Default)]
pub(super) struct Shard<const W: usize> {
    buckets: Vec<Bucket<W>>,
    /// Home buckets are below this; the rest takes what does not fit into the last ones.
    homes: u32,
    len: usize,
    limit: usize,
}

impl<const W: usize> Shard<W> {
    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket<W>>()) as u64
    }

    #[inline]
    fn home(&self, state: &[u64; W]) -> usize {
        // The low half of the hash, scaled to the table: the top bits chose the shard.
        ((u64::from(hash(state) as u32) * u64::from(self.homes)) >> 32) as usize
    }

    /// Adds a batch and appends those that are new to `fresh`.
    pub(super) fn insert_all(&mut self, batch: &[[u64; W]], fresh: &mut Vec<[u64; W]>) {
        let mut homes = [0usize; AHEAD];
        for group in batch.chunks(AHEAD) {
            self.reserve(group.len());
            for (state, home) in group.iter().zip(&mut homes) {
                *home = self.home(state);
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
    pub(super) fn insert(&mut self, state: &[u64; W]) -> bool {
        self.reserve(1);
        let home = self.home(state);
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
    fn reserve(&mut self, more: usize) {
        if self.len + more > self.limit {
            self.grow(more);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
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
                let home = self.home(state);
                self.insert_at(home, state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_is_a_set() {
        let mut shard: Shard<1> = Shard::default();
        let mut model = BTreeSet::new();
        let mut seed = 1u64;
        for _ in 0..500 {
            let batch: Vec<[u64; 1]> = (0..40)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    [seed >> 52]
                })
                .collect();
            let mut fresh = Vec::new();
            shard.insert_all(&batch, &mut fresh);
            for state in fresh {
                assert!(model.insert(state), "{state:?} reported as new twice");
            }
            for state in &batch {
                assert!(model.contains(state));
                assert!(!shard.insert(state));
            }
            assert_eq!(shard.len, model.len());
        }
    }

    #[test]
    fn full_buckets_run_over_into_the_next_ones() {
        let mut shard: Shard<1> = Shard::default();
        shard.reserve(100);
        // States that all live in the last home bucket: more than it and its neighbour hold.
        let last = (0u64..).filter(|&n| shard.home(&[n]) == shard.homes as usize - 1).map(|n| [n]);
        let batch: Vec<[u64; 1]> = last.take(3 * SLOTS).collect();
        let mut fresh = Vec::new();
        shard.insert_all(&batch, &mut fresh);
        assert_eq!(fresh, batch);
        assert!(batch.iter().all(|s| !shard.insert(s)));
        assert_eq!(shard.len, 3 * SLOTS);
    }

    #[test]
    fn wide_states_differ_in_any_word() {
        let mut shard: Shard<4> = Shard::default();
        for word in 0..4 {
            for bit in 0..64 {
                let mut state = [0u64; 4];
                state[word] = 1 << bit;
                assert!(shard.insert(&state));
                assert!(!shard.insert(&state));
            }
        }
        assert_eq!(shard.len, 256);
    }
}
