//! Control flow graphs of tasks, refined to the steps that matter.
//!
//! A front end or an environment gives a [`Draft`]: the steps of one task with what may come next, where some
//! steps do nothing of interest. A [`Flow`] holds the graphs of all tasks without those: what came after such
//! a step is joined to what comes after the step before it. The traces of the task over the remaining steps
//! are the same, which is all that state propagation looks at; weak bisimulation, which the literature asks
//! for, is more than is needed.
//!
//! # Places
//! What may come next in a task is a *place*: a set of nodes, and whether the task may be over. Two nodes
//! with the same successors lead to the same place. A task is always at one place, so places are what
//! coexists in [`mhp`](crate::mhp), and they are the states of task automata.
//!
//! # Invariants
//! Nodes and places of a task are numbered one after the other, from its start on breadth-first; every node
//! of a place belongs to the place's task, and every node can be reached in the graph of its task.
//!
//! # Complexity
//! Each distinct set of successors is searched through the steps without interest once: at most places times
//! steps.
//!
//! # Tests
//! Against the traces of the draft up to a length, on random graphs (`tests/all/graphs`).

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_ada::{Follow, TaskId, VarId};
use suppose_base::{ActionId, Budget, Poll, Span, StopReason};

/// What a step does, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The task acts alone.
    Local {
        /// The action.
        label: ActionId,
        /// The variable it looks at or changes.
        access: Option<Access>,
    },
    /// The caller's half of a rendezvous.
    Call {
        /// What both halves must agree on, as a number.
        meeting: u32,
        /// Who calls.
        caller: TaskId,
        /// The action of the rendezvous.
        label: ActionId,
    },
    /// The accepting half of a rendezvous.
    Accept {
        /// What both halves must agree on, as a number.
        meeting: u32,
        /// Who must be the caller, if that is known.
        caller: Option<TaskId>,
    },
}

/// A test or an assignment of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The variable.
    pub variable: VarId,
    /// Whether it is assigned.
    pub write: bool,
    /// The value that it is found to have, or gets.
    pub value: i64,
    /// Whether the variable belongs to the task, so that nobody else can notice.
    pub own: bool,
}

/// The steps of one task before refinement.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Each step with what may come next and where it is written; `None` is a step that does not matter.
    pub steps: Vec<(Option<Act>, Follow, Option<Span>)>,
    /// What may come first.
    pub start: Follow,
}

/// The refined graphs of all tasks.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The tasks.
    pub tasks: Vec<FlowTask>,
    /// The nodes of all tasks.
    pub nodes: Vec<FlowNode>,
    /// The places of all tasks.
    pub places: Vec<FlowPlace>,
}

/// One task of a [`Flow`].
#[derive(Clone, Debug)]
pub struct FlowTask {
    /// Its name.
    pub name: String,
    /// Which task of the program it is; `None` for an environment.
    pub task: Option<TaskId>,
    /// Where it begins.
    pub start: u32,
}

/// One node of a [`Flow`].
#[derive(Clone, Debug)]
pub struct FlowNode {
    /// Its task, as an index of [`Flow::tasks`].
    pub task: u32,
    /// What it does.
    pub act: Act,
    /// The place after it.
    pub follow: u32,
    /// Where it is written.
    pub span: Option<Span>,
}

/// One place of a [`Flow`].
#[derive(Clone, Debug)]
pub struct FlowPlace {
    /// Its task, as an index of [`Flow::tasks`].
    pub task: u32,
    /// What may come next, sorted.
    pub nodes: Vec<u32>,
    /// Whether the task may be over here.
    pub end: bool,
}

impl Flow {
    /// Adds a task.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn add(
        &mut self,
        name: &str,
        task: Option<TaskId>,
        draft: &Draft,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let index = self.tasks.len() as u32;
        let mut refining = Refining {
            flow: self,
            draft,
            index,
            node_of: FxHashMap::default(),
            by_successors: FxHashMap::default(),
            by_nodes: FxHashMap::default(),
            waiting: VecDeque::new(),
        };
        let start = refining.place(&draft.start, budget)?;
        while let Some((node, step)) = refining.waiting.pop_front() {
            let place = refining.place(&draft.steps[step as usize].1, budget)?;
            refining.flow.nodes[node as usize].follow = place;
        }
        self.tasks.push(FlowTask { name: name.to_owned(), task, start });
        Ok(())
    }
}

/// A task on its way from draft to graph.
struct Refining<'a> {
    flow: &'a mut Flow,
    draft: &'a Draft,
    /// The number of the task.
    index: u32,
    /// Steps that have a node.
    node_of: FxHashMap<u32, u32>,
    /// The place for successors as the draft has them.
    by_successors: FxHashMap<(&'a [u32], bool), u32>,
    /// The place for refined successors.
    by_nodes: FxHashMap<(Vec<u32>, bool), u32>,
    /// Nodes whose place after them is not known yet, with their steps.
    waiting: VecDeque<(u32, u32)>,
}

impl<'a> Refining<'a> {
    /// The place that a set of successors means.
    fn place(&mut self, follow: &'a Follow, budget: &Budget) -> Result<u32, StopReason> {
        let over = follow.end || follow.terminate;
        let key = (follow.nodes.as_slice(), over);
        if let Some(&place) = self.by_successors.get(&key) {
            return Ok(place);
        }
        budget.poll(Poll::Flow)?;
        let (steps, end) = self.closure(&follow.nodes, over);
        let mut nodes: Vec<u32> = steps.into_iter().map(|step| self.node(step)).collect();
        nodes.sort_unstable();
        let known = self.by_nodes.get(&(nodes.clone(), end)).copied();
        let place = known.unwrap_or_else(|| {
            let place = self.flow.places.len() as u32;
            self.flow.places.push(FlowPlace { task: self.index, nodes: nodes.clone(), end });
            self.by_nodes.insert((nodes, end), place);
            place
        });
        self.by_successors.insert(key, place);
        Ok(place)
    }

    /// The steps that matter among these and behind those that do not, and whether the task may be over
    /// before any.
    fn closure(&self, from: &[u32], mut end: bool) -> (Vec<u32>, bool) {
        let mut known: FxHashSet<u32> = from.iter().copied().collect();
        let mut stack: Vec<u32> = from.to_vec();
        let mut kept = Vec::new();
        while let Some(step) = stack.pop() {
            let (act, follow, _) = &self.draft.steps[step as usize];
            if act.is_some() {
                kept.push(step);
                continue;
            }
            end |= follow.end || follow.terminate;
            stack.extend(follow.nodes.iter().copied().filter(|&next| known.insert(next)));
        }
        kept.sort_unstable();
        (kept, end)
    }

    /// The node of a step that matters.
    fn node(&mut self, step: u32) -> u32 {
        if let Some(&node) = self.node_of.get(&step) {
            return node;
        }
        let (act, _, span) = &self.draft.steps[step as usize];
        let act = act.expect("only steps that matter have nodes");
        let node = self.flow.nodes.len() as u32;
        self.flow.nodes.push(FlowNode { task: self.index, act, follow: 0, span: *span });
        self.node_of.insert(step, node);
        self.waiting.push_back((node, step));
        node
    }
}
