//! Names of actions (interface; the body follows in the next commits).

use super::graph::{Meeting, Step};
use super::program::{Exception, Program, TaskId, VarId};

/// What actions are called.
#[derive(Clone, Debug)]
pub struct Names<'p> {
    program: &'p Program,
}

impl<'p> Names<'p> {
    /// Finds out which entries are called by several tasks, and which events several tasks have.
    pub fn new(program: &'p Program) -> Self {
        Self { program }
    }

    /// The action of a rendezvous or of one end of it: `operator.prepay.1.2`, with the caller in front where several tasks call the entry.
    pub fn rendezvous(&self, caller: TaskId, meeting: &Meeting) -> String {
        let _ = (caller, meeting);
        self.program.name.clone()
    }

    /// The action of a read: `car.x==true`, or `table.held==true` for a variable of the task.
    pub fn read(&self, task: TaskId, variable: VarId, value: i64) -> String {
        let _ = (task, variable, value);
        String::new()
    }

    /// The action of an assignment: `car.x=true`, or `table.held=true` for a variable of the task.
    pub fn write(&self, task: TaskId, variable: VarId, value: i64) -> String {
        let _ = (task, variable, value);
        String::new()
    }

    /// The action of an event, whose step has this text. With the task in front if another task could do an event with the same name and values.
    pub fn event(&self, task: TaskId, text: &str) -> String {
        let _ = (task, text);
        String::new()
    }

    /// The action of an exception: `car.constraint_error`.
    pub fn exception(&self, task: TaskId, exception: Exception) -> String {
        let _ = (task, exception);
        String::new()
    }

    /// The action of a step of a task; the other task of a rendezvous is given for the accepting half (of the calling half it is the task itself).
    /// `None` for silent steps.
    pub fn step(&self, task: TaskId, caller: TaskId, step: &Step) -> Option<String> {
        let _ = (task, caller, step);
        None
    }
}
