//! Fluents and formulas.

use super::{Expr, Index, Label, LabelSet, Name, Param};
use suppose_base::Span;

/// A fluent: true after some actions, false after others.
#[derive(Clone, Debug)]
pub struct FluentDef {
    /// Its name.
    pub name: Name,
    /// Its indices.
    pub indices: Vec<Index>,
    /// Actions that make it true.
    pub initiating: Label,
    /// Actions that make it false.
    pub terminating: Label,
    /// Whether it is true at first.
    pub initially: Option<Expr>,
}

/// How a formula is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertKind {
    /// `assert`: something to check.
    Assert,
    /// `constraint`: a process that restricts.
    Constraint,
    /// `ltl_property`: a process that observes.
    Property,
}

/// A formula with a name.
#[derive(Clone, Debug)]
pub struct AssertDef {
    /// How it is used.
    pub kind: AssertKind,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The formula.
    pub formula: Formula,
    /// Labels added to its alphabet.
    pub extension: Option<LabelSet>,
}

/// A formula of linear temporal logic.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// The whole formula.
    pub span: Span,
}

/// The kinds of formulas.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// A fluent or another formula by name.
    Named {
        /// The name.
        name: Name,
        /// Index values of a fluent.
        indices: Vec<Index>,
        /// Actual parameters of a formula.
        actuals: Option<Vec<Expr>>,
    },
    /// An action has just happened.
    Action(Label),
    /// An expression that does not change.
    Rigid(Expr),
    /// An operator before a formula.
    Unary(LtlUnary, Box<Formula>),
    /// Formulas joined by one and the same operator.
    Join(LtlBinary, Vec<Formula>),
    /// `forall` or `exists`.
    Quantified {
        /// Whether it is `forall`.
        all: bool,
        /// The indices, outermost first.
        indices: Vec<Index>,
        /// What is repeated.
        body: Box<Formula>,
    },
}

/// Temporal operators before a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LtlUnary {
    /// `!`
    Not,
    /// `X`
    Next,
    /// `<>`
    Eventually,
    /// `[]`
    Always,
}

/// Operators between formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LtlBinary {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `U`
    Until,
    /// `W`
    WeakUntil,
    /// `->`
    Implies,
    /// `<->`
    Equivalent,
}
