//! Patterns of properties: which actions of the program they mean.
//!
//! # Contract
//! A pattern becomes one for each kind of action that it means, or none with a warning if it names nothing of the program.
//!
//! Names are looked up where the property stands, but may be declared later. Names of events, also those of entries that an annotation renames,
//! come before others.

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::entity::{Entity, EntryInfo};
use super::scope::Found;
use super::types::{ElementType, Subtype};
use crate::ada::ast::{self, PatternKind, PatternPart, PatternPath, PatternValue};
use crate::ada::program::{EntryId, Exception, Mode, Pattern, Task, TaskId, VarId, What};

/// A range of values.
type Bounds = (i64, i64);

/// What a path should mean, and advice if it does not.
type Wanted = (&'static str, &'static str);

const TASK: Wanted = (
    "task that does anything",
    "write a task before the colon; the main procedure is one if its statements do anything that others notice",
);
const ACTION: Wanted = ("action", "write `task.entry`, an event, or `variable = value`");
const VARIABLE: Wanted =
    ("shared variable", "only variables that are declared outside of all tasks are shared");

/// What a path means.
enum Walked<'a> {
    Tasks(Vec<TaskId>),
    /// Entries of tasks, with the values after them.
    Entries(Vec<(TaskId, usize)>, Option<Bounds>, &'a [PatternValue]),
    Variables(Vec<VarId>, Subtype),
    /// The first name is not declared.
    Unknown,
}

impl<'a> Elaborator<'a> {
    /// Warns of a pattern that no action of the program can match.
    fn vacuous(&mut self, span: Span, message: String, similar: Option<String>) {
        self.report("W1030", span, |code| {
            let diagnostic = Diagnostic::warning(code, message).at(span, "");
            match similar {
                Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
                None => diagnostic.note("a transition on what never happens is never taken"),
            }
        });
    }

    /// What a pattern means.
    pub(super) fn pattern(&mut self, pattern: &'a ast::Pattern, tasks: &[Task]) -> Option<Vec<Pattern>> {
        let actors: Vec<Option<TaskId>> = match &pattern.task {
            None => vec![None],
            Some(path) => self.actors(path, tasks)?.into_iter().map(Some).collect(),
        };
        let span = pattern.span;
        let whats = match &pattern.kind {
            PatternKind::Action(path) => self.action(path, None, span)?,
            PatternKind::End(path, values) => self.action(path, Some(values), span)?,
            PatternKind::Write(path, value) => self.access(path, value, true)?,
            PatternKind::Read(path, value) => self.access(path, value, false)?,
            PatternKind::Exception(ident) => match ident.key.as_str() {
                "constraint_error" => vec![What::Exception(Exception::Constraint)],
                "program_error" => vec![What::Exception(Exception::Program)],
                _ => {
                    let help = "only constraint_error and program_error can happen";
                    self.advise("E1054", ident.span, "this exception is not known", help);
                    return None;
                }
            },
        };
        let patterns = actors
            .iter()
            .flat_map(|&task| whats.iter().map(move |what| Pattern { task, what: what.clone(), span }));
        Some(patterns.collect())
    }

    /// The tasks that a path names.
    fn actors(&mut self, path: &'a PatternPath, tasks: &[Task]) -> Option<Vec<TaskId>> {
        if let ([part], Some(main)) = (&path.parts[..], tasks.get(self.instances.len()))
            && part.groups.is_empty()
            && (main.name == part.name.key || main.name == format!("{}.main", part.name.key))
        {
            return Some(vec![TaskId(self.instances.len() as u32)]);
        }
        match self.walk(path, TASK)? {
            Walked::Tasks(tasks) => Some(tasks),
            Walked::Entries(..) | Walked::Variables(..) | Walked::Unknown => {
                let known = self.instances.iter().map(|instance| &instance.name[..]);
                let similar = path.parts.first().and_then(|part| closest(&part.name.key, known));
                let help =
                    similar.map_or_else(|| TASK.1.to_owned(), |name| format!("did you mean `{name}`?"));
                self.advise("E1054", path.span, "a task is expected here", help);
                None
            }
        }
    }

    /// What an action is: an event, or a rendezvous or the end of one.
    fn action(
        &mut self,
        path: &'a PatternPath,
        end: Option<&'a Vec<PatternValue>>,
        span: Span,
    ) -> Option<Vec<What>> {
        let names: Vec<&str> = path.parts.iter().map(|part| part.name.key.as_str()).collect();
        let joined = names.join(".");
        let last = path.parts.last()?;
        if end.is_none() && self.events.contains_key(&joined) {
            return Some(vec![self.event_pattern(joined, last)?]);
        }
        let renamed = self.renamed(&joined);
        let (entries, family, values) = if renamed.is_empty() {
            match self.walk(path, ACTION)? {
                Walked::Entries(entries, family, values) => (entries, family, values),
                Walked::Unknown => {
                    let labels = self.known_events();
                    let similar = closest(&joined, labels.iter().map(String::as_str)).map(str::to_owned);
                    let message = format!("the program has no event `{joined}`");
                    self.vacuous(path.span, message, similar);
                    return Some(Vec::new());
                }
                Walked::Tasks(_) | Walked::Variables(..) => {
                    self.no_action(path, ACTION);
                    return None;
                }
            }
        } else {
            let (family, values) = self.entry_groups(renamed[0], last)?;
            (renamed, family, values)
        };
        let mut whats = Vec::new();
        for atomic in [true, false] {
            let ids = self.members(&entries, family, atomic);
            if ids.is_empty() {
                continue;
            }
            if atomic && end.is_some() {
                let message = "this rendezvous is one step, so its end is never seen".to_owned();
                self.vacuous(span, message, None);
                continue;
            }
            let shown = self.shown(entries[0], atomic, end.is_some());
            let given = end.map_or(values, |values| &values[..]);
            if given.len() > shown.len() {
                let (count, most) = (given.len(), shown.len());
                self.error("E1054", span, format!("{count} values are given, and the action has {most}"));
                return None;
            }
            let mut ranges = Vec::new();
            for (value, &of) in given.iter().zip(&shown) {
                ranges.push(self.value_range(value, of)?);
            }
            whats.push(What::Rendezvous { entries: ids, end: end.is_some(), values: ranges });
        }
        Some(whats)
    }

