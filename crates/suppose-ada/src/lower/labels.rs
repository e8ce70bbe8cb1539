//! What a label means that somebody writes in a property in another language.
//!
//! An action has a long name (`customer_1.operator.prepay.1.2`). A label means an action if it is the whole
//! name, or the name without the task in front, or without the last of the values, or both:
//! `operator.prepay.1` is what any customer does at any pump. The end of a rendezvous is meant only if it is
//! named (`t.e.end`). A rendezvous or its end is meant however it ends, unless the property has another label
//! for it that names the exception, after all values that go in or after none (`t.e.1.constraint_error`,
//! `t.e.constraint_error`). The task may stand in front where the name of the action does not have it, and a
//! label that means nothing else may leave out the task that accepts.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, ActionTable, Diagnostic};
use suppose_lts::Lts;
use suppose_lts::ops::{Relabelling, relabel};

use crate::names::Label;

/// The meaning of labels.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    labels: Vec<(Label, ActionId)>,
}

/// A property over the actions of a program.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The property.
    pub lts: Lts,
    /// Labels that mean no action of the program, in the order of the alphabet; they stay as they are.
    pub unknown: Vec<String>,
}

impl Labels {
    pub(super) fn new(mut labels: Vec<(Label, ActionId)>) -> Self {
        // A rendezvous that never ends is one all the same.
        let begun = labels.iter().filter_map(|(label, action)| {
            let stem = label.stem.strip_suffix(".begin")?.to_owned();
            Some((Label { stem, ..label.clone() }, *action))
        });
        let begun: Vec<_> = begun.collect();
        labels.extend(begun);
        Self { labels }
    }

    /// The actions that a label means, sorted; none if it means nothing.
    pub fn actions_named(&self, label: &str) -> Vec<ActionId> {
        self.meant(label).into_iter().map(|(action, _)| action).collect()
    }

    /// The same, each with whether the label names the exception that a rendezvous ends with.
    fn meant(&self, label: &str) -> Vec<(ActionId, bool)> {
        let meant = |stem: fn(&Label) -> &str| {
            let fits = |(name, action): &(Label, ActionId)| {
                means(label, name, stem(name)).map(|names_exception| (*action, names_exception))
            };
            let mut actions: Vec<(ActionId, bool)> = self.labels.iter().filter_map(fits).collect();
            actions.sort_unstable();
            actions.dedup_by_key(|(action, _)| *action);
            actions
        };
        let actions = meant(|name| &name.stem);
        if actions.is_empty() { meant(|name| &name.stem[name.accepting..]) } else { actions }
    }

    /// Replaces the labels of a property, an error LTS over the actions of `from`, by what they mean in `to`,
    /// the table of the lowered system.
    ///
    /// # Errors
    /// `E1070` when two labels mean the same action: what the property says about it is open then.
    pub fn bind(
        &self,
        property: &Lts,
        from: &ActionTable,
        to: &mut ActionTable,
    ) -> Result<Bound, Diagnostic> {
        let mut meant: FxHashMap<ActionId, &str> = FxHashMap::default();
        let mut unknown = Vec::new();
        let mut relabelling = Relabelling::new();
        let found = property.alphabet().iter().map(|&old| self.meant(from.name(old)));
        let found: Vec<Vec<(ActionId, bool)>> = found.collect();
        let named = found.iter().flatten().filter(|(_, names_exception)| *names_exception);
        let named: FxHashSet<ActionId> = named.map(|&(action, _)| action).collect();
        for (&old, mut actions) in property.alphabet().iter().zip(found) {
            let label = from.name(old);
            actions.retain(|(action, names_exception)| *names_exception || !named.contains(action));
            if actions.is_empty() {
                actions.push((to.intern(label), false));
                // An action of a component that was added beside the program is known to it, if not to the
                // program.
                unknown.push(label.to_owned());
            }
            for (action, _) in actions {
                if let Some(other) = meant.insert(action, label) {
                    let name = to.name(action);
                    let message = format!("`{other}` and `{label}` both mean the action `{name}`");
                    let help = "write the labels out to the last value where they differ";
                    return Err(Diagnostic::error("E1070", message).help(help));
                }
                relabelling.add(old, action);
            }
        }
        Ok(Bound { lts: relabel(property, &relabelling), unknown })
    }
}

/// Whether a label means the action with this name, of which `stem` says what is done; if so, whether it
/// names the exception.
fn means(label: &str, name: &Label, stem: &str) -> Option<bool> {
    let without_task = label.strip_prefix(name.task.as_str()).and_then(|rest| rest.strip_prefix('.'));
    let fits = |text: &str| {
        let rest = text.strip_prefix(stem)?;
        if rest.is_empty() {
            return Some(false);
        }
        let values = rest.strip_prefix('.')?;
        let (values, names_exception) = match name.raised {
            Some(exception) if values == exception.name() => return Some(true),
            Some(exception) => {
                match values.strip_suffix(exception.name()).and_then(|v| v.strip_suffix('.')) {
                    Some(values) => (values, true),
                    None => (values, false),
                }
            }
            None => (values, false),
        };
        let mut expected = name.values.iter();
        let fit = values.split('.').all(|value| expected.next().is_some_and(|known| known == value));
        (fit && !(names_exception && expected.next().is_some())).then_some(names_exception)
    };
    fits(label).or_else(|| without_task.and_then(fits))
}
