//! The tree of a text: what is written, with spans, before any name is looked up.
//!
//! Two trees are equal when they say the same in the same order; spans do not count, so that a tree can be
//! compared with what is read from its printed text.

use suppose_base::Span;

pub(crate) use super::model::Comparison;

/// A place in the text, which makes no difference between trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// A name as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The name, with its dots.
    pub text: String,
    /// Where it is.
    pub place: Place,
}

impl Name {
    /// Where it is.
    pub(crate) fn span(&self) -> Span {
        self.place.0
    }
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The components.
    pub(crate) components: Vec<ComponentDef>,
}

/// `component NAME { .. }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComponentDef {
    /// Its name.
    pub name: Name,
    /// What is in it.
    pub items: Vec<Item>,
}

/// A part of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// `in A, B : {x, y};` and the like.
    Events(EventKind, Vec<EventDecl>),
    /// `always A, B;`
    Always(Vec<Name>),
    /// `require expr;`
    Require(Formula),
    /// `assume "text" : expr;`
    Assume(RuleDef),
    /// `fsm NAME { .. }`
    Machine(MachineDef),
    /// `prop NAME "text" : expr;`
    Property(PropertyDef),
}

/// How a component declares events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventKind {
    /// `in`
    Input,
    /// `out`
    Output,
    /// `recv`
    Received,
    /// `send`
    Sent,
    /// `local`
    Local,
}

impl EventKind {
    /// The word that declares it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Input => "in",
            Self::Output => "out",
            Self::Received => "recv",
            Self::Sent => "send",
            Self::Local => "local",
        }
    }
}

/// One event of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventDecl {
    /// Its name.
    pub name: Name,
    /// Its values, if it is declared with a set of values.
    pub values: Option<Vec<Name>>,
}

/// One rule of an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleDef {
    /// What it says in words, without quotes.
    pub text: Option<String>,
    /// What is assumed.
    pub formula: Formula,
    /// The whole rule.
    pub place: Place,
}

/// `fsm NAME { .. }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MachineDef {
    /// Its name.
    pub name: Name,
    /// What is in it.
    pub items: Vec<MachineItem>,
}

/// A part of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MachineItem {
    /// `init S;`
    Init(Name),
    /// `states S, T;`
    States(Vec<Name>),
    /// `S, T -> U : guard / E, F=x;`
    Transition(TransitionDef),
}

/// `S, T -> U : guard / E, F=x;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransitionDef {
    /// Where it leaves.
    pub sources: Vec<Name>,
    /// Where it leads.
    pub target: Name,
    /// When it is enabled.
    pub guard: Formula,
    /// What it emits.
    pub emits: Vec<EmitDef>,
    /// The whole transition.
    pub place: Place,
}

/// `E` or `F=x`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmitDef {
    /// The event.
    pub event: Name,
    /// Its value.
    pub value: Option<Name>,
}

/// `prop NAME "text" : expr;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PropertyDef {
    /// Its name.
    pub name: Name,
    /// What it says in words, without quotes.
    pub text: Option<String>,
    /// What must hold.
    pub formula: Formula,
}

/// A formula.
///
/// Lists have at least two members. A formula is only as deep as its text is nested, which the parser bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    /// `true` or `false`
    Constant(bool, Place),
    /// `e`
    Event(Name),
    /// `e == v`, or `e != v` when the flag is false
    Compare(Name, bool, Name),
    /// `in(P.S)`; the name has the state after its last dot
    In(Name),
    /// `pre(P.S)`
    Pre(Name),
    /// `mS <= 3`
    Microstep(Comparison, u32, Place),
    /// `!f`
    Not(Box<Formula>),
    /// `f && g && ..`
    And(Vec<Formula>),
    /// `f || g || ..`
    Or(Vec<Formula>),
    /// `f => g`
    Implies(Box<Formula>, Box<Formula>),
}
