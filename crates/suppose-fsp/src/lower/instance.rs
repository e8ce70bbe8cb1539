//! Which process or composite a name in a composition or sequence means.

use suppose_base::{Diagnostic, closest};

use super::super::ast::{AssertKind, Definition, Instance};
use super::super::model::Model;
use super::super::scope::{Scope, Stop};
use super::super::symbols::Symbol;
use super::{Key, What, unsupported};

impl Model {
    /// The instance that a name with actual parameters means: a process, else a composite.
    pub(in super::super) fn instance(&self, instance: &Instance, scope: &mut Scope<'_>) -> Result<Key, Stop> {
        let name = instance.name;
        let text = self.tables.symbols.text(name.symbol);
        let process = self.process_names.get(&name.symbol).map(|&number| {
            (What::Process(number), self.processes[number].params.len(), self.processes[number].span)
        });
        if process.is_none()
            && let Some(formula) = self.formulas.iter().find(|formula| formula.symbol == name.symbol)
            && formula.kind != AssertKind::Assert
        {
            return Err(unsupported(&format!("the formula `{text}` as a component")));
        }
        let composite = self.composite_names.get(&name.symbol).map(|&number| {
            (What::Composite(number), self.composites[number].params.len(), self.composites[number].span)
        });
        let Some((what, expected, span)) = process.or(composite) else {
            return Err(self.unknown_process(instance).into());
        };
        let Some(exprs) = &instance.actuals else { return Ok(Key { what, actuals: None }) };
        if exprs.len() != expected {
            let found = exprs.len();
            let message = format!("the number of parameters of `{text}` is {expected}, found {found}");
            return Err(Diagnostic::error("E0213", message)
                .at(name.span, "")
                .at(span, "defined here")
                .into());
        }
        let mut actuals = Vec::with_capacity(exprs.len());
        for expr in exprs {
            actuals.push(scope.eval(expr)?);
        }
        Ok(Key { what, actuals: Some(actuals.into()) })
    }

    fn unknown_process(&self, instance: &Instance) -> Diagnostic {
        let text = self.tables.symbols.text(instance.name.symbol);
        let diagnostic = Diagnostic::error("E0207", format!("the process `{text}` is not defined"))
            .at(instance.name.span, "");
        if let Some(owner) = self.owner_of_local(instance.name.symbol) {
            return diagnostic
                .note(format!("`{text}` is a local process of `{owner}` and cannot be used outside of it"))
                .help(format!("use `{owner}`, or make `{text}` a process of its own"));
        }
        if self.formulas.iter().any(|formula| formula.symbol == instance.name.symbol) {
            return diagnostic.note(format!("`{text}` is an assertion, which is checked and not composed"));
        }
        if matches!(text, "STOP" | "END" | "ERROR") {
            return diagnostic.help(format!("give it a name, `P = {text}.`, and compose `P`"));
        }
        match closest(text, self.composites().chain(self.processes())) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }

    /// The process of the file that has a local process of this name.
    fn owner_of_local(&self, name: Symbol) -> Option<&str> {
        self.tree.definitions.iter().find_map(|definition| match definition {
            Definition::Process(process) if process.locals.iter().any(|local| local.name.symbol == name) => {
                Some(self.tables.symbols.text(process.name.symbol))
            }
            _ => None,
        })
    }
}
