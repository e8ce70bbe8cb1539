//! Who does what in which action.
//!
//! The steps of all tasks get their actions here, once for the whole program. An action is one deed of one
//! task (of a rendezvous the caller's), because names say who acts wherever that is open.

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable, Span};

use crate::graph::{Meeting, Node, Step, Touch, Unfolding};
use crate::names::{Label, Names};
use crate::program::{EntryId, Program, TaskId, VarId};

/// A read or an assignment of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) action: ActionId,
    pub(super) task: TaskId,
    pub(super) write: bool,
    pub(super) value: i64,
}

/// A rendezvous that finds and leaves the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Encounter {
    pub(super) action: ActionId,
    pub(super) found: Option<i64>,
    pub(super) left: Option<i64>,
}

/// Something that a task does.
pub(super) struct Deed<'u> {
    pub(super) action: ActionId,
    /// Who does it; of a rendezvous the caller.
    pub(super) task: TaskId,
    pub(super) step: &'u Step,
}

/// The deeds of a program.
pub(super) struct Deeds<'u> {
    /// For each node of each task its actions: none if it is silent, several if an atomic accept has several
    /// callers.
    actions: Vec<Vec<Vec<ActionId>>>,
    rendezvous: Vec<Vec<Deed<'u>>>,
    accesses: Vec<Vec<Access>>,
    encounters: Vec<Vec<Encounter>>,
    /// Events and exceptions.
    others: Vec<Deed<'u>>,
    labels: Vec<(Label, ActionId)>,
    /// The parts of each name, and where its action was first found.
    recorded: FxHashMap<ActionId, (Label, Span)>,
    clash: Option<Clash>,
}

/// A name that two different actions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) action: ActionId,
    /// Where each of the two is written.
    pub(super) places: [Span; 2],
}

impl<'u> Deeds<'u> {
    pub(super) fn collect(
        program: &Program,
        names: &Names<'_>,
        unfolding: &'u Unfolding,
        table: &mut ActionTable,
    ) -> Self {
        let mut deeds = Self {
            actions: Vec::new(),
            rendezvous: program.entries.iter().map(|_| Vec::new()).collect(),
            accesses: vec![Vec::new(); program.variables.len()],
            encounters: vec![Vec::new(); program.variables.len()],
            others: Vec::new(),
            labels: Vec::new(),
            recorded: FxHashMap::default(),
            clash: None,
        };
        let callers = callers(unfolding);
        for (index, graph) in unfolding.tasks.iter().enumerate() {
            let task = TaskId(index as u32);
            let mut of_task = Vec::with_capacity(graph.nodes.len());
            for node in &graph.nodes {
                let of_node = match &node.step {
                    Step::Accept(meeting, None) => {
                        let found = callers.get(meeting).map_or(&[][..], Vec::as_slice);
                        found.iter().map(|&caller| deeds.enter(names, task, caller, node, table)).collect()
                    }
                    Step::Accept(_, Some(caller)) => {
                        vec![deeds.enter(names, task, *caller, node, table)]
                    }
                    Step::Silent => Vec::new(),
                    _ => vec![deeds.enter(names, task, task, node, table)],
                };
                for touch in &node.touches {
                    let Touch { variable, found, left } = *touch;
                    let encounters = of_node.iter().map(|&action| Encounter { action, found, left });
                    deeds.encounters[variable.0 as usize].extend(encounters);
                }
                of_task.push(of_node);
            }
            deeds.actions.push(of_task);
        }
        for encounters in &mut deeds.encounters {
            encounters.sort_unstable();
            encounters.dedup();
        }
        deeds
    }

    /// The action of a step; a new one is recorded.
    fn enter(
        &mut self,
        names: &Names<'_>,
        task: TaskId,
        caller: TaskId,
        node: &'u Node,
        table: &mut ActionTable,
    ) -> ActionId {
        let (step, span) = (&node.step, node.span);
        let Some(label) = names.label(task, caller, step) else { return ActionId::TAU };
        let action = table.intern(&label.to_string());
        if let Some((known, place)) = self.recorded.get(&action) {
            if *known != label {
                self.clash.get_or_insert(Clash { action, places: [span, *place] });
            }
            return action;
        }
        self.recorded.insert(action, (label.clone(), span));
        match step {
            Step::Call(meeting) | Step::Accept(meeting, _) => {
                let deed = Deed { action, task: caller, step };
                self.rendezvous[meeting.entry.0 as usize].push(deed);
            }
            Step::Read(variable, value) | Step::Write(variable, value) => {
                let write = matches!(step, Step::Write(..));
                let access = Access { action, task, write, value: *value };
                self.accesses[variable.0 as usize].push(access);
                // Properties cannot speak of what a task does with its own variables.
                if names.is_own(*variable) {
                    return action;
                }
            }
            _ => self.others.push(Deed { action, task, step }),
        }
        self.labels.push((label, action));
        action
    }

    /// A name that two different actions have, if there is one.
    pub(super) fn clash(&self) -> Option<Clash> {
        self.clash
    }

    /// The actions of a task, sorted.
    pub(super) fn of_task(&self, task: TaskId) -> Vec<ActionId> {
        let mut actions = self.actions[task.0 as usize].concat();
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    /// The actions of a node.
    pub(super) fn of_node(&self, task: TaskId, node: u32) -> &[ActionId] {
        &self.actions[task.0 as usize][node as usize]
    }

    /// The actions in which an entry takes part.
    pub(super) fn of_entry(&self, entry: EntryId) -> &[Deed<'u>] {
        &self.rendezvous[entry.0 as usize]
    }

    /// The actions that read or assign a variable.
    pub(super) fn of_variable(&self, variable: VarId) -> &[Access] {
        &self.accesses[variable.0 as usize]
    }

    /// The rendezvous that find or leave the value of a variable, each once.
    pub(super) fn encounters(&self, variable: VarId) -> &[Encounter] {
        &self.encounters[variable.0 as usize]
    }

    /// Events and exceptions.
    pub(super) fn others(&self) -> &[Deed<'u>] {
        &self.others
    }

    /// The names of all actions in parts.
    pub(super) fn take_labels(&mut self) -> Vec<(Label, ActionId)> {
        std::mem::take(&mut self.labels)
    }
}

/// Who takes part in a rendezvous as the caller.
fn callers(unfolding: &Unfolding) -> FxHashMap<&Meeting, Vec<TaskId>> {
    let mut callers: FxHashMap<&Meeting, Vec<TaskId>> = FxHashMap::default();
    for (index, graph) in unfolding.tasks.iter().enumerate() {
        let task = TaskId(index as u32);
        for node in &graph.nodes {
            if let Step::Call(meeting) = &node.step {
                let known = callers.entry(meeting).or_default();
                if known.last() != Some(&task) {
                    known.push(task);
                }
            }
        }
    }
    callers
}
