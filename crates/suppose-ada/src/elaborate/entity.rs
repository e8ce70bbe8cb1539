//! What names stand for, and what is known of task types, tasks and subprograms.

use std::sync::Arc;

use suppose_base::Span;

use super::scope::{ScopeId, Time};
use super::types::{Subtype, TypeId};
use crate::ast;
use crate::program::{EntryId, Exception, Mode, TaskId, VarId};

/// A declared thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct EntityId(pub(super) u32);

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Entity<'a> {
    /// Something whose declaration is wrong; what uses it is not reported again.
    Bad,
    /// A type or subtype.
    Type(Subtype),
    /// A task type, by its number.
    TaskType(usize),
    /// A literal of an enumeration, with its position.
    Literal(TypeId, i64),
    /// A constant whose value is known.
    Constant(Subtype, i64),
    /// A scalar variable.
    Scalar(VarId, Subtype, Access),
    /// An array variable.
    Array(VarId, TypeId, Access),
    /// A constant array whose values are known.
    Table(TypeId, Arc<[i64]>),
    /// A task, or an array of tasks.
    Tasks(Arc<Group>),
    /// A procedure or function, by its number.
    Subprogram(usize),
    /// A package, by what it declares.
    Package(ScopeId),
    /// An instance of `Discrete_Random`.
    Random(Subtype),
    /// `Discrete_Random` itself.
    RandomGeneric,
    /// A procedure that does nothing here, such as `Put_Line`.
    Quiet,
    /// An exception.
    Exception(Exception),
    /// An entry of the task whose body this is, by its place in the declaration.
    Entry(usize),
    /// Another name of an object.
    Renaming(&'a ast::Name, ScopeId),
}

/// Whether a variable may be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// It may.
    Free,
    /// It is a constant.
    Constant,
    /// It is a parameter of mode `in`.
    InParameter,
    /// It is the parameter of a loop.
    LoopParameter,
}

/// A task or an array of them.
#[derive(Debug)]
pub(super) struct Group {
    /// The first; the others follow.
    pub(super) first: TaskId,
    /// The indices of an array; none for one task.
    pub(super) indices: Vec<Subtype>,
}

/// A task type; that of a single task too.
#[derive(Debug)]
pub(super) struct TaskType<'a> {
    pub(super) declaration: &'a ast::TaskDecl,
    /// Where it is declared.
    pub(super) place: (ScopeId, Time),
    pub(super) body: Option<(&'a ast::TaskBody, ScopeId, Time)>,
    /// Whether some task has this type.
    pub(super) used: bool,
}

/// A task as its callers know it.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) name: String,
    /// The number of its type.
    pub(super) of: usize,
    pub(super) discriminants: Vec<(Subtype, i64)>,
    pub(super) entries: Vec<EntryInfo>,
    /// Whether it stands for any number of tasks like it.
    pub(super) many: bool,
    pub(super) span: Span,
}

/// An entry, or a family of entries, of a task.
#[derive(Debug)]
pub(super) struct EntryInfo {
    pub(super) first: EntryId,
    pub(super) family: Option<Subtype>,
    pub(super) parameters: Arc<[Formal]>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Formal {
    pub(super) key: String,
    pub(super) mode: Mode,
    pub(super) of: Subtype,
    pub(super) span: Span,
}

/// A procedure or function.
#[derive(Debug)]
pub(super) struct SubprogramInfo<'a> {
    /// Its first declaration, which has the parameters.
    pub(super) declaration: &'a ast::Subprogram,
    pub(super) place: (ScopeId, Time),
    pub(super) body: Option<(&'a ast::Subprogram, ScopeId, Time)>,
    pub(super) span: Span,
    /// Whether the result is any value of its type.
    pub(super) any: bool,
    /// Whether it is called anywhere.
    pub(super) used: bool,
}
