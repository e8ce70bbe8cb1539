//! The control flow of tasks as graphs of steps.
//!
//! A node is a step that matters, together with what the task knows when it takes it; its successors are the
//! steps that may come next in the same task. Both ways to verify a program start here: as LTSs, where the
//! state after a step is the set of its successors, and as data flow, where the nodes make up the trace flow
//! graph.

use suppose_base::Span;

use super::program::{EntryId, Exception, Mode, TaskId, VarId};

/// The graphs of all tasks of a program, in order.
#[derive(Clone, Debug)]
pub struct Unfolding {
    /// One graph per task.
    pub tasks: Vec<Graph>,
}

/// The steps of one task.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The steps, in the order in which they were found.
    pub nodes: Vec<Node>,
    /// What may come first.
    pub start: Follow,
}

/// One step of a task.
#[derive(Clone, Debug)]
pub struct Node {
    /// What happens.
    pub step: Step,
    /// What the step finds and leaves in variables of the task that are not part of what it knows; only of an
    /// atomic accept, by variable.
    pub touches: Vec<Touch>,
    /// What may come next.
    pub follow: Follow,
    /// Where it is written.
    pub span: Span,
}

/// What a rendezvous does with a variable of the accepting task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// The variable.
    pub variable: VarId,
    /// The value that it must have, if it is read.
    pub found: Option<i64>,
    /// The value that it gets, if it is assigned.
    pub left: Option<i64>,
}

/// What may come next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Follow {
    /// Steps of the same task, sorted; a task without any waits for ever.
    pub nodes: Vec<u32>,
    /// Whether the task may be over here.
    pub end: bool,
    /// Whether the task waits at an open `terminate` alternative here.
    pub terminate: bool,
}

/// What happens in a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A choice that nobody sees.
    Silent,
    /// An event that the source names, with its values as they are written.
    Event(String),
    /// A variable is found to have a value.
    Read(VarId, i64),
    /// A variable gets a value.
    Write(VarId, i64),
    /// The caller's half of a rendezvous.
    Call(Meeting),
    /// The accepting half of a rendezvous. The caller is known where that matters: for entries that are not
    /// atomic.
    Accept(Meeting, Option<TaskId>),
    /// The task is over because of an exception.
    Raise(Exception),
}

/// What both halves of a rendezvous agree on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meeting {
    /// The entry.
    pub entry: EntryId,
    /// Whether it is all of the rendezvous, its beginning or its end.
    pub phase: Phase,
    /// The exception that it ends with, in both tasks; never of a beginning.
    pub raised: Option<Exception>,
    /// The values of the parameters, in order: of all of them, of those that go in, or of those that come
    /// out. A parameter that goes both ways has two values in a whole rendezvous, one after the other. With
    /// an exception nothing comes out.
    pub values: Vec<i64>,
}

impl Meeting {
    /// Whether the value of a parameter is among the values: the one that goes in, and the one that comes
    /// out, which comes second.
    pub(crate) fn shown(&self, mode: Mode) -> (bool, bool) {
        let goes_in = mode.goes_in() && self.phase != Phase::End;
        (goes_in, mode.comes_out() && self.phase != Phase::Begin && self.raised.is_none())
    }
}

/// A part of a rendezvous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// All of it, for atomic entries.
    Whole,
    /// The call is accepted.
    Begin,
    /// The caller goes on.
    End,
}
