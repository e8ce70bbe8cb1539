//! Propositional formulas over events, states and the microstep counter.
//!
//! Conjunctions and disjunctions are lists, so that a formula is only as deep as its text is nested, which
//! the parser bounds.

use super::{EventId, MachineId, StateIx, ValueIx};

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// True or false.
    Constant(bool),
    /// Something that is true or false in a configuration.
    Atom(Atom),
    /// Negation.
    Not(Box<Expr>),
    /// All of them; true without any.
    And(Vec<Expr>),
    /// One of them at least; false without any.
    Or(Vec<Expr>),
    /// Implication.
    Implies(Box<Expr>, Box<Expr>),
}

/// What a formula is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The event is present, with any value.
    Event(EventId),
    /// The event is present with this value.
    Is(EventId, ValueIx),
    /// The machine is in this state: now in a guard, at the end of the macrostep in a property.
    In(MachineId, StateIx),
    /// The machine was in this state at the start of the macrostep.
    Pre(MachineId, StateIx),
    /// The microstep counter compared with a number.
    Microstep(Comparison, u32),
}

/// How the microstep counter is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::NotEqual, Self::Less, Self::AtMost, Self::Greater, Self::AtLeast];

    /// Whether `left` compares so with `right`.
    pub const fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// How it is written.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl Expr {
    /// Its truth when `atom` says which atoms are true.
    pub fn holds(&self, atom: &mut impl FnMut(Atom) -> bool) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Atom(this) => atom(*this),
            Self::Not(inner) => !inner.holds(atom),
            Self::And(parts) => parts.iter().all(|part| part.holds(atom)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(atom)),
            Self::Implies(left, right) => !left.holds(atom) || right.holds(atom),
        }
    }

    /// Shows every atom, from left to right, to `see`.
    pub fn visit(&self, see: &mut impl FnMut(Atom)) {
        match self {
            Self::Constant(_) => {}
            Self::Atom(this) => see(*this),
            Self::Not(inner) => inner.visit(see),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Implies(left, right) => {
                left.visit(see);
                right.visit(see);
            }
        }
    }

    /// The events that it mentions, sorted.
    pub fn events(&self) -> Vec<EventId> {
        let mut events = Vec::new();
        self.visit(&mut |atom| {
            if let Atom::Event(event) | Atom::Is(event, _) = atom {
                events.push(event);
            }
        });
        events.sort_unstable();
        events.dedup();
        events
    }
}
