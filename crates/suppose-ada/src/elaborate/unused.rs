//! What nothing uses is elaborated too, so that its mistakes are reported; and what has no body is named.
//!
//! Nothing stays of such an elaboration but its messages.

use super::Elaborator;
use super::context::Work;
use super::entity::{Access, Entity};
use super::types::Subtype;
use crate::ast::SubprogramBody;
use crate::program::TaskId;

impl Elaborator<'_> {
    /// Checks bodies that are missing or never used.
    pub(super) fn check_unused(&mut self) {
        for number in 0..self.task_types.len() {
            let of = &self.task_types[number];
            if of.body.is_none() {
                let (span, name) = (of.declaration.name.span, of.declaration.name.text.clone());
                let help = format!("write `task body {name} is .. end {name};`");
                self.advise("E1038", span, format!("the task `{name}` has no body"), help);
            }
        }
        for number in 0..self.subprograms.len() {
            let subprogram = &self.subprograms[number];
            if subprogram.body.is_none() && !subprogram.any {
                let name = &subprogram.declaration.name;
                let (span, name) = (name.span, name.text.clone());
                let help = "write its body, or `--# any` before a function that may return any value";
                self.advise("E1038", span, format!("the subprogram `{name}` has no body"), help);
            }
        }
        if self.full {
            return;
        }
        let (variables, instances, entries) =
            (self.variables.len(), self.instances.len(), self.entries.len());
        let (events, instructions) = (self.events.clone(), self.instructions);
        for number in 0..self.task_types.len() {
            if !self.task_types[number].used {
                self.try_task_type(number);
                self.instances.truncate(instances);
                self.entries.truncate(entries);
                self.variables.truncate(variables);
            }
        }
        for number in 0..self.subprograms.len() {
            if !self.subprograms[number].used {
                self.try_subprogram(number);
                self.variables.truncate(variables);
            }
        }
        self.events = events;
        self.instructions = instructions;
    }

    /// A task of a type, with the first values of its discriminants.
    fn try_task_type(&mut self, number: usize) {
        let (declaration, place) = (self.task_types[number].declaration, self.task_types[number].place);
        let scope = self.scopes.open(Some(place), None);
        let Some(formals) = self.within(scope, |this| this.formals(&declaration.discriminants)) else {
            return;
        };
        let values: Vec<(Subtype, i64)> = formals.iter().map(|formal| (formal.of, formal.of.first)).collect();
        let task = TaskId(self.instances.len() as u32);
        self.new_task(declaration.name.key.clone(), number, &values, declaration.name.span);
        self.task_code(task);
    }

    /// A subprogram, with variables for its parameters.
    fn try_subprogram(&mut self, number: usize) {
        let declaration = self.subprograms[number].declaration;
        let (span, any) = (declaration.name.span, self.subprograms[number].any);
        let Some((body, scope, time)) = self.subprograms[number].body else { return };
        let place = self.subprograms[number].place;
        let outer = self.scopes.open(Some(place), None);
        let profile = self.within(outer, |this| {
            let formals = this.formals(&declaration.parameters)?;
            let result = match &declaration.result {
                Some(mark) => Some(this.subtype(mark)?),
                None => None,
            };
            Some((formals, result))
        });
        let Some((formals, result)) = profile else { return };
        if any {
            return;
        }
        self.subprograms[number].used = true;
        self.work = Some(Work::new(TaskId(u32::MAX), "unused".to_owned(), true));
        self.calls.push(number);
        let scope = self.scopes.open(Some((scope, time)), Some(&body.name.key));
        for formal in &formals {
            let variable = self.copy(formal.of.root, formal.of.first, formal.of.last, formal.ident.span);
            let access = if formal.mode.comes_out() { Access::Free } else { Access::InParameter };
            let entity = Entity::Scalar(variable, formal.of, access);
            self.scopes.declare(scope, &formal.ident.key, entity, Some(formal.ident.span));
        }
        self.within(scope, |this| match (&body.body, result) {
            (SubprogramBody::Statements(block), None) => {
                let end = this.label();
                this.work().returns.push(end);
                this.declarations(&block.declarations);
                this.statements(&block.statements);
                this.bind(end);
            }
            (_, Some(result)) => {
                if let Some(source) = this.function_body(body) {
                    this.expression(source, Some(result.root));
                }
            }
            _ => {}
        });
        self.calls.pop();
        self.finish_code(span);
    }
}
