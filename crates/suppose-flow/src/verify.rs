//! One property of a program, checked under chosen constraints.
//!
//! # Contract
//! [`Analysis::check`] proves that no execution of the program violates the property, or gives a path of the
//! trace flow graph to π that the constraints allow. The path need not be an execution:
//! [`feasible`](crate::feasible) decides that, and [`choose`](crate::choose) adds constraints until there is
//! no doubt. With the automata of all tasks and of all variables every path is an execution.
//!
//! # Alphabet of interest
//! The actions of the property, all rendezvous, and tests and assignments of variables that have an
//! automaton. Other steps are left out of the graphs. Graphs depend on the variables only, so they are kept
//! while task automata are tried.
//!
//! # Tests
//! The elevator (`tests/all/elevator`); random programs against the verdict on LTSs (`tests/all/programs`).

use std::rc::Rc;

use suppose_ada::{Program, TaskId, VarId};
use suppose_base::{ActionId, ActionTable, Budget, Span, StopReason};
use suppose_lts::{Lts, System};

use crate::automata::Automaton;
use crate::cfg::{Act, Flow};
use crate::constraint::Constraint;
use crate::feasible::Exact;
use crate::model::{Model, Namer};
use crate::propagate::{Propagation, propagate};
use crate::tfg::{Kind, Size, Tfg};

/// How many graphs are kept.
const KEPT: usize = 4;

/// A property of a program.
#[derive(Debug)]
pub struct Analysis<'p> {
    model: Model<'p>,
    system: &'p System,
    exact: &'p dyn Exact,
    property: usize,
    /// Variables that the property mentions.
    mentioned: Vec<VarId>,
    namer: Namer,
    /// Graphs by the variables that they show, those used last at the end.
    graphs: Vec<(Vec<VarId>, Rc<Tfg>)>,
}

/// What [`Analysis::check`] found.
#[derive(Clone, Debug)]
pub struct Report {
    /// A path to π; `None` when the property is proved.
    pub path: Option<Vec<PathStep>>,
    /// Pairs of a node and states of all automata that were found.
    pub states: u64,
    /// How large the trace flow graph is.
    pub size: Size,
    /// All actions that nodes of the graph have and that the system knows, sorted: what is not on the path
    /// did not happen on it.
    pub alphabet: Vec<ActionId>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Its action, of [`Analysis::actions`].
    pub action: ActionId,
    /// Who acts; of a rendezvous first the caller.
    pub tasks: Vec<TaskId>,
    /// Where each of them is in the source.
    pub spans: Vec<Span>,
}

impl Report {
    /// The actions of the path that the system knows.
    pub fn word(&self) -> Option<Vec<ActionId>> {
        let known =
            |step: &PathStep| self.alphabet.binary_search(&step.action).is_ok().then_some(step.action);
        self.path.as_ref().map(|path| path.iter().filter_map(known).collect())
    }
}

impl<'p> Analysis<'p> {
    /// Prepares the check of a property: a component of the system that the program was lowered to, or of its
    /// outline. What paths are executions is asked of `exact`.
    ///
    /// # Errors
    /// When the budget is spent; [`StopReason::Unsupported`] for a property about the end of all tasks
    /// together.
    pub fn new(
        program: &'p Program,
        system: &'p System,
        exact: &'p dyn Exact,
        property: usize,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let model = Model::new(program);
        let alphabet = system.components[property].lts.alphabet();
        if alphabet.iter().any(|&a| system.actions.name(a) == "terminate") {
            let what = "flow analysis of a property about the action terminate".to_owned();
            return Err(StopReason::Unsupported(what));
        }
        let mentioned = model.mentioned(alphabet, &system.actions, budget)?;
        let namer = Namer::new(system.actions.clone());
        Ok(Self { model, system, exact, property, mentioned, namer, graphs: Vec::new() })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.model.program()
    }

