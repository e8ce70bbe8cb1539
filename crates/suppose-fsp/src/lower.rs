//! Model to system: instances of processes and composites, each lowered once.
//!
//! # Method
//! An instance is a definition with actual parameters. Lowering one may need others; they are found by
//! evaluating the body, pushed on an explicit stack and lowered first, so recursion through parameters costs
//! memory and no call stack. An instance that needs itself, or more than [`MAX_DEPTH`] nested instances, is
//! an error. Since evaluating a body never looks into the LTSs of what it uses, two passes over it are
//! enough, and every instance is kept for the next use.
//!
//! # Invariants
//! All LTSs use one table of actions. Results do not depend on the order in which instances are lowered,
//! except for the numbers of actions.

mod combine;
mod composite;
pub(super) mod import;
mod instance;
mod locals;
mod naming;
mod process;
mod relation;
mod states;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, ActionTable, Budget, Diagnostic, Poll, Span, StopReason};
use suppose_lts::{Finish, Lts, Origins, Priority, Role};

use super::ast::{Instance, Modifiers, ProcessDef};
use super::model::{Model, ProcessOrigin};
use super::scope::{Scope, Stop};
use super::symbols::Symbol;
use super::value::Value;

use naming::MachineName;

pub(crate) use combine::left_out;

/// How deep instances may nest.
pub(super) const MAX_DEPTH: usize = 1000;

/// The most states, and the most transitions, that a process may describe.
pub(super) const MAX_STATES: u32 = 1 << 26;

/// Lowering stops when it has found this many mistakes.
const MAX_ERRORS: usize = 20;

/// The most parts a composition may have.
pub(super) const MAX_MACHINES: usize = 1 << 17;

/// A definition with actual parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    what: What,
    actuals: Option<Arc<[Value]>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    Process(usize),
    Composite(usize),
}

impl Key {
    pub(super) fn process(number: usize) -> Self {
        Self { what: What::Process(number), actuals: None }
    }

    pub(super) fn composite(number: usize) -> Self {
        Self { what: What::Composite(number), actuals: None }
    }
}

/// A part of a composition.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) name: MachineName,
    pub(super) lts: Arc<Lts>,
    pub(super) role: Role,
    pub(super) origins: Origins,
}

/// A composite that is kept as a list of its parts.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) machines: Vec<Machine>,
}

/// A lowered instance.
#[derive(Clone, Debug)]
pub(super) enum Lowered {
    Machine(Arc<Machine>),
    Group(Arc<Group>),
}

/// A composite with what is to be done to the product of its machines.
pub(super) struct Composition {
    pub(super) name: String,
    pub(super) machines: Vec<Machine>,
    pub(super) priority: Option<Priority>,
    pub(super) hidden: Vec<ActionId>,
    pub(super) finish: Finish,
}

/// Lowering of one target.
pub(super) struct Lowering<'m> {
    pub(super) model: &'m Model,
    pub(super) budget: &'m Budget,
    pub(super) actions: ActionTable,
    pub(super) warnings: Vec<Diagnostic>,
    /// What is wrong with the source, as far as it has been found.
    pub(super) errors: Vec<Diagnostic>,
    /// Instances that have no meaning: something in them, or in what they need, was recorded as wrong.
    failed: FxHashSet<Key>,
    done: FxHashMap<Key, Lowered>,
    /// Groups that had to be composed because they are run in sequence.
    composed: FxHashMap<Key, Arc<Machine>>,
}

/// An instance that is being lowered.
struct Frame {
    key: Key,
    started: bool,
    plan: Option<composite::Plan>,
}

impl<'m> Lowering<'m> {
    pub(super) fn new(model: &'m Model, budget: &'m Budget) -> Self {
        Self {
            model,
            budget,
            actions: ActionTable::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
            failed: FxHashSet::default(),
            done: FxHashMap::default(),
            composed: FxHashMap::default(),
        }
    }

