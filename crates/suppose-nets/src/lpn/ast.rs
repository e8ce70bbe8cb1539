//! The tree of a file, with spans.
//!
//! Formulas are in postfix order, so that nothing that walks them recurses. They are generic in what a name
//! is: [`Reference`] as written, the number of a variable once names are resolved.

use suppose_base::Span;

use crate::expr::{BinaryOp, UnaryOp, Value};

/// A name and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A name as it stands in a formula: `x` or `instance.x`.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) instance: Option<Name>,
    pub(super) name: Name,
}

/// One step of a formula; operands come before their operator.
#[derive(Clone, Debug)]
pub(super) enum Op<R> {
    Int(Value),
    /// A variable with so many indices, which come before it.
    Name(R, u32),
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// So many operands joined by one associative operator.
    Chain(BinaryOp, u32),
    /// `condition ? then : otherwise`.
    Conditional,
}

/// A step and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Step<R> {
    pub(super) op: Op<R>,
    pub(super) span: Span,
}

/// A formula.
#[derive(Clone, Debug)]
pub(super) struct Formula<R> {
    pub(super) steps: Vec<Step<R>>,
    pub(super) span: Span,
}

impl<R> Formula<R> {
    /// The variable and its number of indices, if the formula is nothing but that.
    pub(super) fn as_name(&self) -> Option<(&R, u32)> {
        // The operator comes last, so a variable at the end has nothing but its indices before it.
        match self.steps.last() {
            Some(Step { op: Op::Name(name, indices), .. }) => Some((name, *indices)),
            _ => None,
        }
    }
}

/// The first value of a variable.
#[derive(Clone, Debug)]
pub(super) enum Initial<R> {
    /// Not said.
    Default,
    /// One value, for all elements of an array.
    Value(Formula<R>),
    /// The elements of an array; inner braces have been dropped.
    List(Vec<Formula<R>>, Span),
}

/// A variable, an argument or a constant.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub(super) name: Name,
    /// The sizes of an array.
    pub(super) sizes: Vec<Formula<Reference>>,
    pub(super) initial: Initial<Reference>,
}

/// A place: a number, or the name of a constant.
#[derive(Clone, Debug)]
pub(super) struct PlaceName {
    /// The number, if it is one.
    pub(super) number: Option<Value>,
    pub(super) name: Name,
}

/// A transition.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub(super) label: Name,
    pub(super) preset: Vec<PlaceName>,
    pub(super) postset: Vec<PlaceName>,
    pub(super) guard: Option<Formula<Reference>>,
    pub(super) asserts: Vec<Formula<Reference>>,
    /// What is assigned, and its new value.
    pub(super) effects: Vec<(Formula<Reference>, Formula<Reference>)>,
    /// The tag it begins with.
    pub(super) span: Span,
}

/// A component of the design: `Class name(argument, …);`.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) class: Name,
    pub(super) name: Name,
    pub(super) arguments: Vec<Formula<Reference>>,
}

/// What stands between a tag of a main part, class or module and its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) constants: Vec<Declaration>,
    pub(super) variables: Vec<Declaration>,
    /// Declared inputs; `None` without an `<input>` part.
    pub(super) inputs: Option<Vec<Declaration>>,
    pub(super) outputs: Vec<Declaration>,
    /// First values, from `<statevector>`.
    pub(super) values: Vec<Declaration>,
    pub(super) marking: Vec<PlaceName>,
    pub(super) instances: Vec<Instance>,
    pub(super) transitions: Vec<Transition>,
}

/// A main part, a class or a module.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Empty for the main part.
    pub(super) name: Name,
    pub(super) arguments: Vec<Declaration>,
    pub(super) body: Body,
}

/// All that one file says, or a file and those it includes.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) includes: Vec<Name>,
    pub(super) constants: Vec<Declaration>,
    pub(super) mains: Vec<Unit>,
    pub(super) classes: Vec<Unit>,
    pub(super) modules: Vec<Unit>,
}
