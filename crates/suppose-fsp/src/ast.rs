//! The syntax tree of an FSP file.
//!
//! Every node has a [`Span`]. Expressions are kept in postfix order, so that neither evaluating nor dropping
//! a long one recurses; everything else nests at most as deep as the parser allows. Chains that people and
//! generators write long (choices, action sequences, `else if`, label lists) are vectors.

mod label;
mod logic;

use std::sync::Arc;

use suppose_base::Span;

use super::symbols::{Symbol, Symbols};

pub use label::{BinaryOp, Domain, Expr, Index, Label, LabelPart, LabelSet, Op, SetExpr, Step, UnaryOp};
pub use logic::{AssertDef, AssertKind, FluentDef, Formula, FormulaKind, LtlBinary, LtlUnary};

/// A parsed file.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The definitions, in order.
    pub definitions: Vec<Definition>,
    /// The names used in it.
    pub symbols: Arc<Symbols>,
}

/// A name and where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub symbol: Symbol,
    /// Where it is.
    pub span: Span,
}

/// One definition.
#[derive(Clone, Debug)]
pub enum Definition {
    /// `const N = 3`
    Const(ConstDef),
    /// `range R = 0..3`
    Range(RangeDef),
    /// `set S = {a, b}`
    Set(SetDef),
    /// `import P = "file.aut"`
    Import(ImportDef),
    /// `P = (a -> P).`
    Process(ProcessDef),
    /// `||C = (P || Q).`
    Composite(CompositeDef),
    /// `progress G = {a}`
    Progress(ProgressDef),
    /// `menu M = {a}`
    Menu(MenuDef),
    /// `animation A = "file.xml"`
    Animation(AnimationDef),
    /// `fluent F = <a, b>`
    Fluent(FluentDef),
    /// `assert A = []F`
    Assert(AssertDef),
}

/// A constant.
#[derive(Clone, Debug)]
pub struct ConstDef {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// A named range of integers.
#[derive(Clone, Debug)]
pub struct RangeDef {
    /// Its name.
    pub name: Name,
    /// The least element.
    pub low: Expr,
    /// The greatest element.
    pub high: Expr,
}

/// A named set of labels.
#[derive(Clone, Debug)]
pub struct SetDef {
    /// Its name.
    pub name: Name,
    /// Its elements.
    pub elements: Vec<Label>,
}

/// A process read from another file.
#[derive(Clone, Debug)]
pub struct ImportDef {
    /// Its name.
    pub name: Name,
    /// The file, as written.
    pub path: Name,
}

/// Words before a definition, in the order in which they must be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "five independent words")]
pub struct Modifiers {
    /// `deterministic`
    pub deterministic: bool,
    /// `minimal`
    pub minimal: bool,
    /// `compose`
    pub compose: bool,
    /// `property`
    pub property: bool,
    /// `safe`
    pub safe: bool,
}

/// A primitive process.
#[derive(Clone, Debug)]
pub struct ProcessDef {
    /// Words before it.
    pub modifiers: Modifiers,
    /// Its name, which is that of the first local process.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The local processes; the first one is where it starts.
    pub locals: Vec<LocalDef>,
    /// Labels added to the alphabet.
    pub extension: Option<LabelSet>,
    /// Relabelling.
    pub relabel: Option<Vec<Relabel>>,
    /// Hiding.
    pub visibility: Option<Visibility>,
    /// The whole definition.
    pub span: Span,
}

/// A formal parameter with its default.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its value where no actual one is given.
    pub default: Expr,
}

/// `\ {..}` or `@ {..}`.
#[derive(Clone, Debug)]
pub struct Visibility {
    /// Whether the listed labels stay visible (`@`) rather than become τ (`\`).
    pub expose: bool,
    /// The labels.
    pub labels: LabelSet,
}

/// A local process.
#[derive(Clone, Debug)]
pub struct LocalDef {
    /// Its name.
    pub name: Name,
    /// Whether it is marked `@`.
    pub accepting: bool,
    /// Its index.
    pub index: Option<Label>,
    /// What it does.
    pub body: Body,
}

/// The body of a local process.
#[derive(Clone, Debug)]
pub enum Body {
    /// Another local process.
    Ref(ProcRef),
    /// `if .. then .. else if .. else ..`
    If {
        /// Conditions and what they lead to.
        arms: Vec<(Expr, Body)>,
        /// The last `else`; `STOP` when missing.
        otherwise: Option<Box<Body>>,
    },
    /// `( .. | .. )`
    Choice(Vec<Branch>),
}

