//! Names in the order of the text, with what they name.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span, closest};

use crate::lang::ast::Name;
use suppose_base::Reports;

/// A table of names. The first of two equal ones counts.
#[derive(Debug)]
pub(super) struct Names<'t, T> {
    table: FxHashMap<&'t str, T>,
    order: Vec<&'t str>,
}

impl<T> Default for Names<'_, T> {
    fn default() -> Self {
        Self { table: FxHashMap::default(), order: Vec::new() }
    }
}

impl<'t, T: Copy> Names<'t, T> {
    /// Enters a name; gives what it names already, if it is there.
    pub(super) fn insert(&mut self, name: &'t str, what: T) -> Option<T> {
        if let Some(&first) = self.table.get(name) {
            return Some(first);
        }
        self.table.insert(name, what);
        self.order.push(name);
        None
    }

    pub(super) fn get(&self, name: &str) -> Option<T> {
        self.table.get(name).copied()
    }

    /// What the names name, in the order of the text.
    pub(super) fn in_order(&self) -> impl Iterator<Item = T> {
        self.order.iter().filter_map(|name| self.get(name))
    }

    /// The names, in the order of the text.
    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.order.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// A hint when a name is nearly one of these.
    pub(super) fn suggest(&self, name: &str) -> Option<String> {
        closest(name, self.order.iter().copied()).map(|name| format!("did you mean `{name}`?"))
    }
}

/// Reports a second declaration of a name.
pub(super) fn twice(what: &str, name: &Name, first: Span, reports: &mut Reports) {
    reports.add(|| {
        Diagnostic::error("E0906", format!("{what} `{}` is declared twice", name.text))
            .at(name.span(), "again here")
            .at(first, "first here")
    });
}

/// Adds a hint if there is one.
pub(super) fn hinted(diagnostic: Diagnostic, hint: Option<String>) -> Diagnostic {
    match hint {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic,
    }
}
