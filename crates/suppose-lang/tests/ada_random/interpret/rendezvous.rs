//! Calls and accepts.

use super::expression::Reader;
use super::{At, Configuration, Frame, Missing, Process, Status, Step, World, advance, over, show};
use crate::programs::{Alternative, Argument, Mode, Statement, Target, Type};

/// What a task accepts: entry, body, what follows.
type Accepted<'s> = (usize, Option<&'s [Statement]>, &'s [Statement]);

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
    types.zip(ins).fold(String::new(), |text, ((_, of), value)| format!("{text}.{}", show(*of, *value)))
}

impl<'s> World<'s> {
    /// The values that go in with a call.
    pub(super) fn arguments(
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

    /// The statement by which a process waits for calls now, and whether it would terminate.
    pub(super) fn offered(&self, at: &Configuration<'s>, index: usize) -> Option<(&'s Statement, bool)> {
        let process = &at.processes[index];
        let statement = Self::current(process)?;
        match statement {
            Statement::Accept { .. } => Some((statement, false)),
            Statement::Select { alternatives, terminate, .. } => {
                let mut reader = Reader { process, next: 0 };
                for alternative in alternatives {
                    if let Some(guard) = &alternative.guard {
                        reader.value(guard).ok()?;
                    }
                }
                Some((statement, *terminate))
            }
            _ => None,
        }
    }

    /// What is accepted now.
    fn alternatives(process: &Process<'s>, statement: &'s Statement) -> Vec<Accepted<'s>> {
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
    pub(super) fn meetings(&self, at: &Configuration<'s>, caller: usize, steps: &mut Vec<Step<'s>>) {
        let Some(call @ Statement::Call { task, entry, arguments, .. }) =
            Self::current(&at.processes[caller])
        else {
            return;
        };
        let Ok(ins) = self.arguments(at, caller, call) else { return };
        let Some((statement, _)) = self.offered(at, *task) else { return };
        let parameters = &self.source.tasks[*task].entries[*entry];
        for (accepted, body, follows) in Self::alternatives(&at.processes[*task], statement) {
            if accepted != *entry {
                continue;
            }
            // The accepting task leaves its statement for what follows, then for the body.
            let mut begun = at.clone();
            let acceptor = &mut begun.processes[*task];
            advance(acceptor);
            acceptor.frames.push(Frame::List(At(follows, 0)));
            let mut values = ins.iter();
            for (place, (mode, _)) in parameters.iter().enumerate() {
                let value = if *mode == Mode::Out { None } else { values.next().copied() };
                acceptor.formals.insert((*entry, place), value);
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
            let atomic = self.atomic[*task][*entry];
            let end = if atomic { Frame::Done } else { Frame::End { entry: *entry, caller } };
            acceptor.frames.push(end);
            acceptor.frames.extend(body.map(|body| Frame::List(At(body, 0))));
            if atomic {
                for end in self.run_body(begun, *task, *entry) {
                    self.whole(end, &meeting, steps);
                }
            } else {
                begun.processes[caller].status = Status::Called;
                steps.push((Some(format!("{stem}{}", shown(parameters, &ins))), begun));
            }
        }
    }

    /// The ends of the body of an atomic accept, all in one step: the task is at the end, about to raise an exception, or hangs.
    fn run_body(&self, begun: Configuration<'s>, task: usize, entry: usize) -> Vec<Configuration<'s>> {
        let mut found = vec![begun];
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut ends = Vec::new();
        while let Some(at) = found.get(rows.len()).cloned() {
            let own = &at.processes[task];
            let mut row = Vec::new();
            let at_end = own.frames.last() == Some(&Frame::Done);
            let open = self.not_assigned(own, task, entry).filter(|_| at_end);
            if own.status != Status::Running || (at_end && open.is_none()) {
                ends.push(rows.len());
            } else {
                let mut steps = Vec::new();
                match open {
                    Some(target) => steps = self.choices(&at, task, target),
                    None => self.alone(&at, task, &mut steps),
                }
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
        for &end in &ends {
            can_end[end] = true;
        }
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
                let value = acceptor.formals[&(entry, place)].expect("chosen before");
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        acceptor.formals.retain(|(other, _), _| *other != entry);
        Self::returned(&mut end, caller, arguments, &outs);
        steps.push((Some(label), end));
    }

    /// A rendezvous in two steps ends.
    pub(super) fn end(
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
                let value = after.processes[task].formals[&(entry, place)].expect("chosen before");
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        after.processes[task].formals.retain(|(other, _), _| *other != entry);
        after.processes[caller].status = Status::Running;
        let Some(Statement::Call { arguments, .. }) = Self::current(&after.processes[caller]) else {
            unreachable!("the caller waits in its call");
        };
        Self::returned(&mut after, caller, arguments, &outs);
        steps.push((Some(label), after));
    }

    /// The caller gets what comes out and goes on.
    fn returned(after: &mut Configuration<'s>, caller: usize, arguments: &'s [Argument], outs: &[i64]) {
        let process = &mut after.processes[caller];
        advance(process);
        let targets = arguments.iter().filter_map(|argument| match argument {
            Argument::In(_) => None,
            Argument::Out(target) | Argument::InOut(target) => Some(*target),
        });
        for (target, &value) in targets.zip(outs) {
            match target {
                Target::Local(local) => process.locals[local] = Some(value),
                Target::Formal(entry, place) => {
                    process.formals.insert((entry, place), Some(value));
                }
                Target::Shared(shared) => process.pending.push((shared, value)),
            }
        }
    }
}
