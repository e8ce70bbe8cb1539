//! State propagation: which tuples of automaton states can hold at which nodes.
//!
//! # Contract
//! [`propagate`] says whether a path of the trace flow graph that all constraints allow leads the property to
//! π, and gives a shortest one. If there is none, no execution violates the property. A path is cut where a
//! constraint forbids it.
//!
//! # Algorithm
//! After Olender and Osterweil (1992), with constraints as in FLAVERS, with these deviations:
//! * the property is decided by π anywhere and not at the final node only: a program with an endless loop has
//!   no path to the final node at all, and would satisfy everything;
//! * the work is done for each tuple with sets of nodes, breadth-first by levels, see `tuples`. A tuple
//!   remembers the nodes where it holds and those that were tried as successors, so that a node that changes
//!   a tuple is looked at once for that tuple;
//! * there are no parent links. When π is found, the search is done again with a record of its levels, and
//!   the path is read off backwards.
//!
//! Everything that there is one of for each tuple lies in a few vectors, so that a search that is stopped
//! ends at once.
//!
//! # Complexity
//! With `t` tuples, `s` pairs of a node and a tuple, `n` nodes: s · n / 64 word operations for the sets and
//! at most t · n look-ups. Memory is at most 3 · t · n bits, and a few words for a tuple that holds at few
//! nodes.
//!
//! # Tests
//! Against propagation of single pairs on all small graphs and many random ones, numbers of states and
//! lengths of paths included (`tests/all/graphs`).

use suppose_base::{Budget, Poll, StopReason};

use crate::automata::Automaton;
use crate::bits;
use crate::node_set::{NodeSet, Sets};
use crate::tfg::Tfg;
use crate::tuples::{Among, Expansion, Start, Tuples};

/// What propagation found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// Pairs of a node and a tuple.
    pub states: u64,
    /// Tuples.
    pub tuples: u64,
    /// A shortest path to π as nodes of the graph, the initial one first; empty when the property starts in
    /// π.
    pub path: Option<Vec<u32>>,
}

/// Propagates the states of automata, the property first and then constraints, through a graph.
///
/// # Errors
/// When the budget is spent.
pub fn propagate(tfg: &Tfg, automata: Vec<Automaton>, budget: &Budget) -> Result<Propagation, StopReason> {
    let again = automata.clone();
    let mut search = Search::new(tfg, automata);
    let Some((tuple, node)) = search.run(None, budget)? else {
        return Ok(search.result(None));
    };
    if node == Tfg::INITIAL {
        return Ok(search.result(Some(Vec::new())));
    }
    let mut second = Search::new(tfg, again);
    let mut levels = Levels::default();
    second.run(Some(&mut levels), budget)?;
    let path = second.path(&levels, tuple, node, budget)?;
    Ok(search.result(Some(path)))
}

/// The tuples that hold at new nodes of each level, with those nodes.
#[derive(Default)]
struct Levels {
    nodes: Vec<u32>,
    /// Tuples, each with the end of its nodes.
    tuples: Vec<(u32, usize)>,
    /// Where the tuples of each level end.
    ends: Vec<usize>,
}

struct Search<'a> {
    tfg: &'a Tfg,
    tuples: Tuples,
    /// What is known about each tuple.
    known: Vec<Known>,
    sets: Sets,
    /// Tuples with nodes for the next level.
    next: Vec<u32>,
    states: u64,
}

/// What is known about a tuple.
#[derive(Clone, Copy)]
struct Known {
    /// Nodes where it holds.
    seen: NodeSet,
    /// Nodes that were tried as successors of those.
    tried: NodeSet,
    /// New nodes for the next level.
    fresh: NodeSet,
}

impl Known {
    const NOTHING: Self = Self { seen: NodeSet::EMPTY, tried: NodeSet::EMPTY, fresh: NodeSet::EMPTY };
}

impl<'a> Search<'a> {
    fn new(tfg: &'a Tfg, automata: Vec<Automaton>) -> Self {
        let sets = Sets::new(tfg.nodes().len());
        Self { tfg, tuples: Tuples::new(automata), known: Vec::new(), sets, next: Vec::new(), states: 0 }
    }

    fn result(&self, path: Option<Vec<u32>>) -> Propagation {
        Propagation { states: self.states, tuples: self.tuples.len() as u64, path }
    }

