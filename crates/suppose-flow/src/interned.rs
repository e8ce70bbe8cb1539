//! Rows of numbers, each kept once and known by its number.
//!
//! All rows lie in one vector, so that millions of them are freed in no time: work that ends at a limit must
//! end at once. The table beside it has a part of each hash, so that it grows without looking at the rows
//! again.
//!
//! # Invariants
//! Rows are numbered in the order in which they came; equal rows have equal numbers.
//!
//! # Tests
//! Against an ordered map (below).

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Rows of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interned {
    words: Vec<u32>,
    /// Where each row ends.
    ends: Vec<usize>,
    /// Numbers of rows, each with a part of its hash.
    table: HashTable<(u32, u32)>,
}

impl Interned {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A row.
    #[inline]
    pub(crate) fn row(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[number]]
    }

    /// The number of a row, and whether it is new.
    pub(crate) fn number(&mut self, row: &[u32]) -> (u32, bool) {
        let hash = hashed(row);
        let known = self.table.find(spread(hash), |&(number, own)| own == hash && self.row(number) == row);
        if let Some(&(number, _)) = known {
            return (number, false);
        }
        let number = self.ends.len() as u32;
        self.words.extend_from_slice(row);
        self.ends.push(self.words.len());
        self.table.insert_unique(spread(hash), (number, hash), |&(_, own)| spread(own));
        (number, true)
    }

    /// How much memory all of it takes.
    pub(crate) fn bytes(&self) -> u64 {
        // A place of the table is two numbers and a byte, and an eighth or more of the places are free.
        4 * self.words.len() as u64 + 8 * self.ends.len() as u64 + 9 * self.table.capacity() as u64 * 8 / 7
    }
}

/// A part of the hash of a row: enough to tell most rows apart.
fn hashed(row: &[u32]) -> u32 {
    let mut hasher = FxHasher::default();
    for &number in row {
        hasher.write_u32(number);
    }
    (hasher.finish() >> 32) as u32 ^ hasher.finish() as u32
}

/// The hash that the table wants, whose upper bits matter too.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn equal_rows_have_equal_numbers() {
        let mut rows = Interned::default();
        let mut twin: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut state = 7u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = (state >> 60) as usize % 5;
            let row: Vec<u32> = (0..length).map(|k| (state >> (20 + 4 * k)) as u32 % 8).collect();
            let next = twin.len() as u32;
            let expected = *twin.entry(row.clone()).or_insert(next);
            assert_eq!(rows.number(&row), (expected, expected == next));
            assert_eq!(rows.row(expected), row);
        }
        assert_eq!(rows.len(), twin.len());
    }
}
