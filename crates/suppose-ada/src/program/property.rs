//! Properties that a program states: automata over patterns of actions.

use suppose_base::Span;

use super::{EntryId, Exception, TaskId, VarId};

/// A property stated in the source: an automaton over events, total by staying where it is.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its states besides the error state as they are written; the first is the initial one.
    pub states: Vec<String>,
    /// From a state to another (`None` is the error state) on events.
    pub moves: Vec<Move>,
    /// Where it is stated.
    pub span: Span,
}

/// A transition of a property.
#[derive(Clone, Debug)]
pub struct Move {
    /// The state it leaves.
    pub from: u32,
    /// The state it reaches; `None` is the error state.
    pub to: Option<u32>,
    /// On what.
    pub on: Pattern,
}

/// The actions that a property means.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Only those of this task: of calls the caller, otherwise the task that acts.
    pub task: Option<TaskId>,
    /// What kind of action.
    pub what: What,
    /// Where it is written.
    pub span: Span,
}

/// A kind of action.
#[derive(Clone, Debug)]
pub enum What {
    /// A rendezvous with one of some entries, its beginning or its end; with ranges for the first of the
    /// values that its action shows. It is meant however it ends, but one with an exception has no values
    /// that come out. Where a move of the same state names the exception, only that move counts.
    Rendezvous {
        /// The entries.
        entries: Vec<EntryId>,
        /// Whether the end of a rendezvous in two steps is meant.
        end: bool,
        /// Only those that end with this exception; then the values are those that go in, and none at the
        /// end.
        raised: Option<Exception>,
        /// For each of the first values its range; missing ones may be anything.
        values: Vec<(i64, i64)>,
    },
    /// An event that the source names, with ranges for the first of its values.
    Event {
        /// Its name.
        name: String,
        /// For each of the first values its range; missing ones may be anything.
        values: Vec<(i64, i64)>,
    },
    /// An assignment (`true`) or a read of a shared variable with this value.
    Access {
        /// The variable.
        variable: VarId,
        /// Whether it is assigned.
        write: bool,
        /// The value.
        value: i64,
    },
    /// An exception.
    Exception(Exception),
}
