//! Tasks: types, instances, entries, and the code of each.
//!
//! Every task has a code of its own, elaborated from the body of its type with its discriminants as
//! constants. The main procedure is a task too, after what packages do at their elaboration; it is only kept
//! when it does anything.

use std::collections::BTreeMap;
use std::sync::Arc;

use suppose_base::{Diagnostic, Span};

use super::context::Work;
use super::entity::{Entity, EntryInfo, Formal, Group, Instance, TaskType};
use super::scope::ScopeId;
use super::types::Subtype;
use super::units::Main;
use super::{Elaborator, limits};
use crate::ast::{Argument, EntryDecl, Ident, StatementKind, TaskBody, TaskDecl};
use crate::program::{Entry, EntryId, Instruction, Kind, Mode, Parameter, Pc, Task, TaskId};

impl<'a> Elaborator<'a> {
    pub(super) fn task_declaration(&mut self, task: &'a TaskDecl) {
        if self.work.is_some() {
            let help = "declare it in the main procedure or in a package";
            self.advise("E1047", task.name.span, "a task in an inner scope is outside of the subset", help);
            return self.declare(&task.name, Entity::Bad);
        }
        let number = self.task_types.len();
        let place = (self.scope, self.scopes.now());
        self.task_types.push(TaskType { declaration: task, place, body: None, used: false });
        let entity = if task.is_type {
            Entity::TaskType(number)
        } else {
            self.task_object(&task.name, number, &[], &[], task.name.span).unwrap_or(Entity::Bad)
        };
        self.declare(&task.name, entity);
    }

    pub(super) fn task_body(&mut self, body: &'a TaskBody) {
        if self.work.is_some() {
            // The declaration was reported.
            return;
        }
        let mut found = None;
        for entity in self.here_declared(&body.name.key) {
            match entity {
                Entity::TaskType(of) => found = Some(of),
                Entity::Tasks(group) if group.indices.is_empty() => {
                    let of = self.instances[group.first.0 as usize].of;
                    if !self.task_types[of].declaration.is_type {
                        found = Some(of);
                    }
                }
                Entity::Bad => return,
                _ => {}
            }
        }
        let Some(of) = found else {
            let message = format!("there is no task `{}` for this body", body.name.text);
            return self.error("E1059", body.name.span, message);
        };
        let place = (self.scope, self.scopes.now());
        if self.task_types[of].body.replace((body, place.0, place.1)).is_some() {
            self.error("E1031", body.name.span, format!("the task `{}` has two bodies", body.name.text));
        }
    }

    /// A task, or an array of tasks.
    pub(super) fn task_object(
        &mut self,
        ident: &'a Ident,
        of: usize,
        indices: &[Subtype],
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Entity<'a>> {
        if self.work.is_some() {
            let help = "declare it in the main procedure or in a package";
            self.advise("E1047", ident.span, "a task in an inner scope is outside of the subset", help);
            return None;
        }
        let discriminants = self.discriminants(of, arguments, span)?;
        let first = TaskId(self.instances.len() as u32);
        let base = format!("{}{}", self.prefix, ident.key);
        let values: Vec<i64> = discriminants.iter().map(|&(_, value)| value).collect();
        let types: Vec<Subtype> = discriminants.iter().map(|&(of, _)| of).collect();
        let is_many = self.stands_for_many(&types, &values);
        if is_many && !indices.is_empty() {
            self.not_for_every(span, "how many tasks there are");
            return None;
        }
        for (end, many) in self.index_names(indices).into_iter().zip(self.many_elements(indices)) {
            if self.instances.len() >= limits::TASKS {
                let most = limits::TASKS;
                self.overfull(span, format!("the program has more than {most} tasks"));
                return None;
            }
            self.new_task(format!("{base}{end}"), of, &discriminants, ident.span);
            if let Some(made) = self.instances.last_mut() {
                made.many = many || is_many;
            }
        }
        self.task_types[of].used = true;
        Some(Entity::Tasks(Arc::new(Group { first, indices: indices.to_vec() })))
    }

    pub(super) fn new_task(&mut self, name: String, of: usize, discriminants: &[(Subtype, i64)], span: Span) {
        let task = TaskId(self.instances.len() as u32);
        let scope = self.scopes.open(Some(self.task_types[of].place), None);
        self.declare_discriminants(of, discriminants, scope);
        let declaration = self.task_types[of].declaration;
        let mut entries = Vec::new();
        self.within(scope, |this| {
            for (number, entry) in declaration.entries.iter().enumerate() {
                if declaration.entries[..number].iter().any(|other| other.name.key == entry.name.key) {
                    let message = format!("the entry `{}` is declared twice", entry.name.text);
                    this.error("E1031", entry.name.span, message);
                }
                // Entries keep their places, so the first wrong one is the end.
                let Some(info) = this.new_entry(task, &name, entry) else { break };
                entries.push(info);
            }
        });
        let discriminants = discriminants.to_vec();
        self.instances.push(Instance { name, of, discriminants, entries, many: false, span });
    }

