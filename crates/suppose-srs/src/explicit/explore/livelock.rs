//! Macrosteps that never end although nothing is received any more.
//!
//! Microsteps are no longer told apart from the last one on, so such a macrostep goes round among the configurations of the last microstep. Depth first from each of
//! them by microsteps in which nothing is received and something moves; the first configuration that is met again while it is being looked at closes a loop.

use suppose_base::{Budget, Poll, StopReason};

use super::super::run::{Ending, Micro, Run};
use super::super::step::{Successor, readable, successors};
use super::super::valuation::Valuation;
use super::search::{Key, Place, Search};

/// A run to a macrostep that never ends, if there is one.
pub(super) fn find(search: &Search<'_, '_>, budget: &Budget) -> Result<Option<Run>, StopReason> {
    let last = search.options.last;
    if !(search.allowed)(last, &Valuation::none()) {
        return Ok(None);
    }
    let mut seen = vec![Seen::No; search.nodes.len()];
    let mut work = 0_u64;
    for root in 0..search.nodes.len() {
        if seen[root] != Seen::No || search.nodes[root].key.microstep != last {
            continue;
        }
        // The way from the root to where the search is: the node, what follows it and was not looked at, and what led to the next node.
        let mut way: Vec<(usize, Vec<(usize, Successor)>)> = vec![(root, following(search, root))];
        let mut steps: Vec<Successor> = Vec::new();
        seen[root] = Seen::OnTheWay(0);
        while let Some((node, rest)) = way.last_mut() {
            work += 1;
            if work.is_multiple_of(1000) {
                budget.poll(Poll::Explore)?;
            }
            let Some((next, step)) = rest.pop() else {
                seen[*node] = Seen::Done;
                way.pop();
                steps.pop();
                continue;
            };
            match seen[next] {
                Seen::Done => {}
                Seen::OnTheWay(from) => {
                    steps.push(step);
                    return Ok(Some(lasso(search, next, &steps[from..])));
                }
                Seen::No => {
                    seen[next] = Seen::OnTheWay(way.len());
                    way.push((next, following(search, next)));
                    steps.push(step);
                }
            }
        }
    }
    Ok(None)
}

/// What the search has done with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    No,
    /// It is at this place of the way.
    OnTheWay(usize),
    Done,
}

/// The configurations that follow a node when nothing is received.
fn following(search: &Search<'_, '_>, node: usize) -> Vec<(usize, Successor)> {
    let key = &search.nodes[node].key;
    let successors = successors(search.program, &key.states, &key.events).filter_map(Result::ok);
    let known = |step: Successor| {
        let key = Key {
            states: step.states.clone(),
            events: readable(search.program, &step.emitted),
            microstep: key.microstep,
            bits: key.bits.clone(),
        };
        // With the short circuit, some were never expanded.
        Some((*search.known.get(&key)?, step))
    };
    successors.filter_map(known).collect()
}

/// The run to a node and once round. What comes before the loop may have gone round already, only to count microsteps; then it is cut short.
fn lasso(search: &Search<'_, '_>, node: usize, round: &[Successor]) -> Run {
    let mut run = search.run_with(&Place::Node(node), Ending::Never { back_to: 0 });
    let Some(macrostep) = run.macrosteps.last_mut() else { return run };
    let mut back_to = macrostep.microsteps.len();
    macrostep.microsteps.extend(round.iter().map(|step| Micro {
        received: Valuation::none(),
        taken: step.taken.clone(),
        emitted: step.emitted.clone(),
        states: step.states.clone(),
    }));
    let all = &macrostep.microsteps;
    // Configuration `k` comes after `k` microsteps.
    let at = |k: usize| (&all[k - 1].states, readable(search.program, &all[k - 1].emitted));
    let moves = |micro: &Micro| micro.received.is_none() && micro.taken.iter().any(Option::is_some);
    let mut end = all.len();
    for from in (1..back_to).rev() {
        if !moves(&all[from]) || !(search.allowed)(from.min(search.options.last), &Valuation::none()) {
            break;
        }
        if let Some(to) = (from + 1..end).find(|&to| at(from) == at(to)) {
            (back_to, end) = (from, to);
        }
    }
    macrostep.microsteps.truncate(end);
    macrostep.ending = Ending::Never { back_to };
    run
}
