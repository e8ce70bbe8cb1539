//! Primitive processes to LTSs.
//!
//! # Meaning
//! One state for each local process and index; one fresh state for every point inside an action sequence and
//! every nested choice, each time it is expanded. `P = Q` makes two names of one state. `STOP`, `END` and
//! `ERROR` are one state each, `ERROR` being π; a name that is not a local process is `ERROR` too, with a
//! warning, because published models rely on it. The alphabet holds the actions of everything described,
//! reachable or not.
//!
//! # Method
//! First the local processes get their states, then each is expanded in the order of the file into a list of
//! transitions. Action sequences are walked with an explicit stack, so their length is bounded by memory
//! only; choices nest as deep as the parser allows. Then aliases are followed, and the part that can be
//! reached is numbered breadth-first. Linear in the size of what is described.
//!
//! # Tests
//! `tests/all/fsp/quirks.rs` (small LTSs worked out by hand), `tests/all/fsp/large.rs` (a million states),
//! the corpus.

mod build;
mod sequence;
mod undefined;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Poll, Span};
use suppose_lts::{Lts, Origins};

use super::super::ast::{Body, Branch, Label, LabelPart, LocalDef, ProcRef, ProcessDef};
use super::super::labels::LabelIter;
use super::super::scope::{Scope, Stop};
use super::super::symbols::Symbol;
use super::super::value::Value;
use super::locals::{Locals, too_large};
use super::{Key, Lowering, MAX_STATES};
use undefined::Undefined;

/// π among the states under construction.
const ERROR: u32 = u32::MAX;
/// No alias.
const NONE: u32 = u32::MAX - 1;

/// What expanding a process gives.
pub(super) enum Expanded {
    /// Its LTS with its whole alphabet, before the clauses at its end are applied.
    Lts(Lts, Origins),
    /// It runs these instances first, and they are not lowered yet.
    Needs(Vec<Key>),
}

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    action: ActionId,
    to: u32,
    /// The label in the source.
    start: u32,
    end: u32,
}

struct Expansion<'e, 'm> {
    lowering: &'e mut Lowering<'m>,
    scope: Scope<'e>,
    /// The name of the process in its definition.
    span: Span,
    locals: Locals,
    /// Where the states inside of a local process begin, and the state of that local process.
    inside: Vec<(u32, u32)>,
    /// Where a state with another name really is.
    alias: Vec<u32>,
    states: u32,
    edges: Vec<Edge>,
    stop: Option<u32>,
    end: Option<u32>,
    /// Actions that are plain names.
    names: FxHashMap<Symbol, ActionId>,
    /// Actions of processes that run first.
    alphabet: FxHashSet<ActionId>,
    needs: Vec<Key>,
    undefined: Undefined,
}

/// Expands a process.
pub(super) fn expand(
    lowering: &mut Lowering<'_>,
    process: &ProcessDef,
    name: &str,
    params: &[(Symbol, Value)],
) -> Result<Expanded, Stop> {
    let scope = Scope::new(&lowering.model.tables, params, lowering.budget);
    let mut expansion = Expansion {
        lowering,
        scope,
        span: process.name.span,
        locals: Locals::default(),
        inside: Vec::new(),
        alias: Vec::new(),
        states: 0,
        edges: Vec::new(),
        stop: None,
        end: None,
        names: FxHashMap::default(),
        alphabet: FxHashSet::default(),
        needs: Vec::new(),
        undefined: Undefined::default(),
    };
    let mut firsts = Vec::with_capacity(process.locals.len());
    for local in &process.locals {
        let first = expansion.states;
        let count = expansion.locals.add(local, first, &mut expansion.scope)?;
        firsts.push(first);
        if count > MAX_STATES - first {
            return Err(too_large(local.name.span));
        }
        expansion.states += count;
        expansion.lowering.budget.check_states(u64::from(expansion.states))?;
    }
    expansion.alias = vec![NONE; expansion.states as usize];
    let mut wrong = false;
    for (local, first) in process.locals.iter().zip(firsts) {
        // A mistake in one local process does not keep those of the others from being found.
        if let Err(stop) = expansion.local(local, first, name) {
            expansion.lowering.record(stop)?;
            wrong = true;
        }
    }
    if wrong {
        return Err(Stop::Recorded);
    }
    if !expansion.needs.is_empty() {
        return Ok(Expanded::Needs(expansion.needs));
    }
    expansion.resolve_aliases(process)?;
    let undefined = std::mem::take(&mut expansion.undefined);
    let warnings = undefined.warnings(&expansion.locals, expansion.lowering.model);
    expansion.lowering.warnings.extend(warnings);
    let (lts, origins) = expansion.build(process)?;
    Ok(Expanded::Lts(lts, origins))
}

