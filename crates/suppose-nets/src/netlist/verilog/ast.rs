//! The tree of a netlist.

use suppose_base::Span;

/// A name with its place. A name that is written `\like this ` is held without the backslash.
#[derive(Clone, Debug)]
pub(in crate::netlist) struct Word {
    pub(in crate::netlist) text: String,
    pub(in crate::netlist) span: Span,
}

/// `[left:right]`; left is the most significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::netlist) struct Range {
    pub(in crate::netlist) left: i32,
    pub(in crate::netlist) right: i32,
}

impl Range {
    /// How many bits it has.
    pub(in crate::netlist) fn width(self) -> usize {
        self.left.abs_diff(self.right) as usize + 1
    }

    /// The place of an index, counted from the least significant bit.
    pub(in crate::netlist) fn place(self, index: i32) -> Option<usize> {
        let inside = (self.left.min(self.right)..=self.left.max(self.right)).contains(&index);
        inside.then(|| index.abs_diff(self.right) as usize)
    }

    /// The index of a place.
    pub(in crate::netlist) fn index(self, place: usize) -> i32 {
        let place = i32::try_from(place).expect("the parser bounds indices");
        if self.left >= self.right { self.right + place } else { self.right - place }
    }
}

/// What a signal of a module is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::netlist) enum Direction {
    Input,
    Output,
    /// A port that may be either: what drives it decides.
    Inout,
    /// No port.
    Wire,
    /// No port, and always this value.
    Supply(bool),
}

/// A declared signal.
#[derive(Clone, Debug)]
pub(in crate::netlist) struct Signal {
    pub(in crate::netlist) name: Word,
    pub(in crate::netlist) direction: Direction,
    pub(in crate::netlist) range: Option<Range>,
}

/// A module.
#[derive(Clone, Debug)]
pub(in crate::netlist) struct Module {
    pub(in crate::netlist) name: Word,
    /// The ports in their order, as places in `signals`.
    pub(in crate::netlist) ports: Vec<usize>,
    pub(in crate::netlist) signals: Vec<Signal>,
    pub(in crate::netlist) items: Vec<Item>,
}

/// A statement of a module.
#[derive(Clone, Debug)]
pub(in crate::netlist) enum Item {
    /// `assign target = value;`
    Assign { target: Term, value: Term },
    /// An instance of a module, a cell or a primitive. A primitive may have no name.
    Instance { cell: Word, name: Option<Word>, connections: Connections, parameters: Option<Span> },
    /// First values of signals: from an `initial` block or a comment.
    Values { list: Vec<(Term, bool)>, comment: bool },
}

/// What is connected to the pins of an instance.
#[derive(Clone, Debug)]
pub(in crate::netlist) enum Connections {
    /// In the order of the pins; `None` where nothing is connected.
    Ordered(Vec<Option<Term>>),
    /// `.pin(term)`.
    Named(Vec<(Word, Option<Term>)>),
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub(in crate::netlist) struct Term {
    pub(in crate::netlist) kind: TermKind,
    pub(in crate::netlist) span: Span,
}

/// Some bits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::netlist) enum Select {
    All,
    Bit(i32),
    Part(Range),
}

/// Operators, each on operands of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::netlist) enum Operator {
    /// Bitwise.
    And,
    Or,
    Xor,
    /// Of truth, with one bit as the result.
    LogicalAnd,
    LogicalOr,
}

#[derive(Clone, Debug)]
pub(in crate::netlist) enum TermKind {
    /// A number, least significant bit first; `sized` if the text says how wide it is.
    Number {
        bits: Vec<bool>,
        sized: bool,
    },
    Reference(String, Select),
    Concat(Vec<Term>),
    Repeat(usize, Box<Term>),
    /// `~a`.
    Invert(Box<Term>),
    /// `!a`.
    Not(Box<Term>),
    /// `&a`, `|a`, `^a`, and negated.
    Reduce(Operator, bool, Box<Term>),
    /// Two or more operands.
    Chain(Operator, Vec<Term>),
    /// `a == b`, or negated.
    Equal(bool, Box<Term>, Box<Term>),
    Conditional(Box<Term>, Box<Term>, Box<Term>),
    /// `$urandom_range(low, high)`: one of these numbers, chosen each time anew.
    Random(u32, u32),
}
