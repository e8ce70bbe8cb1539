//! What can go wrong in a step (Yao 2012, definition 2.3.1), and sets of it.
//!
//! A failure does not end the design. It goes on as well as it can: a second token on a place is lost, a
//! signal transition graph that is surprised by a change stays as it is, and a step whose expression has no
//! value does nothing. So each kind of failure can be asked about by itself, whatever else is wrong, and no
//! component ever refuses a change of its inputs.

use std::fmt;

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// A place gets a second token.
    Safety,
    /// An enabled transition stops being enabled, though it shares no place with the one that fires.
    Disabling,
    /// Nothing can happen any more.
    Deadlock,
    /// A change comes that a signal transition graph does not expect.
    Conformance,
    /// An `assert` is false.
    Assertion,
    /// An expression has no value.
    Expression,
}

impl Failure {
    /// All kinds, in the order in which they are reported.
    pub const ALL: [Self; 6] =
        [Self::Safety, Self::Disabling, Self::Deadlock, Self::Conformance, Self::Assertion, Self::Expression];

    /// The name by which results are known.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safety => "safety",
            Self::Disabling => "disabling",
            Self::Deadlock => "deadlock",
            Self::Conformance => "conformance",
            Self::Assertion => "assertion",
            Self::Expression => "expression",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures(u8);

impl Failures {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// All kinds that a single step shows, so all but deadlock.
    pub const STEPS: Self = Self(0b11_1111 & !(1 << Failure::Deadlock as u8));

    /// These kinds.
    pub fn of(kinds: &[Failure]) -> Self {
        kinds.iter().fold(Self::NONE, |all, &kind| all.with(kind))
    }

    /// With one more kind.
    #[must_use]
    pub fn with(self, kind: Failure) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    /// Without a kind.
    #[must_use]
    pub fn without(self, kind: Failure) -> Self {
        Self(self.0 & !(1 << kind as u8))
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a kind is among them.
    pub fn has(self, kind: Failure) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = Failure> {
        Failure::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}
