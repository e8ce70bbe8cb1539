//! Names and expressions.

use suppose_base::Span;

use super::{Ident, SubtypeIndication};

/// A name with everything that is written after it: `R.Random (G)`, `Ts (I).E (F) (X)`, `T'Succ (X)`.
///
/// The parts stand in the order of the text and none is resolved: `A (B)` may be a call, an element, a
/// conversion or a member of a family.
#[derive(Clone, Debug)]
pub struct Name {
    /// What it begins with.
    pub head: Ident,
    /// What follows.
    pub parts: Vec<Part>,
    /// All of it.
    pub span: Span,
}

/// What follows the beginning of a name.
#[derive(Clone, Debug)]
pub enum Part {
    /// `.B`
    Selected(Ident),
    /// `(x, Y => z)`; never empty.
    Arguments(Vec<Argument>, Span),
    /// `'First`; arguments of an attribute are the next part.
    Attribute(Ident),
}

/// One of the arguments of a name.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parameter that it is for, when it is named.
    pub formal: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it; with the parentheses around it.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `12`, `16#FF#`, `1_000`, `2E3`
    Integer(i64),
    /// `0.5`; only delays can do something with it, namely nothing.
    Real,
    /// `'x'`
    Character(char),
    /// `"text"`, without its quotes
    Text(String),
    /// A variable, a constant, a literal of an enumeration, a call, an element, a conversion, an attribute.
    Name(Name),
    /// `- x`, `abs x`, `not x`
    Unary(Sign, Box<Expr>),
    /// Operators of equal precedence, which apply from left to right; never empty. Logical operators of one
    /// chain are all the same.
    Chain(Box<Expr>, Vec<(Operator, Expr)>),
    /// `x in a .. b | T`, or `x not in ..` when the flag is true
    Membership(Box<Expr>, bool, Vec<Choice>),
    /// `if a then b elsif c then d else e`: conditions with their values; without `else` the rest is `True`.
    If(Vec<(Expr, Expr)>, Option<Box<Expr>>),
    /// `(1, 2)`, `(1 | 2 => a, others => b)`
    Aggregate(Vec<Association>),
    /// `T'(e)`; the value may be an aggregate.
    Qualified(Name, Box<Expr>),
}

/// An operator on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `abs`
    Abs,
    /// `not`
    Not,
}

/// An operator on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `and then`
    AndThen,
    /// `or else`
    OrElse,
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
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `&`
    Concatenate,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Mod,
    /// `rem`
    Rem,
    /// `**`
    Power,
}

/// A part of an aggregate.
#[derive(Clone, Debug)]
pub struct Association {
    /// Which elements; none when they are given by position.
    pub choices: Vec<Choice>,
    /// Their value.
    pub value: Expr,
}

/// One choice of a `case` alternative, an aggregate or a membership test.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A value, or the name of a subtype.
    Value(Expr),
    /// `a .. b`, `T'Range`, and `T range a .. b` except in membership tests
    Range(DiscreteRange),
    /// `others`
    Others(Span),
}

/// Values of a discrete type, as in `for` loops and index ranges.
#[derive(Clone, Debug)]
pub enum DiscreteRange {
    /// `a .. b` or `A'Range`
    Range(Range),
    /// `T` or `T range a .. b`
    Subtype(SubtypeIndication),
}

impl DiscreteRange {
    /// All of it.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Range(range) => range.span(),
            Self::Subtype(indication) => indication.span,
        }
    }
}

/// Two bounds, or an attribute that has them.
#[derive(Clone, Debug)]
pub enum Range {
    /// `a .. b`
    Bounds(Box<Expr>, Box<Expr>),
    /// `A'Range`, `A'Range (2)`
    Attribute(Name),
}

impl Range {
    /// All of it.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Bounds(first, last) => first.span.to(last.span),
            Self::Attribute(name) => name.span,
        }
    }
}
