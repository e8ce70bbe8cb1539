//! Traces after which every separator is in different states.
//!
//! A *place* is a state of the traces and one of the errors that the same trace can lead to, or the first
//! alone where the errors can do nothing. Two places are *apart* when a state of one clashes with a state of
//! the other ([`Clashes`]): the separator cannot be in the same state after both traces. So places that are
//! pairwise apart are a lower bound on its states, and these states can be given numbers beforehand, which
//! leaves little to guess. This is the basis of L# (Vaandrager and others, TACAS 2022) found in the two LTSs
//! rather than in a tree of queries.
//!
//! A largest set is a largest clique, which is hard; this one is greedy. Places are visited breadth-first,
//! the first [`MOST`] of them; the start is always a member, and each of the next [`TRIALS`] places is tried
//! as the second. Then whoever is apart from all members joins, in order. On random systems the result was
//! mostly the number of states needed.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::clash::Clashes;
use super::sides::Sides;

/// So many places are looked at.
const MOST: usize = 1 << 14;
/// So many of them are tried as the second member.
const TRIALS: usize = 32;

/// A state of the traces, and one of the errors if they are still there.
pub(super) type Place = (StateId, Option<StateId>);

/// Places that are pairwise apart; the first is the start.
pub(super) fn basis(sides: &Sides, clashes: &Clashes, budget: &Budget) -> Result<Vec<Place>, StopReason> {
    let places = places(sides, budget)?;
    let clash = |state: StateId, error: Option<StateId>| error.is_some_and(|e| clashes.has(state, e));
    let apart = |a: Place, b: Place| clash(a.0, b.1) || clash(b.0, a.1);
    let mut best = vec![places[0]];
    for &second in places.iter().filter(|&&p| apart(places[0], p)).take(TRIALS) {
        budget.poll(Poll::Separate)?;
        let mut members = vec![places[0], second];
        for &place in &places {
            if members.iter().all(|&member| apart(place, member)) {
                members.push(place);
            }
        }
        if members.len() > best.len() {
            best = members;
        }
    }
    Ok(best)
}

/// The first places in breadth-first order.
fn places(sides: &Sides, budget: &Budget) -> Result<Vec<Place>, StopReason> {
    let (traces, errors) = (&sides.traces, &sides.errors);
    let mut order: Vec<Place> = vec![(traces.initial(), Some(errors.initial()))];
    let mut known = FxHashSet::from_iter([order[0]]);
    let mut next = 0;
    while next < order.len() && order.len() < MOST {
        if next.is_multiple_of(1024) {
            budget.poll(Poll::Separate)?;
        }
        let (state, error) = order[next];
        next += 1;
        let mut add = |place: Place| {
            if known.insert(place) {
                order.push(place);
            }
        };
        let follow = |action: ActionId| error.map_or(&[][..], |e| errors.successors(e, action));
        for u in follow(ActionId::TAU) {
            add((state, Some(u.target)));
        }
        for t in traces.transitions(state) {
            if t.action.is_tau() {
                add((t.target, error));
                continue;
            }
            let after = follow(t.action);
            if after.is_empty() {
                add((t.target, None));
            }
            for u in after {
                add((t.target, Some(u.target)));
            }
        }
    }
    Ok(order)
}