/// `P(1); Q; L[i]`
#[derive(Clone, Debug)]
pub struct ProcRef {
    /// Processes that run first, one after the other.
    pub sequence: Vec<Instance>,
    /// The local process, `STOP`, `END` or `ERROR`.
    pub name: Name,
    /// Its index values.
    pub indices: Vec<Expr>,
    /// The whole reference.
    pub span: Span,
}

/// A process with actual parameters.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The process.
    pub name: Name,
    /// The actual parameters; `None` for the defaults.
    pub actuals: Option<Vec<Expr>>,
}

/// One branch of a choice.
#[derive(Clone, Debug)]
pub struct Branch {
    /// `when ..`
    pub guard: Option<Expr>,
    /// The actions, at least one.
    pub actions: Vec<Label>,
    /// What follows.
    pub body: Body,
}

/// A composite process.
#[derive(Clone, Debug)]
pub struct CompositeDef {
    /// Words before it.
    pub modifiers: Modifiers,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it is composed of.
    pub body: CompBody,
    /// Priority.
    pub priority: Option<PriorityClause>,
    /// Hiding.
    pub visibility: Option<Visibility>,
    /// The whole definition.
    pub span: Span,
}

/// `<< {..}` or `>> {..}`.
#[derive(Clone, Debug)]
pub struct PriorityClause {
    /// Whether the listed labels are low (`>>`) rather than high (`<<`).
    pub low: bool,
    /// The labels.
    pub labels: LabelSet,
}

/// The body of a composite process.
#[derive(Clone, Debug)]
pub enum CompBody {
    /// `if .. then .. else ..`
    If {
        /// Conditions and what they lead to.
        arms: Vec<(Expr, CompBody)>,
        /// The last `else`; nothing when missing.
        otherwise: Option<Box<CompBody>>,
    },
    /// `forall [i:R] ..`
    Forall {
        /// The indices, outermost first.
        indices: Vec<Index>,
        /// What is repeated.
        body: Box<CompBody>,
    },
    /// `S::a:P/{new/old}`
    Part(Box<CompPart>),
}

/// A process or a list of them with what is done to it.
#[derive(Clone, Debug)]
pub struct CompPart {
    /// `S::`
    pub share: Option<Label>,
    /// `a:`
    pub prefix: Option<Label>,
    /// The process or the list.
    pub what: CompWhat,
    /// `/{..}`
    pub relabel: Option<Vec<Relabel>>,
    /// The whole part.
    pub span: Span,
}

/// A process or a list.
#[derive(Clone, Debug)]
pub enum CompWhat {
    /// One process.
    Instance(Instance),
    /// `( .. || .. )`
    List(Vec<CompBody>),
}

/// An element of a relabelling.
#[derive(Clone, Debug)]
pub enum Relabel {
    /// `new/old`
    Pair {
        /// The new label.
        new: Label,
        /// The old label.
        old: Label,
    },
    /// `forall [i:R] { .. }`
    Forall {
        /// The indices, outermost first.
        indices: Vec<Index>,
        /// What is repeated.
        relabels: Vec<Relabel>,
    },
}

/// A progress test.
#[derive(Clone, Debug)]
pub struct ProgressDef {
    /// Its name.
    pub name: Name,
    /// Its indices.
    pub indices: Vec<Index>,
    /// `if ..`
    pub condition: Option<Label>,
    /// The actions of which one must happen again and again.
    pub actions: Label,
}

/// A menu of actions for an animation.
#[derive(Clone, Debug)]
pub struct MenuDef {
    /// Its name.
    pub name: Name,
    /// Its actions.
    pub actions: Label,
}

/// A graphic animation. It is kept, and nothing is done with it.
#[derive(Clone, Debug)]
pub struct AnimationDef {
    /// Its name.
    pub name: Name,
    /// The file, as written.
    pub path: Name,
    /// `target`
    pub target: Option<Name>,
    /// `compose`
    pub parts: Vec<(Name, Option<Vec<Relabel>>)>,
    /// `actions`
    pub actions: Option<Vec<Relabel>>,
    /// `controls`
    pub controls: Option<Vec<Relabel>>,
}

impl Definition {
    /// Its name.
    pub(crate) fn name(&self) -> Name {
        match self {
            Self::Const(d) => d.name,
            Self::Range(d) => d.name,
            Self::Set(d) => d.name,
            Self::Import(d) => d.name,
            Self::Process(d) => d.name,
            Self::Composite(d) => d.name,
            Self::Progress(d) => d.name,
            Self::Menu(d) => d.name,
            Self::Animation(d) => d.name,
            Self::Fluent(d) => d.name,
            Self::Assert(d) => d.name,
        }
    }
}
