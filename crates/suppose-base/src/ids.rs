//! Typed 32-bit ids, so that a state can never be mistaken for an action.

use std::fmt;

/// A state of one LTS, counted from 0. The error state π is [`StateId::ERROR`], which no LTS counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// The error state π. It has no outgoing transitions and is not counted among an LTS's states.
    pub const ERROR: Self = Self(u32::MAX);

    /// The most ordinary states an LTS may have.
    pub const LIMIT: u32 = u32::MAX - 1;

    /// The id with this number, or `None` when the number is reserved.
    pub const fn new(number: u32) -> Option<Self> {
        if number < Self::LIMIT { Some(Self(number)) } else { None }
    }

    /// The id with this number.
    ///
    /// # Panics
    /// When the number is not below [`StateId::LIMIT`].
    #[track_caller]
    pub const fn must(number: usize) -> Self {
        assert!(number < Self::LIMIT as usize, "state number out of range");
        Self(number as u32)
    }

    /// The number as an index into a table with one row per state. Meaningless for π.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The raw number; `u32::MAX` for π.
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The id with this raw number; `u32::MAX` gives π.
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    /// Whether this is π.
    pub const fn is_error(self) -> bool {
        self.0 == u32::MAX
    }
}

impl fmt::Debug for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_error() { f.write_str("π") } else { write!(f, "s{}", self.0) }
    }
}

/// An action name, interned in an [`ActionTable`](crate::ActionTable). Number 0 is τ in every table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u32);

impl ActionId {
    /// The silent action τ.
    pub const TAU: Self = Self(0);

    /// The id with this raw number.
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    /// The raw number; 0 for τ.
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The number as an index into a table with one row per action.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is τ.
    pub const fn is_tau(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_tau() { f.write_str("τ") } else { write!(f, "a{}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_numbers_are_refused() {
        assert_eq!(StateId::new(u32::MAX), None);
        assert_eq!(StateId::new(u32::MAX - 1), None);
        assert_eq!(StateId::new(7).map(StateId::raw), Some(7));
        assert!(StateId::ERROR.is_error());
        assert!(!StateId::must(0).is_error());
    }
}
