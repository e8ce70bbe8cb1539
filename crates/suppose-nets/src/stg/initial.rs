//! First values of signals, from the edges that can come first.
//!
//! If a signal can rise before any other edge of it, it was 0; if it can fall, it was 1. In a consistent graph all traces agree on
//! that. In one that is not, the shortest trace decides, and the check of consistency shows the contradiction. A toggle says nothing by itself, but an edge
//! after it does.
//!
//! Algorithm: breadth-first search of the markings, with the number of edges of each signal modulo 2 (`Values`), until every signal that has
//! rising or falling edges is known. Most graphs show all first edges in a small part of their markings. At most
//! [`INFER_MARKINGS`] are looked at, or as many as the budget allows, since an edge that can never happen would otherwise cost the whole search.
//! A firing that is not safe is left out. What was found before an interruption is kept. Tested with small graphs in `tests/stg/initial.rs`.

use suppose_base::{Budget, Poll, StopReason};

use crate::marking::Markings;
use crate::net::{Net, WireId};
use crate::stg::check::Values;
use crate::stg::{Change, Stg, edge};

/// Most markings that are searched for first edges.
pub const INFER_MARKINGS: usize = 1 << 17;

/// Fills in first values that are still open.
pub(super) fn infer(stg: &mut Stg, budget: &Budget) -> Result<(), StopReason> {
    let given = stg.given();
    let mut values = Values::new(stg.net(), &given);
    let mut wanted = vec![false; given.len()];
    for found in stg.net().transitions.iter().filter_map(edge).filter(|e| e.change != Change::Toggle) {
        wanted[found.signal.index()] = given[found.signal.index()].is_none();
    }
    let open = wanted.iter().filter(|&&w| w).count();
    let end = search(stg.net(), open, &mut values, budget);
    stg.inferred.clear();
    for signal in (0..given.len()).filter(|&signal| wanted[signal]) {
        let value = values.first(signal);
        stg.fragment.wires[signal].initial = value.map(i32::from);
        stg.inferred.extend(value.map(|_| WireId(signal as u32)));
    }
    match end {
        // Too many markings leave values open, as the limit of this search does.
        Ok(()) | Err(StopReason::States(_)) => Ok(()),
        stopped => stopped,
    }
}

/// Goes on until `open` first values have been learnt.
fn search(net: &Net, mut open: usize, values: &mut Values, budget: &Budget) -> Result<(), StopReason> {
    let mut markings = Markings::new(net);
    let mut enabled = Vec::new();
    let mut next = 0;
    while open > 0 && next < markings.len().min(INFER_MARKINGS) {
        markings.check(next, budget)?;
        markings.enabled(next, &mut enabled);
        for &transition in &enabled {
            let known = values.is_learnt(transition);
            values.enabled(next, transition);
            open -= usize::from(!known && values.is_learnt(transition));
        }
        if open == 0 {
            break;
        }
        for (fired, &transition) in enabled.iter().enumerate() {
            // One marking of a large graph can have very many successors.
            if fired % 256 == 255 {
                budget.poll(Poll::Explore)?;
            }
            if let Ok((target, new)) = markings.fire(next, transition) {
                values.fired(next, transition, target, new);
            }
        }
        next += 1;
    }
    Ok(())
}
