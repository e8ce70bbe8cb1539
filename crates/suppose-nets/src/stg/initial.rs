//! First values of signals, from the edges that can come first.
//!
//! If a signal can rise before any other edge of it, it was 0; if it can fall, it was 1. In a consistent
//! graph all traces agree on that. In one that is not, the trace that is found first decides, and the check
//! of consistency shows the contradiction. A toggle says nothing by itself, but an edge after it does.
//!
//! Algorithm, until every signal that has rising or falling edges is known: breadth-first search of
//! [`FEW_MARKINGS`] markings, with the number of edges of each signal modulo 2 (`Values`), which is enough
//! for most graphs. Then one long run (`walk`), since an edge that waits for many concurrent ones lies behind
//! more markings than can be searched. Then the search again, of [`INFER_MARKINGS`] markings or as many as
//! the budget allows, since an edge that can never happen would otherwise cost the whole search. A firing
//! that is not safe is left out. What was found before an interruption is kept. What is still open then is
//! said to the caller, unless all markings were seen. Tested with small graphs in `tests/all/stg/initial.rs`.

use suppose_base::{Budget, Poll, StopReason};

use crate::marking::Markings;
use crate::net::{Net, WireId};
use crate::stg::check::Values;
use crate::stg::walk::walk;
use crate::stg::{Change, Stg, edge};

/// Most markings that are searched for first edges.
const INFER_MARKINGS: usize = 1 << 17;

/// Most markings that are searched before another way is tried.
const FEW_MARKINGS: usize = 1 << 10;

/// Fills in first values that are still open. Returns the signals that have rising or falling edges of which
/// none was found, unless none can happen.
pub(super) fn infer(stg: &mut Stg, budget: &Budget) -> Result<Vec<WireId>, StopReason> {
    let given = stg.given();
    let mut open = vec![false; given.len()];
    for found in stg.net().transitions.iter().filter_map(edge).filter(|e| e.change != Change::Toggle) {
        open[found.signal.index()] = given[found.signal.index()].is_none();
    }
    let wanted = open.clone();
    let mut known = given;
    let end = find(stg.net(), &mut known, &mut open, budget);
    stg.inferred.clear();
    for signal in (0..known.len()).filter(|&signal| wanted[signal]) {
        stg.fragment.wires[signal].initial = known[signal].map(i32::from);
        stg.inferred.extend(known[signal].map(|_| WireId(signal as u32)));
    }
    let missed = (0..open.len()).filter(|&signal| open[signal]).map(|signal| WireId(signal as u32));
    Ok(if end? == Seen::All { Vec::new() } else { missed.collect() })
}

/// How much of a graph a search has seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    All,
    Some,
}

/// Looks for the first values of open signals, in all ways. Those that are found are no longer open.
fn find(
    net: &Net,
    known: &mut [Option<bool>],
    open: &mut [bool],
    budget: &Budget,
) -> Result<Seen, StopReason> {
    let seen = search(net, FEW_MARKINGS, known, open, budget)?;
    if seen == Seen::All || !open.contains(&true) {
        return Ok(seen);
    }
    let mut odd = vec![false; open.len()];
    let mut left = open.iter().filter(|&&open| open).count();
    walk(net, budget, |transition| {
        if let Some(found) = edge(&net.transitions[transition]) {
            let signal = found.signal.index();
            if open[signal] && found.change != Change::Toggle {
                known[signal] = Some(odd[signal] ^ (found.change == Change::Fall));
                open[signal] = false;
                left -= 1;
            }
            odd[signal] ^= true;
        }
        left > 0
    })?;
    if left == 0 { Ok(Seen::Some) } else { search(net, INFER_MARKINGS, known, open, budget) }
}

/// Searches at most so many markings.
fn search(
    net: &Net,
    most: usize,
    known: &mut [Option<bool>],
    open: &mut [bool],
    budget: &Budget,
) -> Result<Seen, StopReason> {
    let mut values = Values::new(net, known);
    let mut left = open.iter().filter(|&&open| open).count();
    let mut markings = Markings::new(net);
    let mut enabled = Vec::new();
    let mut next = 0;
    let mut end = Ok(());
    'markings: while left > 0 && next < markings.len().min(most) {
        end = markings.check(next, budget);
        if end.is_err() {
            break;
        }
        markings.enabled(next, &mut enabled);
        for &transition in &enabled {
            let was_known = values.is_learnt(transition);
            values.enabled(next, transition);
            left -= usize::from(!was_known && values.is_learnt(transition));
        }
        if left == 0 {
            break;
        }
        for (fired, &transition) in enabled.iter().enumerate() {
            // One marking of a large graph can have very many successors.
            if fired % 256 == 255 {
                end = budget.poll(Poll::Explore);
                if end.is_err() {
                    break 'markings;
                }
            }
            if let Ok((target, new)) = markings.fire(next, transition) {
                values.fired(next, transition, target, new);
            }
        }
        next += 1;
    }
    for (signal, open) in open.iter_mut().enumerate().filter(|(_, open)| **open) {
        known[signal] = values.first(signal);
        *open = known[signal].is_none();
    }
    match end {
        Ok(()) if next == markings.len() => Ok(Seen::All),
        // Too many markings leave values open, as the limit of this search does.
        Ok(()) | Err(StopReason::States(_)) => Ok(Seen::Some),
        Err(stopped) => Err(stopped),
    }
}
