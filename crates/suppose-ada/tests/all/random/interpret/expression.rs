//! Values of expressions, and what statements and expressions have to do with others.

use super::{Missing, Process};
use crate::random::programs::{Chosen, Condition, Expr, Statement, Target};

/// Evaluates expressions of one statement; the shared variables that were read come in order.
pub(super) struct Reader<'p, 's> {
    pub(super) process: &'p Process<'s>,
    pub(super) next: usize,
}

impl Reader<'_, '_> {
    pub(super) fn object(&mut self, target: Target) -> Result<i64, Missing> {
        match self.resolve(target)? {
            Target::Local(local) => self.process.locals[local].ok_or(Missing::Own(target)),
            Target::Formal(entry, place) => self.process.formals[&(entry, place)].ok_or(Missing::Own(target)),
            Target::Shared(shared) => {
                let read = self.process.reads.get(self.next).copied();
                self.next += 1;
                read.ok_or(Missing::Shared(shared))
            }
            Target::Item(_) | Target::SharedItem(_) => unreachable!("resolved"),
        }
    }

    /// The variable that is meant.
    pub(super) fn resolve(&self, target: Target) -> Result<Target, Missing> {
        let chosen = |index: usize| {
            let value = self.process.locals[index].ok_or(Missing::Own(Target::Local(index)))?;
            Ok(usize::try_from(value).expect("an index"))
        };
        Ok(match target {
            Target::Item(index) => Target::Local(chosen(index)?),
            Target::SharedItem(index) => Target::Shared(chosen(index)?),
            other => other,
        })
    }

    /// The entry that is meant.
    pub(super) fn entry(&self, entry: Chosen) -> Result<usize, Missing> {
        match entry {
            Chosen::Entry(entry) => Ok(entry),
            Chosen::By(index) => match self.resolve(Target::Item(index))? {
                Target::Local(entry) => Ok(entry),
                _ => unreachable!("an element"),
            },
        }
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Result<i64, Missing> {
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
pub(super) fn each<'s>(block: &'s [Statement], visit: &mut impl FnMut(&'s Statement)) {
    for statement in block {
        visit(statement);
        match statement {
            Statement::If(_, yes, no) => {
                each(yes, visit);
                each(no, visit);
            }
            Statement::Loop(body)
            | Statement::While(_, body)
            | Statement::Call { instead: Some(body), .. }
            | Statement::Accept { body: Some(body), .. } => each(body, visit),
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
pub(super) fn is_quiet(block: &[Statement]) -> bool {
    let mut quiet = true;
    each(block, &mut |statement| {
        quiet &= match statement {
            Statement::Assign(target, value) => !is_shared(*target) && is_own(value),
            Statement::If(Condition::Is(condition), ..)
            | Statement::While(condition, _)
            | Statement::Assert(condition)
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

fn is_shared(target: Target) -> bool {
    matches!(target, Target::Shared(_) | Target::SharedItem(_))
}

/// Whether an expression reads no shared variable.
fn is_own(expr: &Expr) -> bool {
    match expr {
        Expr::Value(..) => true,
        Expr::Object(target) => !is_shared(*target),
        Expr::Not(of) | Expr::Next(of) => is_own(of),
        Expr::Equal(left, right)
        | Expr::Less(left, right)
        | Expr::And(left, right)
        | Expr::Or(left, right)
        | Expr::AndThen(left, right)
        | Expr::OrElse(left, right) => is_own(left) && is_own(right),
    }
}