    /// The system that the program was lowered to, or its outline.
    pub(crate) fn system(&self) -> &'p System {
        self.system
    }

    /// The LTSs of the program.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn exact(&self, budget: &Budget) -> Result<&'p System, StopReason> {
        self.exact.system(budget)
    }

    /// Which component of the system the property is.
    pub(crate) fn property(&self) -> usize {
        self.property
    }

    /// The names of actions: those of the system, and then those of tests and assignments of variables of
    /// tasks.
    pub fn actions(&self) -> &ActionTable {
        &self.namer.actions
    }

    /// Every constraint that can help.
    pub fn candidates(&self) -> Vec<Constraint> {
        Constraint::all(self.program(), self.model.folded())
    }

    fn lts(&self) -> &'p Lts {
        &self.system.components[self.property].lts
    }

    /// Checks the property under these constraints.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn check(&mut self, constraints: &[Constraint], budget: &Budget) -> Result<Report, StopReason> {
        let tfg = self.graph(constraints, budget)?;
        let automata = self.automata(&tfg, constraints, budget)?;
        let found = propagate(&tfg, automata, budget)?;
        Ok(self.report(&tfg, found))
    }

    /// Whether a path to π is left among those whose projection to an alphabet is a prefix of a word.
    pub(crate) fn leaves(
        &mut self,
        constraints: &[Constraint],
        alphabet: &[ActionId],
        word: &[ActionId],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let tfg = self.graph(constraints, budget)?;
        let mut automata = self.automata(&tfg, constraints, budget)?;
        automata.push(Automaton::word(&tfg, alphabet, word));
        Ok(propagate(&tfg, automata, budget)?.path.is_some())
    }

    /// The trace flow graph that shows what constraints look at.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn graph(&mut self, constraints: &[Constraint], budget: &Budget) -> Result<Rc<Tfg>, StopReason> {
        let variable = |c: &Constraint| if let Constraint::Variable(v) = c { Some(*v) } else { None };
        let mut tracked: Vec<VarId> = constraints.iter().filter_map(variable).collect();
        tracked.sort_unstable();
        tracked.dedup();
        if let Some(place) = self.graphs.iter().position(|(key, _)| *key == tracked) {
            let kept = self.graphs.remove(place);
            self.graphs.push(kept);
        } else {
            let tfg = Rc::new(self.build(&tracked, budget)?);
            if self.graphs.len() == KEPT {
                self.graphs.remove(0);
            }
            self.graphs.push((tracked, tfg));
        }
        Ok(Rc::clone(&self.graphs.last().expect("just put there").1))
    }

    fn build(&mut self, tracked: &[VarId], budget: &Budget) -> Result<Tfg, StopReason> {
        let shown: Vec<VarId> = tracked.iter().chain(&self.mentioned).copied().collect();
        let unfolding = self.model.unfold(&shown, budget)?;
        let property = self.lts();
        let mut flow = Flow::default();
        for (index, graph) in unfolding.tasks.iter().enumerate() {
            let task = TaskId(index as u32);
            let draft = self.model.draft(task, graph, &mut self.namer, &|label, access| {
                property.has_action(label) || access.is_some_and(|a| tracked.contains(&a.variable))
            });
            flow.add(&self.model.program().tasks[index].name, Some(task), &draft, budget)?;
        }
        Tfg::new(flow, budget)
    }

    /// The property and the constraints as automata over a graph.
    fn automata(
        &self,
        tfg: &Tfg,
        constraints: &[Constraint],
        budget: &Budget,
    ) -> Result<Vec<Automaton>, StopReason> {
        let mut automata = vec![Automaton::property(tfg, self.lts(), budget)?];
        automata.extend(constraints.iter().map(|constraint| match *constraint {
            Constraint::Task(task) => Automaton::task(tfg, task.0),
            Constraint::Variable(variable) => {
                let declared = &self.program().variables[variable.0 as usize];
                Automaton::variable(tfg, variable, &declared.domain, declared.initial)
            }
        }));
        Ok(automata)
    }

    fn report(&self, tfg: &Tfg, found: Propagation) -> Report {
        let known = self.system.actions.len();
        let labels = (0..tfg.nodes().len() as u32).filter_map(|node| tfg.label(node));
        let mut alphabet: Vec<ActionId> = labels.filter(|a| a.index() < known).collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        let path = found.path.map(|path| path.into_iter().filter_map(|node| path_step(tfg, node)).collect());
        Report { path, states: found.states, size: tfg.size(), alphabet }
    }
}

/// A node of a path as a step; `None` for nodes without action.
pub(crate) fn path_step(tfg: &Tfg, node: u32) -> Option<PathStep> {
    let action = tfg.label(node)?;
    let halves = match tfg.nodes()[node as usize] {
        Kind::Local(base) => vec![base],
        Kind::Meet(call, accept) => vec![call, accept],
        _ => return None,
    };
    let flow = tfg.flow();
    let halves: Vec<_> = halves.into_iter().map(|base| &flow.nodes[base as usize]).collect();
    let actor = |half: &&crate::cfg::FlowNode| match half.act {
        Act::Call { caller, .. } => Some(caller),
        _ => flow.tasks[half.task as usize].task,
    };
    let tasks = halves.iter().filter_map(actor).collect();
    Some(PathStep { action, tasks, spans: halves.iter().filter_map(|half| half.span).collect() })
}
