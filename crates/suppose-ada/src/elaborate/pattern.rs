//! Patterns of properties: which actions of the program they mean.
//!
//! # Contract
//! A pattern becomes one for each kind of action that it means, or none with a warning if it names nothing of
//! the program.
//!
//! Names are looked up where the property stands, but may be declared later. Names of events, also those of
//! entries that an annotation renames, come before others.

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::matching::counted;
use super::path::{ACTION, Bounds, TASK, VARIABLE, Walked};
use super::types::Subtype;
use crate::ast::{self, Ident, PatternKind, PatternPart, PatternPath, PatternValue};
use crate::program::{EntryId, Exception, Mode, Pattern, Task, TaskId, What};

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
        let raised = match &pattern.raised {
            None => None,
            Some(ident) => Some(self.exception(ident)?),
        };
        let whats = match &pattern.kind {
            PatternKind::Action(path) => self.action(path, None, raised, span)?,
            PatternKind::End(path, values) => self.action(path, Some(values), raised, span)?,
            PatternKind::Write(path, value) => self.access(path, value, true)?,
            PatternKind::Read(path, value) => self.access(path, value, false)?,
            PatternKind::Exception(ident) => vec![What::Exception(self.exception(ident)?)],
        };
        let patterns = actors
            .iter()
            .flat_map(|&task| whats.iter().map(move |what| Pattern { task, what: what.clone(), span }));
        Some(patterns.collect())
    }

    /// The exception of this name.
    fn exception(&mut self, ident: &Ident) -> Option<Exception> {
        let found = Exception::ALL.into_iter().find(|exception| exception.name() == ident.key);
        if found.is_none() {
            let help = "only constraint_error, program_error and assertion_error can happen";
            self.advise("E1054", ident.span, "this exception is not known", help);
        }
        found
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
        raised: Option<Exception>,
        span: Span,
    ) -> Option<Vec<What>> {
        let names: Vec<&str> = path.parts.iter().map(|part| part.name.key.as_str()).collect();
        let joined = names.join(".");
        let last = path.parts.last()?;
        if end.is_none() && self.events.contains_key(&joined) {
            if raised.is_some() {
                self.error("E1054", span, "only a rendezvous ends with an exception, and this is an event");
                return None;
            }
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
            if !atomic && end.is_none() && raised.is_some() {
                let message =
                    "this rendezvous takes two steps, and an exception is part of its end".to_owned();
                self.vacuous(span, message, Some(format!("{joined}.end exception ..")));
                continue;
            }
            let shown = self.shown(entries[0], (atomic, end.is_some()), raised);
            let given = end.map_or(values, |values| &values[..]);
            if given.len() > shown.len() {
                let (count, most) = (given.len(), shown.len());
                self.error(
                    "E1054",
                    span,
                    format!("{} given, and the action has {most}", counted(count, "value")),
                );
                return None;
            }
            let mut ranges = Vec::new();
            for (value, &of) in given.iter().zip(&shown) {
                ranges.push(self.value_range(value, of)?);
            }
            whats.push(What::Rendezvous { entries: ids, end: end.is_some(), raised, values: ranges });
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
            let message = format!("{} given, and the event has {most}", counted(count, "value"));
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
    fn shown(
        &self,
        entry: (TaskId, usize),
        (atomic, end): (bool, bool),
        raised: Option<Exception>,
    ) -> Vec<Subtype> {
        let parameters = self.info(entry).parameters.iter();
        let count = |mode: Mode| {
            let (goes_in, comes_out) = (usize::from(mode.goes_in()), usize::from(mode.comes_out()));
            match (atomic, end) {
                (true, _) if raised.is_none() => goes_in + comes_out,
                (true, _) | (false, false) => goes_in,
                (false, true) if raised.is_none() => comes_out,
                (false, true) => 0,
            }
        };
        parameters.flat_map(|formal| std::iter::repeat_n(formal.of, count(formal.mode))).collect()
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
        if variables.iter().any(|variable| self.variables[variable.0 as usize].many) {
            self.not_for_every(path.span, "which variable this is");
            return None;
        }
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
}