    /// Searches until π is found, if it is: the tuple before it and the node that leads to it.
    fn run(
        &mut self,
        mut record: Option<&mut Levels>,
        budget: &Budget,
    ) -> Result<Option<(u32, u32)>, StopReason> {
        match self.tuples.start() {
            Start::At(tuple) => self.add(tuple, Tfg::INITIAL),
            Start::Error => return Ok(Some((0, Tfg::INITIAL))),
            Start::Nowhere => return Ok(None),
        }
        let mut expansion = Expansion::new(self.tfg.nodes().len());
        while !self.next.is_empty() {
            let take = |tuple: u32| {
                (tuple, std::mem::replace(&mut self.known[tuple as usize].fresh, NodeSet::EMPTY))
            };
            let level: Vec<(u32, NodeSet)> = std::mem::take(&mut self.next).into_iter().map(take).collect();
            if let Some(levels) = &mut record {
                levels.push(&level, &self.sets);
            }
            for (tuple, nodes) in level {
                budget.poll(Poll::Flow)?;
                expansion.begin(self.tfg, self.sets.iter(nodes));
                self.sets.release(nodes);
                let tried = &mut self.known[tuple as usize].tried;
                self.tuples.expand(tuple, Among::Untried(&mut self.sets, tried), &mut expansion);
                if let Some(node) = expansion.error {
                    return Ok(Some((tuple, node)));
                }
                self.add_all(tuple, &mut expansion.same);
                for &(node, after) in &expansion.moved {
                    self.add(after, node);
                }
                budget.check_states(self.states)?;
                let recorded = record.as_ref().map_or(0, |levels| levels.bytes());
                budget.check_bytes(self.bytes() + recorded)?;
            }
        }
        Ok(None)
    }

    /// How much memory the tuples and their sets take.
    fn bytes(&self) -> u64 {
        (size_of::<Known>() * self.known.len()) as u64 + self.tuples.bytes() + self.sets.bytes()
    }

    /// A tuple holds at a node.
    fn add(&mut self, tuple: u32, node: u32) {
        if self.known.len() <= tuple as usize {
            self.known.resize(tuple as usize + 1, Known::NOTHING);
        }
        let known = &mut self.known[tuple as usize];
        if !self.sets.insert(&mut known.seen, node) {
            return;
        }
        self.states += 1;
        if known.fresh.is_empty() {
            self.next.push(tuple);
        }
        self.sets.insert(&mut known.fresh, node);
    }

    /// A tuple holds at some nodes.
    fn add_all(&mut self, tuple: u32, new: &mut [u64]) {
        let known = &mut self.known[tuple as usize];
        self.sets.remove_from(known.seen, new);
        let count = bits::count(new);
        if count == 0 {
            return;
        }
        self.states += count;
        if known.fresh.is_empty() {
            self.next.push(tuple);
        }
        self.sets.extend(&mut known.seen, new, count);
        // What is fresh is seen, so none of these are.
        self.sets.extend(&mut known.fresh, new, count);
    }

    /// A path to a node that comes right after the last level at a tuple.
    fn path(
        &self,
        levels: &Levels,
        mut tuple: u32,
        mut node: u32,
        budget: &Budget,
    ) -> Result<Vec<u32>, StopReason> {
        let mut path = vec![node];
        // Before the node that leads to π its tuple is known; further back any that leads to the one after it
        // will do.
        let mut exact = true;
        for level in (0..levels.ends.len()).rev() {
            let mut found = None;
            for (number, (from, nodes)) in levels.level(level).enumerate() {
                if number.is_multiple_of(1024) {
                    budget.poll(Poll::Flow)?;
                }
                let fits = if exact { from == tuple } else { self.tuples.leads(from, node, tuple) };
                let before = nodes.iter().find(|&&before| fits && self.tfg.has_edge(before, node));
                if let Some(&before) = before {
                    found = Some((from, before));
                    break;
                }
            }
            (tuple, node) = found.expect("every state of a level comes from the level before");
            exact = false;
            path.push(node);
        }
        path.reverse();
        Ok(path)
    }
}

impl Levels {
    fn push(&mut self, level: &[(u32, NodeSet)], sets: &Sets) {
        for &(tuple, nodes) in level {
            self.nodes.extend(sets.iter(nodes));
            self.tuples.push((tuple, self.nodes.len()));
        }
        self.ends.push(self.tuples.len());
    }

    /// The tuples of a level with their nodes.
    fn level(&self, level: usize) -> impl Iterator<Item = (u32, &[u32])> {
        let start = level.checked_sub(1).map_or(0, |before| self.ends[before]);
        (start..self.ends[level]).map(|place| {
            let first = place.checked_sub(1).map_or(0, |before| self.tuples[before].1);
            let (tuple, end) = self.tuples[place];
            (tuple, &self.nodes[first..end])
        })
    }

    fn bytes(&self) -> u64 {
        (4 * self.nodes.len() + 16 * self.tuples.len()) as u64
    }
}
