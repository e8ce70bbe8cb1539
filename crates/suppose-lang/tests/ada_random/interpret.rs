//! What a random program does, step by step, from its tree and by definition: all tasks interleaved, one statement after the other, nothing simplified.
//!
//! It shares no code with the library and knows neither graphs nor LTSs of tasks. Every configuration of the whole program is a state.

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use crate::programs::{
    Alternative, Argument, Condition, EVENTS, Expr, Mode, Source, Statement, Target, Type,
};

/// A list of statements and how many of them are done. Lists are told apart by where they are in memory.
#[derive(Clone, Copy)]
struct At<'s>(&'s [Statement], usize);

impl At<'_> {
    fn key(&self) -> (usize, usize, usize) {
        (self.0.as_ptr() as usize, self.0.len(), self.1)
    }
}

impl PartialEq for At<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for At<'_> {}

impl Hash for At<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Frame<'s> {
    /// Statements one after the other.
    List(At<'s>),
    /// The body of a loop begins again here.
    Again(At<'s>),
    /// The body of a `while` loop ends here, and the statement comes again.
    Turn,
    /// The end of a rendezvous that began with this caller.
    End { entry: usize, caller: usize },
    /// The end of a body that is run at once.
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Status {
    Running,
    /// In a rendezvous as the caller.
    Called,
    /// About to raise an exception: `Program_Error` or the other one.
    Raising(bool),
    /// Never heard of again: runs for ever without doing anything.
    Hanging,
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Process<'s> {
    frames: Vec<Frame<'s>>,
    status: Status,
    locals: Vec<i64>,
    formals: BTreeMap<(usize, usize), i64>,
    /// The values of shared variables that the current statement has read, in order.
    reads: Vec<i64>,
    /// Assignments of shared variables to be made after a call.
    pending: Vec<(usize, i64)>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Configuration<'s> {
    shared: Vec<Option<i64>>,
    processes: Vec<Process<'s>>,
    terminated: bool,
}

/// Why an expression has no value yet.
enum Missing {
    Shared(usize),
    Constraint,
}

/// The whole state space.
pub(crate) struct Graph {
    /// For each state its steps; no label is a silent one.
    pub(crate) steps: Vec<Vec<(Option<String>, usize)>>,
    /// Whether all tasks are over.
    pub(crate) over: Vec<bool>,
}

/// Everything that the program can do, or nothing if that is more than so many states. State 0 is before the choice of what variables without an
/// initial value begin with.
pub(crate) fn interpret(source: &Source, most: usize) -> Option<Graph> {
    let world = World::new(source);
    let mut known: HashMap<Configuration<'_>, usize> = HashMap::new();
    let mut order: Vec<Configuration<'_>> = Vec::new();
    let mut graph = Graph { steps: Vec::new(), over: vec![false] };
    let mut row: Vec<Step<'_>> = world.starts().into_iter().map(|start| (None, start)).collect();
    loop {
        let mut numbered = Vec::new();
        for (label, after) in row {
            // States are counted from 1 on.
            let new = order.len() + 1;
            let number = *known.entry(after.clone()).or_insert(new);
            if number == new {
                order.push(after);
            }
            numbered.push((label, number));
        }
        graph.steps.push(numbered);
        let Some(next) = order.get(graph.steps.len() - 1) else { return Some(graph) };
        if order.len() > most {
            return None;
        }
        graph.over.push(next.processes.iter().all(|process| process.status == Status::Over));
        row = world.steps(next);
    }
}

struct World<'s> {
    source: &'s Source,
    /// For each entry of each task whether all its accepts are one step.
    atomic: Vec<Vec<bool>>,
    /// For each entry of each task who calls it.
    callers: Vec<Vec<Vec<usize>>>,
    /// Whether an event needs the task in front.
    ambiguous: [bool; 3],
    terminates: bool,
}

type Step<'s> = (Option<String>, Configuration<'s>);

