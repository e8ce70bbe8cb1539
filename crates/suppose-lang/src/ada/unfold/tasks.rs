//! The exploration of all tasks together: what each rest does, and what it tells the others.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, Span, StopReason};

use super::View;
use super::position::{Machine, Position, Stage};
use super::traffic::{Fact, Subscriber, Topic, Traffic};
use crate::ada::graph::{Graph, Meeting, Phase, Step};
use crate::ada::program::{Body, EntryId, Exception, Kind, Pc, Program, TaskId, VarId};

/// A position where a task rests, and the steps it may take there.
pub(super) struct Rest {
    pub(super) position: Rc<Position>,
    pub(super) nodes: Vec<u32>,
    /// Other rests whose steps it may take too.
    pub(super) includes: Vec<u32>,
}

/// A step and where it may lead to.
pub(super) struct Draft {
    pub(super) step: Step,
    pub(super) after: Vec<u32>,
    pub(super) span: Span,
}

/// One task and what was found of it.
pub(super) struct Exploration<'p> {
    pub(super) machine: Machine<'p>,
    pub(super) rests: Vec<Rest>,
    index: FxHashMap<Rc<Position>, u32>,
    pub(super) drafts: Vec<Draft>,
    /// By rest and step, and where silent choices are steps also by the rest that follows.
    known: FxHashMap<(u32, Step, u32), u32>,
    pub(super) start: Vec<u32>,
}

/// All tasks.
pub(super) struct Tasks<'p> {
    program: &'p Program,
    view: &'p View,
    budget: &'p Budget,
    tasks: Vec<Exploration<'p>>,
    traffic: Traffic,
    /// Rests that nobody has looked at.
    fresh: Vec<(u32, u32)>,
    nodes: u64,
}

impl<'p> Tasks<'p> {
    pub(super) fn new(program: &'p Program, view: &'p View, budget: &'p Budget) -> Self {
        let begin = |index| Exploration {
            machine: Machine::new(program, view, TaskId(index as u32)),
            rests: Vec::new(),
            index: FxHashMap::default(),
            drafts: Vec::new(),
            known: FxHashMap::default(),
            start: Vec::new(),
        };
        let tasks = (0..program.tasks.len()).map(begin).collect();
        Self { program, view, budget, tasks, traffic: Traffic::default(), fresh: Vec::new(), nodes: 0 }
    }

