//! The disjoint union of two LTSs.

use suppose_base::{StateId, StopReason};

use crate::{Lts, LtsBuilder};

/// Both LTSs as one, and their initial states in it. The states of the right one come behind those of the
/// left one, but if both have an end state, it is the same; equivalence does not tell them apart anyway.
pub(super) fn disjoint(left: &Lts, right: &Lts) -> Result<(Lts, [StateId; 2]), StopReason> {
    let too_large = || StopReason::States(u64::from(StateId::LIMIT));
    let shift = left.num_states();
    if shift + right.num_states() >= StateId::LIMIT as usize {
        return Err(too_large());
    }
    let place = |s: StateId| match left.end() {
        _ if s.is_error() => s,
        Some(end) if right.end() == Some(s) => end,
        _ => StateId::must(s.index() + shift),
    };
    let mut both = LtsBuilder::new(shift + right.num_states())
        .with_capacity(left.num_transitions() + right.num_transitions());
    for (s, t) in left.all_transitions() {
        both.add(s, t.action, t.target);
    }
    for (s, t) in right.all_transitions() {
        both.add(place(s), t.action, place(t.target));
    }
    both.extend_alphabet(left.alphabet().iter().chain(right.alphabet()).copied());
    both.set_initial(left.initial());
    both.set_end(left.end().or(right.end().map(place)));
    let both = both.finish().map_err(|_| too_large())?;
    Ok((both, [left.initial(), place(right.initial())]))
}
