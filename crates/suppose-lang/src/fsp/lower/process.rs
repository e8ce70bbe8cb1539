//! Primitive processes to LTSs.
//!
//! # Meaning
//! One state for each local process and index; one fresh state for every point inside an action sequence and
//! every nested choice, each time it is expanded. `P = Q` makes two names of one state. `STOP`, `END` and `ERROR`
//! are one state each, `ERROR` being π; a name that is not a local process is `ERROR` too, with a warning, because
//! published models rely on it. The alphabet holds the actions of everything described, reachable or not.
//!
//! # Method
//! First the local processes get their states, then each is expanded in the order of the file into a list of
//! transitions. Action sequences are walked with an explicit stack, so their length is bounded by memory only; choices
//! nest as deep as the parser allows. Then aliases are followed, and the part that can be reached is numbered
//! breadth-first. Linear in the size of what is described.
//!
//! # Tests
//! `tests/fsp_quirks.rs` (small LTSs worked out by hand), `tests/fsp_large.rs` (a million states), the corpus.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Diagnostic, Poll, Span, StateId};
use suppose_lts::{Lts, RowBuilder};

use super::super::ast::{Body, Branch, Label, LocalDef, ProcRef, ProcessDef};
use super::super::labels::LabelIter;
use super::super::scope::{Scope, Stop};
use super::super::suggest::closest;
use super::super::symbols::Symbol;
use super::super::value::Value;
use super::locals::{Locals, too_large};
use super::origins::{Origins, Written};
use super::{Key, Lowering, MAX_STATES};

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

/// A name that is no local process and where it stands.
struct Undefined {
    name: Symbol,
    example: String,
    count: usize,
}

struct Expansion<'e, 'm> {
    lowering: &'e mut Lowering<'m>,
    scope: Scope<'e>,
    locals: Locals,
    /// Where a state with another name really is.
    alias: Vec<u32>,
    states: u32,
    edges: Vec<Edge>,
    stop: Option<u32>,
    end: Option<u32>,
    /// Actions of processes that run first.
    alphabet: FxHashSet<ActionId>,
    needs: Vec<Key>,
    /// By place, in order of discovery.
    undefined: Vec<(Span, Undefined)>,
    undefined_at: FxHashMap<Span, usize>,
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
        locals: Locals::default(),
        alias: Vec::new(),
        states: 0,
        edges: Vec::new(),
        stop: None,
        end: None,
        alphabet: FxHashSet::default(),
        needs: Vec::new(),
        undefined: Vec::new(),
        undefined_at: FxHashMap::default(),
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
    for (local, first) in process.locals.iter().zip(firsts) {
        expansion.local(local, first, name)?;
    }
    if !expansion.needs.is_empty() {
        return Ok(Expanded::Needs(expansion.needs));
    }
    expansion.resolve_aliases(process)?;
    expansion.warn_undefined();
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

