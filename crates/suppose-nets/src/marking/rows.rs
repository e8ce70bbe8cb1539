//! Distinct rows of words, numbered in the order in which they come.
//!
//! All rows lie one after the other in one vector; an open-addressing table holds their numbers and compares
//! whole rows, so there are no false matches. Amortised constant time for each row.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A set of rows of one width, which may be 0.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    width: usize,
    words: Vec<u64>,
    index: HashTable<u32>,
}

impl Rows {
    /// Without rows.
    pub(crate) fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), index: HashTable::new() }
    }

    /// The row with this number.
    pub(crate) fn get(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// The number of a row, and whether it is new.
    pub(crate) fn insert(&mut self, row: &[u64]) -> (usize, bool) {
        debug_assert_eq!(row.len(), self.width);
        let (width, words) = (self.width, &self.words);
        let at = |number: u32| &words[number as usize * width..(number as usize + 1) * width];
        let hash = hash(row);
        if let Some(&known) = self.index.find(hash, |&number| at(number) == row) {
            return (known as usize, false);
        }
        let number = self.index.len();
        self.index.insert_unique(hash, number as u32, |&other| self::hash(at(other)));
        self.words.extend_from_slice(row);
        (number, true)
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.words.capacity() * 8 + self.index.capacity() * 5) as u64
    }
}

fn hash(row: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in row {
        hasher.write_u64(word);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_numbers() {
        let mut rows = Rows::new(2);
        for number in 0..1000 {
            assert_eq!(rows.insert(&[number, number / 2]), (number as usize, true));
        }
        for number in 0..1000 {
            assert_eq!(rows.insert(&[number, number / 2]), (number as usize, false));
            assert_eq!(rows.get(number as usize), [number, number / 2]);
        }
        assert_eq!(rows.len(), 1000);
    }

    #[test]
    fn there_is_one_row_without_words() {
        let mut rows = Rows::new(0);
        assert_eq!(rows.insert(&[]), (0, true));
        assert_eq!(rows.insert(&[]), (0, false));
        assert_eq!(rows.get(0), [0u64; 0]);
    }
}
