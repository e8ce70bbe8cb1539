//! What the states of a component are called in its source.
//!
//! A language says how the states of its processes are called ([`NameStates`]). Renaming and completing a
//! property keep the states and so their names. Reductions merge states: the name of a class joins those of
//! its states, `Up|Down`, and goes on with `…` when there are more than [`MOST_NAMES`]. Names are made when
//! they are asked for.

use std::fmt::{Debug, Write};
use std::sync::Arc;

use suppose_base::StateId;

use crate::StateMap;

/// Knows what the states of a component are called.
pub trait NameStates: Debug + Send + Sync {
    /// The name of a state, by its number; names of different states differ.
    fn name(&self, state: usize) -> Option<String>;
}

/// How many names of merged states are shown.
const MOST_NAMES: usize = 3;

/// The names of the states of a component; the default is that none has one.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateNames(Option<Arc<Names>>);

#[derive(Debug)]
enum Names {
    Listed(Vec<String>),
    Written(Box<dyn NameStates>),
    /// Row `s` of `members` are states of another component that became state `s`.
    Merged {
        of: StateNames,
        offsets: Vec<u32>,
        members: Vec<u32>,
    },
}

impl StateNames {
    pub(crate) fn listed(names: &[String]) -> Self {
        Self(Some(Arc::new(Names::Listed(names.to_vec()))))
    }

    pub(crate) fn written(names: Box<dyn NameStates>) -> Self {
        Self(Some(Arc::new(Names::Written(names))))
    }

    pub(crate) fn get(&self, state: StateId) -> Option<String> {
        if state.is_error() {
            return None;
        }
        match &**self.0.as_ref()? {
            Names::Listed(names) => names.get(state.index()).cloned(),
            Names::Written(names) => names.name(state.index()),
            Names::Merged { of, offsets, members } => {
                let (from, to) = (*offsets.get(state.index())?, *offsets.get(state.index() + 1)?);
                let members = &members[from as usize..to as usize];
                let mut joined = String::new();
                for (place, &member) in members.iter().enumerate() {
                    let name = if place < MOST_NAMES {
                        of.get(StateId::must(member as usize))?
                    } else {
                        "…".to_owned()
                    };
                    let bar = if place == 0 { "" } else { "|" };
                    let _ = write!(joined, "{bar}{name}");
                }
                (!joined.is_empty()).then_some(joined)
            }
        }
    }

    /// The names after states were merged. A new state that no old one is mapped to has none.
    pub(crate) fn merged(&self, map: &StateMap, new_states: usize) -> Self {
        let olds = (0..map.len()).map(StateId::must);
        let pairs = olds.filter_map(|old| Some((map.get(old).filter(|new| !new.is_error())?, old)));
        self.through(pairs.collect(), new_states)
    }

    /// The names where the new state `s` is the old state `old(s)`.
    pub(crate) fn selected(&self, new_states: usize, old: impl Fn(StateId) -> StateId) -> Self {
        self.through(
            (0..new_states).map(|new| (StateId::must(new), old(StateId::must(new)))).collect(),
            new_states,
        )
    }

    fn through(&self, mut pairs: Vec<(StateId, StateId)>, new_states: usize) -> Self {
        if self.0.is_none() {
            return Self::default();
        }
        pairs.sort_unstable();
        let mut offsets = vec![0u32];
        let mut members = Vec::new();
        let mut rest = pairs.as_slice();
        for new in 0..new_states {
            let count = rest.iter().take_while(|(state, _)| state.index() == new).count();
            // One more than is shown tells that there are more.
            members.extend(rest[..count].iter().take(MOST_NAMES + 1).map(|(_, old)| old.raw()));
            offsets.push(members.len() as u32);
            rest = &rest[count..];
        }
        Self(Some(Arc::new(Names::Merged { of: self.clone(), offsets, members })))
    }
}
