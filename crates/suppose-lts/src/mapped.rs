//! Where the states of an LTS went when it was transformed.

use suppose_base::StateId;

use crate::Lts;

/// A partial function from the states of one LTS to those of another. π always goes to π.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateMap {
    to: Vec<Option<StateId>>,
}

impl StateMap {
    /// The map that sends state `i` to `to[i]`, or drops it.
    pub fn new(to: Vec<Option<StateId>>) -> Self {
        Self { to }
    }

    /// The identity on `n` states.
    pub fn identity(n: usize) -> Self {
        Self { to: (0..n).map(|i| Some(StateId::must(i))).collect() }
    }

    /// Where a state went; `None` when it was dropped.
    pub fn get(&self, state: StateId) -> Option<StateId> {
        if state.is_error() { Some(state) } else { self.to[state.index()] }
    }

    /// How many states the domain has.
    pub fn len(&self) -> usize {
        self.to.len()
    }

    /// Whether the domain is empty.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// First this map, then another.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self { to: self.to.iter().map(|mid| mid.and_then(|s| next.get(s))).collect() }
    }
}

/// A transformed LTS together with where its states came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// The new LTS.
    pub lts: Lts,
    /// From the states of the old LTS to those of the new one.
    pub map: StateMap,
}

impl Mapped {
    /// An LTS that kept its states.
    pub fn unchanged(lts: Lts) -> Self {
        let map = StateMap::identity(lts.num_states());
        Self { lts, map }
    }
}
