//! Which actions a written label means: relabelling relations and prefix matching.
//!
//! A written label stands for the action of that name and for every action that continues it after a dot:
//! `a.b` matches `a.b` and `a.b.1.c`, not `a.bc`. In a relabelling an exact entry wins over a prefix, and a
//! longer prefix over a shorter one; what follows the prefix is kept. Looking one action up costs its length.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, ActionTable, Diagnostic, Span};

use super::super::ast::Relabel;
use super::super::eval::too_many;
use super::super::labels::MAX_LABELS;
use super::super::scope::{Labels, Scope, Stop};

/// A relation from old labels to new ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    images: FxHashMap<Arc<str>, Images>,
    pairs: usize,
}

/// The new labels of an old one, and the first pair that gives it one.
#[derive(Clone, Debug)]
struct Images {
    labels: Vec<Arc<str>>,
    span: Span,
}

impl Relation {
    /// Evaluates `{new/old, ..}`. Variables of the new label can be used in the old one.
    pub(super) fn new(relabels: &[Relabel], scope: &mut Scope<'_>) -> Result<Self, Stop> {
        let mut relation = Self::default();
        relation.add_all(relabels, scope)?;
        Ok(relation)
    }

    fn add_all(&mut self, relabels: &[Relabel], scope: &mut Scope<'_>) -> Result<(), Stop> {
        for relabel in relabels {
            match relabel {
                Relabel::Forall { indices, relabels } => {
                    scope.for_each_index(indices, &mut |scope, _| self.add_all(relabels, scope))?;
                }
                Relabel::Pair { new, old } => scope.for_each_label(new, &mut |scope, text| {
                    let pair_span = new.span.to(old.span);
                    let new: Arc<str> = Arc::from(text);
                    scope.for_each_label(old, &mut |_, text| {
                        self.pairs += 1;
                        if self.pairs > MAX_LABELS {
                            return Err(too_many(old.span));
                        }
                        let images = self
                            .images
                            .entry(Arc::from(text))
                            .or_insert_with(|| Images { labels: Vec::new(), span: pair_span });
                        if !images.labels.contains(&new) {
                            images.labels.push(Arc::clone(&new));
                        }
                        Ok(())
                    })
                })?,
            }
        }
        Ok(())
    }

    /// The new names of an action; `None` when it keeps its name.
    fn images(&self, name: &str) -> Option<Vec<String>> {
        if let Some(images) = self.images.get(name) {
            return Some(images.labels.iter().map(ToString::to_string).collect());
        }
        prefixes(name).find_map(|prefix| {
            let images = self.images.get(prefix)?;
            Some(images.labels.iter().map(|image| format!("{image}{}", &name[prefix.len()..])).collect())
        })
    }

    /// The warning about a pair that was written the wrong way round: no action has the old label, and some
    /// action has the new one.
    pub(super) fn swapped<'a>(&self, alphabet: impl Iterator<Item = &'a str>) -> Option<Diagnostic> {
        let mut present: FxHashSet<&str> = FxHashSet::default();
        for name in alphabet {
            present.insert(name);
            present.extend(prefixes(name));
        }
        // A pair with indices is many pairs; one that renames something is right.
        let right: FxHashSet<Span> = self
            .images
            .iter()
            .filter(|(old, _)| present.contains(&***old))
            .map(|(_, images)| images.span)
            .collect();
        let exists =
            |images: &Images| images.labels.iter().find(|label| present.contains(&***label)).cloned();
        let wrong = self.images.iter().filter(|(_, images)| !right.contains(&images.span));
        let (span, old, new) = wrong
            .filter_map(|(old, images)| Some((images.span, old, exists(images)?)))
            .min_by_key(|(span, old, _)| (*span, *old))?;
        let warning = Diagnostic::warning(
            "W0305",
            format!("`{new}/{old}` renames nothing: there is no action `{old}` here"),
        )
        .at(span, "the new label comes first, then the old one")
        .help(format!("to rename `{new}`, write `{old}/{new}`"));
        Some(warning)
    }

    /// The new actions of each action of an alphabet.
    pub(super) fn renaming(&self, alphabet: &[ActionId], actions: &mut ActionTable) -> Renaming {
        alphabet
            .iter()
            .map(|&old| {
                let new = match self.images(actions.name(old)) {
                    Some(images) => images.iter().map(|image| actions.intern(image)).collect(),
                    None => vec![old],
                };
                (old, new)
            })
            .collect()
    }
}

/// New actions for every action of an alphabet.
pub(super) type Renaming = Vec<(ActionId, Vec<ActionId>)>;

/// Whether two actions get the same name.
pub(super) fn merges(renaming: &Renaming) -> bool {
    let mut seen = FxHashSet::default();
    renaming.iter().flat_map(|(_, new)| new).any(|new| !seen.insert(*new))
}

/// The renaming of `a:P` and `{a,b}::P`.
pub(super) fn prefixing(labels: &[Arc<str>], alphabet: &[ActionId], actions: &mut ActionTable) -> Renaming {
    alphabet
        .iter()
        .map(|&old| {
            let new = labels
                .iter()
                .map(|label| {
                    let name = format!("{label}.{}", actions.name(old));
                    actions.intern(&name)
                })
                .collect();
            (old, new)
        })
        .collect()
}

/// The actions of an alphabet that a set of labels matches.
pub(super) fn matching(labels: &Labels, alphabet: &[ActionId], actions: &ActionTable) -> FxHashSet<ActionId> {
    let labels: FxHashSet<&str> = labels.iter().map(|label| &**label).collect();
    let matches = |action: &ActionId| {
        let name = actions.name(*action);
        labels.contains(name) || prefixes(name).any(|prefix| labels.contains(prefix))
    };
    alphabet.iter().copied().filter(matches).collect()
}

/// The proper prefixes of a name that end before a dot, longest first.
fn prefixes(name: &str) -> impl Iterator<Item = &str> {
    name.rmatch_indices('.').map(|(place, _)| &name[..place])
}