    /// Walks an action sequence depth-first. A label that is one action by its form needs no place on the stack.
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
                let Some(text) = self.scope.single(label)? else {
                    stack.push(Level { labels: self.scope.labels(label)?, place, from });
                    break;
                };
                let action = self.lowering.actions.intern(&text);
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
        match self.stop {
            Some(state) => Ok(state),
            None => {
                let state = self.fresh(self.lowering.anywhere)?;
                self.stop = Some(state);
                Ok(state)
            }
        }
    }

    fn end_state(&mut self) -> Result<u32, Stop> {
        match self.end {
            Some(state) => Ok(state),
            None => {
                let state = self.fresh(self.lowering.anywhere)?;
                self.end = Some(state);
                Ok(state)
            }
        }
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
                    self.note_undefined(reference, &values);
                    ERROR
                }
            },
        };
        if reference.sequence.is_empty() {
            return Ok(state);
        }
        self.sequence(reference, state)
    }

    /// Puts copies of the processes that run first before a state; the last one ends there.
    fn sequence(&mut self, reference: &ProcRef, last: u32) -> Result<u32, Stop> {
        let mut machines = Vec::new();
        for instance in &reference.sequence {
            let key = self.lowering.model.instance(instance, &mut self.scope)?;
            match self.lowering.sequential(&key, instance)? {
                Some(machine) => machines.push(machine),
                None => self.needs.push(key),
            }
        }
        if !self.needs.is_empty() {
            return Ok(last);
        }
        let mut next = last;
        for machine in machines.into_iter().rev() {
            let lts = &machine.lts;
            self.alphabet.extend(lts.alphabet().iter().copied());
            if lts.num_states() == 1 && lts.end() == Some(lts.initial()) {
                continue;
            }
            let first = self.states;
            if lts.num_states() as u64 + u64::from(first) > u64::from(MAX_STATES) {
                return Err(too_large(reference.span));
            }
            self.states += lts.num_states() as u32;
            self.lowering.budget.check_states(u64::from(self.states))?;
            self.lowering.budget.poll(Poll::Lower)?;
            let place = |state: StateId| {
                if state.is_error() {
                    ERROR
                } else if Some(state) == lts.end() {
                    next
                } else {
                    first + state.raw()
                }
            };
            for (from, t) in lts.all_transitions() {
                let span = machine.origins.find(from, t.action);
                let (start, end) = span.map_or((0, 0), |span| (span.start, span.end));
                self.edges.push(Edge {
                    from: place(from),
                    action: t.action,
                    to: place(t.target),
                    start,
                    end,
                });
            }
            if self.edges.len() >= MAX_STATES as usize {
                return Err(too_large(reference.span));
            }
            next = place(lts.initial());
        }
        Ok(next)
    }

    fn note_undefined(&mut self, reference: &ProcRef, values: &[Value]) {
        let place = *self.undefined_at.entry(reference.span).or_insert_with(|| {
            let mut example = self.scope.text(reference.name.symbol).to_owned();
            for value in values {
                example.push_str(&format!("[{value}]"));
            }
            let undefined = Undefined { name: reference.name.symbol, example, count: 0 };
            self.undefined.push((reference.span, undefined));
            self.undefined.len() - 1
        });
        self.undefined[place].1.count += 1;
    }

    fn warn_undefined(&mut self) {
        let known = self.locals.names();
        for (span, undefined) in std::mem::take(&mut self.undefined) {
            let Undefined { name, example, count } = undefined;
            let mut warning =
                Diagnostic::warning("W0303", format!("`{example}` is not defined here and becomes ERROR"))
                    .at(span, "");
            if count > 1 {
                warning = warning.note(format!("the same happens for {} more values", count - 1));
            }
            if known.contains(&name) {
                warning = warning.note("the index is outside the declared range");
            } else if self.lowering.model.process_names.contains_key(&name) {
                let text = self.scope.text(name);
                warning = warning
                    .note(format!("`{text}` is another process; a process can only go on as one of its own local processes"))
                    .help(format!("to run `{text}` first and then end, write `{text};END`"));
            } else if let Some(near) =
                closest(self.scope.text(name), known.iter().map(|&s| self.scope.text(s)))
            {
                warning = warning.help(format!("did you mean `{near}`?"));
            }
            self.lowering.warnings.push(warning);
        }
    }

    /// Makes every alias point to a state that is none. A circle of aliases describes nothing.
    fn resolve_aliases(&mut self, process: &ProcessDef) -> Result<(), Stop> {
        let described = self.alias.len();
        let mut path = Vec::new();
        for start in 0..described {
            let mut state = start as u32;
            // The path is shortened as it is walked, so each alias is followed once.
            while (state as usize) < described && self.alias[state as usize] != NONE {
                path.push(state);
                if path.len() > described {
                    let name = process.name;
                    let text = self.scope.text(name.symbol);
                    return Err(Diagnostic::error(
                        "E0309",
                        format!("a local process of `{text}` is defined by itself"),
                    )
                    .at(name.span, "definitions such as `A = B, B = A` describe nothing")
                    .into());
                }
                state = self.alias[state as usize];
            }
            for passed in path.drain(..) {
                self.alias[passed as usize] = state;
            }
        }
        Ok(())
    }

    fn real(&self, state: u32) -> u32 {
        match self.alias.get(state as usize) {
            Some(&alias) if alias != NONE => alias,
            _ => state,
        }
    }

    fn build(mut self, process: &ProcessDef) -> Result<(Lts, Origins), Stop> {
        let file = process.name.span.file;
        for edge in &self.edges {
            self.alphabet.insert(edge.action);
        }
        let mut alphabet: Vec<ActionId> = self.alphabet.iter().copied().collect();
        alphabet.sort_unstable();
        let initial = self.real(0);
        if initial == ERROR {
            return Ok((error_process(&alphabet), Origins::default()));
        }
        let mut offsets = vec![0u32; self.states as usize + 1];
        for edge in &self.edges {
            offsets[edge.from as usize + 1] += 1;
        }
        for state in 0..self.states as usize {
            offsets[state + 1] += offsets[state];
        }
        // Edges are mostly in the order of their states already; a stable sort keeps the order of the source.
        self.edges.sort_by_key(|edge| edge.from);
        let mut numbers = vec![NONE; self.states as usize];
        let mut order = vec![initial];
        numbers[initial as usize] = 0;
        let mut rows = RowBuilder::new();
        let mut written = Written { file, offsets: vec![0], entries: Vec::with_capacity(self.edges.len()) };
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            if next.is_multiple_of(1024) {
                self.lowering.budget.poll(Poll::Lower)?;
            }
            let row = offsets[state as usize] as usize..offsets[state as usize + 1] as usize;
            let begin = written.entries.len();
            for edge in &self.edges[row] {
                let to = self.real(edge.to);
                let target = if to == ERROR {
                    StateId::ERROR
                } else {
                    if numbers[to as usize] == NONE {
                        numbers[to as usize] = order.len() as u32;
                        order.push(to);
                    }
                    StateId::must(numbers[to as usize] as usize)
                };
                rows.add(edge.action, target);
                written.entries.push((edge.action, edge.start, edge.end));
            }
            written.entries[begin..].sort_unstable();
            written.offsets.push(written.entries.len() as u32);
            rows.end_row();
        }
        rows.extend_alphabet(alphabet);
        let end = self.end.map(|end| numbers[end as usize]).filter(|&end| end != NONE);
        let end = end.map(|end| StateId::must(end as usize));
        let lts = rows.finish(StateId::must(0), end).map_err(|_| too_large(process.name.span))?;
        Ok((lts, Origins::new(written)))
    }
}

/// `P = ERROR`: one state from which a silent step leads to π.
fn error_process(alphabet: &[ActionId]) -> Lts {
    let mut rows = RowBuilder::new();
    rows.add(ActionId::TAU, StateId::ERROR);
    rows.end_row();
    rows.extend_alphabet(alphabet.iter().copied());
    rows.finish(StateId::must(0), None).expect("one state with one transition")
}