    fn event_pattern(&mut self, name: String, last: &'a PatternPart) -> Option<What> {
        let types = self.events.get(&name).map(|(types, _)| types.clone()).unwrap_or_default();
        let given: &'a [PatternValue] = match &last.groups[..] {
            [] => &[],
            [values] => values,
            _ => {
                self.error("E1054", last.name.span, "an event has its values in one pair of parentheses");
                return None;
            }
        };
        if given.len() > types.len() {
            let (count, most) = (given.len(), types.len());
            let message = format!("{count} values are given, and the event has {most}");
            self.error("E1054", last.name.span, message);
            return None;
        }
        let mut values = Vec::new();
        for (value, &root) in given.iter().zip(&types) {
            values.push(self.value_range(value, self.types.base(root))?);
        }
        Some(What::Event { name, values })
    }

    /// Entries that an annotation gives this name.
    fn renamed(&self, name: &str) -> Vec<(TaskId, usize)> {
        let mut found = Vec::new();
        for (task, instance) in (0..).zip(&self.instances) {
            let entries = self.task_types[instance.of].declaration.entries.iter();
            for (number, _) in entries
                .take(instance.entries.len())
                .enumerate()
                .filter(|(_, entry)| entry.event.as_ref().is_some_and(|event| event.key == name))
            {
                found.push((TaskId(task), number));
            }
        }
        found
    }

    fn known_events(&self) -> Vec<String> {
        let labels = self.entries.iter().map(|entry| entry.label.clone());
        self.events.keys().cloned().chain(labels).collect()
    }

    fn info(&self, entry: (TaskId, usize)) -> &EntryInfo {
        &self.instances[entry.0.0 as usize].entries[entry.1]
    }

    /// The members of families that are meant, those that are atomic or those that are not.
    fn members(&self, entries: &[(TaskId, usize)], family: Option<Bounds>, atomic: bool) -> Vec<EntryId> {
        let mut ids = Vec::new();
        for &entry in entries {
            let info = self.info(entry);
            let (first, last) = info.family.map_or((0, 0), Subtype::bounds);
            let (low, high) = family.unwrap_or((first, last));
            for value in low.max(first)..=high.min(last) {
                let id = EntryId(info.first.0 + info.family.map_or(0, |family| family.offset(value)));
                if self.entries[id.0 as usize].atomic == atomic {
                    ids.push(id);
                }
            }
        }
        ids
    }

    /// The values that an action of an entry shows.
    fn shown(&self, entry: (TaskId, usize), atomic: bool, end: bool) -> Vec<Subtype> {
        let parameters = self.info(entry).parameters.iter();
        let count = |mode: Mode| match (atomic, end) {
            (true, _) => usize::from(mode.goes_in()) + usize::from(mode.comes_out()),
            (false, false) => usize::from(mode.goes_in()),
            (false, true) => usize::from(mode.comes_out()),
        };
        parameters.flat_map(|formal| std::iter::repeat_n(formal.of, count(formal.mode))).collect()
    }

    /// The values that a part of a pattern allows. Any number is one for a type of numbers, so that one loop can serve several types.
    fn value_range(&mut self, value: &'a PatternValue, of: Subtype) -> Option<Bounds> {
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

    /// The reads or writes that `x == v` or `x = v` means.
    fn access(&mut self, path: &'a PatternPath, value: &'a PatternValue, write: bool) -> Option<Vec<What>> {
        let (variables, of) = match self.walk(path, VARIABLE)? {
            Walked::Variables(variables, of) => (variables, of),
            Walked::Unknown => {
                let name = path.parts.first()?;
                let known = self.scopes.visible(self.scope);
                let similar = closest(&name.name.key, known).map(str::to_owned);
                let help =
                    similar.map_or_else(|| VARIABLE.1.to_owned(), |name| format!("did you mean `{name}`?"));
                self.advise("E1054", path.span, format!("there is no variable `{}`", name.name.text), help);
                return None;
            }
            _ => {
                self.no_action(path, VARIABLE);
                return None;
            }
        };
        let (low, high) = self.value_range(value, of)?;
        let (low, high) = (low.max(of.first), high.min(of.last));
        if low > high {
            self.vacuous(path.span, "the variable never has this value".to_owned(), None);
        }
        let values = || low..=high;
        let whats = variables
            .iter()
            .flat_map(|&variable| values().map(move |value| What::Access { variable, write, value }));
        Some(whats.collect())
    }

    /// Follows a path through packages to tasks, entries or variables.
    fn walk(&mut self, path: &'a PatternPath, wanted: Wanted) -> Option<Walked<'a>> {
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

    fn no_action(&mut self, path: &PatternPath, (what, help): Wanted) -> Option<Walked<'a>> {
        self.advise("E1054", path.span, format!("this is no {what}"), help);
        None
    }

    /// The member of a family and the values after an entry.
    fn entry_groups(
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
}
