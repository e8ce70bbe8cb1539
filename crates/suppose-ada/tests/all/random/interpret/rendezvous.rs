//! Calls and accepts.

use super::expression::Reader;
use super::{At, Configuration, Frame, Missing, Process, Status, Step, World, advance, over, show};
use crate::random::programs::{Alternative, Argument, Mode, Statement, Target, Type};

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
        reader.entry(*entry)?;
        // Ada leaves the order open; here the values of `in` parameters come first, then those of `in out`,
        // then the checks.
        let parameters = &self.source.tasks[*task].entries[entry.one()];
        let mut values: Vec<Option<i64>> = vec![None; arguments.len()];
        for (place, argument) in arguments.iter().enumerate() {
            if let Argument::In(value) = argument {
                values[place] = Some(reader.value(value)?);
            }
        }
        for (place, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::In(_) => {}
                Argument::Out(target) => {
                    reader.resolve(*target)?;
                }
                Argument::InOut(target) => values[place] = Some(reader.object(*target)?),
            }
        }
        if values.iter().zip(parameters).any(|(value, (_, of))| value.is_some_and(|value| value > of.last()))
        {
            return Err(Missing::Constraint);
        }
        Ok(values.into_iter().flatten().collect())
    }

    /// The statement by which a process waits for calls now, and whether it would terminate.
    pub(super) fn offered(at: &Configuration<'s>, index: usize) -> Option<(&'s Statement, bool)> {
        let process = &at.processes[index];
        let statement = Self::current(process)?;
        match statement {
            Statement::Accept { entry, .. } => {
                Reader { process, next: 0 }.entry(*entry).ok()?;
                Some((statement, false))
            }
            Statement::Select { alternatives, terminate, .. } => {
                let mut reader = Reader { process, next: 0 };
                for Alternative { guard, entry, .. } in alternatives {
                    if guard.as_ref().map_or(Ok(1), |guard| reader.value(guard)).ok()? != 0 {
                        reader.entry(*entry).ok()?;
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
            Statement::Accept { entry, body } => {
                let entry = Reader { process, next: 0 }.entry(*entry);
                entry.map_or(Vec::new(), |entry| vec![(entry, body.as_deref(), &[][..])])
            }
            Statement::Select { alternatives, .. } => {
                let mut reader = Reader { process, next: 0 };
                let mut open = Vec::new();
                for Alternative { guard, entry, body, after } in alternatives {
                    let holds = guard.as_ref().map_or(Ok(1), |guard| reader.value(guard));
                    if holds.is_ok_and(|value| value != 0)
                        && let Ok(entry) = reader.entry(*entry)
                    {
                        open.push((entry, body.as_deref(), after.as_slice()));
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
        let Ok(entry) = (Reader { process: &at.processes[caller], next: 0 }).entry(*entry) else { return };
        let unit = &self.source.tasks[*task];
        let Some((statement, _)) = Self::offered(at, *task) else { return };
        let parameters = &unit.entries[entry];
        for (accepted, body, follows) in Self::alternatives(&at.processes[*task], statement) {
            if accepted != entry {
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
                acceptor.formals.insert((unit.declared(entry), place), value);
            }
            let stem = self.stem(caller, *task, entry);
            let meeting =
                Meeting { caller, task: *task, entry, ins: ins.clone(), arguments, stem: stem.clone() };
            let atomic = self.atomic[*task][entry];
            let end = if atomic { Frame::Done } else { Frame::End { entry, caller } };
            acceptor.frames.push(end);
            acceptor.frames.extend(body.map(|body| Frame::List(At(body, 0))));
            if atomic {
                for end in self.run_body(begun, *task, entry) {
                    self.whole(end, &meeting, steps);
                }
            } else {
                begun.processes[caller].status = Status::Called;
                steps.push((
                    Some(format!("{stem}{}{}", self.index(*task, entry), shown(parameters, &ins))),
                    begun,
                ));
            }
        }
    }

    /// How actions of an entry begin.
    fn stem(&self, caller: usize, task: usize, entry: usize) -> String {
        let stem = match self.source.tasks[task].member(entry) {
            Some(_) => format!("t{task}.f"),
            None => format!("t{task}.e{entry}"),
        };
        if self.callers[task][entry].len() > 1 { format!("{}.{stem}", self.name(caller)) } else { stem }
    }

    /// The member of a family.
    fn index(&self, task: usize, entry: usize) -> String {
        self.source.tasks[task].member(entry).map_or(String::new(), |index| format!(".{index}"))
    }

    /// The ends of the body of an atomic accept, all in one step: the task is at the end, about to raise an
    /// exception, or hangs.
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
        if let Status::Raising(exception) = acceptor.status {
            // The body is left, and the call too; nothing comes out.
            while acceptor.frames.pop().is_some_and(|frame| frame != Frame::Done) {}
            end.processes[caller].status = Status::Raising(exception);
            let index = self.index(task, entry);
            steps.push((Some(format!("{stem}{index}{}.{exception}", shown(parameters, ins))), end));
            return;
        }
        if acceptor.status != Status::Running {
            end.processes[caller].status = Status::Called;
            steps.push((
                Some(format!("{stem}.begin{}{}", self.index(task, entry), shown(parameters, ins))),
                end,
            ));
            return;
        }
        acceptor.frames.pop();
        let (mut ins, mut outs, mut label) =
            (ins.iter(), Vec::new(), format!("{stem}{}", self.index(task, entry)));
        let declared = self.source.tasks[task].declared(entry);
        for (place, (mode, of)) in parameters.iter().enumerate() {
            if *mode != Mode::Out {
                label = format!("{label}.{}", show(*of, *ins.next().expect("a value for each")));
            }
            if *mode != Mode::In {
                let value = acceptor.formals[&(declared, place)].expect("chosen before");
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        acceptor.formals.retain(|(other, _), _| *other != declared);
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
        let mut label = format!("{}.end{}", self.stem(caller, task, entry), self.index(task, entry));
        let declared = self.source.tasks[task].declared(entry);
        let mut outs = Vec::new();
        for (place, (mode, of)) in self.source.tasks[task].entries[entry].iter().enumerate() {
            if *mode != Mode::In {
                let value = after.processes[task].formals[&(declared, place)].expect("chosen before");
                label = format!("{label}.{}", show(*of, value));
                outs.push(value);
            }
        }
        after.processes[task].formals.retain(|(other, _), _| *other != declared);
        after.processes[caller].status = Status::Running;
        let Some(Statement::Call { arguments, .. }) = Self::current(&after.processes[caller]) else {
            unreachable!("the caller waits in its call");
        };
        Self::returned(&mut after, caller, arguments, &outs);
        steps.push((Some(label), after));
    }

    /// A rendezvous in two steps ends with an exception, in both tasks.
    pub(super) fn fail(
        &self,
        at: &Configuration<'s>,
        task: usize,
        (entry, caller): (usize, usize),
        exception: &'static str,
        steps: &mut Vec<Step<'s>>,
    ) {
        let mut after = at.clone();
        after.processes[caller].status = Status::Raising(exception);
        let stem = self.stem(caller, task, entry);
        steps.push((Some(format!("{stem}.end{}.{exception}", self.index(task, entry))), after));
    }

    /// The caller gets what comes out and goes on.
    fn returned(after: &mut Configuration<'s>, caller: usize, arguments: &'s [Argument], outs: &[i64]) {
        let process = &mut after.processes[caller];
        advance(process);
        // Which variables are meant was decided before the call, and nothing has changed since.
        let targets = arguments.iter().filter_map(|argument| match argument {
            Argument::In(_) => None,
            Argument::Out(target) | Argument::InOut(target) => {
                Reader { process, next: 0 }.resolve(*target).ok()
            }
        });
        let targets: Vec<Target> = targets.collect();
        for (target, &value) in targets.into_iter().zip(outs) {
            match target {
                Target::Local(local) => process.locals[local] = Some(value),
                Target::Formal(entry, place) => {
                    process.formals.insert((entry, place), Some(value));
                }
                Target::Shared(shared) => process.pending.push((shared, value)),
                Target::Item(_) | Target::SharedItem(_) => unreachable!("resolved"),
            }
        }
    }
}