    /// Explores until nobody finds anything new.
    pub(super) fn explore(&mut self) -> Result<(), StopReason> {
        for (index, variable) in self.program.variables.iter().enumerate() {
            if self.view.observed[index] {
                let all = variable.domain.first..=variable.domain.last;
                for value in variable.initial.map_or(all, |value| value..=value) {
                    self.traffic.publish(Topic::Values(VarId(index as u32)), Fact::Value(value));
                }
            }
        }
        for task in 0..self.tasks.len() {
            self.begin(task)?;
        }
        let mut work = 0u32;
        loop {
            work += 1;
            if work.is_multiple_of(1024) {
                self.budget.poll(Poll::Lower)?;
            }
            if let Some((task, rest)) = self.fresh.pop() {
                self.look_at(task as usize, rest)?;
            } else if let Some((subscriber, fact)) = self.traffic.deliver() {
                self.learn(subscriber, fact)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Where a task begins. Several possibilities are a silent choice.
    fn begin(&mut self, task: usize) -> Result<(), StopReason> {
        let machine = &self.tasks[task].machine;
        let rests = machine.run(vec![machine.start()], self.budget)?;
        if rests.len() > 1 && self.view.silent {
            // A rest that no step leads to: the position before the first choice.
            let start = machine.bare(Pc(0), Stage::Splitting);
            let start = self.tasks[task].intern(start).0;
            self.tasks[task].start = vec![start];
            let span = self.program.tasks[task].span;
            for rest in rests {
                let rest = self.rest(task, rest);
                self.node(task, start, Step::Silent, span, &[rest])?;
            }
        } else {
            let start = rests.into_iter().map(|rest| self.rest(task, rest)).collect();
            self.tasks[task].start = start;
        }
        Ok(())
    }

    /// The number of a rest, which is to be looked at if it is new.
    fn rest(&mut self, task: usize, position: Position) -> u32 {
        let (rest, new) = self.tasks[task].intern(position);
        if new {
            self.fresh.push((task as u32, rest));
        }
        rest
    }

    /// Adds a step that leads to these rests.
    fn node(
        &mut self,
        task: usize,
        rest: u32,
        step: Step,
        span: Span,
        after: &[u32],
    ) -> Result<(), StopReason> {
        let exploration = &mut self.tasks[task];
        if self.view.silent {
            for &next in after {
                self.nodes += u64::from(exploration.draft(rest, &step, span, next, &[next]));
            }
        } else {
            self.nodes += u64::from(exploration.draft(rest, &step, span, 0, after));
        }
        self.budget.check_states(self.nodes)
    }

    /// Adds a step after which the task goes on from these positions.
    fn step(&mut self, task: usize, rest: u32, step: Step, after: Vec<Position>) -> Result<(), StopReason> {
        let machine = &self.tasks[task].machine;
        let pc = self.tasks[task].rests[rest as usize].position.pc;
        let span = machine.instruction(pc).span;
        self.step_at(task, rest, step, span, after)
    }

    fn step_at(
        &mut self,
        task: usize,
        rest: u32,
        step: Step,
        span: Span,
        after: Vec<Position>,
    ) -> Result<(), StopReason> {
        let found = self.tasks[task].machine.run(after, self.budget)?;
        let after: Vec<u32> = found.into_iter().map(|position| self.rest(task, position)).collect();
        self.node(task, rest, step, span, &after)
    }

    /// Takes the steps of a new rest that depend on nobody, and subscribes to what the others depend on.
    fn look_at(&mut self, task: usize, rest: u32) -> Result<(), StopReason> {
        let position = Rc::clone(&self.tasks[task].rests[rest as usize].position);
        let machine = &self.tasks[task].machine;
        let own = machine.task;
        let kind = || &machine.instruction(position.pc).kind;
        let subscriber = |what| Subscriber { task: task as u32, rest, what };
        match &position.stage {
            Stage::Ready | Stage::Body(..) | Stage::Leaving(_) | Stage::Over => Ok(()),
            Stage::Reading(variable) => {
                self.traffic.subscribe(Topic::Values(*variable), subscriber(variable.0));
                Ok(())
            }
            Stage::Storing(next) => {
                let mut after = Position::clone(&position);
                let (variable, value) = after.writes.remove(0);
                self.traffic.publish(Topic::Values(variable), Fact::Value(value));
                let after = machine.store(after, *next);
                self.step(task, rest, Step::Write(variable, value), vec![after])
            }
            Stage::Splitting => {
                let Kind::Split(targets) = kind() else { return Ok(()) };
                targets.iter().try_for_each(|&target| self.silently(task, rest, target))
            }
            Stage::Telling(text) => {
                let Kind::Event { next, .. } = kind() else { return Ok(()) };
                let after = machine.arrive(Position::clone(&position), *next);
                self.step(task, rest, Step::Event(text.to_string()), vec![after])
            }
            Stage::Calling(entry, values, _) => {
                let Kind::Call { otherwise, .. } = kind() else { return Ok(()) };
                self.call(task, rest, *entry, values);
                self.otherwise(task, rest, *otherwise)
            }
            Stage::Waiting(entry, _) => {
                self.traffic.subscribe(Topic::Ends(*entry, own), subscriber(0));
                Ok(())
            }
            Stage::Selecting(open) => {
                let Kind::Select { otherwise, .. } = kind() else { return Ok(()) };
                for &(alternative, entry) in &**open {
                    self.traffic.subscribe(Topic::Calls(entry), subscriber(alternative));
                }
                self.otherwise(task, rest, *otherwise)
            }
            Stage::Accepting(alternative, entry, values) => {
                self.accept(task, rest, *alternative, *entry, values)
            }
            Stage::Ending(values) => self.end_accept(task, rest, values),
            Stage::Failing(exception) => {
                let over = machine.bare(Pc(0), Stage::Over);
                self.step(task, rest, Step::Raise(*exception), vec![over])
            }
            Stage::Idle if self.view.silent => {
                let span = self.program.tasks[task].span;
                self.node(task, rest, Step::Silent, span, &[rest])
            }
            Stage::Idle => Ok(()),
        }
    }

    fn silently(&mut self, task: usize, rest: u32, target: Pc) -> Result<(), StopReason> {
        let position = Position::clone(&self.tasks[task].rests[rest as usize].position);
        let after = self.tasks[task].machine.arrive(position, target);
        self.step(task, rest, Step::Silent, vec![after])
    }

    fn otherwise(&mut self, task: usize, rest: u32, otherwise: Option<Pc>) -> Result<(), StopReason> {
        match otherwise {
            Some(target) if self.view.silent => self.silently(task, rest, target),
            _ => Ok(()),
        }
    }

    /// Lets the accepting task know of a call.
    fn call(&mut self, task: usize, rest: u32, entry: EntryId, values: &Rc<[i64]>) {
        let own = TaskId(task as u32);
        let called = &self.program.entries[entry.0 as usize];
        if called.task != own {
            let caller = (!called.atomic).then_some(own);
            self.traffic.publish(Topic::Calls(entry), Fact::Call(caller, Rc::clone(values)));
            let subscriber = Subscriber { task: task as u32, rest, what: 0 };
            self.traffic.subscribe(Topic::Answers(entry, caller, Rc::clone(values)), subscriber);
        }
    }

    /// Something that a rest waited for.
    fn learn(&mut self, subscriber: Subscriber, fact: Fact) -> Result<(), StopReason> {
        let Subscriber { task, rest, what } = subscriber;
        let task = task as usize;
        let position = Rc::clone(&self.tasks[task].rests[rest as usize].position);
        match fact {
            Fact::Value(value) => {
                let variable = VarId(what);
                let mut after = Position::clone(&position);
                after.bound.push((variable, value));
                if let Stage::Reading(_) = after.stage {
                    after.stage = Stage::Ready;
                }
                self.step(task, rest, Step::Read(variable, value), vec![after])
            }
            Fact::Call(caller, values) => match (&position.stage, caller) {
                (Stage::Selecting(open), Some(caller)) => {
                    let entry = open.iter().find(|(alternative, _)| *alternative == what);
                    entry.map_or(Ok(()), |&(_, entry)| {
                        self.begin_accept(task, rest, what, Meeting::begin(entry, &values), caller)
                    })
                }
                (Stage::Selecting(open), None) => {
                    let entry = open.iter().find(|(alternative, _)| *alternative == what);
                    entry.map_or(Ok(()), |&(_, entry)| self.accept(task, rest, what, entry, &values))
                }
                _ => Ok(()),
            },
            Fact::Answer(phase, values) => {
                let Stage::Calling(entry, _, targets) = &position.stage else { return Ok(()) };
                let meeting = Meeting { entry: *entry, phase, values: values.to_vec() };
                let mut after = Position::clone(&position);
                if phase == Phase::Begin {
                    after.stage = Stage::Waiting(*entry, Rc::clone(targets));
                } else {
                    after = self.returned(task, after, targets, &self.outs(*entry, &values));
                }
                self.step(task, rest, Step::Call(meeting), vec![after])
            }
            Fact::End(values) => {
                let Stage::Waiting(entry, targets) = &position.stage else { return Ok(()) };
                let meeting = Meeting { entry: *entry, phase: Phase::End, values: values.to_vec() };
                let after = self.returned(task, Position::clone(&position), targets, &values);
                self.step(task, rest, Step::Call(meeting), vec![after])
            }
        }
    }

    /// The position of a caller after the rendezvous.
    fn returned(&self, task: usize, mut position: Position, targets: &[VarId], outs: &[i64]) -> Position {
        let machine = &self.tasks[task].machine;
        let Kind::Call { next, .. } = &machine.instruction(position.pc).kind else { return position };
        for (&target, &value) in targets.iter().zip(outs) {
            if !machine.variable(target).domain.contains(value) {
                return machine.fail(&position, Exception::Constraint);
            }
            machine.assign(&mut position, target, value);
        }
        machine.store(position, *next)
    }

    /// The values that come out, among those of a whole rendezvous.
    fn outs(&self, entry: EntryId, whole: &[i64]) -> Vec<i64> {
        let mut whole = whole.iter().copied();
        let mut outs = Vec::new();
        for parameter in &self.program.entries[entry.0 as usize].parameters {
            if parameter.mode.goes_in() {
                whole.next();
            }
            if parameter.mode.comes_out() {
                outs.extend(whole.next());
            }
        }
        outs
    }

    /// The values of a whole rendezvous.
    fn whole(&self, entry: EntryId, ins: &[i64], outs: &[i64]) -> Vec<i64> {
        let (mut ins, mut outs) = (ins.iter().copied(), outs.iter().copied());
        let mut whole = Vec::new();
        for parameter in &self.program.entries[entry.0 as usize].parameters {
            if parameter.mode.goes_in() {
                whole.extend(ins.next());
            }
            if parameter.mode.comes_out() {
                whole.extend(outs.next());
            }
        }
        whole
    }

    /// A rendezvous begins that is not atomic.
    fn begin_accept(
        &mut self,
        task: usize,
        rest: u32,
        alternative: u32,
        meeting: Meeting,
        caller: TaskId,
    ) -> Result<(), StopReason> {
        let machine = &self.tasks[task].machine;
        let mut after = Position::clone(&self.tasks[task].rests[rest as usize].position);
        let Some(accept) = machine.alternative(after.pc, alternative) else { return Ok(()) };
        let Body::Open { start } = accept.body else { return Ok(()) };
        machine.enter(&mut after, accept, &meeting.values);
        after.frames.push((meeting.entry, caller));
        let after = machine.store(after, start);
        let values: Rc<[i64]> = meeting.values.as_slice().into();
        let topic = Topic::Answers(meeting.entry, Some(caller), Rc::clone(&values));
        self.traffic.publish(topic, Fact::Answer(Phase::Begin, values));
        let span = accept.span;
        self.step_at(task, rest, Step::Accept(meeting, Some(caller)), span, vec![after])
    }

    /// A rendezvous ends that is not atomic.
    fn end_accept(&mut self, task: usize, rest: u32, values: &Rc<[i64]>) -> Result<(), StopReason> {
        let machine = &self.tasks[task].machine;
        let mut after = Position::clone(&self.tasks[task].rests[rest as usize].position);
        let Kind::EndAccept { next, .. } = &machine.instruction(after.pc).kind else { return Ok(()) };
        let Some((entry, caller)) = after.frames.pop() else { return Ok(()) };
        let after = machine.arrive(after, *next);
        self.traffic.publish(Topic::Ends(entry, caller), Fact::End(Rc::clone(values)));
        let meeting = Meeting { entry, phase: Phase::End, values: values.to_vec() };
        self.step(task, rest, Step::Accept(meeting, Some(caller)), vec![after])
    }

    /// A call is accepted by an atomic alternative: its body is run.
    fn accept(
        &mut self,
        task: usize,
        rest: u32,
        alternative: u32,
        entry: EntryId,
        ins: &Rc<[i64]>,
    ) -> Result<(), StopReason> {
        let machine = &self.tasks[task].machine;
        let position = Rc::clone(&self.tasks[task].rests[rest as usize].position);
        let Some(accept) = machine.alternative(position.pc, alternative) else { return Ok(()) };
        let Body::Atomic { start, next } = accept.body else { return Ok(()) };
        let span = accept.span;
        let mut body =
            Position { stage: Stage::Body(position.pc, alternative), ..Position::clone(&position) };
        machine.enter(&mut body, accept, ins);
        let body = machine.arrive(body, start);
        let ends = machine.run(vec![body], self.budget)?;
        let mut needed: Vec<VarId> = Vec::new();
        for end in &ends {
            if let Stage::Reading(variable) = end.stage {
                needed.push(variable);
            }
        }
        if !needed.is_empty() {
            if let Stage::Accepting(..) = position.stage {
                needed.sort_unstable();
                needed.dedup();
                for variable in needed {
                    let subscriber = Subscriber { task: task as u32, rest, what: variable.0 };
                    self.traffic.subscribe(Topic::Values(variable), subscriber);
                }
            } else {
                let stage = Stage::Accepting(alternative, entry, Rc::clone(ins));
                let decided = self.rest(task, Position { stage, ..Position::clone(&position) });
                self.tasks[task].rests[rest as usize].includes.push(decided);
                return Ok(());
            }
        }
        for end in ends {
            let machine = &self.tasks[task].machine;
            let (answer, after) = match &end.stage {
                Stage::Leaving(outs) => {
                    let values = self.whole(entry, ins, outs);
                    // Pending assignments are made where the accept is written.
                    let after = Position { pc: position.pc, stage: Stage::Ready, ..end.clone() };
                    ((Phase::Whole, values), machine.store(after, next))
                }
                Stage::Failing(_) | Stage::Idle => ((Phase::Begin, ins.to_vec()), end),
                _ => continue,
            };
            let (phase, values) = answer;
            let topic = Topic::Answers(entry, None, Rc::clone(ins));
            self.traffic.publish(topic, Fact::Answer(phase, values.as_slice().into()));
            let meeting = Meeting { entry, phase, values };
            self.step_at(task, rest, Step::Accept(meeting, None), span, vec![after])?;
        }
        Ok(())
    }

    /// The graphs, with nodes numbered breadth-first.
    pub(super) fn finish(self) -> Vec<Graph> {
        self.tasks.into_iter().map(Exploration::finish).collect()
    }
}

impl Meeting {
    fn begin(entry: EntryId, values: &[i64]) -> Self {
        Self { entry, phase: Phase::Begin, values: values.to_vec() }
    }
}

impl Exploration<'_> {
    fn intern(&mut self, position: Position) -> (u32, bool) {
        let new = self.rests.len() as u32;
        let position = Rc::new(position);
        let rest = *self.index.entry(Rc::clone(&position)).or_insert(new);
        if rest == new {
            self.rests.push(Rest { position, nodes: Vec::new(), includes: Vec::new() });
        }
        (rest, rest == new)
    }

    /// Whether the node is new; otherwise it may lead to more.
    fn draft(&mut self, rest: u32, step: &Step, span: Span, key: u32, after: &[u32]) -> bool {
        let new = self.drafts.len() as u32;
        let node = *self.known.entry((rest, step.clone(), key)).or_insert(new);
        if node == new {
            self.drafts.push(Draft { step: step.clone(), after: after.to_vec(), span });
            self.rests[rest as usize].nodes.push(node);
        } else {
            self.drafts[node as usize].after.extend_from_slice(after);
        }
        node == new
    }
}
