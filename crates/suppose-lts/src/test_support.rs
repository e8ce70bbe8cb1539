//! Small LTSs for the unit tests.

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
