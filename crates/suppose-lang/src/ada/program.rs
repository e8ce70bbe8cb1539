//! A tasking program after elaboration: one code per task, one variable per scalar, one entry per member of a family.
//!
//! This is what the rest of the tool works on. All names are in lower case and dotted (`pumps.1`, `operator.prepay`), all values are
//! integers: an enumeration value is its position, a Boolean is 0 or 1. Types, constants, discriminants, procedures and ranges are gone: instances of
//! task types have a code of their own with their discriminants put in, procedures are inlined, every array element is a variable.
//!
//! # The code of a task
//! A list of instructions that name their successors. Expressions read variables where they stand, with these rules that the front end keeps and everybody
//! else may rely on:
//! * an expression reads shared variables at most once altogether: others are copied to variables of the task first, in the order in
//!   which Ada evaluates the operands, so that every read of a shared variable is one step;
//! * guards, indices of families, arguments of calls and events read no shared variables at all;
//! * the body of an atomic accept reads and writes variables of its own task only, and has no events, calls or accepts.

use std::sync::Arc;

use suppose_base::Span;

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
    /// The tasks in the order of their declarations; the main procedure comes last, if its statements do anything that others can notice.
    pub tasks: Vec<Task>,
    /// The variables; the elements of an array follow one another, the last index changing fastest.
    pub variables: Vec<Variable>,
    /// The entries of all tasks, members of a family one by one.
    pub entries: Vec<Entry>,
    /// The properties that its annotations state.
    pub properties: Vec<Property>,
}

/// A task: an instance of its type.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name; elements of arrays are `pumps.1`.
    pub name: String,
    /// Its instructions; the first one is where it begins.
    pub code: Vec<Instruction>,
    /// Where it is declared.
    pub span: Span,
}

/// A scalar variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name: `x`, `level.2` for shared ones, `table.held` for those of a task. No two shared ones have the same, nor a shared one and a task.
    pub name: String,
    /// The task that it belongs to; `None` when it is shared.
    pub owner: Option<TaskId>,
    /// The values it can have.
    pub domain: Domain,
    /// What it begins with; `None` is any value of its domain.
    pub initial: Option<i64>,
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
    /// How actions of it begin: `operator.prepay`, with the index of a family `operator.prepay.1`, or the name that an annotation gives it.
    pub label: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether each accept of it is one step: no body does anything that others can notice. Otherwise a rendezvous is two steps, its
    /// beginning with the values that go in and its end with those that come out.
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
    pub fn goes_in(self) -> bool {
        self != Self::Out
    }

    /// Whether a value comes out.
    pub fn comes_out(self) -> bool {
        self != Self::In
    }
}

/// An instruction with its place in the source.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: Kind,
    /// Where it is written.
    pub span: Span,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Nothing.
    Goto(Pc),
    /// Gives a variable the value of an expression. A value outside of the variable's domain raises `Constraint_Error`.
    Assign {
        /// The variable.
        target: Place,
        /// The value.
        value: Expr,
        /// What follows.
        next: Pc,
    },
    /// Gives a variable of the task any value of a range.
    Choose {
        /// The variable.
        target: Place,
        /// The least value.
        first: i64,
        /// The greatest value.
        last: i64,
        /// What follows.
        next: Pc,
    },
    /// Goes on at one of two places.
    Branch {
        /// The condition.
        condition: Expr,
        /// Where to if it is true.
        yes: Pc,
        /// Where to if it is false.
        no: Pc,
    },
    /// Goes on at any of some places, by a choice of the task's own.
    Split(Vec<Pc>),
    /// An event that the source names.
    Event {
        /// Its name.
        name: String,
        /// The values that follow it in the action, with how they are written.
        arguments: Vec<(Expr, Domain)>,
        /// What follows.
        next: Pc,
    },
    /// Calls an entry and waits for the end of the rendezvous.
    Call {
        /// The entry.
        entry: Chosen,
        /// One for each parameter.
        arguments: Vec<Argument>,
        /// What follows.
        next: Pc,
        /// What a conditional or timed call does instead. Nothing tells how long a call takes to arrive, so it may always come to that.
        otherwise: Option<Pc>,
    },
    /// Waits for calls. A plain accept has one alternative.
    Select {
        /// What is accepted.
        alternatives: Vec<Alternative>,
        /// The `else` part, or that of a delay alternative; as for calls it may always come to that.
        otherwise: Option<Pc>,
        /// Whether the task may end here together with all others.
        terminate: bool,
    },
    /// The end of the body of an accept that is not atomic: the caller goes on.
    EndAccept {
        /// The accept, as the instruction that began it.
        select: Pc,
        /// The alternative of it.
        alternative: u32,
        /// What follows.
        next: Pc,
    },
    /// The end of the body of an atomic accept.
    EndBody,
    /// An exception: it leaves the bodies of accepts around, whose callers get it too, and then the task is over.
    Raise(Exception),
    /// The end of the task.
    Stop,
}

