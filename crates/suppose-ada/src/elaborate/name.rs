//! Names: what `A.B (C)` means, part by part.
//!
//! # Contract
//! [`Elaborator::meaning`] follows the parts of a name as long as their meaning is decided by declarations
//! alone, and gives what it found with the parts that are left: the arguments of a procedure or entry. `None`
//! means that a message was given.

use std::sync::Arc;

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::entity::{Access, Entity, EntityId, Group};
use super::scope::{Found, ScopeId};
use super::term::Term;
use super::types::{Subtype, TypeId};
use crate::ast::{Argument, Expr, ExprKind, Ident, Name, Part};
use crate::program::{Exception, TaskId, VarId};

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A type or subtype.
    Type(Subtype),
    /// A task type.
    TaskType(usize),
    /// Literals of several enumerations.
    Literals(Vec<EntityId>),
    /// A value that is not a variable.
    Value(Term),
    /// A scalar variable, or an element of an array.
    Variable(Target),
    /// An array variable.
    Array(VarId, TypeId, Access),
    /// A constant array.
    Table(TypeId, Arc<[i64]>),
    /// Tasks, with the indices given so far.
    Tasks(TaskChoice),
    /// An entry of tasks, with the index of a family.
    Entry(EntryChoice),
    /// A procedure; its arguments are left.
    Procedure(usize),
    /// A package, or a unit around this place.
    Scope(ScopeId),
    /// The instance of a generic is made of this.
    RandomGeneric,
    /// A procedure that does nothing.
    Quiet,
    /// An exception.
    Exception(Exception),
}

/// A variable that can be read, and perhaps assigned.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) first: VarId,
    /// The range and the value of each index; none for a scalar.
    pub(super) indices: Vec<(i64, i64, Term)>,
    pub(super) of: Subtype,
    pub(super) access: Access,
}

/// Some tasks.
#[derive(Clone, Debug)]
pub(super) struct TaskChoice {
    pub(super) group: Arc<Group>,
    /// Empty when the whole array is meant, or when there is one task.
    pub(super) indices: Vec<(i64, i64, Term)>,
}

impl TaskChoice {
    /// Whether one task is meant.
    pub(super) fn is_one(&self) -> bool {
        self.indices.len() == self.group.indices.len()
    }
}

/// An entry of some tasks.
#[derive(Clone, Debug)]
pub(super) struct EntryChoice {
    pub(super) tasks: TaskChoice,
    /// Its place in the declaration.
    pub(super) entry: usize,
    pub(super) index: Option<(i64, i64, Term)>,
}

impl<'a> Elaborator<'a> {
    /// What a name means, and the parts of it that are left.
    pub(super) fn meaning(&mut self, name: &'a Name) -> Option<(Meaning, &'a [Part])> {
        self.follow(&name.head, &name.parts, name.span)
    }

    /// What a beginning with parts after it means.
    pub(super) fn follow(
        &mut self,
        head: &'a Ident,
        mut parts: &'a [Part],
        whole: Span,
    ) -> Option<(Meaning, &'a [Part])> {
        let mut meaning = self.head(head, &mut parts)?;
        let mut span = head.span;
        while let [part, rest @ ..] = parts {
            if let Meaning::Procedure(_) | Meaning::Quiet = meaning {
                break;
            }
            match part {
                Part::Selected(ident) => {
                    parts = rest;
                    meaning = self.selected(meaning, span, ident, &mut parts)?;
                    span = span.to(ident.span);
                }
                Part::Arguments(arguments, place) => {
                    if let Meaning::Entry(entry) = &mut meaning {
                        let family =
                            self.instances[entry.tasks.group.first.0 as usize].entries[entry.entry].family;
                        let (Some(family), None) = (family, &entry.index) else { break };
                        let [index] = &self.indices(arguments, &[family], *place)?[..] else { return None };
                        entry.index = Some(index.clone());
                    } else {
                        meaning = self.applied(meaning, span, arguments, *place)?;
                    }
                    span = span.to(*place);
                    parts = rest;
                }
                Part::Attribute(attribute) => {
                    parts = rest;
                    let value = self.attribute(&meaning, attribute, &mut parts, whole)?;
                    meaning = Meaning::Value(value);
                    span = span.to(attribute.span);
                }
            }
        }
        Some((meaning, parts))
    }

    fn head(&mut self, head: &'a Ident, rest: &mut &'a [Part]) -> Option<Meaning> {
        let found = self.scopes.find(self.scope, &head.key);
        self.found(found, head, None, rest)
    }

