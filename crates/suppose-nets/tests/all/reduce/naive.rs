//! The definitions, by subset construction on sets of states as bits of a number.

use std::collections::{BTreeMap, BTreeSet};

use crate::reduce::support::{Edge, PI, Plain, is_input, is_internal};

/// What a graph does, with sets of states as its states: all that one trace can lead to, also by internal
/// steps.
pub(crate) struct Behaviour {
    /// For each set what each visible action leads to; nothing follows a failure.
    next: Vec<BTreeMap<u32, usize>>,
    fails: Vec<bool>,
}

impl Behaviour {
    /// From the initial state.
    pub(crate) fn of(graph: &Plain) -> Self {
        Self::from(graph, graph.initial)
    }

    /// From a state.
    pub(crate) fn from(graph: &Plain, start: usize) -> Self {
        let close = |mut set: u64| loop {
            let before = set;
            for &(source, action, target) in &graph.edges {
                if is_internal(action) && set >> source & 1 == 1 {
                    set |= 1 << target;
                }
            }
            if set == before {
                return set;
            }
        };
        let mut sets = vec![close(1 << start)];
        let mut known = BTreeMap::from([(sets[0], 0)]);
        let (mut next, mut fails) = (Vec::new(), Vec::new());
        while let Some(&set) = sets.get(next.len()) {
            let failed = set >> PI & 1 == 1;
            let mut steps: BTreeMap<u32, u64> = BTreeMap::new();
            for &(source, action, target) in &graph.edges {
                if !failed && !is_internal(action) && set >> source & 1 == 1 {
                    *steps.entry(action).or_default() |= 1 << target;
                }
            }
            let row = steps.into_iter().map(|(action, to)| {
                let to = close(to);
                let number = *known.entry(to).or_insert_with(|| {
                    sets.push(to);
                    sets.len() - 1
                });
                (action, number)
            });
            next.push(row.collect());
            fails.push(failed);
        }
        Self { next, fails }
    }

    /// Makes failures of all sets from which outputs lead to a failure.
    pub(crate) fn with_autofailures(mut self) -> Self {
        for _ in 0..self.next.len() {
            for set in 0..self.next.len() {
                let doomed = self.next[set].iter().any(|(&action, &to)| !is_input(action) && self.fails[to]);
                self.fails[set] |= doomed;
            }
        }
        for (row, &fails) in self.next.iter_mut().zip(&self.fails) {
            if fails {
                row.clear();
            }
        }
        self
    }

    /// Whether every trace of this is one of the other, and every failure trace too.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut pairs = vec![(0, 0)];
        let mut known = BTreeSet::from([(0, 0)]);
        while let Some((own, others)) = pairs.pop() {
            if other.fails[others] {
                continue;
            }
            if self.fails[own] {
                return false;
            }
            for (action, &to) in &self.next[own] {
                let Some(&others) = other.next[others].get(action) else { return false };
                if known.insert((to, others)) {
                    pairs.push((to, others));
                }
            }
        }
        true
    }

    /// Whether both have the same traces and the same failure traces.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.is_within(other) && other.is_within(self)
    }
}

/// Whether two graphs are equivalent.
pub(crate) fn equivalent(left: &Plain, right: &Plain) -> bool {
    Behaviour::of(left).is_same_as(&Behaviour::of(right))
}

/// How many states can be reached and how many transitions they have.
pub(crate) fn size(graph: &Plain) -> (usize, usize) {
    let seen = reached(graph);
    let count = (0..graph.states).filter(|s| seen >> s & 1 == 1).count();
    let mut edges: Vec<_> = graph.edges.iter().filter(|(source, ..)| seen >> source & 1 == 1).collect();
    edges.sort_unstable();
    edges.dedup();
    (count, edges.len())
}

/// The set of states that can be reached.
pub(crate) fn reached(graph: &Plain) -> u64 {
    let mut seen = 1u64 << graph.initial;
    loop {
        let before = seen;
        for &(source, _, target) in &graph.edges {
            if seen >> source & 1 == 1 {
                seen |= 1 << target;
            }
        }
        if seen == before {
            return seen;
        }
    }
}