    fn new_entry(&mut self, task: TaskId, name: &str, entry: &'a EntryDecl) -> Option<EntryInfo> {
        let family = match &entry.family {
            Some(range) => Some(self.discrete(range)?),
            None => None,
        };
        if let (Some(family), Some(range)) = (family, &entry.family) {
            self.bounded(family, range.span())?;
        }
        let mut formals: Vec<Formal> = Vec::new();
        let mut parameters = Vec::new();
        for formal in self.formals(&entry.parameters)? {
            if let Some(default) = formal.default {
                let message = "a default of an entry's parameter is outside of the subset";
                self.advise("E1048", default.span, message, "give the value in each call");
                return None;
            }
            let of = self.bounded(formal.of, formal.ident.span)?;
            let domain = self.types.domain(of.root, of.first, of.last);
            parameters.push(Parameter { name: formal.ident.key.clone(), mode: formal.mode, domain });
            formals.push(formal.formal());
        }
        let base = match &entry.event {
            Some(event) => event.key.clone(),
            None => format!("{name}.{}", entry.name.key),
        };
        let first = EntryId(self.entries.len() as u32);
        for end in self.index_names(family.as_slice()) {
            if self.entries.len() >= limits::ENTRIES {
                let most = limits::ENTRIES;
                self.overfull(entry.span, format!("the program has more than {most} entries"));
                return None;
            }
            let label = format!("{base}{end}");
            let parameters = parameters.clone();
            self.entries.push(Entry { task, label, parameters, atomic: true, span: entry.span });
        }
        Some(EntryInfo { first, family, parameters: formals.into() })
    }