    /// What a declaration means. A function takes its arguments from the parts that follow.
    fn found(
        &mut self,
        found: Found,
        ident: &'a Ident,
        inside: Option<ScopeId>,
        rest: &mut &'a [Part],
    ) -> Option<Meaning> {
        match found {
            Found::Nothing => {
                self.unknown(ident, inside);
                None
            }
            Found::Ambiguous(ids) => {
                let places: Vec<Span> = ids.iter().filter_map(|&id| self.scopes.span(id)).collect();
                self.report("E1033", ident.span, |code| {
                    let message = format!("`{}` means several things here", ident.text);
                    let diagnostic = Diagnostic::error(code, message).at(ident.span, "");
                    let shown =
                        places.iter().fold(diagnostic, |shown, &place| shown.at(place, "one of them"));
                    shown.help("write the package before it, with a dot")
                });
                None
            }
            Found::Unit(scope) => match (self.scopes.task(scope), &rest) {
                (Some(task), _) => Some(Meaning::Tasks(Self::single(task))),
                (None, [Part::Selected(_), ..]) => Some(Meaning::Scope(scope)),
                // Inside of a procedure its name alone is a call.
                (None, _) => match self.scopes.find_around(scope, &ident.key) {
                    Found::Nothing => Some(Meaning::Scope(scope)),
                    around => self.found(around, ident, inside, rest),
                },
            },
            Found::Literals(ids) => Some(Meaning::Literals(ids)),
            Found::One(id) => self.entity_meaning(id, ident.span, rest),
        }
    }

    /// One task as a choice without indices.
    pub(super) fn single(task: TaskId) -> TaskChoice {
        TaskChoice { group: Arc::new(Group { first: task, indices: Vec::new() }), indices: Vec::new() }
    }

    fn entity_meaning(&mut self, id: EntityId, span: Span, rest: &mut &'a [Part]) -> Option<Meaning> {
        Some(match self.scopes.get(id).clone() {
            Entity::Bad => return None,
            Entity::Type(of) => Meaning::Type(of),
            Entity::TaskType(of) => Meaning::TaskType(of),
            Entity::Literal(..) => Meaning::Literals(vec![id]),
            Entity::Constant(of, value) => Meaning::Value(Term::value(value, of.root).named(of.bounds())),
            Entity::Scalar(first, of, access) => {
                Meaning::Variable(Target { first, indices: Vec::new(), of, access })
            }
            Entity::Array(first, of, access) => Meaning::Array(first, of, access),
            Entity::Table(of, values) => Meaning::Table(of, values),
            Entity::Tasks(group) => Meaning::Tasks(TaskChoice { group, indices: Vec::new() }),
            Entity::Subprogram(number) => {
                if self.subprograms[number].declaration.result.is_none() {
                    return Some(Meaning::Procedure(number));
                }
                let takes = !self.subprograms[number].declaration.parameters.is_empty();
                let (arguments, place) = match rest {
                    [Part::Arguments(arguments, place), after @ ..] if takes => {
                        *rest = after;
                        (&arguments[..], span.to(*place))
                    }
                    _ => (&[][..], span),
                };
                Meaning::Value(self.function_call(number, arguments, place)?)
            }
            Entity::Package(scope) => Meaning::Scope(scope),
            Entity::Random(of) => {
                let [Part::Arguments(arguments, place), after @ ..] = rest else {
                    self.advise("E1041", span, "`Random` needs a generator", "write `Random (G)`");
                    return None;
                };
                *rest = after;
                self.generator(arguments, *place)?;
                Meaning::Value(Term::any(of.root, of.first, of.last))
            }
            Entity::RandomGeneric => Meaning::RandomGeneric,
            Entity::Quiet => Meaning::Quiet,
            Entity::Exception(exception) => Meaning::Exception(exception),
            Entity::Entry(entry) => {
                let task = self.work.as_ref()?.task;
                Meaning::Entry(EntryChoice { tasks: Self::single(task), entry, index: None })
            }
            Entity::Renaming(name, scope) => {
                let renamed = self.deeper(span, |this| this.within(scope, |this| this.meaning(name)))??;
                renamed.0
            }
        })
    }

    /// The argument of `Random` must be a generator, whose only use is to be there.
    fn generator(&mut self, arguments: &'a [Argument], span: Span) -> Option<()> {
        let errors = self.reports.errors();
        let found = match arguments {
            [Argument { value: Expr { kind: ExprKind::Name(name), .. }, .. }] => self.meaning(name),
            _ => Some((Meaning::Quiet, &[][..])),
        };
        // Generators have no meaning of their own.
        if found.is_some() {
            let help = "declare one: `G : R.Generator;`, where `R` is the instance of Discrete_Random";
            self.advise("E1041", span, "`Random` needs a generator, and this is none", help);
        }
        (found.is_none() && self.reports.errors() == errors).then_some(())
    }

    /// Says that a name is not known.
    fn unknown(&mut self, ident: &Ident, inside: Option<ScopeId>) {
        let known =
            inside.map_or_else(|| self.scopes.visible(self.scope), |scope| self.scopes.names_of(scope));
        let similar = closest(&ident.key, known).map(str::to_owned);
        self.report("E1030", ident.span, |code| {
            let message = format!("`{}` is not declared", ident.text);
            let diagnostic = Diagnostic::error(code, message).at(ident.span, "");
            match similar {
                Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
                None => diagnostic,
            }
        });
    }

