//! Macrosteps that never end: what an environment can keep going for ever.
//!
//! Microsteps are no longer told apart from the last one on, so such a macrostep goes round among the
//! configurations of the last microstep. There is an edge from one of them to another for everything that can
//! be received there, whether machines move or, in an open program, time passes. A macrostep can go on for
//! ever exactly if an edge on which something moves lies on a circle: if it connects two configurations of
//! one strongly connected component. Components are found depth first (R. Tarjan, *Depth-first search and
//! linear graph algorithms*, 1972). At first only edges on which something moves and nothing is received are
//! looked at: such a macrostep goes on whatever others do.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, StopReason};

use super::super::run::{Ending, Micro, Run};
use super::super::step::{readable, successors};
use super::super::valuation::{Valuation, valuations};
use super::search::{Key, Place, Search};

/// A microstep to a configuration that was found.
#[derive(Clone)]
struct Edge {
    to: usize,
    micro: Micro,
}

impl Edge {
    fn moves(&self) -> bool {
        moves(&self.micro)
    }
}

fn moves(micro: &Micro) -> bool {
    micro.taken.iter().any(Option::is_some)
}

/// A run to a macrostep that never ends, if there is one.
pub(super) fn find(search: &Search<'_, '_>, budget: &Budget) -> Result<Option<Run>, StopReason> {
    let last = search.options.last;
    let mut edges: Vec<Vec<Edge>> = Vec::with_capacity(search.nodes.len());
    for node in 0..search.nodes.len() {
        if node % 100 == 0 {
            budget.poll(Poll::Explore)?;
        }
        let late = search.nodes[node].key.microstep == last;
        edges.push(if late { following(search, node) } else { Vec::new() });
    }
    let alone = |edge: &&Edge| edge.moves() && edge.micro.received.is_none();
    let by_itself: Vec<Vec<Edge>> =
        edges.iter().map(|own| own.iter().filter(alone).cloned().collect()).collect();
    Ok(circle(search, &by_itself).or_else(|| circle(search, &edges)))
}

/// A run into a circle of edges on one of which something moves, if there is one.
fn circle(search: &Search<'_, '_>, edges: &[Vec<Edge>]) -> Option<Run> {
    let component = components(edges);
    // The first node in the order of the search is one of the fewest macrosteps.
    for (node, own) in edges.iter().enumerate() {
        let back = own.iter().find(|edge| edge.moves() && component[edge.to] == component[node]);
        if let Some(first) = back {
            let mut round = vec![first.micro.clone()];
            round.extend(way(edges, first.to, node));
            return Some(lasso(search, node, round));
        }
    }
    None
}

/// What follows a configuration of the last microstep, with everything that can be received in it.
fn following(search: &Search<'_, '_>, node: usize) -> Vec<Edge> {
    let (program, key) = (search.program, &search.nodes[node].key);
    let mut edges = Vec::new();
    let mut add = |micro: Micro| {
        let key = Key {
            states: micro.states.clone(),
            events: readable(program, &micro.emitted),
            microstep: key.microstep,
            bits: key.bits.clone(),
        };
        // With the short circuit, some were never expanded.
        edges.extend(search.known.get(&key).map(|&to| Edge { to, micro }));
    };
    for received in valuations(program.model, &program.received, Vec::new()) {
        if !(search.allowed)(key.microstep, &received) {
            continue;
        }
        let mut quiet = true;
        for step in successors(program, &key.states, &key.events.and(&received)) {
            quiet = false;
            // Where an event gets two values, nothing follows.
            let Ok(step) = step else { continue };
            let received = received.clone();
            add(Micro { received, taken: step.taken, emitted: step.emitted, states: step.states });
        }
        if quiet && search.waits {
            let (taken, states) = (vec![None; key.states.len()], key.states.clone());
            add(Micro { received, taken, emitted: Valuation::none(), states });
        }
    }
    edges
}

/// For each node the number of its strongly connected component.
fn components(edges: &[Vec<Edge>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut component = vec![NONE; edges.len()];
    let mut number = vec![NONE; edges.len()];
    let mut lowest = vec![NONE; edges.len()];
    let (mut numbers, mut count) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for root in 0..edges.len() {
        if number[root] != NONE {
            continue;
        }
        // The way from the root to where the search is, each node with the number of edges that were
        // followed.
        let mut way = vec![(root, 0)];
        while let Some((node, followed)) = way.last_mut() {
            let node = *node;
            if *followed == 0 {
                (number[node], lowest[node]) = (numbers, numbers);
                numbers += 1;
                open.push(node);
            }
            if let Some(edge) = edges[node].get(*followed) {
                *followed += 1;
                if number[edge.to] == NONE {
                    way.push((edge.to, 0));
                } else if component[edge.to] == NONE {
                    lowest[node] = lowest[node].min(number[edge.to]);
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                lowest[before] = lowest[before].min(lowest[node]);
            }
            if lowest[node] == number[node] {
                while let Some(member) = open.pop() {
                    component[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    component
}

/// The microsteps of a shortest way from one node to another; none if they are the same.
fn way(edges: &[Vec<Edge>], from: usize, to: usize) -> Vec<Micro> {
    let mut found: FxHashMap<usize, (usize, &Edge)> = FxHashMap::default();
    let mut todo = VecDeque::from([from]);
    while let Some(node) = todo.pop_front() {
        if node == to {
            break;
        }
        for edge in &edges[node] {
            if edge.to != from && !found.contains_key(&edge.to) {
                found.insert(edge.to, (node, edge));
                todo.push_back(edge.to);
            }
        }
    }
    let mut microsteps = Vec::new();
    let mut at = to;
    while let Some(&(before, edge)) = found.get(&at).filter(|_| at != from) {
        microsteps.push(edge.micro.clone());
        at = before;
    }
    microsteps.reverse();
    microsteps
}

/// The run to a node and once round. What comes before the loop may have been there already, only to count
/// microsteps; then it is cut short.
fn lasso(search: &Search<'_, '_>, node: usize, mut round: Vec<Micro>) -> Run {
    let last = search.options.last;
    let mut run = search.run_with(&Place::Node(node), Ending::Never { back_to: 0 });
    let Some(macrostep) = run.macrosteps.last_mut() else { return run };
    let way = &macrostep.microsteps;
    let same = |one: &Micro, other: &Micro| {
        let read = |micro: &Micro| readable(search.program, &micro.emitted);
        one.states == other.states && read(one) == read(other)
    };
    // The loop from its microstep `first` on, beginning in configuration `from`, which comes after so many
    // microsteps.
    let goes_on = |from: usize, first: usize| {
        let before = &round[(first + round.len() - 1) % round.len()];
        let again = round.iter().cycle().skip(first);
        let later = from..=from.max(last) + round.len();
        let mut received = later.zip(again).map(|(k, micro)| (k.min(last), &micro.received));
        same(&way[from - 1], before) && received.all(|(k, received)| (search.allowed)(k, received))
    };
    let places = (1..=way.len()).flat_map(|from| (0..round.len()).map(move |first| (from, first)));
    let found = places.into_iter().find(|&(from, first)| goes_on(from, first));
    let (back_to, first) = found.unwrap_or((way.len(), 0));
    round.rotate_left(first);
    macrostep.microsteps.truncate(back_to);
    macrostep.microsteps.extend(round);
    macrostep.ending = Ending::Never { back_to };
    run
}
