//! Signatures of states, grouped by equality.
//!
//! A signature is a sorted list of words without repetition. It is written at the end of one pool;
//! [`Signatures::intern`] finds the group of an equal one or makes a new group of it. Groups are found by
//! hash and then compared word by word: two groups are never taken for one. Clearing costs no more than what
//! was put in.

/// The groups of one round.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    /// The signatures of all groups, one after the other, and the one being written.
    words: Vec<u64>,
    /// Where the signature of each group ends.
    ends: Vec<usize>,
    hashes: Vec<u64>,
    /// Open addressing: group number + 1, or 0. The length is a power of two.
    slots: Vec<u32>,
    mask: usize,
}

impl Signatures {
    /// Forgets all groups.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.hashes.clear();
        self.mask = 15;
        self.slots.clear();
        self.slots.resize(16, 0);
    }

    /// The number of groups.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The space that the signatures take.
    pub(super) fn num_bytes(&self) -> u64 {
        (self.words.len() * size_of::<u64>()) as u64
    }

    /// The signature of a group.
    pub(super) fn get(&self, group: u32) -> &[u64] {
        &self.words[self.start(group as usize)..self.ends[group as usize]]
    }

    /// Adds a word to the signature being written.
    #[inline]
    pub(super) fn push(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Sorts the signature being written and drops repetitions.
    pub(super) fn sort(&mut self) {
        let start = self.start(self.ends.len());
        if self.words[start..].windows(2).all(|w| w[0] < w[1]) {
            return;
        }
        self.words[start..].sort_unstable();
        let mut kept = start + 1;
        for i in start + 1..self.words.len() {
            if self.words[i] != self.words[kept - 1] {
                self.words[kept] = self.words[i];
                kept += 1;
            }
        }
        self.words.truncate(kept);
    }

    /// The signature being written.
    pub(super) fn written(&self) -> &[u64] {
        &self.words[self.start(self.ends.len())..]
    }

    /// Drops the signature being written.
    pub(super) fn discard(&mut self) {
        self.words.truncate(self.start(self.ends.len()));
    }

    /// Ends the signature being written, which must be sorted, and finds its group.
    pub(super) fn intern(&mut self) -> u32 {
        let start = self.start(self.ends.len());
        let hash = hash(&self.words[start..]);
        let mut at = hash as usize & self.mask;
        while self.slots[at] != 0 {
            let group = self.slots[at] - 1;
            if self.hashes[group as usize] == hash && *self.get(group) == self.words[start..] {
                self.words.truncate(start);
                return group;
            }
            at = (at + 1) & self.mask;
        }
        let group = self.ends.len() as u32;
        self.slots[at] = group + 1;
        self.ends.push(self.words.len());
        self.hashes.push(hash);
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        group
    }

    fn start(&self, group: usize) -> usize {
        if group == 0 { 0 } else { self.ends[group - 1] }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        self.mask = size - 1;
        for (group, &hash) in self.hashes.iter().enumerate() {
            let mut at = hash as usize & self.mask;
            while self.slots[at] != 0 {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = group as u32 + 1;
        }
    }
}

fn hash(words: &[u64]) -> u64 {
    let mut hash = words.len() as u64;
    for &word in words {
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intern(signatures: &mut Signatures, words: &[u64]) -> u32 {
        for &word in words {
            signatures.push(word);
        }
        signatures.sort();
        signatures.intern()
    }

    #[test]
    fn equal_sets_are_one_group() {
        let mut signatures = Signatures::default();
        for _ in 0..2 {
            signatures.clear();
            assert_eq!(intern(&mut signatures, &[3, 1, 3]), 0);
            assert_eq!(intern(&mut signatures, &[]), 1);
            assert_eq!(intern(&mut signatures, &[1, 3]), 0);
            assert_eq!(intern(&mut signatures, &[1]), 2);
            assert_eq!(signatures.get(0), [1, 3]);
            for i in 0..1000 {
                assert_eq!(intern(&mut signatures, &[7, 10 + i]), 3 + i as u32);
            }
            assert_eq!(intern(&mut signatures, &[510, 7]), 503);
            assert_eq!(signatures.len(), 1003);
        }
    }

    #[test]
    fn a_collision_of_hashes_merges_nothing() {
        let step = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (first, other) = (1, 2);
        let difference = step(2, first).rotate_left(5) ^ step(2, other).rotate_left(5);
        let second = 1 << 63 & !difference | 5;
        let (one, two) = ([first, second], [other, second ^ difference]);
        assert_eq!(hash(&one), hash(&two));
        let mut signatures = Signatures::default();
        signatures.clear();
        for (group, words) in [one, two].iter().enumerate() {
            for &word in words {
                signatures.push(word);
            }
            assert_eq!(signatures.intern(), group as u32);
        }
    }
}
