//! A program cut into parts, each of which is analysed alone with an environment for the others.
//!
//! # Contract
//! [`Split::side`] gives the analysis of one part and what it has to guarantee: the trace flow graph of its
//! tasks and of an environment that does what the other tasks might do, in any order. Whatever the whole
//! program does, the part does together with this environment. So if the part under an assumption A keeps its
//! obligation, and the parts after it keep A, the property holds; that is the rule of assume-guarantee
//! reasoning, and `suppose-prove` has the engines for it. A path to π is a path under these constraints only:
//! nothing follows from it about the program.
//!
//! # What belongs to a side
//! After section 4.3 of Cobleigh's dissertation, from two parts to any number: the parts that come after this
//! one in the rule are *right*, others are *left*.
//! * Steps of the environment: the other half of each rendezvous with a task of the part; each rendezvous
//!   among the others that the obligation knows; each step that a task to the right takes alone and that the
//!   obligation, or the automaton of a variable that is used here, knows.
//! * Constraints: automata of the part's tasks, and of variables that the part uses and nobody to the left
//!   does. Those to the left show nothing of what they do alone, so such an automaton would miss their
//!   assignments.
//! * Σ: the rendezvous in which a task to the right takes part, and the steps of the environment that those
//!   take alone. In a rule that comes back to the part, also what its own tasks do.
//!
//! # Names
//! A variable that several tasks use has tests and assignments `x==true`, `x=true` here, without the task,
//! unless the property tells tasks apart. An assumption must restrict the environment and not the part, so an
//! action of this kind that occurs in two parts has the part in front: `s1.x==true`, `s2.x==true`.
//!
//! # Tests
//! Figure 4.2, the alphabet of section 4.3.2 and the query of section 4.3.3 (`tests/all/elevator`); never
//! proved by parts what the whole violates, on random programs (`tests/all/programs`).

mod environment;
mod side;
mod walk;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_ada::{Program, TaskId, VarId};
use suppose_base::{ActionId, ActionTable, Budget, StopReason};
use suppose_lts::{Lts, System};

use crate::cfg::{Access, Act, Draft};
use crate::constraint::Constraint;
use crate::model::{Model, Namer};

pub use side::{Found, Obligation, Side};
pub use walk::Walk;

/// A program in parts, with a property and constraints.
#[derive(Debug)]
pub struct Split<'p> {
    program: &'p Program,
    property: &'p Lts,
    /// For each task its part.
    part_of: Vec<u32>,
    parts: u32,
    /// The graphs of all tasks.
    drafts: Vec<Draft>,
    constraints: Vec<Constraint>,
    actions: ActionTable,
    /// For actions that stand for those of several tasks: what they mean in the system.
    meanings: FxHashMap<ActionId, Vec<ActionId>>,
}

impl<'p> Split<'p> {
    /// Cuts a program: `part_of` has the number of the part for each task. The property is a component of the
    /// system that the program was lowered to.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(
        program: &'p Program,
        system: &'p System,
        property: usize,
        part_of: Vec<u32>,
        constraints: Vec<Constraint>,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        assert_eq!(part_of.len(), program.tasks.len(), "every task has a part");
        let property = &*system.components[property].lts;
        let model = Model::new(program);
        let mut tracked: Vec<VarId> = constraints
            .iter()
            .filter_map(|c| if let Constraint::Variable(variable) = c { Some(*variable) } else { None })
            .collect();
        tracked.sort_unstable();
        let mentioned = model.mentioned(property.alphabet(), &system.actions, budget)?;
        let shown: Vec<VarId> = tracked.iter().chain(&mentioned).copied().collect();
        let unfolding = model.unfold(&shown, budget)?;
        let mut namer = Namer::new(system.actions.clone());
        let mut drafts = Vec::with_capacity(unfolding.tasks.len());
        for (index, graph) in unfolding.tasks.iter().enumerate() {
            drafts.push(model.draft(TaskId(index as u32), graph, &mut namer, &|label, access| {
                property.has_action(label)
                    || access.is_some_and(|a| tracked.binary_search(&a.variable).is_ok())
            }));
        }
        let parts = part_of.iter().max().map_or(0, |&last| last + 1);
        let (actions, meanings) = (namer.actions, FxHashMap::default());
        let mut split = Self { program, property, part_of, parts, drafts, constraints, actions, meanings };
        split.rename(system.actions.len());
        Ok(split)
    }

    /// The names of all actions of all sides: those of the system first.
    pub fn actions(&self) -> &ActionTable {
        &self.actions
    }

    /// How many parts there are.
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The tasks of a part.
    pub(crate) fn tasks(&self, part: u32) -> Vec<TaskId> {
        (0..self.part_of.len()).filter(|&t| self.part_of[t] == part).map(|t| TaskId(t as u32)).collect()
    }

    /// Whether a variable belongs to no task.
    fn is_shared(&self, variable: VarId) -> bool {
        self.program.variables[variable.0 as usize].owner.is_none()
    }

    /// What an action means in the system: itself, several, or none for what the system does not show.
    pub fn meaning(&self, action: ActionId) -> Vec<ActionId> {
        self.meanings.get(&action).cloned().unwrap_or_else(|| vec![action])
    }

    /// Gives tests and assignments of shared variables names without tasks, with parts where they occur in
    /// several.
    fn rename(&mut self, known: usize) {
        let mut parts_of: FxHashMap<Access, Vec<u32>> = FxHashMap::default();
        let mut order = Vec::new();
        for (draft, &part) in self.drafts.iter().zip(&self.part_of) {
            for access in draft.steps.iter().filter_map(|(act, ..)| renamed(*act, self.property)) {
                let parts = parts_of.entry(access).or_default();
                if !parts.contains(&part) {
                    parts.push(part);
                    order.push((access, part));
                }
            }
        }
        let name = |access: Access, part: u32, mark: &str| {
            let several = parts_of[&access].len() > 1;
            let front = if several { format!("s{}{mark}.", part + 1) } else { String::new() };
            let declared = &self.program.variables[access.variable.0 as usize];
            let sign = if access.write { "=" } else { "==" };
            format!("{front}{}{mark}{sign}{}", declared.name, declared.domain.text(access.value))
        };
        // A program may have names that look like these, and they must not be taken for each other.
        let mut mark = String::new();
        let new: FxHashMap<(Access, u32), String> = loop {
            let mut seen = FxHashSet::default();
            let names: FxHashMap<_, _> =
                order.iter().map(|&(a, part)| ((a, part), name(a, part, &mark))).collect();
            if order.iter().all(|key| self.actions.get(&names[key]).is_none() && seen.insert(&names[key])) {
                break names;
            }
            mark.push('\'');
        };
        for (draft, &part) in self.drafts.iter_mut().zip(&self.part_of) {
            for (act, ..) in &mut draft.steps {
                let Some(access) = renamed(*act, self.property) else { continue };
                let Some(Act::Local { label, .. }) = act else { continue };
                let new = self.actions.intern(&new[&(access, part)]);
                let meanings = self.meanings.entry(new).or_default();
                if label.index() < known && !meanings.contains(label) {
                    meanings.push(*label);
                }
                *label = new;
            }
        }
    }
}

/// The test or assignment of a shared variable whose name does not matter to the property.
fn renamed(act: Option<Act>, property: &Lts) -> Option<Access> {
    match act {
        Some(Act::Local { label, access: Some(access) }) if !access.own && !property.has_action(label) => {
            Some(access)
        }
        _ => None,
    }
}
