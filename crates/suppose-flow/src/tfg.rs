//! The trace flow graph: all tasks in one graph whose paths include every execution.
//!
//! # Contract
//! For every execution of the tasks, the sequence of its steps (a rendezvous being one step of two tasks) is
//! a path from the initial node, but for the order in which tasks look at and change variables of their own.
//! There are other paths.
//!
//! # Construction
//! After Dwyer and Clarke (1994). Nodes: an initial and a final one; a beginning and an end for each task;
//! each node of a task where it acts alone; one node for each call and accept that can meet, in place of
//! both. Edges: those of the tasks, from the initial node to the beginnings, from the ends to the final node,
//! and *may immediately precede* (MIP) edges between nodes whose tasks are all different and whose halves all
//! coexist.
//!
//! MIP edges join nodes with actions only. That is enough: two steps that follow one another in an execution
//! either have a task in common, and then there is an edge of that task, or the second one's tasks were
//! already there before the first one, so that both coexist. Without this restriction a path could jump to
//! the beginning or to the end of another task and on from there.
//!
//! Nobody notices when a task looks at or changes a variable of its own. So it may do that right before its
//! next other step; and where two tasks meet, first the one with the higher number does. Hence from such a
//! node MIP edges lead only to such nodes of tasks with lower numbers that the task may meet next. Every
//! execution still has a path with the same other steps in the same order, and there are far fewer ways to
//! get lost between them.
//!
//! # Complexity
//! Quadratic in the number of nodes, in time and in bits.
//!
//! # Tests
//! Every execution up to a length is a path, on random graphs; numbers of the elevator by hand
//! (`tests/all/graphs`, `tests/all/elevator`).

use suppose_base::{ActionId, Budget, Poll, StopReason};

use crate::bits::{self, Table};
use crate::cfg::{Access, Act, Flow};
use crate::mhp::{Coexistence, meetings};

/// What a node of a [`Tfg`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Where all paths begin.
    Initial,
    /// Where all tasks are over.
    Final,
    /// The beginning of a task of the flow.
    Begin(u32),
    /// The end of a task of the flow.
    End(u32),
    /// A node of the flow where a task acts alone.
    Local(u32),
    /// A call and an accept of the flow.
    Meet(u32, u32),
}

/// A trace flow graph.
#[derive(Clone, Debug)]
pub struct Tfg {
    flow: Flow,
    nodes: Vec<Kind>,
    successors: Table,
    size: Size,
}

/// How large a trace flow graph is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Nodes.
    pub nodes: u64,
    /// Edges of tasks, and those of the initial and the final node.
    pub edges: u64,
    /// Pairs of nodes with MIP edges, one way or both.
    pub mip_pairs: u64,
}

impl Tfg {
    /// The initial node.
    pub const INITIAL: u32 = 0;
    /// The final node.
    pub(crate) const FINAL: u32 = 1;

