//! The exploration of all tasks together: what each rest does, and what it tells the others.

mod meet;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Budget, Poll, Span, StopReason};

use super::position::{Held, Machine, Position, Stage};
use super::traffic::{Fact, Subscriber, Topic, Traffic};
use super::{Large, View};
use crate::graph::{Graph, Meeting, Phase, Step, Touch};
use crate::program::{Kind, Pc, Program, TaskId, VarId};

/// Work for a rest that is looked at, or for a fact that is delivered.
const STEP: u64 = 1_000;

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
    pub(super) touches: Vec<Touch>,
    pub(super) after: Vec<u32>,
    pub(super) span: Span,
}

/// One task and what was found of it.
pub(super) struct Exploration<'p> {
    pub(super) machine: Machine<'p>,
    pub(super) rests: Vec<Rest>,
    index: FxHashMap<Rc<Position>, u32>,
    pub(super) drafts: Vec<Draft>,
    /// By rest, step and touches, and where silent choices are steps also by the rest that follows.
    known: FxHashMap<(u32, Step, Vec<Touch>, u32), u32>,
    pub(super) start: Vec<u32>,
}

/// All tasks.
pub(super) struct Tasks<'p> {
    program: &'p Program,
    view: &'p View,
    budget: &'p Budget,
    explored: Vec<Exploration<'p>>,
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
        let explored = (0..program.tasks.len()).map(begin).collect();
        Self { program, view, budget, explored, traffic: Traffic::default(), fresh: Vec::new(), nodes: 0 }
    }

    /// Explores until nobody finds anything new, or a task has more nodes than its limit: then gives that task.
    pub(super) fn explore(&mut self, limits: &[u64]) -> Result<Option<Large>, StopReason> {
        for (index, variable) in self.program.variables.iter().enumerate() {
            if self.view.observed[index] {
                let all = variable.domain.first..=variable.domain.last;
                for value in variable.initial.map_or(all, |value| value..=value) {
                    self.traffic.publish(Topic::Values(VarId(index as u32)), Fact::Value(value));
                }
            }
        }
        for task in 0..self.explored.len() {
            self.begin(task)?;
        }
        let mut toll = self.budget.toll(Poll::Lower);
        loop {
            toll.add(STEP)?;
            let task = if let Some((task, rest)) = self.fresh.pop() {
                self.look_at(task as usize, rest)?;
                task
            } else if let Some((subscriber, fact)) = self.traffic.deliver() {
                self.learn(subscriber, fact)?;
                subscriber.task
            } else {
                return Ok(None);
            };
            if self.explored[task as usize].drafts.len() as u64 > limits[task as usize] {
                return Ok(Some(self.explored[task as usize].large()));
            }
        }
    }

    /// Where a task begins. Several possibilities are a silent choice.
    fn begin(&mut self, task: usize) -> Result<(), StopReason> {
        let machine = &self.explored[task].machine;
        let rests = machine.run(vec![machine.start()], self.budget)?;
        if rests.len() > 1 && self.view.silent {
            // A rest that no step leads to: the position before the first choice.
            let start = machine.bare(Pc(0), Stage::Splitting);
            let start = self.explored[task].intern(start).0;
            self.explored[task].start = vec![start];
            let span = self.program.tasks[task].span;
            for rest in rests {
                let rest = self.rest(task, rest);
                self.node(task, start, &Step::Silent, &[], span, &[rest])?;
            }
        } else {
            let start = rests.into_iter().map(|rest| self.rest(task, rest)).collect();
            self.explored[task].start = start;
        }
        Ok(())
    }

    /// The number of a rest, which is to be looked at if it is new.
    fn rest(&mut self, task: usize, position: Position) -> u32 {
        let (rest, new) = self.explored[task].intern(position);
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
        step: &Step,
        touches: &[Touch],
        span: Span,
        after: &[u32],
    ) -> Result<(), StopReason> {
        let exploration = &mut self.explored[task];
        let mut draft = |next: u32, after: &[u32]| {
            let draft = Draft { step: step.clone(), touches: touches.to_vec(), after: after.to_vec(), span };
            self.nodes += u64::from(exploration.draft(rest, next, draft));
        };
        if self.view.silent {
            for &next in after {
                draft(next, &[next]);
            }
        } else {
            draft(0, after);
        }
        self.budget.check_states(self.nodes)
    }

    /// Adds a step after which the task goes on from these positions.
    fn step(&mut self, task: usize, rest: u32, step: &Step, after: Vec<Position>) -> Result<(), StopReason> {
        let machine = &self.explored[task].machine;
        let pc = self.explored[task].rests[rest as usize].position.pc;
        let span = machine.instruction(pc).span;
        self.step_at(task, rest, step, &[], span, after)
    }

    fn step_at(
        &mut self,
        task: usize,
        rest: u32,
        step: &Step,
        touches: &[Touch],
        span: Span,
        after: Vec<Position>,
    ) -> Result<(), StopReason> {
        let found = self.explored[task].machine.run(after, self.budget)?;
        let after: Vec<u32> = found.into_iter().map(|position| self.rest(task, position)).collect();
        self.node(task, rest, step, touches, span, &after)
    }

    /// Takes the steps of a new rest that depend on nobody, and subscribes to what the others depend on.
    fn look_at(&mut self, task: usize, rest: u32) -> Result<(), StopReason> {
        let position = Rc::clone(&self.explored[task].rests[rest as usize].position);
        let machine = &self.explored[task].machine;
        let own = machine.task;
        let kind = || &machine.instruction(position.pc).kind;
        let subscriber = |what| Subscriber { task: task as u32, rest, what };
        match &position.stage {
            Stage::Reading(variable) => {
                self.traffic.subscribe(Topic::Values(*variable), subscriber(variable.0));
                Ok(())
            }
            Stage::Storing(next) => {
                let mut after = Position::clone(&position);
                let (variable, value) = after.writes.remove(0);
                self.traffic.publish(Topic::Values(variable), Fact::Value(value));
                let after = machine.store(after, *next);
                self.step(task, rest, &Step::Write(variable, value), vec![after])
            }
            Stage::Splitting => {
                let Kind::Split(targets) = kind() else { return Ok(()) };
                targets.iter().try_for_each(|&target| self.silently(task, rest, target))
            }
            Stage::Telling(text) => {
                let Kind::Event { next, .. } = kind() else { return Ok(()) };
                let after = machine.arrive(Position::clone(&position), *next);
                self.step(task, rest, &Step::Event(text.to_string()), vec![after])
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
            Stage::Failing(exception) if !position.frames.is_empty() => {
                self.fail_accept(task, rest, *exception)
            }
            Stage::Failing(exception) => {
                let over = machine.bare(Pc(0), Stage::Over);
                self.step(task, rest, &Step::Raise(*exception), vec![over])
            }
            Stage::Idle if self.view.silent => {
                let span = self.program.tasks[task].span;
                self.node(task, rest, &Step::Silent, &[], span, &[rest])
            }
            // Nothing ever happens here, or nobody rests here.
            Stage::Idle | Stage::Over | Stage::Ready | Stage::Body(..) | Stage::Leaving(_) => Ok(()),
        }
    }

    fn silently(&mut self, task: usize, rest: u32, target: Pc) -> Result<(), StopReason> {
        let position = Position::clone(&self.explored[task].rests[rest as usize].position);
        let after = self.explored[task].machine.arrive(position, target);
        self.step(task, rest, &Step::Silent, vec![after])
    }

    fn otherwise(&mut self, task: usize, rest: u32, otherwise: Option<Pc>) -> Result<(), StopReason> {
        match otherwise {
            Some(target) if self.view.silent => self.silently(task, rest, target),
            _ => Ok(()),
        }
    }

    /// Something that a rest waited for.
    fn learn(&mut self, subscriber: Subscriber, fact: Fact) -> Result<(), StopReason> {
        let Subscriber { task, rest, what } = subscriber;
        let task = task as usize;
        let position = Rc::clone(&self.explored[task].rests[rest as usize].position);
        match fact {
            Fact::Value(value) => {
                let variable = VarId(what);
                let mut after = Position::clone(&position);
                after.bound.push((variable, value));
                if let Stage::Reading(_) = after.stage {
                    after.stage = Stage::Ready;
                } else if self.view.joined[variable.0 as usize] {
                    // The rendezvous itself finds this value.
                    let found = self.rest(task, after);
                    self.explored[task].rests[rest as usize].includes.push(found);
                    return Ok(());
                }
                self.step(task, rest, &Step::Read(variable, value), vec![after])
            }
            Fact::Call(caller, values) => match (&position.stage, caller) {
                (Stage::Selecting(open), Some(caller)) => {
                    let entry = open.iter().find(|(alternative, _)| *alternative == what);
                    entry.map_or(Ok(()), |&(_, entry)| {
                        self.begin_accept(
                            task,
                            rest,
                            what,
                            Meeting { entry, phase: Phase::Begin, raised: None, values: values.to_vec() },
                            caller,
                        )
                    })
                }
                (Stage::Selecting(open), None) => {
                    let entry = open.iter().find(|(alternative, _)| *alternative == what);
                    entry.map_or(Ok(()), |&(_, entry)| self.accept(task, rest, what, entry, &values))
                }
                _ => Ok(()),
            },
            Fact::Answer(meeting) => {
                let Stage::Calling(entry, _, targets) = &position.stage else { return Ok(()) };
                let mut after = Position::clone(&position);
                if meeting.phase == Phase::Begin {
                    after.stage = Stage::Waiting(*entry, Rc::clone(targets));
                } else {
                    after = self.returned(task, after, targets, &meeting);
                }
                self.step(task, rest, &Step::Call(Meeting::clone(&meeting)), vec![after])
            }
            Fact::End(meeting) => {
                let Stage::Waiting(_, targets) = &position.stage else { return Ok(()) };
                let after = self.returned(task, Position::clone(&position), targets, &meeting);
                self.step(task, rest, &Step::Call(Meeting::clone(&meeting)), vec![after])
            }
        }
    }

    /// The graphs, with nodes numbered breadth-first.
    pub(super) fn finish(self) -> Vec<Graph> {
        self.explored.into_iter().map(Exploration::finish).collect()
    }
}

impl Exploration<'_> {
    /// What is said of this task when it is too large.
    fn large(&self) -> Large {
        let positions_without = |&(slot, _): &(usize, VarId)| {
            let without = |rest: &Rest| {
                let mut position = Position::clone(&rest.position);
                position.values[slot] = Held::Dead;
                position
            };
            self.rests.iter().map(without).collect::<FxHashSet<_>>().len()
        };
        let widest = self.machine.removable().min_by_key(positions_without).map(|(_, variable)| variable);
        Large { task: self.machine.task, widest }
    }

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
    fn draft(&mut self, rest: u32, key: u32, draft: Draft) -> bool {
        let new = self.drafts.len() as u32;
        let identity = (rest, draft.step.clone(), draft.touches.clone(), key);
        let node = *self.known.entry(identity).or_insert(new);
        if node == new {
            self.drafts.push(draft);
            self.rests[rest as usize].nodes.push(node);
        } else {
            self.drafts[node as usize].after.extend(draft.after);
        }
        node == new
    }
}