impl<'s> World<'s> {
    fn new(source: &'s Source) -> Self {
        let mut world = Self {
            source,
            atomic: source.tasks.iter().map(|unit| vec![true; unit.entries.len()]).collect(),
            callers: source.tasks.iter().map(|unit| vec![Vec::new(); unit.entries.len()]).collect(),
            ambiguous: [false; 3],
            terminates: false,
        };
        let mut events: Vec<(usize, usize, Option<i64>)> = Vec::new();
        for process in 0..=source.tasks.len() {
            each(world.code(process), &mut |statement| match statement {
                Statement::Call { task, entry, .. } => {
                    let callers = &mut world.callers[*task][*entry];
                    if !callers.contains(&process) {
                        callers.push(process);
                    }
                }
                Statement::Accept { entry, body } => {
                    world.atomic[process][*entry] &= body.as_deref().is_none_or(is_quiet);
                }
                Statement::Select { alternatives, terminate, .. } => {
                    world.terminates |= terminate;
                    for Alternative { entry, body, .. } in alternatives {
                        world.atomic[process][*entry] &= body.as_deref().is_none_or(is_quiet);
                    }
                }
                Statement::Event(name, value) => {
                    let fixed = match value {
                        Some(Expr::Value(_, number)) => Some(*number),
                        _ => None,
                    };
                    events.push((process, *name, fixed));
                }
                _ => {}
            });
        }
        for (who, name, value) in &events {
            for (other, same, its) in &events {
                let fits = value.is_none() || its.is_none() || value == its;
                world.ambiguous[*name] |= who != other && name == same && fits;
            }
        }
        world
    }

