//! What the states of a component are called in the source.
//!
//! A state that a local process describes has its name and index: `Down`, `COUNT[2]`. A point inside an
//! action sequence or a nested choice has no name of its own; it is called by the local process it belongs to
//! and its place in there, in the order of the text: `Down/1`. `STOP` and `END` are called so. Names of
//! different states of a process differ.
//!
//! Renaming and completing a property keep the states and so their names. Reductions merge states: the name
//! of a class joins those of its states, `Up|Down`, and goes on with `…` when there are more than
//! [`MOST_NAMES`]. Composing keeps the names where there is a single part; a state of several is called by
//! its number only.
//!
//! Names are made when they are asked for. Kept are four bytes for a state and what tells the definitions
//! apart, so that `C[i:0..1000000]` costs as little here as it does elsewhere.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::StateId;
use suppose_lts::StateMap;

use super::super::symbols::{Symbol, Symbols};
use super::super::value::Value;

/// How many names of merged states are shown.
const MOST_NAMES: usize = 3;

/// The names of the states of a component; the default is that none has one.
#[derive(Clone, Debug, Default)]
pub(super) struct StateNames(Option<Arc<Names>>);

#[derive(Debug)]
enum Names {
    Listed(Vec<String>),
    Written(LocalNames),
    /// Row `s` of `members` are states of another component that became state `s`.
    Merged {
        of: StateNames,
        offsets: Vec<u32>,
        members: Vec<u32>,
    },
}

impl StateNames {
    pub(super) fn listed(names: &[String]) -> Self {
        Self(Some(Arc::new(Names::Listed(names.to_vec()))))
    }

    pub(super) fn written(names: LocalNames) -> Self {
        Self(Some(Arc::new(Names::Written(names))))
    }

    pub(super) fn get(&self, state: StateId) -> Option<String> {
        if state.is_error() {
            return None;
        }
        match &**self.0.as_ref()? {
            Names::Listed(names) => names.get(state.index()).cloned(),
            Names::Written(names) => names.get(state.index()),
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
    pub(super) fn merged(&self, map: &StateMap, new_states: usize) -> Self {
        let olds = (0..map.len()).map(StateId::must);
        let pairs = olds.filter_map(|old| Some((map.get(old).filter(|new| !new.is_error())?, old)));
        self.through(pairs.collect(), new_states)
    }

    /// The names where the new state `s` is the old state `old(s)`.
    pub(super) fn selected(&self, new_states: usize, old: impl Fn(StateId) -> StateId) -> Self {
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

/// The names of the states of a primitive process.
#[derive(Debug)]
pub(super) struct LocalNames {
    pub(super) symbols: Arc<Symbols>,
    /// The definitions that describe states, in the order of these.
    pub(super) definitions: Vec<Definition>,
    /// How many states local processes describe; those after them are inside of one.
    pub(super) described: u32,
    /// Where the states inside of a local process begin, and the state of that local process.
    pub(super) inside: Vec<(u32, u32)>,
    pub(super) stop: Option<u32>,
    pub(super) end: Option<u32>,
    /// States inside of a local process that are all there is of it: it only runs another process first.
    pub(super) whole: FxHashMap<u32, u32>,
    /// The described state of each state of the LTS.
    pub(super) order: Vec<u32>,
}

/// Consecutive states that one definition describes.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) first: u32,
    pub(super) name: Symbol,
    pub(super) index: States,
}

/// Which index values the states of a definition have.
#[derive(Debug)]
pub(super) enum States {
    /// A single state with these.
    One(Box<[Value]>),
    /// All combinations: lowest value and number of values for each index, the last one varying fastest.
    Block(Vec<(i32, u32)>),
}

impl LocalNames {
    fn get(&self, state: usize) -> Option<String> {
        let state = *self.order.get(state)?;
        if Some(state) == self.stop {
            return Some("STOP".to_owned());
        }
        if Some(state) == self.end {
            return Some("END".to_owned());
        }
        if let Some(&local) = self.whole.get(&state) {
            return self.local(local);
        }
        if state < self.described {
            return self.local(state);
        }
        let place = self.inside.partition_point(|&(first, _)| first <= state).checked_sub(1)?;
        let (first, local) = self.inside[place];
        // `STOP` and `END` get their states where they are first met, which is no place of the local process.
        let others = [self.stop, self.end].into_iter().flatten();
        let skipped = others.filter(|other| (first..state).contains(other)).count() as u32;
        Some(format!("{}/{}", self.local(local)?, state - first + 1 - skipped))
    }

    fn local(&self, state: u32) -> Option<String> {
        let place =
            self.definitions.partition_point(|definition| definition.first <= state).checked_sub(1)?;
        let definition = &self.definitions[place];
        let mut name = self.symbols.text(definition.name).to_owned();
        let dimensions = match &definition.index {
            States::Block(dimensions) => dimensions,
            States::One(values) => {
                values.iter().for_each(|value| name.extend(["[", &value.text(), "]"]));
                return Some(name);
            }
        };
        let mut offset = state - definition.first;
        let mut values = Vec::with_capacity(dimensions.len());
        for &(low, length) in dimensions.iter().rev() {
            values.push(i64::from(low) + i64::from(offset % length));
            offset /= length;
        }
        for value in values.iter().rev() {
            let _ = write!(name, "[{value}]");
        }
        Some(name)
    }
}