/// The transitions of states that can be reached.
pub(crate) fn reachable(graph: &Plain) -> Plain {
    let seen = reached(graph);
    let mut edges = graph.edges.clone();
    edges.retain(|(source, ..)| seen >> source & 1 == 1);
    edges.sort_unstable();
    edges.dedup();
    Plain { edges, ..graph.clone() }
}

/// Every state from which internal steps lead to π becomes π.
pub(crate) fn settled(graph: &Plain) -> Plain {
    let mut graph = graph.clone();
    while let Some(&(gone, ..)) = graph
        .edges
        .iter()
        .find(|&&(source, action, target)| is_internal(action) && target == PI && source != PI)
    {
        renamed(&mut graph, gone, PI);
    }
    reachable(&graph)
}

/// One state becomes another; π has no transitions.
fn renamed(graph: &mut Plain, from: usize, to: usize) {
    let put = |s: &mut usize| *s = if *s == from { to } else { *s };
    put(&mut graph.initial);
    for (source, _, target) in &mut graph.edges {
        put(source);
        put(target);
    }
    graph.edges.retain(|&(source, ..)| source != PI);
}

/// Redundant states and transitions removed one by one, in any order, until there are none.
pub(crate) fn without_redundant(graph: &Plain) -> Plain {
    let mut graph = settled(graph);
    loop {
        graph = reachable(&graph);
        let edges = graph.edges.clone();
        let fails = |source, action| edges.contains(&(source, action, PI));
        graph.edges.retain(|&(source, action, target)| target == PI || !fails(source, action));
        if graph.edges != edges {
            continue;
        }
        let incoming = |s: usize| -> Vec<(usize, u32)> {
            edges.iter().filter(|edge| edge.2 == s).map(|&(source, action, _)| (source, action)).collect()
        };
        let seen = reached(&graph);
        let candidates: Vec<usize> =
            (0..graph.states).filter(|&s| seen >> s & 1 == 1 && s != graph.initial).collect();
        let pair = candidates.iter().flat_map(|&s| candidates.iter().map(move |&t| (s, t)));
        let Some((gone, stays)) = pair.into_iter().find(|&(s, t)| s < t && incoming(s) == incoming(t)) else {
            return graph;
        };
        renamed(&mut graph, gone, stays);
    }
}

/// States joined by internal transitions merged one by one.
pub(crate) fn joined(graph: &Plain) -> Plain {
    let mut graph = settled(graph);
    while let Some(at) = graph.edges.iter().position(|&(_, action, _)| is_internal(action)) {
        let (source, _, target) = graph.edges.swap_remove(at);
        renamed(&mut graph, source, target);
    }
    reachable(&graph)
}

/// Whether a graph and an environment can fail together. They share visible actions; internal ones belong to
/// the graph.
pub(crate) fn fail_together(graph: &Plain, environment: &[Edge]) -> bool {
    let mut pairs = vec![(graph.initial, 0)];
    let mut known = BTreeSet::from([(graph.initial, 0)]);
    while let Some((own, other)) = pairs.pop() {
        if own == PI || other == PI {
            return true;
        }
        for &(_, action, to) in graph.edges.iter().filter(|edge| edge.0 == own) {
            let mut go = |pair| {
                if known.insert(pair) {
                    pairs.push(pair);
                }
            };
            if is_internal(action) {
                go((to, other));
            } else {
                let answers = environment.iter().filter(|edge| edge.0 == other && edge.1 == action);
                answers.for_each(|edge| go((to, edge.2)));
            }
        }
    }
    false
}

/// All environments of two states that give input 1 and take output 2, or do not, perhaps in several ways,
/// perhaps with a failure.
pub(crate) fn environments() -> Vec<Vec<Edge>> {
    let targets: [&[usize]; 5] = [&[], &[0], &[1], &[0, 1], &[PI]];
    let mut all = Vec::new();
    for number in 0..targets.len().pow(4) {
        // Input and output of the first state, then of the second.
        let choice = |place: u32| targets[number / targets.len().pow(place) % targets.len()];
        let places = (0..4).flat_map(|place| choice(place).iter().map(move |&target| (place, target)));
        all.push(places.map(|(place, target)| (place as usize / 2, 1 + place % 2, target)).collect());
    }
    all
}
