//! Arguments of instances: what they name, and what the formal arguments are bound to.
//!
//! An argument is a variable of another instance, a variable of the main part, a row or an element of either,
//! or a number. What it names is found before there are wires, because being named keeps a variable from
//! being left out; it is bound when there are.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::Diagnostic;

use super::super::ast::{Formula, Reference};
use super::super::build::Binding;
use super::super::constants::{Constants, with_suggestion};
use super::super::template::{Origin, Template, Variable};
use super::{Component, Lowering};
use crate::net::WireId;

/// What an argument stands for.
pub(super) enum Actual {
    Constant,
    /// A variable of the main part.
    Main(u32),
    /// A variable of another instance.
    Variable(usize, u32),
}

impl Lowering<'_> {
    /// What the arguments of an instance stand for; `None` for what there is a message about.
    pub(super) fn arguments(
        &mut self,
        c: usize,
        components: &[Component<'_>],
        by_name: &FxHashMap<&str, usize>,
        globals: &Template,
        constants: &Constants<'_>,
    ) -> Vec<Option<Actual>> {
        let Component { instance, template, .. } = &components[c];
        let formals = template.arguments();
        let given = instance.arguments.len();
        if formals != given {
            let message = format!("the number of arguments is {given} and should be {formals}");
            let problem = Diagnostic::error("E0820", message).at(instance.name.span, "");
            self.findings.push(problem.at(template.name.span, "the class is here"));
        }
        let mut actuals = Vec::with_capacity(given);
        for formula in instance.arguments.iter().take(formals) {
            if self.findings.is_full() {
                break;
            }
            let actual = match formula.as_name() {
                None => Ok(Actual::Constant),
                Some((reference, _)) => actual(reference, c, components, by_name, globals, constants),
            };
            actuals.push(self.findings.ok(actual));
        }
        actuals
    }

    /// Binds all arguments, and says whether that was possible.
    pub(super) fn bind_all(
        &mut self,
        actuals: Vec<Vec<Option<Actual>>>,
        global: &[Binding],
        components: &mut [Component<'_>],
        constants: &Constants<'_>,
    ) -> bool {
        let mut complete = true;
        for (c, arguments) in actuals.into_iter().enumerate() {
            complete &= arguments.len() == components[c].template.arguments();
            for (a, actual) in arguments.into_iter().enumerate() {
                let component = &components[c];
                let whole = match actual {
                    None => {
                        complete = false;
                        continue;
                    }
                    Some(Actual::Constant) => None,
                    Some(Actual::Main(variable)) => Some(&global[variable as usize]),
                    Some(Actual::Variable(other, variable)) => {
                        Some(&components[other].bindings[variable as usize])
                    }
                };
                let formula = &component.instance.arguments[a];
                match self.bind(formula, whole, &component.template.variables[a], constants) {
                    Some(binding) => components[c].bindings[a] = binding,
                    None => complete = false,
                }
            }
        }
        complete
    }

    /// What a formal argument is bound to: the whole variable, a part of it that constant indices choose, or
    /// a constant.
    fn bind(
        &mut self,
        formula: &Formula<Reference>,
        whole: Option<&Binding>,
        formal: &Variable,
        constants: &Constants<'_>,
    ) -> Option<Binding> {
        let binding = match whole {
            None => Binding::Constant(constants.evaluate(formula, self.findings)?),
            Some(Binding::Wires { wires, sizes }) => self.part(formula, wires, sizes, constants)?,
            Some(other) => other.clone(),
        };
        let sizes: &[u32] = match &binding {
            Binding::Wires { sizes, .. } => sizes,
            _ => &[],
        };
        if sizes != formal.sizes {
            let message = format!("the argument is {}, not {}", shape(sizes), shape(&formal.sizes));
            let problem = Diagnostic::error("E0821", message).at(formula.span, "");
            self.findings.push(problem.at(formal.name.span, "declared here"));
            return None;
        }
        if formal.written && matches!(binding, Binding::Constant(_)) {
            let message = format!("`{}` is assigned, so its argument cannot be a number", formal.name.text);
            let problem = Diagnostic::error("E0824", message).at(formula.span, "");
            self.findings.push(problem.at(formal.name.span, "this argument"));
            return None;
        }
        Some(binding)
    }

    /// The rows of an array that the indices of a formula choose.
    fn part(
        &mut self,
        formula: &Formula<Reference>,
        wires: &Arc<[WireId]>,
        sizes: &Arc<[u32]>,
        constants: &Constants<'_>,
    ) -> Option<Binding> {
        let (_, indices) = formula.as_name()?;
        if indices == 0 {
            return Some(Binding::Wires { wires: Arc::clone(wires), sizes: Arc::clone(sizes) });
        }
        let mut start = 0;
        let mut rest = wires.len();
        let steps = &formula.steps[..formula.steps.len() - 1];
        // Each index must be one constant, so each is one step.
        if steps.len() != indices as usize || indices as usize > sizes.len() {
            let problem = Diagnostic::error("E0821", "the argument is not a variable or an element");
            self.findings.push(problem.at(formula.span, "use a constant for each index"));
            return None;
        }
        for (step, &size) in steps.iter().zip(&**sizes) {
            let index = Formula { steps: vec![step.clone()], span: step.span };
            let index = constants.evaluate(&index, self.findings)?;
            if !(0..size.cast_signed()).contains(&index) {
                let problem = Diagnostic::error("E0822", format!("there is no element {index}"));
                self.findings.push(problem.at(step.span, format!("its elements are 0 to {}", size - 1)));
                return None;
            }
            rest /= size as usize;
            start += index.unsigned_abs() as usize * rest;
        }
        Some(Binding::Wires {
            wires: wires[start..start + rest].into(),
            sizes: sizes[indices as usize..].into(),
        })
    }
}

/// What an argument names.
fn actual(
    reference: &Reference,
    c: usize,
    components: &[Component<'_>],
    by_name: &FxHashMap<&str, usize>,
    globals: &Template,
    constants: &Constants<'_>,
) -> Result<Actual, Diagnostic> {
    let name = &reference.name;
    let Some(instance) = &reference.instance else {
        if let Some(&variable) = globals.by_name.get(&name.text) {
            return Ok(Actual::Main(variable));
        }
        if constants.get(&name.text).is_some() {
            return Ok(Actual::Constant);
        }
        let message = format!("there is no variable `{}` in the main part", name.text);
        let mut problem = Diagnostic::error("E0818", message).at(name.span, "");
        if by_name.contains_key(name.text.as_str()) {
            problem = problem.note("an argument names a variable of an instance, as in `instance.variable`");
        }
        let known = globals.variables.iter().map(|variable| variable.name.text.as_str());
        return Err(with_suggestion(problem, &name.text, known.chain(constants.names())));
    };
    let Some(&other) = by_name.get(instance.text.as_str()) else {
        let problem = Diagnostic::error("E0818", format!("there is no instance `{}`", instance.text));
        let known = components.iter().map(|component| component.instance.name.text.as_str());
        return Err(with_suggestion(problem.at(instance.span, ""), &instance.text, known));
    };
    let template = components[other].template;
    let span = instance.span.to(name.span);
    let Some(&variable) = template.by_name.get(&name.text) else {
        let message = format!("`{}` has no variable `{}`", instance.text, name.text);
        let problem = Diagnostic::error("E0818", message).at(name.span, "");
        let problem = problem.at(template.name.span, "the class is here");
        let known = template.variables.iter().filter(|v| v.origin == Origin::Own);
        return Err(with_suggestion(problem, &name.text, known.map(|v| v.name.text.as_str())));
    };
    if other == c {
        let problem = Diagnostic::error("E0821", "an instance cannot have its own variable as argument");
        return Err(problem.at(span, "").help("use the variable in the class directly"));
    }
    if template.variables[variable as usize].origin != Origin::Own {
        let message = format!("`{}` is an argument of `{}` itself", name.text, instance.text);
        let problem = Diagnostic::error("E0821", message).at(span, "");
        return Err(problem.help("name the variable that is connected to it"));
    }
    Ok(Actual::Variable(other, variable))
}

/// How an array is called in a message.
fn shape(sizes: &[u32]) -> String {
    if sizes.is_empty() {
        return "a single value".to_owned();
    }
    let sizes: Vec<String> = sizes.iter().map(|size| format!("[{size}]")).collect();
    format!("an array {}", sizes.concat())
}