impl Expansion<'_, '_> {
    fn local(&mut self, local: &LocalDef, first: u32, process: &str) -> Result<(), Stop> {
        let Some(index) = &local.index else {
            let is_alias = self.describe(first, &local.body)?;
            if local.accepting && !is_alias {
                let action = self.lowering.actions.intern(&format!("@{process}"));
                self.edge(first, action, first, local.name.span)?;
            }
            return Ok(());
        };
        let mut state = first;
        let mut labels = self.scope.labels(index)?;
        while labels.next(&mut self.scope)?.is_some() {
            self.describe(state, &local.body)?;
            state += 1;
        }
        Ok(())
    }

    /// Gives a state its behaviour; says whether it is only another name.
    fn describe(&mut self, state: u32, body: &Body) -> Result<bool, Stop> {
        let first = self.states;
        let is_alias = self.describe_by(state, body)?;
        if self.states > first {
            self.inside.push((first, state));
        }
        Ok(is_alias)
    }

    fn describe_by(&mut self, state: u32, body: &Body) -> Result<bool, Stop> {
        match self.decide(body)? {
            None => {
                self.alias[state as usize] = self.stop_state()?;
                Ok(true)
            }
            Some(Body::Ref(reference)) => {
                self.alias[state as usize] = self.target(reference)?;
                Ok(true)
            }
            Some(Body::Choice(branches)) => self.choice(state, branches).map(|()| false),
            Some(Body::If { .. }) => unreachable!("decided above"),
        }
    }

