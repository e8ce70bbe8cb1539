//! Small LTSs and random numbers for the unit tests.

use suppose_base::{ActionId, StateId};

use crate::{Lts, LtsBuilder};

/// The target of a transition to π.
pub(crate) const PI: usize = usize::MAX;

/// Source, action and target of a transition.
pub(crate) type Edge = (usize, u32, usize);

/// An LTS with `n` states from (source, action, target) triples, with [`PI`] for π, and extra actions.
pub(crate) fn lts_of(n: usize, edges: &[Edge], extra: &[u32]) -> Lts {
    let mut b = LtsBuilder::new(n);
    for &(source, action, target) in edges {
        let target = if target == PI { StateId::ERROR } else { StateId::must(target) };
        b.add(StateId::must(source), ActionId::from_raw(action), target);
    }
    b.extend_alphabet(extra.iter().map(|&a| ActionId::from_raw(a)));
    b.finish().expect("a valid LTS")
}

/// The transitions as triples, with [`PI`] for π.
pub(crate) fn rows_of(lts: &Lts) -> Vec<Edge> {
    lts.all_transitions()
        .map(|(s, t)| {
            let target = if t.target.is_error() { PI } else { t.target.index() };
            (s.index(), t.action.raw(), target)
        })
        .collect()
}

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
