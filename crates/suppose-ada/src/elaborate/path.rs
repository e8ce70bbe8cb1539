//! Paths in patterns of properties: which tasks, entries or variables they name, and which values.
//!
//! Any of the parts may have values in parentheses: indices of arrays of tasks or of variables, the member of
//! a family, parameters. Without them all are meant.

use super::Elaborator;
use super::entity::{Entity, EntryInfo};
use super::scope::Found;
use super::types::{ElementType, Subtype, Types};
use crate::ast::{PatternPart, PatternPath, PatternValue};
use crate::program::{TaskId, VarId};

/// A range of values.
pub(super) type Bounds = (i64, i64);

/// What a path should mean, and advice if it does not.
pub(super) type Wanted = (&'static str, &'static str);

pub(super) const TASK: Wanted = (
    "task that does anything",
    "write a task before the colon; the main procedure is one if its statements do anything that others \
        notice",
);
pub(super) const ACTION: Wanted = ("action", "write `task.entry`, an event, or `variable = value`");
pub(super) const VARIABLE: Wanted =
    ("shared variable", "only variables that are declared outside of all tasks are shared");

/// What a path means.
pub(super) enum Walked<'a> {
    Tasks(Vec<TaskId>),
    /// Entries of tasks, with the values after them.
    Entries(Vec<(TaskId, usize)>, Option<Bounds>, &'a [PatternValue]),
    Variables(Vec<VarId>, Subtype),
    /// The first name is not declared.
    Unknown,
}

impl<'a> Elaborator<'a> {
    /// Follows a path through packages to tasks, entries or variables.
    pub(super) fn walk(&mut self, path: &'a PatternPath, wanted: Wanted) -> Option<Walked<'a>> {
        let mut parts = path.parts.iter();
        let mut part = parts.next()?;
        let mut found = self.scopes.find(self.scope, &part.name.key);
        loop {
            let scope = match &found {
                Found::Nothing => return Some(Walked::Unknown),
                Found::Unit(scope) => *scope,
                Found::One(id) => match self.scopes.get(*id).clone() {
                    Entity::Package(scope) => scope,
                    Entity::Tasks(group) => {
                        let tasks = self.some_of(&group.indices, part)?;
                        let tasks: Vec<TaskId> =
                            tasks.into_iter().map(|number| TaskId(group.first.0 + number)).collect();
                        let Some(next) = parts.next() else { return Some(Walked::Tasks(tasks)) };
                        let entry = self.entry_of(*tasks.first()?, &next.name)?;
                        if let Some(extra) = parts.next() {
                            self.error("E1054", extra.name.span, "an entry has no parts with names");
                            return None;
                        }
                        let (family, values) = self.entry_groups((tasks[0], entry), next)?;
                        let entries = tasks.into_iter().map(|task| (task, entry)).collect();
                        return Some(Walked::Entries(entries, family, values));
                    }
                    Entity::Scalar(variable, of, _) if self.is_shared(variable) => {
                        return Some(Walked::Variables(vec![variable], of));
                    }
                    Entity::Array(first, root, _) if self.is_shared(first) => {
                        let array = self.types.array(root)?;
                        let ElementType::Scalar(of) = array.element else { return None };
                        let elements = self.some_of(&array.indices, part)?;
                        let variables = elements.into_iter().map(|number| VarId(first.0 + number)).collect();
                        return Some(Walked::Variables(variables, of));
                    }
                    _ => return self.no_action(path, wanted),
                },
                _ => return self.no_action(path, wanted),
            };
            let Some(next) = parts.next() else { return self.no_action(path, wanted) };
            part = next;
            found = self.scopes.select(scope, &part.name.key);
        }
    }

    /// Says that a path does not mean what it should.
    pub(super) fn no_action(&mut self, path: &PatternPath, (what, help): Wanted) -> Option<Walked<'a>> {
        self.advise("E1054", path.span, format!("this is no {what}"), help);
        None
    }

