//! Properties: automata over events, in `--#` annotations.

use suppose_base::Span;

use super::{DiscreteRange, Expr, Ident};

/// `--# property P is .. --# end P;`
#[derive(Clone, Debug)]
pub struct PropertyDef {
    /// Its name.
    pub name: Ident,
    /// What is in it.
    pub items: Vec<PropertyItem>,
    /// All of it.
    pub span: Span,
}

/// A part of a property.
#[derive(Clone, Debug)]
pub enum PropertyItem {
    /// `init s;`
    Init(StateRef),
    /// `s -> t : e, f;`
    Transition(TransitionDef),
    /// `for i in r { .. }`
    For(Repetition),
    /// `if c { .. } [else { .. }]`
    If(Condition),
}

/// A state: `s`, or one of many: `s (I + 1)`.
#[derive(Clone, Debug)]
pub struct StateRef {
    /// Its name; `error` is the error state.
    pub name: Ident,
    /// Static values that tell it from others of this name.
    pub indices: Vec<Expr>,
    /// All of it.
    pub span: Span,
}

/// `s, t -> u : e, f;`
#[derive(Clone, Debug)]
pub struct TransitionDef {
    /// The states it leaves; at least one.
    pub from: Vec<StateRef>,
    /// The state it reaches.
    pub to: StateRef,
    /// On what; at least one.
    pub on: Vec<Pattern>,
    /// All of it.
    pub span: Span,
}

/// `for i in r { .. }`
#[derive(Clone, Debug)]
pub struct Repetition {
    /// What stands for the value.
    pub name: Ident,
    /// The values.
    pub range: DiscreteRange,
    /// What is repeated.
    pub items: Vec<PropertyItem>,
    /// All of it.
    pub span: Span,
}

/// `if c { .. } [else { .. }]`
#[derive(Clone, Debug)]
pub struct Condition {
    /// A static condition.
    pub condition: Expr,
    /// What is there if it is true.
    pub items: Vec<PropertyItem>,
    /// What is there if it is false.
    pub otherwise: Vec<PropertyItem>,
    /// All of it.
    pub span: Span,
}

/// What a transition happens on: `[Task:] path .. [exception X]` or `[Task:] exception X`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Only actions of this task.
    pub task: Option<PatternPath>,
    /// What is meant.
    pub kind: PatternKind,
    /// After a rendezvous or its end, `exception X`: only those that end with it.
    pub raised: Option<Ident>,
    /// All of it.
    pub span: Span,
}

/// What a pattern means.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// A rendezvous `Pumps (1).Start (2)` or an event `enter (1)`.
    Action(PatternPath),
    /// `T.E.end (v)`: the end of a rendezvous, with the values that come out.
    End(PatternPath, Vec<PatternValue>),
    /// `x = v`: an assignment of a shared variable.
    Write(PatternPath, PatternValue),
    /// `x == v`: a read of a shared variable.
    Read(PatternPath, PatternValue),
    /// `exception X`
    Exception(Ident),
}

/// A dotted name with values in parentheses after any of its parts: `Pumps (1).Start (2)`.
#[derive(Clone, Debug)]
pub struct PatternPath {
    /// The parts; at least one.
    pub parts: Vec<PatternPart>,
    /// All of it.
    pub span: Span,
}

/// A part of a dotted name.
#[derive(Clone, Debug)]
pub struct PatternPart {
    /// The name.
    pub name: Ident,
    /// What is in parentheses after it, perhaps several times: the member of a family, then values. No group
    /// is empty.
    pub groups: Vec<Vec<PatternValue>>,
}

/// One value of a pattern.
#[derive(Clone, Debug)]
pub enum PatternValue {
    /// A static value, or the name of a subtype.
    Value(Expr),
    /// `a .. b`
    Range(DiscreteRange),
    /// `<>`: any
    Any(Span),
}
