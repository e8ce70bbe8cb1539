//! The table of action names of one system.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ActionId;

/// Interned action names. Every LTS of a system takes its ids from the same table; id 0 is τ.
///
/// Names are dotted labels (`phil.0.left.get`). Interning the same text twice gives the same id, and ids
/// are handed out in order of first use, so equal inputs give equal ids.
#[derive(Clone, Debug)]
pub struct ActionTable {
    names: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, ActionId>,
}

impl Default for ActionTable {
    fn default() -> Self {
        Self::new()
    }
}

impl ActionTable {
    /// How τ is written.
    pub const TAU_NAME: &'static str = "tau";

    /// A table that knows only τ.
    pub fn new() -> Self {
        let tau: Arc<str> = Arc::from(Self::TAU_NAME);
        let mut ids = FxHashMap::default();
        ids.insert(Arc::clone(&tau), ActionId::TAU);
        Self { names: vec![tau], ids }
    }

    /// The id of `name`, which is added when it is new. The text `tau` is τ.
    pub fn intern(&mut self, name: &str) -> ActionId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = ActionId::from_raw(u32::try_from(self.names.len()).expect("fewer than 2^32 action names"));
        let name: Arc<str> = Arc::from(name);
        self.names.push(Arc::clone(&name));
        self.ids.insert(name, id);
        id
    }

    /// The id of `name`, if the table has it.
    pub fn get(&self, name: &str) -> Option<ActionId> {
        self.ids.get(name).copied()
    }

    /// The text of an action.
    ///
    /// # Panics
    /// When the id comes from a larger table.
    pub fn name(&self, action: ActionId) -> &str {
        &self.names[action.index()]
    }

    /// How many names there are, τ included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: τ is always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The texts of these actions, sorted.
    pub fn sorted_names(&self, actions: impl IntoIterator<Item = ActionId>) -> Vec<&str> {
        let mut names: Vec<&str> = actions.into_iter().map(|a| self.name(a)).collect();
        names.sort_unstable();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_is_stable_and_tau_is_zero() {
        let mut table = ActionTable::new();
        let a = table.intern("a.1");
        assert_eq!(table.intern("a.1"), a);
        assert_eq!(table.intern("tau"), ActionId::TAU);
        assert_eq!(table.name(a), "a.1");
        assert_eq!(table.get("b"), None);
        assert_eq!(table.len(), 2);
    }
}
