//! Relabelling: actions get other names, in the three ways of FSP.
//!
//! * [`relabel`] applies a relation between old and new actions, all at once: an old action with several new
//!   ones is duplicated, several old actions with one new one are merged (which may make the LTS
//!   nondeterministic);
//! * [`prefix`] is `a:P`: every action `n` becomes `a.n`;
//! * [`share`] is `{a,b}::P`: every action `n` is replaced by `a.n` and `b.n` with the same targets.
//!
//! States keep their numbers; τ stays τ. Which old names a dotted prefix stands for is the business of the
//! language that reads the text. Linear in the transitions of the result but for sorting each row.

use std::collections::BTreeMap;

use suppose_base::{ActionId, ActionTable};

use crate::{Lts, RowBuilder};

/// A relation from old actions to new ones. Actions it does not mention stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relabelling {
    images: BTreeMap<ActionId, Vec<ActionId>>,
}

impl Relabelling {
    /// The relabelling that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `new` to the actions that replace `old`. To keep an action beside its new names, add it to
    /// itself.
    ///
    /// τ cannot be relabelled: a pair with old action τ is ignored. A new action τ hides the old one.
    pub fn add(&mut self, old: ActionId, new: ActionId) {
        if old.is_tau() {
            return;
        }
        let images = self.images.entry(old).or_default();
        if let Err(place) = images.binary_search(&new) {
            images.insert(place, new);
        }
    }

    /// The actions that replace `old`, sorted; `None` when it stays.
    pub fn get(&self, old: ActionId) -> Option<&[ActionId]> {
        self.images.get(&old).map(Vec::as_slice)
    }
}

impl FromIterator<(ActionId, ActionId)> for Relabelling {
    fn from_iter<I: IntoIterator<Item = (ActionId, ActionId)>>(pairs: I) -> Self {
        let mut relabelling = Self::new();
        for (old, new) in pairs {
            relabelling.add(old, new);
        }
        relabelling
    }
}

/// Replaces actions, on transitions and in the alphabet.
///
/// # Panics
/// When duplication makes more transitions than 32 bits can count.
pub fn relabel(lts: &Lts, relabelling: &Relabelling) -> Lts {
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        for run in lts.transitions(s).chunk_by(|t, u| t.action == u.action) {
            let old = run[0].action;
            for &new in relabelling.get(old).unwrap_or(&[old]) {
                for t in run {
                    rows.add(new, t.target);
                }
            }
        }
        rows.end_row();
    }
    for &old in lts.alphabet() {
        rows.extend_alphabet(relabelling.get(old).unwrap_or(&[old]).iter().copied());
    }
    rows.finish(lts.initial(), lts.end()).expect("fewer than 2^32 transitions after relabelling")
}

/// Renames every action `n` of the alphabet to `label.n`.
pub fn prefix(lts: &Lts, actions: &mut ActionTable, label: &str) -> Lts {
    share(lts, actions, &[label])
}

/// Replaces every action `n` of the alphabet by `label.n` for each of the labels. With no labels nothing
/// changes.
///
/// # Panics
/// When duplication makes more transitions than 32 bits can count.
pub fn share(lts: &Lts, actions: &mut ActionTable, labels: &[&str]) -> Lts {
    let mut relabelling = Relabelling::new();
    for label in labels {
        for &old in lts.alphabet() {
            let name = format!("{label}.{}", actions.name(old));
            relabelling.add(old, actions.intern(&name));
        }
    }
    relabel(lts, &relabelling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{lts_of, rows_of};

    fn a(raw: u32) -> ActionId {
        ActionId::from_raw(raw)
    }

    #[test]
    fn relabelling_is_simultaneous_and_a_relation() {
        let lts = lts_of(2, &[(0, 0, 1), (0, 1, 1), (0, 2, 0), (1, 3, 0)], &[4]);
        // 1 and 2 swap, 3 becomes 1 and 5, the unused 4 becomes 6.
        let pairs = [(1, 2), (2, 1), (3, 1), (3, 5), (4, 6), (0, 9), (3, 5)];
        let relabelling: Relabelling = pairs.into_iter().map(|(o, n)| (a(o), a(n))).collect();
        let new = relabel(&lts, &relabelling);
        assert_eq!(rows_of(&new), [(0, 0, 1), (0, 1, 0), (0, 2, 1), (1, 1, 0), (1, 5, 0)]);
        assert_eq!(new.alphabet(), [a(1), a(2), a(5), a(6)]);
        assert_eq!(relabel(&lts, &Relabelling::new()), lts);
    }

    #[test]
    fn merged_actions_can_make_a_choice() {
        let lts = lts_of(3, &[(0, 1, 1), (0, 2, 2), (1, 1, 0), (1, 2, 0)], &[]);
        let merged = relabel(&lts, &[(a(1), a(2))].into_iter().collect());
        assert_eq!(rows_of(&merged), [(0, 2, 1), (0, 2, 2), (1, 2, 0)]);
        assert!(lts.is_deterministic() && !merged.is_deterministic());
    }

    #[test]
    fn prefixing_and_sharing_make_dotted_names() {
        let mut actions = ActionTable::new();
        let (get, put) = (actions.intern("get"), actions.intern("put"));
        let lts = lts_of(2, &[(0, get.raw(), 1), (0, 0, 1)], &[put.raw()]);
        let one = prefix(&lts, &mut actions, "p.1");
        assert_eq!(actions.sorted_names(one.alphabet().iter().copied()), ["p.1.get", "p.1.put"]);
        assert_eq!(one.num_transitions(), 2);
        let both = share(&lts, &mut actions, &["a", "b"]);
        assert_eq!(
            actions.sorted_names(both.alphabet().iter().copied()),
            ["a.get", "a.put", "b.get", "b.put"]
        );
        assert_eq!(both.num_transitions(), 3);
    }
}
