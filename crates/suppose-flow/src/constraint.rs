//! Feasibility constraints as one names them: `va:x` tracks the variable x, `ta:car` follows the task car.

use suppose_ada::{Program, TaskId, VarId};

/// A feasibility constraint about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constraint {
    /// The automaton of a task.
    Task(TaskId),
    /// The automaton of a variable.
    Variable(VarId),
}

impl Constraint {
    /// How it is written.
    pub fn name(self, program: &Program) -> String {
        match self {
            Self::Task(task) => format!("ta:{}", program.tasks[task.0 as usize].name),
            Self::Variable(variable) => format!("va:{}", program.variables[variable.0 as usize].name),
        }
    }

    /// Every constraint that says something about a program. Variables whose values the graphs of the tasks
    /// know anyway (`folded`) need none.
    pub fn all(program: &Program, folded: &[bool]) -> Vec<Self> {
        let tasks = (0..program.tasks.len() as u32).map(|t| Self::Task(TaskId(t)));
        let variables = (0..program.variables.len()).filter(|&v| !folded[v]);
        tasks.chain(variables.map(|v| Self::Variable(VarId(v as u32)))).collect()
    }
}
