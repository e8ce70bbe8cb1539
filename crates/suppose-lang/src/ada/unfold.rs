//! From the code of tasks to graphs of steps (interface; the body follows in the next commits).

use suppose_base::{Budget, StopReason};

use super::graph::{Graph, Unfolding};
use super::program::Program;

/// What the graphs of tasks show of the program's variables.
///
/// A variable that is neither carried nor observed is unknown: it may have any value wherever it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// For each variable whether its value is part of the positions of its task. Never for shared ones.
    pub carried: Vec<bool>,
    /// For each variable whether reads and writes of it are steps.
    pub observed: Vec<bool>,
    /// Whether silent choices are steps; otherwise what follows them is joined.
    pub silent: bool,
}

impl View {
    /// What an LTS shows: variables of tasks are folded into their states, shared ones are read and written in steps.
    pub fn of_ltss(program: &Program) -> Self {
        let carried = program.variables.iter().map(|v| v.owner.is_some()).collect();
        let observed = program.variables.iter().map(|v| v.owner.is_none()).collect();
        Self { carried, observed, silent: true }
    }
}

/// The graphs of all tasks. Nobody calls what nobody accepts, with values that nobody gives.
///
/// # Errors
/// When the budget is spent.
pub fn unfold(program: &Program, view: &View, budget: &Budget) -> Result<Unfolding, StopReason> {
    budget.check_states(0)?;
    let _ = view;
    Ok(Unfolding { tasks: vec![Graph::default(); program.tasks.len()] })
}
