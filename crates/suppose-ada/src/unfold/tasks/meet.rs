//! Rendezvous: what callers and accepting tasks tell one another, and where it leads them.

use std::rc::Rc;

use suppose_base::StopReason;

use super::Tasks;
use crate::graph::{Meeting, Phase, Step};
use crate::program::{Body, EntryId, Exception, Kind, TaskId, VarId};
use crate::unfold::position::{Position, Stage};
use crate::unfold::traffic::{Fact, Subscriber, Topic};

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

    /// The position of a caller after the rendezvous, or after its end. With an exception nothing comes out,
    /// and the caller fails too.
    pub(super) fn returned(
        &self,
        task: usize,
        mut position: Position,
        targets: &[VarId],
        meeting: &Meeting,
    ) -> Position {
        let machine = &self.explored[task].machine;
        let Kind::Call { next, .. } = &machine.instruction(position.pc).kind else { return position };
        if let Some(exception) = meeting.raised {
            return machine.fail(&position, exception);
        }
        for (&target, value) in targets.iter().zip(self.outs(meeting)) {
            if !machine.variable(target).domain.contains(value) {
                return machine.fail(&position, Exception::Constraint);
            }
            machine.assign(&mut position, target, value);
        }
        machine.store(position, *next)
    }

    /// The values that come out, among those of a rendezvous or of its end.
    fn outs(&self, meeting: &Meeting) -> Vec<i64> {
        let mut values = meeting.values.iter().copied();
        let mut outs = Vec::new();
        for parameter in &self.program.entries[meeting.entry.0 as usize].parameters {
            let (goes_in, comes_out) = meeting.shown(parameter.mode);
            if goes_in {
                values.next();
            }
            if comes_out {
                outs.extend(values.next());
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
        let topic = Topic::Answers(meeting.entry, Some(caller), values);
        self.traffic.publish(topic, Fact::Answer(Rc::new(meeting.clone())));
        let span = accept.span;
        self.step_at(task, rest, &Step::Accept(meeting, Some(caller)), &[], span, vec![after])
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
        let meeting = Meeting { entry, phase: Phase::End, raised: None, values: values.to_vec() };
        self.end(task, rest, meeting, caller, after)
    }

    /// An exception leaves the body of the innermost accept that is not atomic: the rendezvous ends with it.
    pub(super) fn fail_accept(
        &mut self,
        task: usize,
        rest: u32,
        exception: Exception,
    ) -> Result<(), StopReason> {
        let mut after = Position::clone(&self.explored[task].rests[rest as usize].position);
        let Some((entry, caller)) = after.frames.pop() else { return Ok(()) };
        let meeting = Meeting { entry, phase: Phase::End, raised: Some(exception), values: Vec::new() };
        self.end(task, rest, meeting, caller, after)
    }

    fn end(
        &mut self,
        task: usize,
        rest: u32,
        meeting: Meeting,
        caller: TaskId,
        after: Position,
    ) -> Result<(), StopReason> {
        self.traffic.publish(Topic::Ends(meeting.entry, caller), Fact::End(Rc::new(meeting.clone())));
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
            let meeting = |phase, raised, values| Meeting { entry, phase, raised, values };
            let touches = machine.touches(&position, &end);
            let (meeting, after) = match &end.stage {
                Stage::Leaving(outs) => {
                    let values = self.whole(entry, ins, outs);
                    // Assignments that the rendezvous does not make are made where the accept is written.
                    let mut after = Position { pc: position.pc, stage: Stage::Ready, ..end.clone() };
                    after.writes.retain(|&(variable, _)| !self.view.joined[variable.0 as usize]);
                    (meeting(Phase::Whole, None, values), machine.store(after, next))
                }
                Stage::Failing(exception) => (meeting(Phase::Whole, Some(*exception), ins.to_vec()), end),
                Stage::Idle => (meeting(Phase::Begin, None, ins.to_vec()), end),
                _ => continue,
            };
            let topic = Topic::Answers(entry, None, Rc::clone(ins));
            self.traffic.publish(topic, Fact::Answer(Rc::new(meeting.clone())));
            for touch in &touches {
                if let Some(value) = touch.left {
                    self.traffic.publish(Topic::Values(touch.variable), Fact::Value(value));
                }
            }
            self.step_at(task, rest, &Step::Accept(meeting, None), &touches, span, vec![after])?;
        }
        Ok(())
    }
}