    /// The values of the discriminants of a task.
    fn discriminants(
        &mut self,
        of: usize,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Vec<(Subtype, i64)>> {
        let (declaration, place) = (self.task_types[of].declaration, self.task_types[of].place);
        let scope = self.scopes.open(Some(place), None);
        let formals = self.within(scope, |this| this.formals(&declaration.discriminants))?;
        let keys: Vec<(&str, bool)> =
            formals.iter().map(|formal| (&formal.ident.key[..], formal.default.is_some())).collect();
        if arguments.is_empty() && keys.iter().any(|(_, default)| !default) {
            let message =
                format!("a task of type `{}` needs values for its discriminants", declaration.name.text);
            self.advise("E1057", span, message, "write them after the type, as in `P : Pump (1);`");
            return None;
        }
        let given = self.associate(&keys, arguments, span)?;
        let mut values = Vec::new();
        for (formal, given) in formals.iter().zip(given) {
            let (source, known) = match (given, formal.default) {
                (Some(source), _) => (source, self.known(source, Some(formal.of.root))?),
                (None, Some(source)) => {
                    (source, self.within(scope, |this| this.known(source, Some(formal.of.root)))?)
                }
                (None, None) => return None,
            };
            if known.1 < formal.of.first || known.1 > formal.of.last {
                self.error("E1043", source.span, "this value is outside of the range of the discriminant");
                return None;
            }
            values.push((formal.of, known.1));
        }
        Some(values)
    }

    fn declare_discriminants(&mut self, of: usize, discriminants: &[(Subtype, i64)], scope: ScopeId) {
        let names = self.task_types[of].declaration.discriminants.iter().flat_map(|spec| &spec.names);
        for (name, &(subtype, value)) in names.zip(discriminants) {
            self.scopes.declare(scope, &name.key, Entity::Constant(subtype, value), Some(name.span));
        }
    }

    /// The code of a task.
    pub(super) fn task_code(&mut self, task: TaskId) -> Vec<Instruction> {
        let (of, name, span) = {
            let instance = &self.instances[task.0 as usize];
            (instance.of, instance.name.clone(), instance.span)
        };
        let discriminants = self.instances[task.0 as usize].discriminants.clone();
        let declaration = self.task_types[of].declaration;
        let Some((body, scope, time)) = self.task_types[of].body.filter(|_| !self.full) else {
            return vec![Instruction { kind: Kind::Stop, span }];
        };
        let scope = self.scopes.open(Some((scope, time)), Some(&declaration.name.key));
        self.scopes.set_task(scope, task);
        self.declare_discriminants(of, &discriminants, scope);
        for (number, entry) in declaration.entries.iter().enumerate() {
            self.scopes.declare(scope, &entry.name.key, Entity::Entry(number), Some(entry.name.span));
        }
        self.work = Some(Work::new(task, name, false));
        self.within(scope, |this| {
            this.work().once = true;
            this.declarations(&body.declarations);
            this.work().once = false;
            this.statements(&body.statements);
        });
        self.finish_code(span)
    }

    /// Ends the code that is being made.
    pub(super) fn finish_code(&mut self, span: Span) -> Vec<Instruction> {
        self.leave(span, Kind::Stop);
        self.settle_accepts();
        self.settle_doubts();
        let Some(work) = self.work.take() else { return Vec::new() };
        let code = work.code.finish();
        self.instructions += code.len();
        code
    }

    /// The code of the main procedure, if it does anything that others can notice.
    pub(super) fn main_code(&mut self, main: Option<&Main<'a>>, tasks: &[Task]) -> Option<Task> {
        let (name, span) = match main {
            Some(main) => (main.name.clone(), main.span),
            None => ("main".to_owned(), Span::new(self.file, 0, 0)),
        };
        let taken = tasks.iter().any(|task| task.name == name)
            || self.variables.iter().any(|variable| variable.name == name);
        let name = if taken { format!("{name}.main") } else { name };
        let variables = self.variables.len();
        self.work = Some(Work::new(TaskId(tasks.len() as u32), name.clone(), true));
        for (statements, scope) in std::mem::take(&mut self.preludes) {
            // Tasks begin after packages are elaborated, and nothing here can make them wait.
            let first = statements.iter().find(|s| !matches!(s.kind, StatementKind::Null));
            match first.filter(|_| !tasks.is_empty()) {
                Some(first) => self.advise(
                    "E1048",
                    first.span,
                    "statements of a package body in a program with tasks are outside of the subset",
                    "give variables their values where they are declared",
                ),
                None => self.within(scope, |this| this.statements(statements)),
            }
        }
        if let Some(main) = main {
            self.within(main.scope, |this| this.statements(main.statements));
        }
        let code = self.finish_code(span);
        let ends = code.iter().zip(0..).all(|(instruction, place)| goes_on(&instruction.kind, Pc(place)));
        // What computes something may raise an exception.
        let idle = |instruction: &Instruction| matches!(instruction.kind, Kind::Goto(_) | Kind::Stop);
        if ends && code.iter().all(idle) {
            self.variables.truncate(variables);
            return None;
        }
        Some(Task { name, family: None, code, many: false, span })
    }

    /// Says where two tasks or shared variables have one name: things in packages that are called the same.
    pub(super) fn check_names(&mut self, tasks: &[Task]) {
        let shared = self.variables.iter().filter(|variable| variable.owner.is_none());
        let named = tasks.iter().map(|task| (task.name.clone(), task.span));
        let named: Vec<(String, Span)> =
            named.chain(shared.map(|variable| (variable.name.clone(), variable.span))).collect();
        let mut known: BTreeMap<&str, Span> = BTreeMap::new();
        for (name, span) in &named {
            if let Some(place) = known.insert(name, *span) {
                self.report("E1051", *span, |code| {
                    Diagnostic::error(code, format!("two tasks or variables would both be called `{name}`"))
                        .at(*span, "")
                        .at(place, "the other one")
                        .help("rename one of them or its package")
                });
            }
        }
    }

    /// Says where two entries have one name, and where one has the name of the silent action.
    pub(super) fn check_labels(&mut self) {
        let silent = self.entries.iter().find(|entry| entry.label == "tau").map(|entry| entry.span);
        let event = self.events.get("tau").map(|&(_, place)| place);
        for span in silent.into_iter().chain(event) {
            self.advise("E1051", span, "`tau` is the name of the silent action", "call the event otherwise");
        }
        let mut labels: BTreeMap<String, (Span, TaskId)> = BTreeMap::new();
        for number in 0..self.entries.len() {
            let entry = &self.entries[number];
            let (label, span) = (entry.label.clone(), entry.span);
            let event = self.events.get(&label).map(|&(_, place)| place);
            let task = self.instances[entry.task.0 as usize].name.clone();
            let earlier = labels.insert(label.clone(), (span, entry.task)).map(|(place, _)| place);
            if let Some(place) = earlier.or(event) {
                self.report("E1051", span, |code| {
                    Diagnostic::error(code, format!("`{label}` names two kinds of actions"))
                        .at(span, format!("the entry of task `{task}`"))
                        .at(place, "the other one")
                        .help(
                            "give each its own name; without an annotation entries are named after their \
                            tasks",
                        )
                });
            }
        }
    }
}

/// Whether an instruction only leads to later ones.
fn goes_on(kind: &Kind, at: Pc) -> bool {
    let mut later = true;
    super::code::successors(kind, |next| later &= next > at);
    later
}

impl Formal {
    /// Whether two declarations of a parameter agree.
    pub(super) fn agrees(&self, key: &str, mode: Mode, of: Subtype) -> bool {
        self.key == key && self.mode == mode && self.of == of
    }
}
