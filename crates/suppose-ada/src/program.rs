//! A tasking program after elaboration: one code per task, one variable per scalar, one entry per member of a
//! family.
//!
//! This is what the rest of the tool works on. All names are in lower case and dotted (`pumps.1`,
//! `operator.prepay`), all values are integers: an enumeration value is its position, a Boolean is 0 or 1.
//! Types, constants, discriminants, procedures and ranges are gone: instances of task types have a code of
//! their own with their discriminants put in, procedures are inlined, every array element is a variable.
//!
//! # The code of a task
//! A list of instructions that name their successors. Expressions read variables where they stand, with these
//! rules that the front end keeps and everybody else may rely on:
//! * an expression reads shared variables at most once altogether: others are copied to variables of the task
//!   first, in the order in which Ada evaluates the operands, so that every read of a shared variable is one
//!   step;
//! * guards, indices of families, arguments of calls and events read no shared variables at all;
//! * the body of an atomic accept reads and writes variables of its own task only, and has no events, calls
//!   or accepts.

mod code;
mod property;

use std::sync::Arc;

use suppose_base::{Diagnostic, Span};

pub use code::{
    Alternative, Argument, Binary, Body, Chosen, Element, Exception, Expr, Instruction, Kind, Place, Unary,
};
pub use property::{Move, Pattern, Property, What};

/// A number of a [`Variable`] in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

/// A number of a [`Task`] in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub u32);

/// A number of an [`Entry`] in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u32);

/// A place in the code of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the main unit.
    pub name: String,
    /// The tasks in the order of their declarations; the main procedure comes last, if its statements do
    /// anything that others can notice.
    pub tasks: Vec<Task>,
    /// The variables; the elements of an array follow one another, the last index changing fastest.
    pub variables: Vec<Variable>,
    /// The entries of all tasks, members of a family one by one.
    pub entries: Vec<Entry>,
    /// The properties that its annotations state.
    pub properties: Vec<Property>,
    /// Which other programs it stands for; `None` when it is just itself.
    pub every_size: Option<EverySize>,
}

/// A program that stands for those of every size from its own on: see `elaborate/every_size`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EverySize {
    /// The constant that is the size, as it is written.
    pub constant: String,
    /// Its value in the text.
    pub from: i64,
    /// Properties that cannot be said for every size, and why.
    pub left_out: Vec<(String, Diagnostic)>,
}

/// A task: an instance of its type.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name; elements of arrays are `pumps.1`.
    pub name: String,
    /// Its task type and which of the tasks of that type it is, from 1; `None` for a task that has a type of
    /// its own.
    pub family: Option<(String, u32)>,
    /// Its instructions; the first one is where it begins.
    pub code: Vec<Instruction>,
    /// Whether it stands for any number of tasks like it.
    pub many: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A scalar variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name: `x`, `level.2` for shared ones, `table.held` for those of a task. No two shared ones have
    /// the same, nor a shared one and a task.
    pub name: String,
    /// The task that it belongs to; `None` when it is shared.
    pub owner: Option<TaskId>,
    /// The array that it is an element of and which one, from 1.
    pub family: Option<(String, u32)>,
    /// The values it can have.
    pub domain: Domain,
    /// What it begins with; `None` is any value of its domain.
    pub initial: Option<i64>,
    /// Whether it stands for any number of variables like it, so that its value is not known.
    pub many: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The values of a discrete type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The first one.
    pub first: i64,
    /// The last one.
    pub last: i64,
    /// The names of an enumeration, from position 0 on; `None` for numbers.
    pub literals: Option<Arc<[String]>>,
}

impl Domain {
    /// `false` and `true`.
    pub fn boolean() -> Self {
        let literals = Some(Arc::from(vec!["false".to_owned(), "true".to_owned()]));
        Self { first: 0, last: 1, literals }
    }

    /// Numbers of a range.
    pub fn range(first: i64, last: i64) -> Self {
        Self { first, last, literals: None }
    }

    /// Whether a value is one of these.
    pub fn contains(&self, value: i64) -> bool {
        (self.first..=self.last).contains(&value)
    }

    /// How a value is written in names of actions.
    pub fn text(&self, value: i64) -> String {
        let literal = self.literals.as_ref().and_then(|names| names.get(usize::try_from(value).ok()?));
        literal.cloned().unwrap_or_else(|| value.to_string())
    }
}

/// An entry of one task.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The task that accepts it.
    pub task: TaskId,
    /// How actions of it begin: `operator.prepay`, with the index of a family `operator.prepay.1`, or the
    /// name that an annotation gives it.
    pub label: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether each accept of it is one step: no body does anything that others can notice. Otherwise a
    /// rendezvous is two steps, its beginning with the values that go in and its end with those that come
    /// out.
    pub atomic: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of an entry.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Which way its value goes.
    pub mode: Mode,
    /// The values it can have.
    pub domain: Domain,
}

/// Which way the value of a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// From the caller.
    In,
    /// To the caller.
    Out,
    /// Both ways.
    InOut,
}

impl Mode {
    /// Whether a value goes in.
    pub(crate) fn goes_in(self) -> bool {
        self != Self::Out
    }

    /// Whether a value comes out.
    pub(crate) fn comes_out(self) -> bool {
        self != Self::In
    }
}
