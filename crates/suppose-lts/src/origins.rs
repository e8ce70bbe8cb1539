//! Where in the source an action of a component comes from, and what its states are called there.
//!
//! A primitive process remembers, for each state and action, the label that was written. Renaming keeps the
//! states, so a renamed component remembers only which of its actions came from which; composing and reducing
//! forget. The names of states outlive more, see [`NameStates`](crate::NameStates).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable, FileId, Span, StateId};

use crate::StateMap;
use crate::state_names::{NameStates, StateNames};

/// The places in the source that a component's transitions come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    written: Option<Arc<Written>>,
    /// From an action to those that were renamed to it; `None` while nothing was renamed.
    before: Option<Arc<FxHashMap<ActionId, Vec<ActionId>>>>,
    states: StateNames,
    /// The name of the definition.
    definition: Option<Span>,
}

/// The labels of a primitive process, state by state.
#[derive(Clone, Debug)]
struct Written {
    file: FileId,
    /// Row `s` is `entries[offsets[s]..offsets[s + 1]]`, sorted by action.
    offsets: Vec<u32>,
    entries: Vec<(ActionId, u32, u32)>,
}

impl Origins {
    /// Origins by state and action: row `s` is `entries[offsets[s]..offsets[s + 1]]`, sorted by action, with
    /// the bytes of the file where it is written.
    pub fn of_rows(file: FileId, offsets: Vec<u32>, entries: Vec<(ActionId, u32, u32)>) -> Self {
        let written = Some(Arc::new(Written { file, offsets, entries }));
        Self { written, ..Self::default() }
    }

    /// The same with names of states.
    #[must_use]
    pub fn named(self, names: Box<dyn NameStates>) -> Self {
        Self { states: StateNames::written(names), ..self }
    }

    /// The names of states alone.
    pub fn of_states(names: &[String]) -> Self {
        Self { states: StateNames::listed(names), ..Self::default() }
    }

    /// What a state is called in the source, if it has a name there: that of a local process with its index,
    /// `COUNT[2]`, or of a place inside of one, `COUNT[2]/1`. Merged states have all names, `A|B`.
    pub fn state_name(&self, state: StateId) -> Option<String> {
        self.states.get(state)
    }

    /// What is known after states were merged: the names of the states.
    #[must_use]
    pub fn merged(&self, map: &StateMap, new_states: usize) -> Self {
        let states = self.states.merged(map, new_states);
        Self { states, definition: self.definition, ..Self::default() }
    }

    /// What is known after the component was composed alone: the names of the states.
    #[must_use]
    pub fn selected(&self, new_states: usize, old: impl Fn(StateId) -> StateId) -> Self {
        let states = self.states.selected(new_states, old);
        Self { states, definition: self.definition, ..Self::default() }
    }

    /// What is known where labels mean something else than before: the names of the states.
    #[must_use]
    pub fn without_places(&self) -> Self {
        Self { states: self.states.clone(), definition: self.definition, ..Self::default() }
    }

    /// Where the process or composite that the component is an instance of has its name, if that is known.
    pub fn definition(&self) -> Option<Span> {
        self.definition
    }

    /// The same, of the definition whose name is there.
    #[must_use]
    pub fn defined_at(self, name: Span) -> Self {
        Self { definition: Some(name), ..self }
    }

    /// The label in the source for an action that a state of the component can do; `None` where it is not
    /// known.
    pub fn find(&self, state: StateId, action: ActionId) -> Option<Span> {
        let written = self.written.as_ref()?;
        let row = state.index();
        let from = *written.offsets.get(row)? as usize;
        let to = *written.offsets.get(row + 1)? as usize;
        let entries = &written.entries[from..to];
        let look_up = |action: &ActionId| {
            let place = entries.binary_search_by_key(action, |entry| entry.0).ok()?;
            let (_, start, end) = entries[place];
            (start < end).then(|| Span::new(written.file, start, end))
        };
        match &self.before {
            None => look_up(&action),
            Some(before) => before.get(&action)?.iter().find_map(look_up),
        }
    }

    /// The origins after a renaming of the alphabet.
    #[must_use]
    pub fn renamed(&self, renaming: &[(ActionId, Vec<ActionId>)]) -> Self {
        if self.written.is_none() {
            return self.clone();
        }
        let mut before: FxHashMap<ActionId, Vec<ActionId>> = FxHashMap::default();
        for (old, new) in renaming {
            let oldest = match &self.before {
                None => std::slice::from_ref(old),
                Some(known) => known.get(old).map_or(&[][..], Vec::as_slice),
            };
            for action in new {
                before.entry(*action).or_default().extend_from_slice(oldest);
            }
        }
        Self { before: Some(Arc::new(before)), ..self.clone() }
    }

    /// The origins of the same component with the ids of another table of actions, which has the names of its
    /// alphabet.
    #[must_use]
    pub fn translated(&self, alphabet: &[ActionId], from: &ActionTable, to: &ActionTable) -> Self {
        let pair = |&action: &ActionId| Some((action, vec![to.get(from.name(action))?]));
        self.renamed(&alphabet.iter().filter_map(pair).collect::<Vec<_>>())
    }
}
