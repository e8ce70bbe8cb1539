//! Graphs as lists of edges, their product by definition, and a generator of random numbers: shares no code
//! with what is tested.

use std::collections::BTreeSet;

use suppose_base::{ActionId, StateId};
use suppose_lts::LtsBuilder;

use crate::graph::{Codes, StateGraph};
use crate::net::WireId;

/// π in lists of edges.
pub(super) const PI: u32 = u32::MAX;

pub(super) type Edge = (u32, u32, u32);

/// A graph as a list of edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plain {
    pub(super) states: u32,
    /// The initial state; may be π.
    pub(super) initial: u32,
    pub(super) inputs: Vec<u32>,
    pub(super) outputs: Vec<u32>,
    pub(super) internal: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// Wires, and their values in each state.
    pub(super) wires: Vec<u32>,
    pub(super) codes: Vec<Vec<i32>>,
}

impl Plain {
    pub(super) fn new(states: u32, inputs: &[u32], outputs: &[u32], edges: &[Edge]) -> Self {
        Self {
            states,
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            edges: edges.to_vec(),
            ..Self::default()
        }
    }

    /// Whether others take part in the action.
    fn shares(&self, action: u32) -> bool {
        self.inputs.contains(&action) || self.outputs.contains(&action)
    }

    pub(super) fn graph(&self) -> StateGraph {
        let mut b = LtsBuilder::new(self.states as usize);
        let id = |s: u32| if s == PI { StateId::ERROR } else { StateId::must(s as usize) };
        for &(source, action, target) in &self.edges {
            b.add(id(source), ActionId::from_raw(action), id(target));
        }
        let actions = |list: &[u32]| {
            let mut all: Vec<ActionId> = list.iter().map(|&a| ActionId::from_raw(a)).collect();
            all.sort_unstable();
            all
        };
        b.extend_alphabet(actions(&[&self.inputs[..], &self.outputs, &self.internal].concat()));
        b.set_initial(id(self.initial));
        let mut columns: Vec<usize> = (0..self.wires.len()).collect();
        columns.sort_by_key(|&c| self.wires[c]);
        let sorted = |code: &Vec<i32>| columns.iter().map(|&c| code[c]).collect();
        let codes = if columns.is_empty() {
            Codes::default()
        } else {
            Codes {
                wires: columns.iter().map(|&c| WireId(self.wires[c])).collect(),
                values: self.codes.iter().map(sorted).collect(),
                of_state: (0..self.states).collect(),
            }
        };
        StateGraph {
            lts: b.finish().expect("a graph"),
            inputs: actions(&self.inputs),
            outputs: actions(&self.outputs),
            codes,
        }
    }
}

/// What happens in the product of some graphs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Happens {
    /// For each graph the edges that take part in some step.
    pub(super) used: Vec<BTreeSet<Edge>>,
    /// Whether some graph comes to π.
    pub(super) fails: bool,
    pub(super) tuples: usize,
}

/// The product by definition: what all that share an action do together, one tuple after the other, until a
/// graph is in π.
pub(super) fn product(graphs: &[&Plain]) -> Happens {
    let mut happens = Happens { used: vec![BTreeSet::new(); graphs.len()], ..Happens::default() };
    let initial: Vec<u32> = graphs.iter().map(|g| g.initial).collect();
    let mut known = BTreeSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some(tuple) = open.pop() {
        if tuple.contains(&PI) {
            happens.fails = true;
            continue;
        }
        happens.tuples += 1;
        let mut steps: Vec<Vec<(usize, Edge)>> = Vec::new();
        let mut shared: BTreeSet<u32> = BTreeSet::new();
        for (g, graph) in graphs.iter().enumerate() {
            for &edge in graph.edges.iter().filter(|e| e.0 == tuple[g]) {
                if graph.shares(edge.1) {
                    shared.insert(edge.1);
                } else {
                    steps.push(vec![(g, edge)]);
                }
            }
        }
        for action in shared {
            let mut ways: Vec<Vec<(usize, Edge)>> = vec![Vec::new()];
            for (g, graph) in graphs.iter().enumerate().filter(|(_, graph)| graph.shares(action)) {
                let own: Vec<Edge> =
                    graph.edges.iter().copied().filter(|e| e.0 == tuple[g] && e.1 == action).collect();
                ways = ways
                    .iter()
                    .flat_map(|way| own.iter().map(move |&e| [way.as_slice(), &[(g, e)]].concat()))
                    .collect();
            }
            steps.extend(ways);
        }
        for step in steps {
            let mut next = tuple.clone();
            for &(g, edge) in &step {
                happens.used[g].insert(edge);
                next[g] = edge.2;
            }
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    happens
}

/// The edges of a graph that was refined, in the states of the one that was given.
pub(super) fn edges_of(refined: &crate::refine::RefinedGraph) -> BTreeSet<Edge> {
    let origin = refined.origin.as_ref().expect("nothing was reduced");
    let old = |s: StateId| if s.is_error() { PI } else { origin[s.index()].raw() };
    refined.graph.lts.all_transitions().map(|(s, t)| (old(s), t.action.raw(), old(t.target))).collect()
}