    /// Lowers an instance and everything it needs. What is wrong with one instance is recorded, and the
    /// others are lowered all the same, so that their mistakes are found too.
    pub(super) fn lower(&mut self, root: &Key) -> Result<Lowered, Stop> {
        let mut stack = Vec::new();
        let mut open: FxHashSet<Key> = FxHashSet::default();
        stack.push(Frame { key: root.clone(), started: false, plan: None });
        while let Some(frame) = stack.last_mut() {
            if self.done.contains_key(&frame.key) || self.failed.contains(&frame.key) {
                stack.pop();
                continue;
            }
            self.budget.poll(Poll::Lower)?;
            if !frame.started {
                frame.started = true;
                open.insert(frame.key.clone());
                if open.len() > MAX_DEPTH {
                    return Err(
                        self.endless(&stack[0].key, &format!("more than {MAX_DEPTH} nested instances"))
                    );
                }
            }
            let Some(frame) = stack.last_mut() else { break };
            let key = frame.key.clone();
            let needs = match self.advance(frame) {
                Ok(needs) => needs,
                Err(stop) => {
                    self.record(stop)?;
                    self.failed.insert(key.clone());
                    Vec::new()
                }
            };
            if needs.is_empty() {
                open.remove(&key);
                stack.pop();
                continue;
            }
            // The first one ends up on top, so that actions are numbered in the order of the source.
            for need in needs.into_iter().rev() {
                if open.contains(&need) {
                    return Err(self.endless(&need, "an instance needs itself"));
                }
                stack.push(Frame { key: need, started: false, plan: None });
            }
        }
        self.done.get(root).cloned().ok_or(Stop::Recorded)
    }

    /// Lowers an instance if all it needs is there; otherwise says what it needs first.
    fn advance(&mut self, frame: &mut Frame) -> Result<Vec<Key>, Stop> {
        let key = &frame.key;
        let mut needs = match key.what {
            What::Process(number) => self.process(key, number)?,
            What::Composite(number) => {
                let plan = match frame.plan.take() {
                    Some(plan) => plan,
                    None => self.plan(key, number)?,
                };
                let needs: Vec<Key> =
                    plan.keys().filter(|key| !self.done.contains_key(key)).cloned().collect();
                if needs.is_empty() && plan.incomplete {
                    return Err(Stop::Recorded);
                }
                if needs.is_empty() {
                    let lowered = self.composite(key, number, &plan)?;
                    self.done.insert(key.clone(), lowered);
                }
                frame.plan = Some(plan);
                needs
            }
        };
        let wanted = needs.len();
        needs.retain(|need| !self.failed.contains(need));
        if needs.is_empty() && wanted > 0 { Err(Stop::Recorded) } else { Ok(needs) }
    }

    /// Keeps what is wrong for later, unless there is enough of it already.
    pub(super) fn record(&mut self, stop: Stop) -> Result<(), Stop> {
        if let Stop::Bad(diagnostic) = stop {
            // Instances of one definition repeat its mistakes.
            if !self.errors.iter().any(|e| (e.code, e.span()) == (diagnostic.code, diagnostic.span())) {
                self.errors.push(*diagnostic);
            }
        } else if let Stop::Budget(_) = stop {
            return Err(stop);
        }
        if self.errors.len() < MAX_ERRORS { Ok(()) } else { Err(Stop::Recorded) }
    }

    /// Lowers what a composite needs and lists its parts, without composing them.
    pub(super) fn lower_target(&mut self, number: usize) -> Result<Composition, Stop> {
        let key = Key::composite(number);
        let plan = self.plan(&key, number)?;
        for need in plan.keys() {
            if !self.done.contains_key(need)
                && let Err(stop) = self.lower(need)
            {
                self.record(stop)?;
            }
        }
        if !self.errors.is_empty() {
            return Err(Stop::Recorded);
        }
        self.composition(&key, number, &plan)
    }

    fn endless(&self, key: &Key, reason: &str) -> Stop {
        let (_, span) = self.definition(key);
        let name = self.name(key);
        Diagnostic::error("E0311", format!("the recursion of `{name}` does not end: {reason}"))
            .at(span, "")
            .help("let a parameter count down and stop with `if`")
            .into()
    }

    /// The name and place of an instance's definition.
    fn definition(&self, key: &Key) -> (Symbol, Span) {
        match key.what {
            What::Process(number) => {
                let process = &self.model.processes[number];
                (process.name, process.span)
            }
            What::Composite(number) => {
                let composite = &self.model.composites[number];
                (composite.name, composite.span)
            }
        }
    }

    /// The name of an instance as LTSA writes it: `P` or `P(1,2)`.
    fn name(&self, key: &Key) -> String {
        let mut name = self.model.tables.symbols.text(self.definition(key).0).to_owned();
        if let Some(actuals) = &key.actuals {
            let actuals: Vec<String> = actuals.iter().map(ToString::to_string).collect();
            name = format!("{name}({})", actuals.join(","));
        }
        name
    }

