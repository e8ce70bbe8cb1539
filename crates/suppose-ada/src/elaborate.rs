//! From the tree to a [`Program`]: names looked up, types checked, instances made, procedures put in place of
//! their calls.
//!
//! # Contract
//! [`load`] gives a program that keeps the rules of [`super::program`], with warnings, or the messages that
//! say why there is none. Names are only looked up in texts that follow the grammar. What is outside of the
//! subset is named, never ignored: subprograms and task types that nothing uses are elaborated too, for their
//! messages.
//!
//! # Method
//! Ada's own order. Declarations of library units are elaborated one after another (`units`, `declare`,
//! `objects`), which makes types, constants, shared variables, tasks and their entries. Then each task gets
//! its code: its body is elaborated with its discriminants as constants (`tasks`, `statement`), and every
//! call of a procedure elaborates that procedure's body anew (`inline`). Expressions become terms with types
//! and known values (`expression`, `term`), and terms become the expressions of a program, with copies of
//! shared variables where the rules ask for them (`hoist`). At last properties are expanded (`property`,
//! `pattern`), since they name entries, events and variables.
//!
//! Values are unbounded integers until they are assigned, converted or passed: the overflow of a base type is
//! not modelled.
//!
//! # Limits
//! Nesting, inlining, the number of instructions and of everything else are bounded, each with a message.
//! Time is linear in the code that is made.
//!
//! Tested in `tests/all/elaborate`: programs are run by an interpreter, with results that an Ada compiler's programs
//! printed; code and place of each message.

mod aggregate;
mod attribute;
mod call;
mod case;
mod code;
mod context;
mod declare;
mod doubts;
mod element;
mod entity;
mod every_size;
mod expression;
mod hoist;
mod inline;
mod matching;
mod name;
mod objects;
mod operator;
mod overlap;
mod path;
mod pattern;
mod property;
mod range;
mod rendezvous;
mod scope;
mod select;
mod statement;
mod states;
mod tasks;
mod term;
mod types;
mod units;
mod unused;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, FileId, Span};

use super::ast;
use super::parse::parse;
use super::program::{Entry, EverySize, Program, Task, TaskId, VarId, Variable};
use context::Work;
use entity::{Instance, SubprogramInfo, TaskType};
use scope::{ScopeId, Scopes};
use suppose_base::Reports;
use types::{TypeId, Types};

/// Reads a file as a program, with warnings.
///
/// # Errors
/// The messages, at least one of which is an error.
pub fn load(file: FileId, text: &str) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    load_as(file, text, None)
}

/// Reads a file as a program that stands for those of every size from its own on, with warnings. The size is
/// a named number of it.
///
/// # Errors
/// The messages, at least one of which is an error: also when it depends on its size in a way that cannot be
/// said for all of them.
pub fn load_every_size(
    file: FileId,
    text: &str,
    constant: &str,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    load_as(file, text, Some(constant))
}

fn load_as(
    file: FileId,
    text: &str,
    every: Option<&str>,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let parsed = parse(file, text);
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    let mut elaborator = Elaborator::new(file);
    elaborator.every = every.map(str::to_lowercase);
    let program = elaborator.program(&parsed.tree);
    let failed = elaborator.reports.errors() > 0;
    let mut messages = parsed.diagnostics;
    messages.extend(elaborator.reports.finish());
    messages.sort_by_key(|message| message.span().map(|span| span.start));
    if failed { Err(messages) } else { Ok((program, messages)) }
}

/// The most tasks, entries, variables and instructions of a program.
mod limits {
    pub(super) const TASKS: usize = 10_000;
    pub(super) const ENTRIES: usize = 200_000;
    pub(super) const VARIABLES: usize = 1_000_000;
    pub(super) const INSTRUCTIONS: usize = 4_000_000;
    /// How many calls are put in place.
    pub(super) const CALLS: usize = 250_000;
    /// How deep statements and calls may nest together.
    pub(super) const DEPTH: u32 = 250;
    /// How many transitions a property may have.
    pub(super) const MOVES: usize = 20_000;
}

