//! Random small tasking programs: their trees, how they are made, and their Ada text.
//!
//! Other crates include this folder with `#[path]` to try their own way of verifying on the same programs.

#![allow(dead_code, reason = "each test that includes this folder uses its part of it")]

mod generate;
mod reach;
mod text;
mod watch;

pub(crate) use generate::program;
pub(crate) use text::text;

/// The types of the programs: `Boolean`, and `type Small is range 0 .. 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Small,
}

impl Type {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Bool => 2,
            Self::Small => 3,
        }
    }

    pub(crate) fn last(self) -> i64 {
        match self {
            Self::Bool => 1,
            Self::Small => 2,
        }
    }
}

/// The events: without a value, with a Boolean, with a number.
pub(crate) const EVENTS: [Option<Type>; 3] = [None, Some(Type::Bool), Some(Type::Small)];

/// A variable; without an initial value it begins with any.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) of: Type,
    pub(crate) initial: Option<i64>,
}

/// A program: shared variables `S0`.., tasks `T0`.., and a main procedure `Random_Program`.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Whether the first three shared variables are the elements of an array `SA`.
    pub(crate) array: bool,
    pub(crate) shared: Vec<Object>,
    pub(crate) tasks: Vec<Unit>,
    pub(crate) main: Vec<Statement>,
    pub(crate) property: Property,
}

/// A task with entries `E0`.. and variables `L0`... Parameters of an entry are called `E0_P0`...
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// Whether the first three entries are members of one family, which is called `F`.
    pub(crate) family: bool,
    /// Whether the first three variables are the elements of an array `A`.
    pub(crate) array: bool,
    pub(crate) entries: Vec<Vec<(Mode, Type)>>,
    pub(crate) locals: Vec<Object>,
    pub(crate) body: Vec<Statement>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    In,
    Out,
    InOut,
}

/// What can be assigned; a formal parameter by its entry and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Local(usize),
    Shared(usize),
    /// Of a family the first entry stands for all.
    Formal(usize, usize),
    /// The element of the task's array that a variable of the task chooses.
    Item(usize),
    /// The element of the shared array that a variable of the task chooses.
    SharedItem(usize),
}

impl Unit {
    /// The entry that stands for all members of its family.
    pub(crate) fn declared(&self, entry: usize) -> usize {
        if self.family && entry < 3 { 0 } else { entry }
    }

    /// The index of a member of the family.
    pub(crate) fn member(&self, entry: usize) -> Option<usize> {
        (self.family && entry < 3).then_some(entry)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Value(Type, i64),
    Object(Target),
    Not(Box<Expr>),
    /// `=`
    Equal(Box<Expr>, Box<Expr>),
    /// `<`
    Less(Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    AndThen(Box<Expr>, Box<Expr>),
    OrElse(Box<Expr>, Box<Expr>),
    /// `+ 1`
    Next(Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Is(Expr),
    /// A random Boolean.
    Random,
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    In(Expr),
    Out(Target),
    InOut(Target),
}

/// An entry, or the member of the family that a variable of the task chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    Entry(usize),
    By(usize),
}

impl Chosen {
    /// An entry that stands for it.
    pub(crate) fn one(self) -> usize {
        match self {
            Self::Entry(entry) => entry,
            Self::By(_) => 0,
        }
    }

    /// All entries that may be meant.
    pub(crate) fn all(self) -> std::ops::Range<usize> {
        match self {
            Self::Entry(entry) => entry..entry + 1,
            Self::By(_) => 0..3,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) guard: Option<Expr>,
    pub(crate) entry: Chosen,
    pub(crate) body: Option<Vec<Statement>>,
    pub(crate) after: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Null,
    Assign(Target, Expr),
    /// A random value for a variable of the task.
    Random(usize),
    If(Condition, Vec<Statement>, Vec<Statement>),
    Loop(Vec<Statement>),
    While(Expr, Vec<Statement>),
    Exit(Option<Expr>),
    /// `ev0`.. with its value.
    Event(usize, Option<Expr>),
    Call {
        task: usize,
        entry: Chosen,
        arguments: Vec<Argument>,
        instead: Option<Vec<Statement>>,
    },
    Accept {
        entry: Chosen,
        body: Option<Vec<Statement>>,
    },
    Select {
        alternatives: Vec<Alternative>,
        instead: Option<Vec<Statement>>,
        terminate: bool,
    },
    Raise,
    /// `pragma Assert`
    Assert(Expr),
}

/// A property with states `Q0`, `Q1` that is violated by the moves without a target.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// From a state, on something, to a state or to the error state.
    pub(crate) moves: Vec<(usize, Watched, Option<usize>)>,
}

/// What a property watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    /// A rendezvous with an entry of a task by any caller, with any values or with this first value.
    Entry(usize, usize, Option<i64>),
    /// The same, or its end if that is a step of its own, with an exception; comes before the one above.
    Failure(usize, usize, bool, &'static str),
    /// An exception of a task.
    Exception(usize, &'static str),
    /// An event with any values.
    Event(usize),
    /// An assignment of a shared variable.
    Write(usize, i64),
}
