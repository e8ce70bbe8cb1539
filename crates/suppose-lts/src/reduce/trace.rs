//! Trace equivalence: determinise, then merge states with the same future.
//!
//! What is preserved are the weak traces, which of them can lead to π, and which to the end state. π absorbs:
//! what else can happen on a trace that may fail is not looked at, nor anything after it.
//!
//! Reduction by branching bisimilarity first makes the sets of the subset construction smaller, and strong
//! bisimilarity on the result merges states with the same traces, because for deterministic LTSs the two are
//! the same. One thing is added to [`determinise`]: a set that holds the end state beside a state that can
//! act gets a τ step to the end state. So a result can have τ, but only to the end state.
//!
//! An old state is mapped when a set holds it alone, or when it is the initial state; the traces of other
//! states need not be those of any state of the result.

use suppose_base::{ActionId, Budget, StateId, StopReason};

use super::branching::branching_quotient;
use super::strong::strong_quotient;
use crate::ops::{Determinised, determinise};
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// The smallest LTS of this kind with the same traces.
pub(super) fn trace_quotient(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    let fine = branching_quotient(lts, &[lts.initial()], budget)?;
    let sets = determinise(&fine.lts, budget)?;
    let mut to = vec![None; fine.lts.num_states()];
    for set in sets.lts.states() {
        if let &[only] = sets.members.get(set) {
            to[only.index()] = Some(set);
        }
    }
    if !fine.lts.initial().is_error() {
        to[fine.lts.initial().index()] = Some(sets.lts.initial());
    }
    let marked = mark_ends(&sets, fine.lts.end());
    let new = strong_quotient(&marked, &[marked.initial()], budget)?;
    Ok(Mapped { map: fine.map.then(&StateMap::new(to)).then(&new.map), lts: new.lts })
}

/// Adds τ steps to the end state from the sets that may end or go on.
fn mark_ends(sets: &Determinised, old_end: Option<StateId>) -> Lts {
    let lts = &sets.lts;
    let may_end = |set: StateId| {
        old_end.is_some_and(|end| sets.members.get(set).binary_search(&end).is_ok()) && lts.end() != Some(set)
    };
    let any = lts.states().any(may_end);
    let end = lts.end().or_else(|| any.then(|| StateId::must(lts.num_states())));
    let mut rows = RowBuilder::new();
    for set in lts.states() {
        if let Some(end) = end
            && may_end(set)
        {
            rows.add(ActionId::TAU, end);
        }
        for t in lts.transitions(set) {
            rows.add(t.action, t.target);
        }
        rows.end_row();
    }
    if let Some(end) = end
        && end.index() == lts.num_states()
    {
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    rows.finish(lts.initial(), end).expect("one state more than before at most")
}
