//! Statements that need nobody else.

use super::expression::Reader;
use super::{At, Configuration, Frame, Missing, Status, Step, World, advance, leave_loop, show};
use crate::random::programs::{Alternative, Condition, EVENTS, Expr, Statement, Target};

impl<'s> World<'s> {
    /// A statement that needs nobody else; calls and accepts wait.
    pub(super) fn execute(
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
            Statement::Assign(target, value) => self.assign(at, index, *target, value),
            Statement::Random(local) => {
                let last = self.source.tasks[index].locals[*local].of.last();
                let with = |value| {
                    let mut after = done();
                    after.processes[index].locals[*local] = Some(value);
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
            Statement::Accept { entry, .. } => {
                reader.entry(*entry)?;
                Ok(Vec::new())
            }
            Statement::Select { .. } => Self::select(at, index, statement),
            Statement::Assert(condition) => {
                if reader.value(condition)? != 0 {
                    return silent(done());
                }
                let mut after = at.clone();
                after.processes[index].status = Status::Raising("assertion_error");
                silent(after)
            }
            Statement::Raise => {
                let mut after = at.clone();
                after.processes[index].status = Status::Raising("program_error");
                silent(after)
            }
        }
    }

    fn assign(
        &self,
        at: &Configuration<'s>,
        index: usize,
        target: Target,
        value: &Expr,
    ) -> Result<Vec<Step<'s>>, Missing> {
        let mut reader = Reader { process: &at.processes[index], next: 0 };
        let target = reader.resolve(target)?;
        let value = reader.value(value)?;
        if value > self.type_of(index, target).last() {
            return Err(Missing::Constraint);
        }
        let mut after = at.clone();
        advance(&mut after.processes[index]);
        match target {
            Target::Local(local) => after.processes[index].locals[local] = Some(value),
            Target::Formal(entry, place) => {
                after.processes[index].formals.insert((entry, place), Some(value));
            }
            Target::Shared(shared) => {
                after.shared[shared] = Some(value);
                let label =
                    format!("{}.{}={}", self.name(index), self.variable(shared), self.shown(shared, value));
                return Ok(vec![(Some(label), after)]);
            }
            Target::Item(_) | Target::SharedItem(_) => unreachable!("resolved"),
        }
        Ok(vec![(None, after)])
    }

    /// Without anybody who calls a `select` can only come to something else, or fail.
    fn select(
        at: &Configuration<'s>,
        index: usize,
        statement: &'s Statement,
    ) -> Result<Vec<Step<'s>>, Missing> {
        let Statement::Select { alternatives, instead, terminate } = statement else {
            unreachable!("a select")
        };
        let mut reader = Reader { process: &at.processes[index], next: 0 };
        let mut open = false;
        for Alternative { guard, entry, .. } in alternatives {
            if guard.as_ref().map_or(Ok(1), |guard| reader.value(guard))? != 0 {
                reader.entry(*entry)?;
                open = true;
            }
        }
        if let Some(instead) = instead {
            let mut after = at.clone();
            advance(&mut after.processes[index]);
            after.processes[index].frames.push(Frame::List(At(instead, 0)));
            return Ok(vec![(None, after)]);
        }
        if open || *terminate {
            return Ok(Vec::new());
        }
        let mut after = at.clone();
        after.processes[index].status = Status::Raising("program_error");
        Ok(vec![(None, after)])
    }
}
