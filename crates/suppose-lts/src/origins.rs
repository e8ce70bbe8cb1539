//! Where in the source an action of a component comes from.
//!
//! A primitive process remembers, for each state and action, the label that was written. Renaming keeps the states, so a
//! renamed component remembers only which of its actions came from which; composing and reducing forget.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, FileId, Span, StateId};

/// The places in the source that a component's transitions come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    written: Option<Arc<Written>>,
    /// From an action to those that were renamed to it; `None` while nothing was renamed.
    before: Option<Arc<FxHashMap<ActionId, Vec<ActionId>>>>,
    /// What states are called in the source; empty where they have no names.
    states: Arc<[String]>,
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
    /// Origins by state and action: row `s` is `entries[offsets[s]..offsets[s + 1]]`, sorted by action, with the bytes of the file where it is written.
    pub fn of_rows(file: FileId, offsets: Vec<u32>, entries: Vec<(ActionId, u32, u32)>) -> Self {
        let written = Some(Arc::new(Written { file, offsets, entries }));
        Self { written, ..Self::default() }
    }

    /// The names of states alone.
    pub fn of_states(names: &[String]) -> Self {
        Self { states: names.into(), ..Self::default() }
    }

    /// What a state is called in the source, if it has a name there.
    pub fn state_name(&self, state: StateId) -> Option<&str> {
        self.states.get(state.index()).map(String::as_str)
    }

    /// The label in the source for an action that a state of the component can do; `None` where it is not known.
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
            return Self::default();
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
        Self {
            written: self.written.clone(),
            before: Some(Arc::new(before)),
            states: Arc::clone(&self.states),
        }
    }
}
