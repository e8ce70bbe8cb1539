//! Labels, indices and expressions.

use suppose_base::Span;

use super::Name;
use crate::Symbol;

/// A label, or a product of label sets: parts joined by dots.
#[derive(Clone, Debug)]
pub struct Label {
    /// The parts, at least one.
    pub parts: Vec<LabelPart>,
    /// The whole label.
    pub span: Span,
}

/// A part of a label. Most are names, so the others are boxed.
#[derive(Clone, Debug)]
pub enum LabelPart {
    /// A name.
    Name(Name),
    /// A set, perhaps without the elements of another.
    Set(Box<SetExpr>),
    /// `[..]`
    Index(Box<Index>),
}

/// `S` or `S\T`.
#[derive(Clone, Debug)]
pub struct SetExpr {
    /// The set.
    pub set: LabelSet,
    /// What is taken away.
    pub minus: Option<LabelSet>,
}

/// A set of labels.
#[derive(Clone, Debug)]
pub enum LabelSet {
    /// `{a, b}`
    Literal(Vec<Label>, Span),
    /// A name declared with `set`.
    Named(Name),
}

/// `[i:R]`, `[R]`, `[0..3]` or `[e]`.
#[derive(Clone, Debug)]
pub struct Index {
    /// The variable it binds.
    pub variable: Option<Name>,
    /// Its values.
    pub domain: Domain,
    /// With the brackets.
    pub span: Span,
}

/// The values of an index.
#[derive(Clone, Debug)]
pub enum Domain {
    /// The labels of a set.
    Set(LabelSet),
    /// A name declared with `range`.
    Range(Name),
    /// From one integer to another.
    Between(Expr, Expr),
    /// One value.
    Value(Expr),
}

/// An expression in postfix order.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The steps.
    pub steps: Vec<Step>,
    /// The whole expression.
    pub span: Span,
}

/// One step of an expression.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to do with the stack.
    pub op: Op,
    /// The operand or operator in the source.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Op {
    /// Push an integer.
    Int(i32),
    /// Push the value of a variable.
    Variable(Symbol),
    /// Push the value of a parameter or constant.
    Constant(Symbol),
    /// Push a label as a value.
    Label(Box<Label>),
    /// Push the number of labels.
    Count(Box<Label>),
    /// Replace an index by the label at that place of the set.
    Select(Box<Label>),
    /// Replace the top.
    Unary(UnaryOp),
    /// Replace the two topmost values.
    Binary(BinaryOp),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    Not,
}

/// Operators with two operands, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members are named after the operators")]
pub enum BinaryOp {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}