    fn selected(
        &mut self,
        prefix: Meaning,
        span: Span,
        ident: &'a Ident,
        rest: &mut &'a [Part],
    ) -> Option<Meaning> {
        match prefix {
            Meaning::Scope(scope) => {
                let found = self.scopes.select(scope, &ident.key);
                self.found(found, ident, Some(scope), rest)
            }
            Meaning::Tasks(tasks) if tasks.is_one() => {
                // Inside of a task its name also begins names of what it declares. An element of an array has
                // no name of its own.
                if tasks.group.indices.is_empty()
                    && let Found::Unit(scope) = self.unit_of(tasks.group.first)
                    && let found @ (Found::One(_) | Found::Literals(_)) =
                        self.scopes.select(scope, &ident.key)
                {
                    return self.found(found, ident, Some(scope), rest);
                }
                let entry = self.entry_of(tasks.group.first, ident)?;
                Some(Meaning::Entry(EntryChoice { tasks, entry, index: None }))
            }
            Meaning::Tasks(_) => {
                self.advise(
                    "E1032",
                    span,
                    "this is an array of tasks",
                    "write which one, as in `Pumps (1).Start`",
                );
                None
            }
            other => {
                if let Meaning::Entry(choice) = &other
                    && let Some(found) = self.formal_of(choice, &ident.key)
                {
                    return self.found(found, ident, None, rest);
                }
                let what = Self::what(&other);
                self.advise(
                    "E1032",
                    span,
                    format!("{what} has no parts with names"),
                    "only packages and tasks can stand before a dot",
                );
                None
            }
        }
    }

    /// The parameter of an entry of this task, when this place is in an accept statement of it.
    fn formal_of(&self, choice: &EntryChoice, key: &str) -> Option<Found> {
        let task = self.work.as_ref()?.task;
        if choice.tasks.group.first != task
            || !choice.tasks.group.indices.is_empty()
            || choice.index.is_some()
        {
            return None;
        }
        let of = &self.task_types[self.instances[task.0 as usize].of];
        let entry = &of.declaration.entries.get(choice.entry)?.name.key;
        let mut place = Some(self.scope);
        while let Some(scope) = place.filter(|&scope| self.scopes.task(scope).is_none()) {
            if self.scopes.label(scope) == Some(entry)
                && let found @ Found::One(_) = self.scopes.select(scope, key)
            {
                return Some(found);
            }
            place = self.scopes.parent(scope);
        }
        None
    }

    /// The scope of the body of a task, when this place is in it.
    fn unit_of(&self, task: TaskId) -> Found {
        let name = match self.task_types.get(self.instances[task.0 as usize].of) {
            Some(of) if self.work.as_ref().is_some_and(|work| work.task == task) => &of.declaration.name.key,
            _ => return Found::Nothing,
        };
        match self.scopes.find(self.scope, name) {
            Found::Unit(scope) if self.scopes.task(scope) == Some(task) => Found::Unit(scope),
            _ => Found::Nothing,
        }
    }

    /// The place of an entry in the declaration of a task.
    pub(super) fn entry_of(&mut self, task: TaskId, ident: &Ident) -> Option<usize> {
        let of = &self.task_types[self.instances[task.0 as usize].of];
        let entries = &of.declaration.entries;
        let found = entries.iter().position(|entry| entry.name.key == ident.key);
        if found.is_none() {
            let similar =
                closest(&ident.key, entries.iter().map(|entry| &entry.name.key[..])).map(str::to_owned);
            let message = format!("task `{}` has no entry `{}`", of.declaration.name.text, ident.text);
            let names: Vec<&str> = entries.iter().map(|entry| &entry.name.text[..]).collect();
            let known = listed("its entries are", &names);
            self.report("E1040", ident.span, |code| {
                let diagnostic = Diagnostic::error(code, message).at(ident.span, "");
                match similar {
                    Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
                    None => diagnostic.note(known.unwrap_or_else(|| "it has no entries".to_owned())),
                }
            });
        }
        // An entry whose declaration is wrong is not there.
        found.filter(|&entry| entry < self.instances[task.0 as usize].entries.len())
    }

    /// What a name means as an expression that is only a name, without a message when it is none.
    pub(super) fn bare(expr: &Expr) -> Option<&Name> {
        if let ExprKind::Name(name) = &expr.kind { Some(name) } else { None }
    }

    /// How to call something in messages.
    pub(super) fn what(meaning: &Meaning) -> &'static str {
        match meaning {
            Meaning::Type(_) | Meaning::TaskType(_) => "a type",
            Meaning::Literals(_) | Meaning::Value(_) => "a value",
            Meaning::Variable(_) => "a variable",
            Meaning::Array(..) | Meaning::Table(..) => "an array",
            Meaning::Tasks(_) => "a task",
            Meaning::Entry(_) => "an entry",
            Meaning::Procedure(_) | Meaning::Quiet => "a procedure",
            Meaning::Scope(_) | Meaning::RandomGeneric => "a unit",
            Meaning::Exception(_) => "an exception",
        }
    }
}

/// Some names in a note; `None` if there are none.
pub(super) fn listed(what: &str, names: &[&str]) -> Option<String> {
    const MOST: usize = 10;
    match names.len() {
        0 => None,
        n if n > MOST => Some(format!("{what}: {}, and {} more", names[..MOST].join(", "), n - MOST)),
        _ => Some(format!("{what}: {}", names.join(", "))),
    }
}