    /// The member of a family and the values after an entry.
    pub(super) fn entry_groups(
        &mut self,
        entry: (TaskId, usize),
        part: &'a PatternPart,
    ) -> Option<(Option<Bounds>, &'a [PatternValue])> {
        let family = self.info(entry).family;
        let (index, rest) = match (family, &part.groups[..]) {
            (Some(of), [group, rest @ ..]) => {
                let [value] = &group[..] else {
                    self.error("E1054", part.name.span, "a member of a family has one index");
                    return None;
                };
                (Some(self.value_range(value, of)?), rest)
            }
            (_, rest) => (None, rest),
        };
        match rest {
            [] => Some((index, &[])),
            [values] => Some((index, values)),
            _ => {
                self.error("E1054", part.name.span, "an entry has its values in one pair of parentheses");
                None
            }
        }
    }

    /// The members of an array that a part names; all of them without indices.
    fn some_of(&mut self, indices: &[Subtype], part: &'a PatternPart) -> Option<Vec<u32>> {
        let values: &'a [PatternValue] = match &part.groups[..] {
            [] => &[],
            [values] if values.len() == indices.len() => values,
            _ => {
                let wanted = indices.len();
                self.error("E1054", part.name.span, format!("{wanted} indices are wanted here"));
                return None;
            }
        };
        let mut members = vec![0];
        for (number, of) in indices.iter().enumerate() {
            let (low, high) = match values.get(number) {
                Some(value) => self.value_range(value, *of)?,
                None => of.bounds(),
            };
            if low < of.first && low != i64::MIN || high > of.last && high != i64::MAX {
                self.error("E1054", part.name.span, "an index is outside of the range of the array");
                return None;
            }
            let (low, high) = (low.max(of.first), high.min(of.last));
            let size = of.size();
            members = members
                .iter()
                .flat_map(|&before| (low..=high).map(move |value| before * size + of.offset(value)))
                .collect();
        }
        Some(members)
    }

    pub(super) fn info(&self, entry: (TaskId, usize)) -> &EntryInfo {
        &self.instances[entry.0.0 as usize].entries[entry.1]
    }

    /// The values that a part of a pattern allows. Any number is one for a type of numbers, so that one loop
    /// can serve several types.
    pub(super) fn value_range(&mut self, value: &'a PatternValue, of: Subtype) -> Option<Bounds> {
        let numbers = self.types.is_number(of.root);
        let expected = (!numbers).then_some(of.root);
        let (root, bounds, span) = match value {
            PatternValue::Any(_) => return Some((i64::MIN, i64::MAX)),
            PatternValue::Value(expr) => {
                if let Some(named) = self.type_named(expr) {
                    (named.root, named.bounds(), expr.span)
                } else {
                    let (root, value) = self.known(expr, expected)?;
                    (root, (value, value), expr.span)
                }
            }
            PatternValue::Range(range) => {
                let (low, high) = self.discrete_terms(range, expected)?;
                let Some(bounds) = low.known().zip(high.known()) else {
                    self.error("E1036", range.span(), "the bounds of this range must be known");
                    return None;
                };
                (low.of, bounds, range.span())
            }
        };
        if let Some(more) = self.types.more(of.root) {
            // Only one value, or a range up to the size, can be said for every size.
            let is_steady = match value {
                PatternValue::Range(range) => {
                    self.is_steady_range(range, Subtype { root: of.root, first: bounds.0, last: bounds.1 })
                }
                _ => root != Types::SIZE,
            };
            if bounds.1 > more || !is_steady {
                self.not_for_every(span, "which values these are");
                return None;
            }
        }
        if root != of.root && !(numbers && self.types.is_number(root)) {
            let (wanted, found) = (self.types.name(of.root).to_owned(), self.types.name(root).to_owned());
            self.error(
                "E1035",
                span,
                format!("a value of type {wanted} is expected, this is of type {found}"),
            );
            return None;
        }
        Some(bounds)
    }
}
