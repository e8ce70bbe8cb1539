//! A program as the source of flow graphs.
//!
//! The graphs of the tasks depend on what is looked at. Variables of tasks that are cheap to know are folded
//! into the nodes (file `folded.rs`). Of the others only those that have a variable automaton, or that the
//! property mentions, are seen as tests and assignments; the rest is unknown. Then steps whose action nobody
//! has in an alphabet are left out, except for rendezvous.

use rustc_hash::FxHashMap;
use suppose_ada::{Graph, Meeting, Names, Program, Step, TaskId, Unfolding, VarId, View, unfold};
use suppose_base::{ActionId, ActionTable, Budget, StopReason};

use crate::cfg::{Access, Act, Draft};
use crate::folded::folded;

/// A program with the names of its actions.
#[derive(Clone, Debug)]
pub(crate) struct Model<'p> {
    program: &'p Program,
    names: Names<'p>,
    /// For each variable whether its values are part of the nodes.
    folded: Vec<bool>,
}

impl<'p> Model<'p> {
    /// A program.
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, names: Names::new(program), folded: folded(program) }
    }

    /// The program.
    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    /// For each variable whether the graphs of the tasks know its value without an automaton.
    pub(crate) fn folded(&self) -> &[bool] {
        &self.folded
    }

    /// The steps of all tasks, with tests and assignments of these variables.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn unfold(&self, tracked: &[VarId], budget: &Budget) -> Result<Unfolding, StopReason> {
        let mut observed = vec![false; self.program.variables.len()];
        for variable in tracked {
            observed[variable.0 as usize] = !self.folded[variable.0 as usize];
        }
        let joined = vec![false; observed.len()];
        let view = View { carried: self.folded.clone(), observed, joined, silent: false };
        unfold(self.program, &view, budget)
    }

    /// The shared variables whose tests or assignments are actions of an alphabet.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn mentioned(
        &self,
        alphabet: &[ActionId],
        actions: &ActionTable,
        budget: &Budget,
    ) -> Result<Vec<VarId>, StopReason> {
        // Names of other actions have no such sign, and looking at all shared variables can be expensive.
        if !alphabet.iter().any(|&a| actions.name(a).contains('=')) {
            return Ok(Vec::new());
        }
        let shared: Vec<VarId> = (0..self.program.variables.len() as u32)
            .map(VarId)
            .filter(|v| self.program.variables[v.0 as usize].owner.is_none())
            .collect();
        let unfolding = self.unfold(&shared, budget)?;
        let mut found = Vec::new();
        for (task, graph) in unfolding.tasks.iter().enumerate() {
            let task = TaskId(task as u32);
            for node in &graph.nodes {
                let (Step::Read(variable, _) | Step::Write(variable, _)) = node.step else { continue };
                let name = self.names.step(task, task, &node.step);
                let known = name.and_then(|name| actions.get(&name));
                if known.is_some_and(|action| alphabet.binary_search(&action).is_ok()) {
                    found.push(variable);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The draft of one task; `matters` says which of its steps on its own are kept.
    pub(crate) fn draft(
        &self,
        task: TaskId,
        graph: &Graph,
        namer: &mut Namer,
        matters: &dyn Fn(ActionId, Option<Access>) -> bool,
    ) -> Draft {
        let steps = graph.nodes.iter().map(|node| {
            let act = match &node.step {
                Step::Silent => None,
                Step::Call(meeting) => Some(namer.call(&self.names, task, meeting)),
                Step::Accept(meeting, caller) => {
                    Some(Act::Accept { meeting: namer.meeting(meeting), caller: *caller })
                }
                Step::Read(..) | Step::Write(..) | Step::Event(_) | Step::Raise(_) => {
                    namer.local(self, task, &node.step).filter(|act| match act {
                        Act::Local { label, access } => matters(*label, *access),
                        _ => false,
                    })
                }
            };
            (act, node.follow.clone(), Some(node.span))
        });
        Draft { steps: steps.collect(), start: graph.start.clone() }
    }
}

/// Numbers for actions and meetings.
#[derive(Clone, Debug)]
pub(crate) struct Namer {
    /// The names of actions, those of the system first.
    pub(crate) actions: ActionTable,
    meetings: FxHashMap<Meeting, u32>,
}

impl Namer {
    pub(crate) fn new(actions: ActionTable) -> Self {
        Self { actions, meetings: FxHashMap::default() }
    }

    /// The number of a meeting.
    pub(crate) fn meeting(&mut self, meeting: &Meeting) -> u32 {
        if let Some(&number) = self.meetings.get(meeting) {
            return number;
        }
        let number = self.meetings.len() as u32;
        self.meetings.insert(meeting.clone(), number);
        number
    }

    /// A call.
    pub(crate) fn call(&mut self, names: &Names<'_>, caller: TaskId, meeting: &Meeting) -> Act {
        let label = self.actions.intern(&names.rendezvous(caller, meeting));
        Act::Call { meeting: self.meeting(meeting), caller, label }
    }

    /// A step that a task takes alone.
    fn local(&mut self, model: &Model<'_>, task: TaskId, step: &Step) -> Option<Act> {
        let label = self.actions.intern(&model.names.step(task, task, step)?);
        let access = |variable: VarId, write: bool, value: i64| {
            let own = model.program.variables[variable.0 as usize].owner.is_some();
            Some(Access { variable, write, value, own })
        };
        let access = match *step {
            Step::Read(variable, value) => access(variable, false, value),
            Step::Write(variable, value) => access(variable, true, value),
            _ => None,
        };
        Some(Act::Local { label, access })
    }
}