    /// The statements of a task; the main procedure is the last one.
    fn code(&self, process: usize) -> &'s [Statement] {
        self.source.tasks.get(process).map_or(&self.source.main, |unit| &unit.body)
    }

    fn name(&self, process: usize) -> String {
        if process < self.source.tasks.len() { format!("t{process}") } else { "random_program".to_owned() }
    }

    fn starts(&self) -> Vec<Configuration<'s>> {
        let mut first = Configuration {
            shared: self.source.shared.iter().map(|object| object.initial).collect(),
            processes: Vec::new(),
            terminated: false,
        };
        for process in 0..=self.source.tasks.len() {
            let locals = self.source.tasks.get(process).map_or(0, |unit| unit.locals.len());
            first.processes.push(Process {
                frames: vec![Frame::List(At(self.code(process), 0))],
                status: Status::Running,
                locals: vec![0; locals],
                formals: BTreeMap::new(),
                reads: Vec::new(),
                pending: Vec::new(),
            });
        }
        let mut all = vec![first];
        for (process, unit) in self.source.tasks.iter().enumerate() {
            for (local, object) in unit.locals.iter().enumerate() {
                let values: Vec<i64> = object.initial.map_or((0..=object.of.last()).collect(), |v| vec![v]);
                let with = |configuration: &Configuration<'s>, value| {
                    let mut changed = configuration.clone();
                    changed.processes[process].locals[local] = value;
                    changed
                };
                all = all.iter().flat_map(|c| values.iter().map(move |&value| with(c, value))).collect();
            }
        }
        all
    }

    fn steps(&self, at: &Configuration<'s>) -> Vec<Step<'s>> {
        let mut steps = Vec::new();
        for process in 0..at.processes.len() {
            self.alone(at, process, &mut steps);
        }
        for caller in 0..at.processes.len() {
            self.meetings(at, caller, &mut steps);
        }
        let waits = |process: usize| {
            at.processes[process].status == Status::Over
                || self.offered(at, process).is_some_and(|(_, terminate)| terminate)
        };
        if self.terminates && !at.terminated && (0..at.processes.len()).all(waits) {
            let mut after = at.clone();
            after.terminated = true;
            for process in &mut after.processes {
                over(process);
            }
            steps.push((Some("terminate".to_owned()), after));
        }
        steps
    }

    /// The statement that a process is at, if it is running one.
    fn current(&self, process: &Process<'s>) -> Option<&'s Statement> {
        match (&process.status, process.frames.last()) {
            (Status::Running, Some(Frame::List(At(list, done)))) if process.pending.is_empty() => {
                list.get(*done)
            }
            _ => None,
        }
    }

    /// The steps of one process that need nobody else.
    fn alone(&self, at: &Configuration<'s>, index: usize, steps: &mut Vec<Step<'s>>) {
        let process = &at.processes[index];
        let name = self.name(index);
        let mut after = at.clone();
        let own = &mut after.processes[index];
        match process.status {
            Status::Running => {}
            Status::Hanging => return steps.push((None, after)),
            Status::Raising(program) => {
                over(own);
                let exception = if program { "program_error" } else { "constraint_error" };
                return steps.push((Some(format!("{name}.{exception}")), after));
            }
            Status::Called | Status::Over => return,
        }
        if !own.pending.is_empty() {
            let (shared, value) = own.pending.remove(0);
            after.shared[shared] = Some(value);
            steps.push((Some(format!("{name}.s{shared}={}", self.shown(shared, value))), after));
            return;
        }
        let Some(statement) = self.current(process) else {
            match own.frames.pop() {
                Some(Frame::Again(again)) => {
                    own.frames.push(Frame::Again(again));
                    own.frames.push(Frame::List(again));
                }
                Some(Frame::List(_) | Frame::Turn) => {}
                Some(Frame::End { entry, caller }) => {
                    self.end(&after, index, entry, caller, steps);
                    return;
                }
                Some(Frame::Done) => return,
                None => over(own),
            }
            steps.push((None, after));
            return;
        };
        match self.execute(at, index, statement) {
            Ok(list) => steps.extend(list),
            Err(Missing::Constraint) => {
                after.processes[index].status = Status::Raising(false);
                steps.push((None, after));
            }
            Err(Missing::Shared(shared)) => {
                let of = self.source.shared[shared].of;
                let values = at.shared[shared].map_or((0..=of.last()).collect(), |value| vec![value]);
                for value in values {
                    let mut after = at.clone();
                    after.shared[shared] = Some(value);
                    after.processes[index].reads.push(value);
                    steps.push((Some(format!("{name}.s{shared}=={}", self.shown(shared, value))), after));
                }
            }
        }
    }

    fn shown(&self, shared: usize, value: i64) -> String {
        show(self.source.shared[shared].of, value)
    }

    /// A statement that needs nobody else; calls and accepts wait.
    fn execute(
        &self,
        at: &Configuration<'s>,
        index: usize,
        statement: &'s Statement,
    ) -> Result<Vec<Step<'s>>, Missing> {
        let process = &at.processes[index];
        let mut reader = Reader { process, next: 0 };
        let done = || {
            let mut after = at.clone();
            advance(&mut after.processes[index]);
            after
        };
        let into = |block: &'s [Statement]| {
            let mut after = done();
            after.processes[index].frames.push(Frame::List(At(block, 0)));
            after
        };
        let silent = |after: Configuration<'s>| Ok(vec![(None, after)]);
        match statement {
            Statement::Null => silent(done()),
            Statement::Assign(target, value) => {
                let value = reader.value(value)?;
                if value > self.type_of(index, *target).last() {
                    return Err(Missing::Constraint);
                }
                let mut after = done();
                match *target {
                    Target::Local(local) => after.processes[index].locals[local] = value,
                    Target::Formal(entry, place) => {
                        after.processes[index].formals.insert((entry, place), value);
                    }
                    Target::Shared(shared) => {
                        after.shared[shared] = Some(value);
                        let label = format!("{}.s{shared}={}", self.name(index), self.shown(shared, value));
                        return Ok(vec![(Some(label), after)]);
                    }
                }
                silent(after)
            }
            Statement::Random(local) => {
                let last = self.source.tasks[index].locals[*local].of.last();
                let with = |value| {
                    let mut after = done();
                    after.processes[index].locals[*local] = value;
                    (None, after)
                };
                Ok((0..=last).map(with).collect())
            }
            Statement::If(Condition::Random, yes, no) => Ok(vec![(None, into(yes)), (None, into(no))]),
            Statement::If(Condition::Is(condition), yes, no) => {
                let holds = reader.value(condition)? != 0;
                silent(into(if holds { yes } else { no }))
            }
            Statement::Loop(body) => {
                let mut after = done();
                after.processes[index].frames.push(Frame::Again(At(body, 0)));
                silent(after)
            }
            Statement::While(condition, body) => {
                // The statement is not done: after the body it comes again.
                if reader.value(condition)? == 0 {
                    return silent(done());
                }
                let mut after = at.clone();
                after.processes[index].reads.clear();
                after.processes[index].frames.extend([Frame::Turn, Frame::List(At(body, 0))]);
                silent(after)
            }
            Statement::Exit(condition) => {
                if let Some(condition) = condition
                    && reader.value(condition)? == 0
                {
                    return silent(done());
                }
                let mut after = done();
                leave_loop(&mut after.processes[index]);
                silent(after)
            }
            Statement::Event(name, value) => {
                let mut label = format!("ev{name}");
                if self.ambiguous[*name] {
                    label = format!("{}.{label}", self.name(index));
                }
                if let (Some(value), Some(of)) = (value, EVENTS[*name]) {
                    label = format!("{label}.{}", show(of, reader.value(value)?));
                }
                Ok(vec![(Some(label), done())])
            }
            Statement::Call { instead, .. } => {
                // Arguments first; then either somebody accepts or it comes to something else.
                self.arguments(at, index, statement)?;
                Ok(instead.iter().map(|instead| (None, into(instead))).collect())
            }
            Statement::Accept { .. } => Ok(Vec::new()),
            Statement::Select { alternatives, instead, terminate } => {
                let mut open = false;
                for alternative in alternatives {
                    open |= alternative.guard.as_ref().map_or(Ok(1), |guard| reader.value(guard))? != 0;
                }
                if let Some(instead) = instead {
                    return silent(into(instead));
                }
                if open || *terminate {
                    return Ok(Vec::new());
                }
                let mut after = at.clone();
                after.processes[index].status = Status::Raising(true);
                silent(after)
            }
            Statement::Raise => {
                let mut after = at.clone();
                after.processes[index].status = Status::Raising(true);
                silent(after)
            }
        }
    }

    fn type_of(&self, index: usize, target: Target) -> Type {
        match target {
            Target::Local(local) => self.source.tasks[index].locals[local].of,
            Target::Shared(shared) => self.source.shared[shared].of,
            Target::Formal(entry, place) => self.source.tasks[index].entries[entry][place].1,
        }
    }

    /// The values that go in with a call.
    fn arguments(
        &self,
        at: &Configuration<'s>,
        index: usize,
        call: &'s Statement,
    ) -> Result<Vec<i64>, Missing> {
        let Statement::Call { task, entry, arguments, .. } = call else { unreachable!("a call") };
        let mut reader = Reader { process: &at.processes[index], next: 0 };
        // Ada leaves the order open; here the values of `in` parameters come first, then those of `in out`, then the checks.
        let parameters = &self.source.tasks[*task].entries[*entry];
        let mut values: Vec<Option<i64>> = vec![None; arguments.len()];
        for (place, argument) in arguments.iter().enumerate() {
            if let Argument::In(value) = argument {
                values[place] = Some(reader.value(value)?);
            }
        }
        for (place, argument) in arguments.iter().enumerate() {
            if let Argument::InOut(target) = argument {
                values[place] = Some(reader.object(*target)?);
            }
        }
        if values.iter().zip(parameters).any(|(value, (_, of))| value.is_some_and(|value| value > of.last()))
        {
            return Err(Missing::Constraint);
        }
        Ok(values.into_iter().flatten().collect())
    }

    /// What a process accepts now (the place of the alternative), and whether it would terminate.
    fn offered(&self, at: &Configuration<'s>, index: usize) -> Option<(Vec<&'s Statement>, bool)> {
        let process = &at.processes[index];
        let statement = self.current(process)?;
        match statement {
            Statement::Accept { .. } => Some((vec![statement], false)),
            Statement::Select { alternatives, terminate, .. } => {
                let mut reader = Reader { process, next: 0 };
                for alternative in alternatives {
                    if let Some(guard) = &alternative.guard {
                        reader.value(guard).ok()?;
                    }
                }
                Some((vec![statement], *terminate))
            }
            _ => None,
        }
    }

    /// What is accepted: entry, body, what follows.
    fn alternatives(
        &self,
        process: &Process<'s>,
        statement: &'s Statement,
    ) -> Vec<(usize, Option<&'s [Statement]>, &'s [Statement])> {
        match statement {
            Statement::Accept { entry, body } => vec![(*entry, body.as_deref(), &[])],
            Statement::Select { alternatives, .. } => {
                let mut reader = Reader { process, next: 0 };
                let mut open = Vec::new();
                for Alternative { guard, entry, body, after } in alternatives {
                    let holds = guard.as_ref().map_or(Ok(1), |guard| reader.value(guard));
                    if holds.is_ok_and(|value| value != 0) {
                        open.push((*entry, body.as_deref(), after.as_slice()));
                    }
                }
                open
            }
            _ => Vec::new(),
        }
    }

    /// All rendezvous that can begin with this caller.
    fn meetings(&self, at: &Configuration<'s>, caller: usize, steps: &mut Vec<Step<'s>>) {
        let Some(call @ Statement::Call { task, entry, arguments, .. }) = self.current(&at.processes[caller])
        else {
            return;
        };
        let Ok(ins) = self.arguments(at, caller, call) else { return };
        let Some((statements, _)) = self.offered(at, *task) else { return };
        let parameters = &self.source.tasks[*task].entries[*entry];
        for (accepted, body, follows) in self.alternatives(&at.processes[*task], statements[0]) {
            if accepted != *entry {
                continue;
            }
            // The accepting task leaves its statement for what follows, then for the body.
            let mut begun = at.clone();
            let acceptor = &mut begun.processes[*task];
            advance(acceptor);
            acceptor.frames.push(Frame::List(At(follows, 0)));
            let mut values = ins.iter();
            let mut several = vec![begun];
            for (place, (mode, of)) in parameters.iter().enumerate() {
                let possible: Vec<i64> = match mode {
                    Mode::Out => (0..=of.last()).collect(),
                    Mode::In | Mode::InOut => vec![*values.next().expect("a value for each")],
                };
                let with = |c: &Configuration<'s>, value| {
                    let mut changed = c.clone();
                    changed.processes[*task].formals.insert((*entry, place), value);
                    changed
                };
                several =
                    several.iter().flat_map(|c| possible.iter().map(move |&value| with(c, value))).collect();
            }
            let mut stem = format!("t{task}.e{entry}");
            if self.callers[*task][*entry].len() > 1 {
                stem = format!("{}.{stem}", self.name(caller));
            }
            let meeting = Meeting {
                caller,
                task: *task,
                entry: *entry,
                ins: ins.clone(),
                arguments,
                stem: stem.clone(),
            };
            for mut begun in several {
                if self.atomic[*task][*entry] {
                    begun.processes[*task].frames.push(Frame::Done);
                    if let Some(body) = body {
                        begun.processes[*task].frames.push(Frame::List(At(body, 0)));
                    }
                    for end in self.run_body(begun, *task) {
                        self.whole(end, &meeting, steps);
                    }
                } else {
                    begun.processes[*task].frames.push(Frame::End { entry: *entry, caller });
                    if let Some(body) = body {
                        begun.processes[*task].frames.push(Frame::List(At(body, 0)));
                    }
                    begun.processes[caller].status = Status::Called;
                    steps.push((Some(format!("{stem}{}", shown(parameters, &ins))), begun));
                }
            }
        }
    }

    /// The ends of the body of an atomic accept, all in one step: the task is at the end, about to raise an exception, or hangs.
    fn run_body(&self, begun: Configuration<'s>, task: usize) -> Vec<Configuration<'s>> {
        let mut found = vec![begun];
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut ends = Vec::new();
        while let Some(at) = found.get(rows.len()).cloned() {
            let own = &at.processes[task];
            let mut row = Vec::new();
            if own.status != Status::Running || own.frames.last() == Some(&Frame::Done) {
                ends.push(rows.len());
            } else {
                let mut steps = Vec::new();
                self.alone(&at, task, &mut steps);
                for (_, after) in steps {
                    let place = found.iter().position(|other| *other == after).unwrap_or(found.len());
                    if place == found.len() {
                        found.push(after);
                    }
                    row.push(place);
                }
            }
            rows.push(row);
        }
        let mut can_end = vec![false; found.len()];
        ends.iter().for_each(|&end| can_end[end] = true);
        for _ in 0..found.len() {
            for index in 0..found.len() {
                can_end[index] |= rows[index].iter().any(|&to| can_end[to]);
            }
        }
        let mut result: Vec<Configuration<'s>> = ends.iter().map(|&end| found[end].clone()).collect();
        if let Some(stuck) = can_end.iter().position(|can| !can) {
            let mut hanging = found[stuck].clone();
            over(&mut hanging.processes[task]);
            hanging.processes[task].status = Status::Hanging;
            result.push(hanging);
        }
        result
    }

    /// An atomic rendezvous, from its beginning to this end.
    fn whole(&self, mut end: Configuration<'s>, meeting: &Meeting<'s>, steps: &mut Vec<Step<'s>>) {
        let &Meeting { caller, task, entry, ref ins, arguments, ref stem } = meeting;
        let parameters = &self.source.tasks[task].entries[entry];
        let acceptor = &mut end.processes[task];
        if acceptor.status != Status::Running {
            end.processes[caller].status = Status::Called;
            steps.push((Some(format!("{stem}.begin{}", shown(parameters, ins))), end));
            return;
        }
        acceptor.frames.pop();
        let (mut ins, mut outs, mut label) = (ins.iter(), Vec::new(), stem.clone());
        for (place, (mode, of)) in parameters.iter().enumerate() {
            if *mode != Mode::Out {
                label = format!("{label}.{}", show(*of, *ins.next().expect("a value for each")));
            }
            if *mode != Mode::In {
                let value = acceptor.formals[&(entry, place)];
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        acceptor.formals.retain(|(other, _), _| *other != entry);
        self.returned(&mut end, caller, arguments, &outs);
        steps.push((Some(label), end));
    }

    /// A rendezvous in two steps ends.
    fn end(
        &self,
        at: &Configuration<'s>,
        task: usize,
        entry: usize,
        caller: usize,
        steps: &mut Vec<Step<'s>>,
    ) {
        let mut after = at.clone();
        let mut label = format!("t{task}.e{entry}.end");
        if self.callers[task][entry].len() > 1 {
            label = format!("{}.{label}", self.name(caller));
        }
        let mut outs = Vec::new();
        for (place, (mode, of)) in self.source.tasks[task].entries[entry].iter().enumerate() {
            if *mode != Mode::In {
                let value = after.processes[task].formals[&(entry, place)];
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        after.processes[task].formals.retain(|(other, _), _| *other != entry);
        after.processes[caller].status = Status::Running;
        let Some(Statement::Call { arguments, .. }) = self.current(&after.processes[caller]) else {
            unreachable!("the caller waits in its call");
        };
        self.returned(&mut after, caller, arguments, &outs);
        steps.push((Some(label), after));
    }

    /// The caller gets what comes out and goes on.
    fn returned(
        &self,
        after: &mut Configuration<'s>,
        caller: usize,
        arguments: &'s [Argument],
        outs: &[i64],
    ) {
        let process = &mut after.processes[caller];
        advance(process);
        let targets = arguments.iter().filter_map(|argument| match argument {
            Argument::In(_) => None,
            Argument::Out(target) | Argument::InOut(target) => Some(*target),
        });
        for (target, &value) in targets.zip(outs) {
            match target {
                Target::Local(local) => process.locals[local] = value,
                Target::Formal(entry, place) => {
                    process.formals.insert((entry, place), value);
                }
                Target::Shared(shared) => process.pending.push((shared, value)),
            }
        }
    }
}

/// A rendezvous with an atomic entry.
struct Meeting<'s> {
    caller: usize,
    task: usize,
    entry: usize,
    ins: Vec<i64>,
    arguments: &'s [Argument],
    stem: String,
}

/// The values that go in.
fn shown(parameters: &[(Mode, Type)], ins: &[i64]) -> String {
    let types = parameters.iter().filter(|(mode, _)| *mode != Mode::Out);
    types.zip(ins).map(|((_, of), value)| format!(".{}", show(*of, *value))).collect()
}

/// Evaluates expressions of one statement; the shared variables that were read come in order.
struct Reader<'p, 's> {
    process: &'p Process<'s>,
    next: usize,
}

impl Reader<'_, '_> {
    fn object(&mut self, target: Target) -> Result<i64, Missing> {
        match target {
            Target::Local(local) => Ok(self.process.locals[local]),
            Target::Formal(entry, place) => Ok(self.process.formals[&(entry, place)]),
            Target::Shared(shared) => {
                let read = self.process.reads.get(self.next).copied();
                self.next += 1;
                read.ok_or(Missing::Shared(shared))
            }
        }
    }

    fn value(&mut self, expr: &Expr) -> Result<i64, Missing> {
        Ok(match expr {
            Expr::Value(_, value) => *value,
            Expr::Object(target) => self.object(*target)?,
            Expr::Not(of) => 1 - self.value(of)?,
            Expr::Next(of) => self.value(of)? + 1,
            Expr::Equal(left, right) => i64::from(self.value(left)? == self.value(right)?),
            Expr::Less(left, right) => i64::from(self.value(left)? < self.value(right)?),
            Expr::And(left, right) => self.value(left)?.min(self.value(right)?),
            Expr::Or(left, right) => self.value(left)?.max(self.value(right)?),
            Expr::AndThen(left, right) => {
                if self.value(left)? == 0 {
                    0
                } else {
                    self.value(right)?
                }
            }
            Expr::OrElse(left, right) => {
                if self.value(left)? == 1 {
                    1
                } else {
                    self.value(right)?
                }
            }
        })
    }
}

/// Calls `visit` for each statement, however deep.
fn each<'s>(block: &'s [Statement], visit: &mut impl FnMut(&'s Statement)) {
    for statement in block {
        visit(statement);
        match statement {
            Statement::If(_, yes, no) => {
                each(yes, visit);
                each(no, visit);
            }
            Statement::Loop(body) | Statement::While(_, body) => each(body, visit),
            Statement::Call { instead: Some(instead), .. } => each(instead, visit),
            Statement::Accept { body: Some(body), .. } => each(body, visit),
            Statement::Select { alternatives, instead, .. } => {
                for alternative in alternatives {
                    each(alternative.body.as_deref().unwrap_or_default(), visit);
                    each(&alternative.after, visit);
                }
                each(instead.as_deref().unwrap_or_default(), visit);
            }
            _ => {}
        }
    }
}

/// Whether nobody else notices what these statements do.
fn is_quiet(block: &[Statement]) -> bool {
    let mut quiet = true;
    each(block, &mut |statement| {
        quiet &= match statement {
            Statement::Assign(target, value) => !matches!(target, Target::Shared(_)) && is_own(value),
            Statement::If(Condition::Is(condition), ..)
            | Statement::While(condition, _)
            | Statement::Exit(Some(condition)) => is_own(condition),
            Statement::Event(..)
            | Statement::Call { .. }
            | Statement::Accept { .. }
            | Statement::Select { .. } => false,
            _ => true,
        };
    });
    quiet
}

/// Whether an expression reads no shared variable.
fn is_own(expr: &Expr) -> bool {
    match expr {
        Expr::Value(..) => true,
        Expr::Object(target) => !matches!(target, Target::Shared(_)),
        Expr::Not(of) | Expr::Next(of) => is_own(of),
        Expr::Equal(left, right)
        | Expr::Less(left, right)
        | Expr::And(left, right)
        | Expr::Or(left, right)
        | Expr::AndThen(left, right)
        | Expr::OrElse(left, right) => is_own(left) && is_own(right),
    }
}

fn show(of: Type, value: i64) -> String {
    match of {
        Type::Bool => if value == 0 { "false" } else { "true" }.to_owned(),
        Type::Small => value.to_string(),
    }
}

/// The statement is done.
fn advance(process: &mut Process<'_>) {
    process.reads.clear();
    if let Some(Frame::List(At(_, done))) = process.frames.last_mut() {
        *done += 1;
    }
}

fn leave_loop(process: &mut Process<'_>) {
    while let Some(frame) = process.frames.pop() {
        match frame {
            Frame::Again(_) => return,
            Frame::Turn => return advance(process),
            _ => {}
        }
    }
}

fn over(process: &mut Process<'_>) {
    process.frames.clear();
    process.status = Status::Over;
    process.locals.fill(0);
    process.formals.clear();
    process.reads.clear();
    process.pending.clear();
}
