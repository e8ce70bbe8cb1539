//! State propagation: which tuples of automaton states can hold at which nodes.
//!
//! # Contract
//! [`propagate`] says whether a path of the trace flow graph that all constraints allow leads the property to π, and gives a shortest one. If there is none, no execution violates the
//! property. A path is cut where a constraint forbids it.
//!
//! # Algorithm
//! After Olender and Osterweil (1992), with constraints as in FLAVERS, with these deviations:
//! * the property is decided by π anywhere and not at the final node only: a program with an endless loop has no path to the final node at all, and would satisfy everything;
//! * the work is done for each tuple with sets of nodes, breadth-first by levels, see `tuples`. A tuple remembers the nodes where it holds and those that were tried as successors, so that a
//!   node that changes a tuple is looked at once for that tuple;
//! * there are no parent links. When π is found, the search is done again with a record of its levels, and the path is read off backwards.
//!
//! # Complexity
//! With `t` tuples, `s` pairs of a node and a tuple, `n` nodes: s · n / 64 word operations for the sets and at most t · n look-ups. Memory is at most 3 · t · n bits, and a few words for a
//! tuple that holds at few nodes.
//!
//! # Tests
//! Against propagation of single pairs on all small graphs and many random ones, numbers of states and lengths of paths included (`tests/graphs`).

use suppose_base::{Budget, Poll, StopReason};

use crate::automata::Automaton;
use crate::bits;
use crate::node_set::NodeSet;
use crate::tfg::Tfg;
use crate::tuples::{Among, Expansion, Start, Tuples};

/// What propagation found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// Pairs of a node and a tuple.
    pub states: u64,
    /// Tuples.
    pub tuples: u64,
    /// A shortest path to π as nodes of the graph, the initial one first; empty when the property starts in π.
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
    let mut levels = Vec::new();
    second.run(Some(&mut levels), budget)?;
    let path = second.path(&levels, tuple, node);
    Ok(search.result(Some(path)))
}

/// The tuples that hold at new nodes of a level, with those nodes.
type Level = Vec<(u32, Vec<u32>)>;

struct Search<'a> {
    tfg: &'a Tfg,
    tuples: Tuples,
    /// What is known about each tuple.
    known: Vec<Known>,
    /// Tuples with nodes for the next level.
    next: Vec<u32>,
    states: u64,
    /// What the sets of large tuples take.
    bytes: u64,
}

/// What is known about a tuple.
struct Known {
    /// Nodes where it holds.
    seen: NodeSet,
    /// Nodes that were tried as successors of those.
    tried: NodeSet,
    /// New nodes for the next level.
    fresh: NodeSet,
    /// Whether there are any.
    waiting: bool,
}

impl<'a> Search<'a> {
    fn new(tfg: &'a Tfg, automata: Vec<Automaton>) -> Self {
        Self { tfg, tuples: Tuples::new(automata), known: Vec::new(), next: Vec::new(), states: 0, bytes: 0 }
    }

    fn result(&self, path: Option<Vec<u32>>) -> Propagation {
        Propagation { states: self.states, tuples: self.tuples.len() as u64, path }
    }

    /// Searches until π is found, if it is: the tuple before it and the node that leads to it.
    fn run(
        &mut self,
        mut record: Option<&mut Vec<Level>>,
        budget: &Budget,
    ) -> Result<Option<(u32, u32)>, StopReason> {
        match self.tuples.start() {
            Start::At(tuple) => self.add(tuple, Tfg::INITIAL),
            Start::Error => return Ok(Some((0, Tfg::INITIAL))),
            Start::Nowhere => return Ok(None),
        }
        let mut expansion = Expansion::new(self.tfg.nodes().len());
        while !self.next.is_empty() {
            let level: Vec<(u32, NodeSet)> =
                std::mem::take(&mut self.next).into_iter().map(|t| (t, self.take(t))).collect();
            if let Some(levels) = &mut record {
                levels.push(level.iter().map(|(t, nodes)| (*t, nodes.iter().collect())).collect());
            }
            for (tuple, nodes) in level {
                budget.poll(Poll::Flow)?;
                let tried = &mut self.known[tuple as usize].tried;
                let before = tried.bytes();
                self.tuples.expand(self.tfg, tuple, nodes.iter(), Among::Untried(tried), &mut expansion);
                self.bytes = self.bytes + tried.bytes() - before;
                if let Some(node) = expansion.error {
                    return Ok(Some((tuple, node)));
                }
                self.add_all(tuple, &mut expansion.same);
                for &(node, after) in &expansion.moved {
                    self.add(after, node);
                }
                budget.check_states(self.states)?;
                budget.check_bytes(self.bytes())?;
            }
        }
        Ok(None)
    }

    /// How much memory the tuples and their sets take.
    fn bytes(&self) -> u64 {
        let tuple = size_of::<Known>() + 8 * self.tuples.width() + 64;
        (self.tuples.len() * tuple) as u64 + self.bytes
    }

    /// The new nodes of a tuple; they are not new afterwards.
    fn take(&mut self, tuple: u32) -> NodeSet {
        let known = &mut self.known[tuple as usize];
        known.waiting = false;
        self.bytes -= known.fresh.bytes();
        std::mem::replace(&mut known.fresh, NodeSet::EMPTY)
    }

    /// A tuple holds at a node.
    fn add(&mut self, tuple: u32, node: u32) {
        while self.known.len() <= tuple as usize {
            let (seen, tried, fresh) = (NodeSet::EMPTY, NodeSet::EMPTY, NodeSet::EMPTY);
            self.known.push(Known { seen, tried, fresh, waiting: false });
        }
        let nodes = self.tfg.nodes().len();
        self.grow(tuple, |known| {
            let new = known.seen.insert(node, nodes);
            if new {
                known.fresh.insert(node, nodes);
            }
            u64::from(new)
        });
    }

    /// A tuple holds at some nodes.
    fn add_all(&mut self, tuple: u32, new: &mut [u64]) {
        let nodes = self.tfg.nodes().len();
        self.grow(tuple, |known| {
            known.seen.remove_from(new);
            let count = bits::count(new);
            if count != 0 {
                known.seen.extend(new, count, nodes);
                known.fresh.remove_from(new);
                known.fresh.extend(new, bits::count(new), nodes);
            }
            count
        });
    }

    /// Changes what is known about a tuple by this many new nodes.
    fn grow(&mut self, tuple: u32, change: impl FnOnce(&mut Known) -> u64) {
        let known = &mut self.known[tuple as usize];
        let before = known.seen.bytes() + known.fresh.bytes();
        let count = change(known);
        self.bytes = self.bytes + known.seen.bytes() + known.fresh.bytes() - before;
        self.states += count;
        if count != 0 && !known.waiting {
            known.waiting = true;
            self.next.push(tuple);
        }
    }

    /// A path to a node that comes right after the last level at a tuple.
    fn path(&self, levels: &[Level], mut tuple: u32, mut node: u32) -> Vec<u32> {
        let mut path = vec![node];
        // Before the node that leads to π its tuple is known; further back any that leads to the one after it will do.
        let mut exact = true;
        for level in levels.iter().rev() {
            let fits = |t: u32| if exact { t == tuple } else { self.tuples.after(t, node) == Some(tuple) };
            let found = level.iter().filter(|(t, _)| fits(*t)).find_map(|(t, nodes)| {
                let before = nodes.iter().find(|&&from| self.tfg.has_edge(from, node))?;
                Some((*t, *before))
            });
            (tuple, node) = found.expect("every state of a level comes from the level before");
            exact = false;
            path.push(node);
        }
        path.reverse();
        path
    }
}
