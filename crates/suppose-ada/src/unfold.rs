//! From the code of tasks to graphs of steps.
//!
//! # Contract
//! The graph of a task has a node for each step that it may take, as far as the others allow it: an accept
//! has nodes for calls that somebody makes, with the values that somebody gives, a call has nodes for values
//! that may come out, a read for values that the variable may have. "May" is decided task by task, without
//! asking what happens at the same time: a least fixpoint over what is called, answered and written. So the
//! graphs allow every run of the program, and together (as LTSs) exactly its runs.
//!
//! A node is a place, what the task knows there, and a step. Where silent choices are steps, different
//! outcomes of choices that are resolved together with a step are different nodes; where they are not, what
//! follows is joined.
//!
//! # Meaning
//! * An atomic accept simulates its body: the values that come out are part of the step. Variables that the
//!   body needs and that are only observed are found and left in the step itself, or, if the view has it so,
//!   read before it and written after it; they belong to the task alone, so nothing changes them between.
//! * An exception that leaves the body of an accept ends the rendezvous, and both tasks fail with it (RM
//!   9.5.2). If the accept is inside of another one, the rendezvous of that ends with it too, and so on
//!   outwards; then the task is over. The same happens in the caller, which may be in accepts itself. Nothing
//!   comes out then.
//! * If the body of an atomic accept never ends, the rendezvous only begins ([`Phase::Begin`]), and the
//!   caller waits for ever.
//! * A task that calls itself waits for ever.
//! * A task that runs for ever without a step has a silent loop (or nothing, where silent choices are no
//!   steps).
//!
//! # Algorithm
//! Each task is explored over its rests (see `run`); facts about other tasks arrive by `traffic`, each rest
//! handling each fact once. So the work is proportional to the nodes and to the instructions between them. At
//! the end nodes are numbered breadth-first.
//!
//! # Tests
//! Programs by hand with all their nodes; the systems of the literature through `lower`;
//! `tests/all/random` compares random programs with an interpreter.

mod number;
mod position;
mod run;
mod tasks;
mod traffic;

use suppose_base::{Budget, StopReason};

use super::graph::Unfolding;
use super::liveness::{read_in_bodies, transient};
use super::program::{Program, TaskId, VarId};

#[cfg(doc)]
use super::graph::{Node, Phase};

/// What the graphs of tasks show of the program's variables.
///
/// A variable that is neither carried nor observed is unknown: it may have any value wherever it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// For each variable whether its value is part of the positions of its task. Shared ones never are, and
    /// formal parameters of accepts always.
    pub carried: Vec<bool>,
    /// For each variable that is not carried whether reads and writes of it are steps.
    pub observed: Vec<bool>,
    /// For each variable that is observed whether atomic rendezvous with its task find and leave its value
    /// themselves ([`Node::touches`]); otherwise the task reads it before and assigns it after them.
    pub joined: Vec<bool>,
    /// Whether silent choices are steps; otherwise what follows them is joined.
    pub silent: bool,
}

impl View {
    /// What an LTS shows: variables of tasks are folded into their states, shared ones are read and written
    /// in steps. Of one that stands for many, nothing is known.
    pub fn of_ltss(program: &Program) -> Self {
        let carried = program.variables.iter().map(|v| v.owner.is_some() && !v.many).collect();
        let observed = program.variables.iter().map(|v| v.owner.is_none() && !v.many).collect();
        let joined = program.variables.iter().map(|v| v.owner.is_some()).collect();
        Self { carried, observed, joined, silent: true }
    }

    /// The same view, in which a task that is too large reads and writes some of its variables in steps: those
    /// that it carries from one round of its outermost loop to the next, or if that was done before, the one that
    /// takes the most room. `None` when there is no such variable.
    ///
    /// One at a time, because a variable on its own keeps its value where nobody needs it any more: three
    /// counters of loops that are never in use together are three factors then, and one as long as the task
    /// carries them.
    ///
    /// What would have to be read ahead of a rendezvous comes last: see [`View::commits`].
    pub(crate) fn split(&self, program: &Program, large: &Large) -> Option<Self> {
        let (short_lived, kept) = (transient(program), self.read_ahead(program, large.task));
        let lasts = |place: &usize| {
            let is_own = program.variables[*place].owner == Some(large.task);
            self.carried[*place] && is_own && !short_lived[*place]
        };
        let is_kept = |place: &usize| kept.contains(&VarId(*place as u32));
        let (needed, free): (Vec<usize>, Vec<usize>) =
            (0..program.variables.len()).filter(lasts).partition(is_kept);
        let shown = match large.widest {
            _ if !free.is_empty() => free,
            Some(widest) => vec![widest.0 as usize],
            None => needed,
        };
        let mut view = self.clone();
        for &place in &shown {
            view.carried[place] = false;
            view.observed[place] = true;
        }
        (!shown.is_empty()).then_some(view)
    }

    /// The same view, in which these variables are no longer part of a rendezvous, and not split off if that
    /// means that they are read ahead of one.
    pub(crate) fn parted(&self, program: &Program, variables: &[VarId]) -> Self {
        let mut view = self.clone();
        for &variable in variables {
            let place = variable.0 as usize;
            view.joined[place] = false;
            let owner = program.variables[place].owner;
            if owner.is_some_and(|task| view.read_ahead(program, task).contains(&variable)) {
                view.carried[place] = true;
                view.observed[place] = false;
            }
        }
        view
    }

    /// The variables that a task can only read in a step of its own if it does so before the rendezvous that
    /// needs them: bodies of atomic accepts read them, and the rendezvous do not find them themselves.
    pub(crate) fn read_ahead(&self, program: &Program, task: TaskId) -> Vec<VarId> {
        let mut read = read_in_bodies(program, task);
        read.retain(|variable| !self.joined[variable.0 as usize]);
        read
    }

    /// Whether some task reads a variable of its own for the body of an atomic accept in a step before the
    /// rendezvous. Then it is bound to the call that it read it for, and can wait where the program would take
    /// another call: the runs are right, but what is stuck may not be.
    pub(crate) fn commits(&self, program: &Program) -> bool {
        let tasks = (0..program.tasks.len()).map(|index| TaskId(index as u32));
        let is_read = |variable: &VarId| {
            let place = variable.0 as usize;
            self.observed[place] && !self.carried[place] && program.variables[place].owner.is_some()
        };
        tasks.into_iter().any(|task| self.read_ahead(program, task).iter().any(is_read))
    }
}

/// A task whose graph is too large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Large {
    pub(crate) task: TaskId,
    /// The variable without which the fewest of the positions that were found are different.
    pub(crate) widest: Option<VarId>,
}

/// The graphs of all tasks.
///
/// # Errors
/// When the budget is spent; nodes count as states.
pub fn unfold(program: &Program, view: &View, budget: &Budget) -> Result<Unfolding, StopReason> {
    match unfold_within(program, view, &vec![u64::MAX; program.tasks.len()], budget)? {
        Ok(unfolding) => Ok(unfolding),
        Err(_) => unreachable!("no task has so many nodes"),
    }
}

/// The graphs of all tasks, or the first task that is found to have more nodes than its limit.
///
/// # Errors
/// When the budget is spent; nodes count as states.
pub(crate) fn unfold_within(
    program: &Program,
    view: &View,
    limits: &[u64],
    budget: &Budget,
) -> Result<Result<Unfolding, Large>, StopReason> {
    let mut all = tasks::Tasks::new(program, view, budget);
    Ok(match all.explore(limits)? {
        None => Ok(Unfolding { tasks: all.finish() }),
        Some(large) => Err(large),
    })
}

#[cfg(test)]
mod tests;