    /// The parameters of an instance.
    fn params(&self, key: &Key) -> Vec<(Symbol, Value)> {
        let mut params = match key.what {
            What::Process(number) => self.model.processes[number].params.clone(),
            What::Composite(number) => self.model.composites[number].params.clone(),
        };
        for (param, actual) in params.iter_mut().zip(key.actuals.iter().flat_map(|actuals| actuals.iter())) {
            param.1 = actual.clone();
        }
        params
    }

    /// Lowers a process, or says which instances it needs first.
    fn process(&mut self, key: &Key, number: usize) -> Result<Vec<Key>, Stop> {
        let name = self.name(key);
        let machine = match &self.model.processes[number].origin {
            ProcessOrigin::Imported(read) => {
                let lts = import::translate(&read.0, &read.1, &mut self.actions);
                Machine {
                    name: MachineName::new(name),
                    lts: Arc::new(lts),
                    role: Role::Component,
                    origins: Origins::default().defined_at(self.model.processes[number].span),
                }
            }
            ProcessOrigin::Defined(definition) => {
                let model = self.model;
                let definition = model.process_def(*definition);
                let params = self.params(key);
                match process::expand(self, definition, &name, &params)? {
                    process::Expanded::Needs(needs) => return Ok(needs),
                    process::Expanded::Lts(lts, origins) => {
                        let name = MachineName::new(name);
                        let origins = origins.defined_at(definition.name.span);
                        let machine = Machine { name, lts: Arc::new(lts), role: Role::Component, origins };
                        self.finish_process(machine, definition, &params)?
                    }
                }
            }
        };
        self.done.insert(key.clone(), Lowered::Machine(Arc::new(machine)));
        Ok(Vec::new())
    }

    /// Applies the clauses at the end of a process, then the words before it.
    fn finish_process(
        &mut self,
        mut machine: Machine,
        process: &ProcessDef,
        params: &[(Symbol, Value)],
    ) -> Result<Machine, Stop> {
        let tables = &self.model.tables;
        if let Some(extension) = &process.extension {
            let labels = Scope::without_variables(tables, params, self.budget).label_set(extension)?;
            let extra: Vec<_> = labels.iter().map(|label| self.actions.intern(label)).collect();
            let lts = Arc::unwrap_or_clone(machine.lts).with_alphabet(extra);
            machine.lts = Arc::new(lts);
        }
        if let Some(relabels) = &process.relabel {
            let relation = relation::Relation::new(relabels, &mut Scope::new(tables, params, self.budget))?;
            let names = machine.lts.alphabet().iter().map(|action| self.actions.name(*action));
            self.warnings.extend(relation.swapped(names));
            let renaming = relation.renaming(machine.lts.alphabet(), &mut self.actions);
            machine = combine::rename(machine, &renaming, process.name.span)?;
        }
        if let Some(visibility) = &process.visibility {
            let labels =
                Scope::without_variables(tables, params, self.budget).label_set(&visibility.labels)?;
            machine = self.hide(machine, &labels, visibility.expose, process.name.span)?;
        }
        let Modifiers { deterministic, minimal, property, .. } = process.modifiers;
        if process.modifiers.safe {
            return Err(unsupported("`safe` (controller synthesis)"));
        }
        if property {
            machine = self.property(machine, process.name.span)?;
        }
        if minimal {
            machine = self.minimise(machine)?;
        }
        if deterministic {
            machine = self.determinise(machine)?;
        }
        Ok(machine)
    }

    /// The LTS of a process that is run in sequence; `None` when it is not lowered yet.
    fn sequential(&mut self, key: &Key, instance: &Instance) -> Result<Option<Arc<Machine>>, Stop> {
        let machine = match self.done.get(key) {
            None => return Ok(None),
            Some(Lowered::Machine(machine)) => Arc::clone(machine),
            Some(Lowered::Group(group)) => {
                if let Some(machine) = self.composed.get(key) {
                    Arc::clone(machine)
                } else {
                    let group = Arc::clone(group);
                    let machine =
                        Arc::new(self.compose(&group.name, group.machines.clone(), None, Vec::new())?);
                    self.composed.insert(key.clone(), Arc::clone(&machine));
                    machine
                }
            }
        };
        if machine.lts.end().is_none() {
            let name = self.name(key);
            return Err(Diagnostic::error("E0308", format!("the process `{name}` never ends"))
                .at(instance.name.span, "only a process with END can be followed by another")
                .at(self.definition(key).1, "defined here")
                .into());
        }
        Ok(Some(machine))
    }
}

pub(super) fn unsupported(what: &str) -> Stop {
    Stop::Budget(StopReason::Unsupported(format!("{what} is not part of this version")))
}
