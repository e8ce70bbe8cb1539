//! Rendezvous: what callers and accepting tasks tell one another, and where it leads them.

use std::rc::Rc;

use suppose_base::StopReason;

use super::Tasks;
use crate::ada::graph::{Meeting, Phase, Step};
use crate::ada::program::{Body, EntryId, Exception, Kind, TaskId, VarId};
use crate::ada::unfold::position::{Position, Stage};
use crate::ada::unfold::traffic::{Fact, Subscriber, Topic};

impl Tasks<'_> {
    /// Lets the accepting task know of a call.
    pub(super) fn call(&mut self, task: usize, rest: u32, entry: EntryId, values: &Rc<[i64]>) {
        let own = TaskId(task as u32);
        let called = &self.program.entries[entry.0 as usize];
        if called.task != own {
            let caller = (!called.atomic).then_some(own);
            self.traffic.publish(Topic::Calls(entry), Fact::Call(caller, Rc::clone(values)));
            let subscriber = Subscriber { task: task as u32, rest, what: 0 };
            self.traffic.subscribe(Topic::Answers(entry, caller, Rc::clone(values)), subscriber);
        }
    }

    /// The position of a caller after the rendezvous.
    pub(super) fn returned(
        &self,
        task: usize,
        mut position: Position,
        targets: &[VarId],
        outs: &[i64],
    ) -> Position {
        let machine = &self.explored[task].machine;
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
    pub(super) fn outs(&self, entry: EntryId, whole: &[i64]) -> Vec<i64> {
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
    pub(super) fn whole(&self, entry: EntryId, ins: &[i64], outs: &[i64]) -> Vec<i64> {
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
    pub(super) fn begin_accept(
        &mut self,
        task: usize,
        rest: u32,
        alternative: u32,
        meeting: Meeting,
        caller: TaskId,
    ) -> Result<(), StopReason> {
        let machine = &self.explored[task].machine;
        let mut after = Position::clone(&self.explored[task].rests[rest as usize].position);
        let Some(accept) = machine.alternative(after.pc, alternative) else { return Ok(()) };
        let Body::Open { start } = accept.body else { return Ok(()) };
        machine.enter(&mut after, accept, &meeting.values);
        after.frames.push((meeting.entry, caller));
        let after = machine.store(after, start);
        let values: Rc<[i64]> = meeting.values.as_slice().into();
        let topic = Topic::Answers(meeting.entry, Some(caller), Rc::clone(&values));
        self.traffic.publish(topic, Fact::Answer(Phase::Begin, values));
        let span = accept.span;
        self.step_at(task, rest, &Step::Accept(meeting, Some(caller)), span, vec![after])
    }

    /// A rendezvous ends that is not atomic.
    pub(super) fn end_accept(
        &mut self,
        task: usize,
        rest: u32,
        values: &Rc<[i64]>,
    ) -> Result<(), StopReason> {
        let machine = &self.explored[task].machine;
        let mut after = Position::clone(&self.explored[task].rests[rest as usize].position);
        let Kind::EndAccept { next, .. } = &machine.instruction(after.pc).kind else { return Ok(()) };
        let Some((entry, caller)) = after.frames.pop() else { return Ok(()) };
        let after = machine.arrive(after, *next);
        self.traffic.publish(Topic::Ends(entry, caller), Fact::End(Rc::clone(values)));
        let meeting = Meeting { entry, phase: Phase::End, values: values.to_vec() };
        self.step(task, rest, &Step::Accept(meeting, Some(caller)), vec![after])
    }

    /// A call is accepted by an atomic alternative: its body is run.
    pub(super) fn accept(
        &mut self,
        task: usize,
        rest: u32,
        alternative: u32,
        entry: EntryId,
        ins: &Rc<[i64]>,
    ) -> Result<(), StopReason> {
        let machine = &self.explored[task].machine;
        let position = Rc::clone(&self.explored[task].rests[rest as usize].position);
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
                self.explored[task].rests[rest as usize].includes.push(decided);
                return Ok(());
            }
        }
        for end in ends {
            let machine = &self.explored[task].machine;
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
            self.step_at(task, rest, &Step::Accept(meeting, None), span, vec![after])?;
        }
        Ok(())
    }
}