    /// Builds the graph of some tasks.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(flow: Flow, budget: &Budget) -> Result<Self, StopReason> {
        let coexistence = Coexistence::new(&flow, budget)?;
        let neighbours = Neighbours::new(&flow, &coexistence, budget)?;
        let mut nodes = vec![Kind::Initial, Kind::Final];
        nodes.extend((0..flow.tasks.len() as u32).flat_map(|t| [Kind::Begin(t), Kind::End(t)]));
        let mut copies: Vec<Vec<u32>> = vec![Vec::new(); flow.nodes.len()];
        for (index, node) in flow.nodes.iter().enumerate() {
            if matches!(node.act, Act::Local { .. }) && neighbours.reached[index] {
                copies[index].push(nodes.len() as u32);
                nodes.push(Kind::Local(index as u32));
            }
        }
        for (call, accept) in meetings(&flow) {
            if neighbours.table.has(call as usize, accept as usize) {
                copies[call as usize].push(nodes.len() as u32);
                copies[accept as usize].push(nodes.len() as u32);
                nodes.push(Kind::Meet(call, accept));
            }
        }
        budget.check_bytes(Table::bytes(nodes.len() + flow.places.len(), nodes.len()))?;
        let mut tfg =
            Self { successors: Table::new(nodes.len(), nodes.len()), nodes, flow, size: Size::default() };
        tfg.add_edges(&copies, budget)?;
        tfg.add_mip(&neighbours.table, budget)?;
        tfg.size.nodes = tfg.nodes.len() as u64;
        Ok(tfg)
    }

    /// Edges within tasks.
    fn add_edges(&mut self, copies: &[Vec<u32>], budget: &Budget) -> Result<(), StopReason> {
        let mut next = Table::new(self.flow.places.len(), self.nodes.len());
        for (p, place) in self.flow.places.iter().enumerate() {
            budget.poll(Poll::Flow)?;
            let row = next.row_mut(p);
            for &copy in place.nodes.iter().flat_map(|&node| &copies[node as usize]) {
                bits::insert(row, copy as usize);
            }
            if place.end {
                bits::insert(row, end_of(place.task) as usize);
            }
        }
        for node in 0..self.nodes.len() {
            let row = self.successors.row_mut(node);
            match self.nodes[node] {
                Kind::Initial => {
                    for task in 0..self.flow.tasks.len() as u32 {
                        bits::insert(row, begin_of(task) as usize);
                    }
                }
                Kind::Final => {}
                Kind::Begin(task) => {
                    bits::unite(row, next.row(self.flow.tasks[task as usize].start as usize));
                }
                Kind::End(_) => {
                    bits::insert(row, Self::FINAL as usize);
                }
                Kind::Local(base) => {
                    bits::unite(row, next.row(self.flow.nodes[base as usize].follow as usize));
                }
                Kind::Meet(call, accept) => {
                    for base in [call, accept] {
                        bits::unite(row, next.row(self.flow.nodes[base as usize].follow as usize));
                    }
                }
            }
            self.size.edges += bits::count(row);
        }
        Ok(())
    }

    /// Edges between tasks.
    fn add_mip(&mut self, coexist: &Table, budget: &Budget) -> Result<(), StopReason> {
        let bases: Vec<[u32; 2]> = self.nodes.iter().map(|&kind| bases(kind)).collect();
        let first = 2 + 2 * self.flow.tasks.len();
        let partners = self.partners();
        let private: Vec<Option<(u32, u32)>> =
            (0..self.nodes.len() as u32).map(|node| self.private(node)).collect();
        let before = |u: usize, v: usize| match (private[u], private[v]) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((task, next)), Some((other, _))) => {
                task > other && partners.has(next as usize, other as usize)
            }
        };
        for u in first..bases.len() {
            budget.poll(Poll::Flow)?;
            let [a, b] = bases[u].map(|base| coexist.row(base as usize));
            for (v, &[c, d]) in bases.iter().enumerate().skip(u + 1) {
                let all = [a, b]
                    .iter()
                    .all(|row| bits::contains(row, c as usize) && bits::contains(row, d as usize));
                if all {
                    self.size.mip_pairs += 1;
                    for (from, to) in [(u, v), (v, u)] {
                        if before(from, to) {
                            bits::insert(self.successors.row_mut(from), to);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The task of a node that looks at or changes a variable of its own, and the place after it.
    fn private(&self, node: u32) -> Option<(u32, u32)> {
        match self.nodes[node as usize] {
            Kind::Local(base) if self.access(node).is_some_and(|access| access.own) => {
                Some((self.of(base), self.flow.nodes[base as usize].follow))
            }
            _ => None,
        }
    }

    /// For each place the tasks that a task may meet there.
    fn partners(&self) -> Table {
        let mut of_node = Table::new(self.flow.nodes.len(), self.flow.tasks.len());
        for &kind in &self.nodes {
            if let Kind::Meet(call, accept) = kind {
                bits::insert(of_node.row_mut(call as usize), self.of(accept) as usize);
                bits::insert(of_node.row_mut(accept as usize), self.of(call) as usize);
            }
        }
        let mut of_place = Table::new(self.flow.places.len(), self.flow.tasks.len());
        for (p, place) in self.flow.places.iter().enumerate() {
            for &node in &place.nodes {
                bits::unite(of_place.row_mut(p), of_node.row(node as usize));
            }
        }
        of_place
    }

    /// The tasks.
    pub fn flow(&self) -> &Flow {
        &self.flow
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What each node stands for.
    pub fn nodes(&self) -> &[Kind] {
        &self.nodes
    }

    /// Whether there is an edge.
    pub fn has_edge(&self, from: u32, to: u32) -> bool {
        self.successors.has(from as usize, to as usize)
    }

    /// The nodes that may follow one.
    pub(crate) fn successors(&self, node: usize) -> &[u64] {
        self.successors.row(node)
    }

    /// The action of a node.
    pub fn label(&self, node: u32) -> Option<ActionId> {
        let (Kind::Local(base) | Kind::Meet(base, _)) = self.nodes[node as usize] else { return None };
        match self.flow.nodes[base as usize].act {
            Act::Local { label, .. } | Act::Call { label, .. } => Some(label),
            Act::Accept { .. } => None,
        }
    }

    /// The test or assignment that a node is.
    pub fn access(&self, node: u32) -> Option<Access> {
        match self.nodes[node as usize] {
            Kind::Local(base) => match self.flow.nodes[base as usize].act {
                Act::Local { access, .. } => access,
                _ => None,
            },
            _ => None,
        }
    }

    /// The node of the flow by which a task takes part in a node.
    pub(crate) fn half(&self, node: u32, task: u32) -> Option<u32> {
        match self.nodes[node as usize] {
            Kind::Local(base) => Some(base),
            Kind::Meet(call, accept) => [call, accept].into_iter().find(|&base| self.of(base) == task),
            _ => None,
        }
        .filter(|&base| self.of(base) == task)
    }

    /// The task of a node of the flow.
    fn of(&self, base: u32) -> u32 {
        self.flow.nodes[base as usize].task
    }
}

/// The beginning of a task.
fn begin_of(task: u32) -> u32 {
    2 + 2 * task
}

/// The end of a task.
fn end_of(task: u32) -> u32 {
    3 + 2 * task
}

/// The nodes of the flow that a node with an action is made of; twice the same for one.
fn bases(kind: Kind) -> [u32; 2] {
    match kind {
        Kind::Local(base) => [base, base],
        Kind::Meet(call, accept) => [call, accept],
        _ => [0, 0],
    }
}

/// Coexistence of nodes of the flow, from that of places.
struct Neighbours {
    table: Table,
    /// Whether a task may come to a node.
    reached: Vec<bool>,
}

impl Neighbours {
    fn new(flow: &Flow, coexistence: &Coexistence, budget: &Budget) -> Result<Self, StopReason> {
        let n = flow.nodes.len();
        budget.check_bytes(Table::bytes(n + 1, n))?;
        let mut table = Table::new(n, n);
        let mut reached = vec![false; n];
        let mut beside = bits::empty(n);
        for (p, place) in flow.places.iter().enumerate() {
            budget.poll(Poll::Flow)?;
            if !coexistence.reached(p as u32) {
                continue;
            }
            beside.fill(0);
            for other in bits::iter(coexistence.row(p as u32)) {
                for &node in &flow.places[other].nodes {
                    bits::insert(&mut beside, node as usize);
                }
            }
            for &node in &place.nodes {
                reached[node as usize] = true;
                bits::unite(table.row_mut(node as usize), &beside);
            }
        }
        Ok(Self { table, reached })
    }
}
