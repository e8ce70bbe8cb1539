//! Sets of small numbers as words of 64 bits, and square tables of them.
//!
//! Rows of a [`Table`] and the words of a [`Set`] have the same shape, so all operations take plain slices of
//! words. Every operation is linear in the number of words; nothing allocates but the constructors.

/// How many words hold this many bits.
pub(crate) fn words_for(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// Adds a number; whether it is new.
#[inline]
pub(crate) fn insert(set: &mut [u64], bit: usize) -> bool {
    let mask = 1u64 << (bit % 64);
    let word = &mut set[bit / 64];
    let new = *word & mask == 0;
    *word |= mask;
    new
}

/// Whether a number is in a set.
#[inline]
pub(crate) fn contains(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// Adds all of another set.
#[inline]
pub(crate) fn unite(set: &mut [u64], other: &[u64]) {
    for (a, b) in set.iter_mut().zip(other) {
        *a |= b;
    }
}

/// Keeps what is in another set too.
#[inline]
pub(crate) fn intersect(set: &mut [u64], other: &[u64]) {
    for (a, b) in set.iter_mut().zip(other) {
        *a &= b;
    }
}

/// Removes what is in another set.
#[inline]
pub(crate) fn subtract(set: &mut [u64], other: &[u64]) {
    for (a, b) in set.iter_mut().zip(other) {
        *a &= !b;
    }
}

/// How many numbers are in a set.
#[inline]
pub(crate) fn count(set: &[u64]) -> u64 {
    set.iter().map(|w| u64::from(w.count_ones())).sum()
}

/// The numbers of a set in order.
pub(crate) fn iter(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                i * 64 + bit
            })
        })
    })
}

/// A set of its own.
pub(crate) type Set = Box<[u64]>;

/// A set with room for this many numbers, without any.
pub(crate) fn empty(bits: usize) -> Set {
    vec![0; words_for(bits)].into_boxed_slice()
}

/// One set for each of some numbers.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    width: usize,
    words: Vec<u64>,
}

impl Table {
    /// Empty sets: this many, each with room for this many numbers.
    pub(crate) fn new(rows: usize, bits: usize) -> Self {
        let width = words_for(bits);
        Self { width, words: vec![0; rows * width] }
    }

    /// How many bytes such a table takes.
    pub(crate) fn bytes(rows: usize, bits: usize) -> u64 {
        rows as u64 * words_for(bits) as u64 * 8
    }

    /// One set.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// One set, to be changed.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.width..(row + 1) * self.width]
    }

    /// Whether a number is in a set.
    #[inline]
    pub(crate) fn has(&self, row: usize, bit: usize) -> bool {
        contains(self.row(row), bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let mut a = empty(130);
        assert_eq!(count(&a), 0);
        for bit in [0, 63, 64, 129] {
            assert!(insert(&mut a, bit));
            assert!(!insert(&mut a, bit));
        }
        assert_eq!(iter(&a).collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!(count(&a), 4);
        let mut b = empty(130);
        for bit in [1, 64, 65] {
            insert(&mut b, bit);
        }
        unite(&mut b, &a);
        assert_eq!((count(&b), contains(&b, 65), contains(&b, 66)), (6, true, false));
        subtract(&mut b, &a);
        assert_eq!(iter(&b).collect::<Vec<_>>(), [1, 65]);
        intersect(&mut b, &a);
        assert_eq!(count(&b), 0);
    }
}
