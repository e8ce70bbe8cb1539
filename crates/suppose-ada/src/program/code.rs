//! The code of a task: instructions, and expressions over integers.

use suppose_base::Span;

use super::{Domain, EntryId, Pc, VarId};

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
    /// Gives a variable the value of an expression. A value outside of the variable's domain raises
    /// `Constraint_Error`.
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
    /// Goes on at one of several places, by the value of an expression.
    Case {
        /// The value.
        selector: Expr,
        /// Ranges that have nothing in common, and where to if the value is in one.
        ranges: Vec<((i64, i64), Pc)>,
        /// Where to if it is in none.
        otherwise: Pc,
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
        /// What a conditional or timed call does instead. Nothing tells how long a call takes to arrive, so
        /// it may always come to that.
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
    /// An exception: it leaves the bodies of accepts around, whose callers get it too, and then the task is
    /// over.
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
    pub(crate) const ALL: [Self; 3] = [Self::Constraint, Self::Program, Self::Assertion];

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