    /// Follows conditions to what they choose; `None` is a missing `else`.
    fn decide<'b>(&mut self, mut body: &'b Body) -> Result<Option<&'b Body>, Stop> {
        'next: while let Body::If { arms, otherwise } = body {
            for (condition, then) in arms {
                if self.scope.holds(condition)? {
                    body = then;
                    continue 'next;
                }
            }
            match otherwise {
                Some(otherwise) => body = otherwise,
                None => return Ok(None),
            }
        }
        Ok(Some(body))
    }

    fn choice(&mut self, state: u32, branches: &[Branch]) -> Result<(), Stop> {
        for branch in branches {
            let open = match &branch.guard {
                Some(guard) => self.scope.holds(guard)?,
                None => true,
            };
            if open {
                self.branch(state, branch)?;
            }
        }
        Ok(())
    }

    /// Walks an action sequence depth-first. A label that is one action by its form needs no place on the
    /// stack.
    fn branch(&mut self, state: u32, branch: &Branch) -> Result<(), Stop> {
        struct Level<'a> {
            labels: LabelIter<'a>,
            place: usize,
            from: u32,
        }
        let mut stack: Vec<Level<'_>> = Vec::new();
        let (mut from, mut place) = (state, 0);
        loop {
            while let Some(label) = branch.actions.get(place) {
                let Some(action) = self.single(label)? else {
                    stack.push(Level { labels: self.scope.labels(label)?, place, from });
                    break;
                };
                from = self.move_on(from, action, branch, place)?;
                place += 1;
            }
            loop {
                let Some(level) = stack.last_mut() else { return Ok(()) };
                if let Some(text) = level.labels.next(&mut self.scope)? {
                    let action = self.lowering.actions.intern(text);
                    (from, place) = (level.from, level.place);
                    from = self.move_on(from, action, branch, place)?;
                    place += 1;
                    break;
                }
                stack.pop();
            }
        }
    }

    /// The action of a label that is one action by its form. Plain names are looked up once.
    fn single(&mut self, label: &Label) -> Result<Option<ActionId>, Stop> {
        if let [LabelPart::Name(name)] = label.parts.as_slice() {
            let (actions, scope) = (&mut self.lowering.actions, &self.scope);
            let intern = || actions.intern(scope.text(name.symbol));
            return Ok(Some(*self.names.entry(name.symbol).or_insert_with(intern)));
        }
        Ok(self.scope.single(label)?.map(|text| self.lowering.actions.intern(&text)))
    }

    /// Adds the transition for an action of a sequence and gives the state it leads to.
    fn move_on(&mut self, from: u32, action: ActionId, branch: &Branch, place: usize) -> Result<u32, Stop> {
        let label: &Label = &branch.actions[place];
        if place + 1 < branch.actions.len() {
            let to = self.fresh(label.span)?;
            self.edge(from, action, to, label.span)?;
            return Ok(to);
        }
        match self.decide(&branch.body)? {
            Some(Body::Choice(branches)) => {
                let to = self.fresh(label.span)?;
                self.edge(from, action, to, label.span)?;
                self.choice(to, branches)?;
                Ok(to)
            }
            Some(Body::Ref(reference)) => {
                let to = self.target(reference)?;
                self.edge(from, action, to, label.span)?;
                Ok(to)
            }
            None => {
                let to = self.stop_state()?;
                self.edge(from, action, to, label.span)?;
                Ok(to)
            }
            Some(Body::If { .. }) => unreachable!("decided above"),
        }
    }

    fn fresh(&mut self, span: Span) -> Result<u32, Stop> {
        let state = self.states;
        if state >= MAX_STATES {
            return Err(too_large(span));
        }
        self.states += 1;
        if state.is_multiple_of(1024) {
            self.lowering.budget.check_states(u64::from(state))?;
            self.lowering.budget.poll(Poll::Lower)?;
        }
        Ok(state)
    }

    fn edge(&mut self, from: u32, action: ActionId, to: u32, span: Span) -> Result<(), Stop> {
        if self.edges.len() >= MAX_STATES as usize {
            return Err(too_large(span));
        }
        self.edges.push(Edge { from, action, to, start: span.start, end: span.end });
        Ok(())
    }

    fn stop_state(&mut self) -> Result<u32, Stop> {
        if let Some(state) = self.stop {
            return Ok(state);
        }
        let state = self.fresh(self.span)?;
        self.stop = Some(state);
        Ok(state)
    }

    fn end_state(&mut self) -> Result<u32, Stop> {
        if let Some(state) = self.end {
            return Ok(state);
        }
        let state = self.fresh(self.span)?;
        self.end = Some(state);
        Ok(state)
    }

    /// The state that a reference leads to.
    fn target(&mut self, reference: &ProcRef) -> Result<u32, Stop> {
        let mut values = Vec::with_capacity(reference.indices.len());
        for index in &reference.indices {
            values.push(self.scope.eval(index)?);
        }
        let name = reference.name.symbol;
        let state = match self.locals.find(name, &values) {
            Some(state) => state,
            None => match (self.scope.text(name), values.is_empty()) {
                ("STOP", true) => self.stop_state()?,
                ("END", true) => self.end_state()?,
                ("ERROR", true) => ERROR,
                _ => {
                    self.undefined.note(reference, &values, &self.scope);
                    ERROR
                }
            },
        };
        if reference.sequence.is_empty() {
            return Ok(state);
        }
        self.sequence(reference, state)
    }
}
