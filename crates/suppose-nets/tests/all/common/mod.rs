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

/// The environment of a C-element: both inputs rise, the output rises, both fall, the output falls.
pub(crate) const ENVIRONMENT: &str = ".inputs a b
.outputs z
.graph
a+ z+
b+ z+
z+ a- b-
a- z-
b- z-
z- a+ b+
.marking {<z-,a+> <z-,b+>}
.end
";

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

    /// True so many times in a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    /// One of a list.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