/// What goes wrong at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exception {
    /// A value outside of its range, an index outside of its array, a division by zero.
    Constraint,
    /// A `select` without an open alternative.
    Program,
    /// An assertion that is false.
    Assertion,
}

impl Exception {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Constraint, Self::Program, Self::Assertion];

    /// Its name, as actions have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constraint => "constraint_error",
            Self::Program => "program_error",
            Self::Assertion => "assertion_error",
        }
    }
}

/// An alternative of a `select`.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// What must be true for it to be open; asked once, when the `select` begins.
    pub guard: Option<Expr>,
    /// The entry.
    pub entry: Chosen,
    /// For each parameter the variable of this task that holds it during the body.
    pub formals: Vec<VarId>,
    /// What happens after the call has come.
    pub body: Body,
    /// Where the accept is written.
    pub span: Span,
}

/// What an accept does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// The code from `start` to an [`Kind::EndBody`] is one step with the rendezvous; then `next` follows.
    Atomic {
        /// Where the body begins.
        start: Pc,
        /// What follows.
        next: Pc,
    },
    /// The body is seen from outside: it begins here and ends in an [`Kind::EndAccept`].
    Open {
        /// Where the body begins.
        start: Pc,
    },
}

/// One of several entries, by indices of arrays of tasks and of families.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The range and the value of each index; none for a single entry.
    pub indices: Vec<(i64, i64, Expr)>,
    /// The entries, the last index changing fastest.
    pub members: Vec<EntryId>,
}

/// What a call gives for a parameter.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A value for an `in` parameter.
    In(Expr),
    /// A variable of the calling task for the value of an `out` parameter; the value must be in its domain.
    Out(Place),
    /// A variable of the calling task for both.
    InOut(Place),
}

/// A variable that is assigned.
#[derive(Clone, Debug)]
pub enum Place {
    /// A scalar.
    Scalar(VarId),
    /// An element of an array.
    Element(Element),
}

/// An element of an array; an index out of its range raises `Constraint_Error`.
#[derive(Clone, Debug)]
pub struct Element {
    /// The first variable of the array.
    pub first: VarId,
    /// The range and the value of each index.
    pub indices: Vec<(i64, i64, Expr)>,
}

/// An expression over integers; truth is 1.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A value.
    Constant(i64),
    /// The value of a scalar.
    Scalar(VarId),
    /// The value of an element.
    Element(Box<Element>),
    /// An operator on one value.
    Unary(Unary, Box<Expr>),
    /// An operator on two values, both of which are always evaluated, the left one first.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `if c then a else b`, which is also what `and then` and `or else` become.
    If(Box<[Expr; 3]>),
    /// A value that must be in a range, as of a conversion or of `'Succ`; otherwise `Constraint_Error`.
    Checked(i64, i64, Box<Expr>),
}

/// An operator on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Minus,
    /// `abs`
    Abs,
    /// `not` of a Boolean
    Not,
}

/// An operator on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, towards zero
    Divide,
    /// `mod`, with the sign of the right value
    Mod,
    /// `rem`, with the sign of the left value
    Rem,
    /// `and` of Booleans
    And,
    /// `or` of Booleans
    Or,
    /// `xor` of Booleans
    Xor,
    /// `=`
    Equal,
    /// `/=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

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
    /// A rendezvous with one of some entries, its beginning or its end; with ranges for the first of the values that its action shows. It is meant however it
    /// ends, but one with an exception has no values that come out. Where a move of the same state names the exception, only that move counts.
    Rendezvous {
        /// The entries.
        entries: Vec<EntryId>,
        /// Whether the end of a rendezvous in two steps is meant.
        end: bool,
        /// Only those that end with this exception; then the values are those that go in, and none at the end.
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