/// All that is known while a program is elaborated.
struct Elaborator<'a> {
    file: FileId,
    reports: Reports,
    /// What has been said, since instances repeat it.
    said: FxHashSet<(&'static str, Span)>,
    types: Types,
    scopes: Scopes<'a>,
    /// The scope of this place.
    scope: ScopeId,
    /// The predefined names.
    standard: ScopeId,
    /// The units of the file.
    library: ScopeId,
    /// What the `with` clauses of this unit name.
    withed: BTreeSet<String>,
    /// The literals of enumerations, for types that are derived from them.
    literals: FxHashMap<TypeId, Vec<&'a str>>,
    /// The packages around this place, as they begin names.
    prefix: String,
    task_types: Vec<TaskType<'a>>,
    subprograms: Vec<SubprogramInfo<'a>>,
    instances: Vec<Instance>,
    variables: Vec<Variable>,
    entries: Vec<Entry>,
    /// The events of the source by name, with the types of their values.
    events: BTreeMap<String, (Vec<TypeId>, Span)>,
    properties: Vec<(&'a ast::PropertyDef, ScopeId)>,
    /// The named number that is the size of a family, if the program is elaborated as one.
    every: Option<String>,
    /// The first variables of arrays with elements that stand for many.
    open_arrays: FxHashSet<VarId>,
    /// The named numbers of the program.
    numbers: Vec<&'a str>,
    /// What is known of that family.
    every_size: Option<EverySize>,
    /// What packages do when they are elaborated.
    preludes: Vec<(&'a [ast::Statement], ScopeId)>,
    /// The subprograms whose calls are being elaborated.
    calls: Vec<usize>,
    depth: u32,
    /// How many calls have been put in place.
    inlined: usize,
    /// How many instructions there are in tasks that are finished.
    instructions: usize,
    /// Set when a limit was exceeded; then nothing more is made.
    full: bool,
    /// The code that is being made.
    work: Option<Work<'a>>,
}

impl<'a> Elaborator<'a> {
    fn new(file: FileId) -> Self {
        let mut scopes = Scopes::new();
        let standard = scopes.open(None, Some("standard"));
        let mut elaborator = Self {
            file,
            reports: Reports::default(),
            said: FxHashSet::default(),
            types: Types::new(),
            scopes,
            scope: standard,
            standard,
            library: standard,
            withed: BTreeSet::new(),
            literals: std::iter::once((Types::BOOLEAN, vec!["false", "true"])).collect(),
            prefix: String::new(),
            task_types: Vec::new(),
            subprograms: Vec::new(),
            instances: Vec::new(),
            variables: Vec::new(),
            entries: Vec::new(),
            events: BTreeMap::new(),
            properties: Vec::new(),
            every: None,
            open_arrays: FxHashSet::default(),
            numbers: Vec::new(),
            every_size: None,
            preludes: Vec::new(),
            calls: Vec::new(),
            depth: 0,
            inlined: 0,
            instructions: 0,
            full: false,
            work: None,
        };
        elaborator.predefine();
        elaborator
    }

    /// The whole program; it only counts when there was no error.
    fn program(&mut self, tree: &'a ast::Tree) -> Program {
        let main = self.units(tree);
        let mut tasks = Vec::new();
        for number in 0..self.instances.len() {
            let code = self.task_code(TaskId(number as u32));
            let instance = &self.instances[number];
            let declaration = self.task_types[instance.of].declaration;
            let same_type = self.instances[..=number].iter().filter(|other| other.of == instance.of);
            let place = same_type.count() as u32;
            let family = declaration.is_type.then(|| (declaration.name.key.clone(), place));
            let Instance { name, many, span, .. } = instance;
            tasks.push(Task { name: name.clone(), family, code, many: *many, span: *span });
        }
        tasks.extend(self.main_code(main.as_ref(), &tasks));
        self.check_unused();
        self.check_size();
        if self.reports.errors() == 0 {
            self.check_names(&tasks);
        }
        self.check_labels();
        let scope = main.as_ref().map_or(self.scope, |main| main.scope);
        self.properties.extend(tree.properties.iter().map(|property| (property, scope)));
        let properties = if self.reports.errors() == 0 { self.expand_properties(&tasks) } else { Vec::new() };
        Program {
            name: main.map_or_else(|| "program".to_owned(), |main| main.name),
            tasks,
            variables: std::mem::take(&mut self.variables),
            entries: std::mem::take(&mut self.entries),
            properties,
            every_size: self.every_size.take(),
        }
    }

    /// Records an error, once for each place.
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(code, span, |code| Diagnostic::error(code, message).at(span, ""));
    }

    /// Records an error with advice, once for each place.
    fn advise(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(code, span, |code| Diagnostic::error(code, message).at(span, "").help(help));
    }

    /// Records a message, once for each place.
    fn report(&mut self, code: &'static str, span: Span, make: impl FnOnce(&'static str) -> Diagnostic) {
        if self.said.insert((code, span)) {
            if code.starts_with('W') {
                self.reports.warn(|| make(code));
            } else {
                self.reports.add(|| make(code));
            }
        }
    }

    /// Says that there is too much of something, and makes nothing more.
    fn overfull(&mut self, span: Span, message: impl Into<String>) {
        if !self.full {
            self.error("E1055", span, message);
        }
        self.full = true;
    }

    /// Whether a variable is shared.
    fn is_shared(&self, variable: VarId) -> bool {
        self.variables[variable.0 as usize].owner.is_none()
    }

    /// Whether each read of a variable, or of an array that begins with it, is an instruction of its own: it is
    /// shared, or elements that stand for many have another value whenever they are looked at.
    fn is_read_alone(&self, variable: VarId) -> bool {
        let found = &self.variables[variable.0 as usize];
        found.owner.is_none() || found.many || self.open_arrays.contains(&variable)
    }

    /// Runs something in another scope.
    fn within<R>(&mut self, scope: ScopeId, run: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = run(self);
        self.scope = outer;
        result
    }

    /// Runs something one level deeper, or says that this is too deep.
    fn deeper<R>(&mut self, span: Span, run: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth >= limits::DEPTH {
            self.error("E1056", span, "statements and calls are nested too deeply");
            self.full = true;
            return None;
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        Some(result)
    }
}
