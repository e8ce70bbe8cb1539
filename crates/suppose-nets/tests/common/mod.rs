//! What several test programs share.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod interpret;

use std::path::PathBuf;

/// The folder of the published models, or `None` after saying that the test is skipped.
pub(crate) fn corpus(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SUPPOSE_CORPUS");
    if root.is_none() {
        #[expect(clippy::print_stderr, reason = "a test that does nothing must say so")]
        {
            eprintln!("skipped: SUPPOSE_CORPUS is not set");
        }
    }
    root.map(|root| PathBuf::from(root).join(folder))
}

/// `SplitMix64`: small, good enough, the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}
