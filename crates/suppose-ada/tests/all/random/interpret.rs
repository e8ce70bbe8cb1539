//! What a random program does, step by step, from its tree and by definition: all tasks interleaved, one
//! statement after the other, nothing simplified.
//!
//! It shares no code with the library and knows neither graphs nor LTSs of tasks. Every configuration of the
//! whole program is a state.

mod expression;
mod rendezvous;
mod statement;

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use crate::random::programs::{Alternative, Chosen, Expr, Mode, Source, Statement, Target, Type};
use expression::{each, is_quiet};

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
    /// About to leave what is around with an exception.
    Raising(&'static str),
    /// Never heard of again: runs for ever without doing anything.
    Hanging,
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Process<'s> {
    frames: Vec<Frame<'s>>,
    status: Status,
    /// Nothing is any value, which is chosen when it is first read.
    locals: Vec<Option<i64>>,
    formals: BTreeMap<(usize, usize), Option<i64>>,
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
    /// A variable of the task or a parameter that was never assigned.
    Own(Target),
    Constraint,
}

/// The whole state space.
pub(crate) struct Graph {
    /// For each state its steps; no label is a silent one.
    pub(crate) steps: Vec<Vec<(Option<String>, usize)>>,
    /// Whether all tasks are over.
    pub(crate) over: Vec<bool>,
}

/// Everything that the program can do, or nothing if that is more than so many states. State 0 is before
/// anything happens.
pub(crate) fn interpret(source: &Source, most: usize) -> Option<Graph> {
    let world = World::new(source);
    let mut known: HashMap<Configuration<'_>, usize> = HashMap::new();
    let mut order: Vec<Configuration<'_>> = Vec::new();
    let mut graph = Graph { steps: Vec::new(), over: vec![false] };
    let mut row: Vec<Step<'_>> = vec![(None, world.start())];
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
    /// For each entry of each task who calls it, or could.
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
        let mut accepts: Vec<(usize, Chosen, bool)> = Vec::new();
        let mut events: Vec<(usize, usize, Option<i64>)> = Vec::new();
        for process in 0..=source.tasks.len() {
            each(world.code(process), &mut |statement| match statement {
                Statement::Call { task, entry, .. } => {
                    for entry in entry.all() {
                        let callers = &mut world.callers[*task][entry];
                        if !callers.contains(&process) {
                            callers.push(process);
                        }
                    }
                }
                Statement::Accept { entry, body } => {
                    accepts.push((process, *entry, body.as_deref().is_none_or(is_quiet)));
                }
                Statement::Select { alternatives, terminate, .. } => {
                    world.terminates |= terminate;
                    for Alternative { entry, body, .. } in alternatives {
                        accepts.push((process, *entry, body.as_deref().is_none_or(is_quiet)));
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
        // One accept of several members makes all of them alike, which may matter to another one.
        for _ in 0..accepts.len() {
            for (process, entry, quiet) in &accepts {
                let atomic = &mut world.atomic[*process];
                let alike = *quiet && entry.all().all(|entry| atomic[entry]);
                atomic[entry.all()].fill(alike);
            }
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

    fn start(&self) -> Configuration<'s> {
        let process = |process: usize| Process {
            frames: vec![Frame::List(At(self.code(process), 0))],
            status: Status::Running,
            locals: self
                .source
                .tasks
                .get(process)
                .map_or(Vec::new(), |unit| unit.locals.iter().map(|object| object.initial).collect()),
            formals: BTreeMap::new(),
            reads: Vec::new(),
            pending: Vec::new(),
        };
        Configuration {
            shared: self.source.shared.iter().map(|object| object.initial).collect(),
            processes: (0..=self.source.tasks.len()).map(process).collect(),
            terminated: false,
        }
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
                || Self::offered(at, process).is_some_and(|(_, terminate)| terminate)
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
    fn current(process: &Process<'s>) -> Option<&'s Statement> {
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
            Status::Raising(exception) => {
                // It leaves loops and blocks without being noticed, a rendezvous together with its caller,
                // and at last the task.
                while let Some(frame) = own.frames.pop() {
                    if let Frame::End { entry, caller } = frame {
                        return self.fail(&after, index, (entry, caller), exception, steps);
                    }
                }
                over(own);
                return steps.push((Some(format!("{name}.{exception}")), after));
            }
            Status::Called | Status::Over => return,
        }
        if !own.pending.is_empty() {
            let (shared, value) = own.pending.remove(0);
            after.shared[shared] = Some(value);
            steps.push((
                Some(format!("{name}.{}={}", self.variable(shared), self.shown(shared, value))),
                after,
            ));
            return;
        }
        let Some(statement) = Self::current(process) else {
            match own.frames.pop() {
                Some(Frame::Again(again)) => {
                    own.frames.push(Frame::Again(again));
                    own.frames.push(Frame::List(again));
                }
                Some(Frame::List(_) | Frame::Turn) => {}
                Some(Frame::End { entry, caller }) => {
                    if let Some(target) = self.not_assigned(process, index, entry) {
                        return steps.extend(self.choices(at, index, target));
                    }
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
                after.processes[index].status = Status::Raising("constraint_error");
                steps.push((None, after));
            }
            Err(Missing::Own(target)) => steps.extend(self.choices(at, index, target)),
            Err(Missing::Shared(shared)) => {
                let of = self.source.shared[shared].of;
                let values = at.shared[shared].map_or((0..=of.last()).collect(), |value| vec![value]);
                for value in values {
                    let mut after = at.clone();
                    after.shared[shared] = Some(value);
                    after.processes[index].reads.push(value);
                    steps.push((
                        Some(format!("{name}.{}=={}", self.variable(shared), self.shown(shared, value))),
                        after,
                    ));
                }
            }
        }
    }

    /// A variable that was never assigned gets any value.
    fn choices(&self, at: &Configuration<'s>, index: usize, target: Target) -> Vec<Step<'s>> {
        let with = |value| {
            let mut after = at.clone();
            let process = &mut after.processes[index];
            match target {
                Target::Local(local) => process.locals[local] = Some(value),
                Target::Formal(entry, place) => {
                    process.formals.insert((entry, place), Some(value));
                }
                _ => unreachable!("reading a shared variable is a step, and elements have values"),
            }
            (None, after)
        };
        (0..=self.type_of(index, target).last()).map(with).collect()
    }

    /// A parameter that comes out and was never assigned.
    fn not_assigned(&self, process: &Process<'s>, task: usize, entry: usize) -> Option<Target> {
        let entry = self.source.tasks[task].declared(entry);
        let mut parameters = self.source.tasks[task].entries[entry].iter().enumerate();
        let open = parameters
            .find(|(place, (mode, _))| *mode != Mode::In && process.formals[&(entry, *place)].is_none());
        open.map(|(place, _)| Target::Formal(entry, place))
    }

    fn variable(&self, shared: usize) -> String {
        if self.source.array && shared < 3 { format!("sa.{shared}") } else { format!("s{shared}") }
    }

    fn shown(&self, shared: usize, value: i64) -> String {
        show(self.source.shared[shared].of, value)
    }

    fn type_of(&self, index: usize, target: Target) -> Type {
        match target {
            Target::Local(local) => self.source.tasks[index].locals[local].of,
            Target::Shared(shared) => self.source.shared[shared].of,
            Target::Formal(entry, place) => self.source.tasks[index].entries[entry][place].1,
            Target::Item(_) | Target::SharedItem(_) => Type::Bool,
        }
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
    process.locals.fill(None);
    process.formals.clear();
    process.reads.clear();
    process.pending.clear();
}
