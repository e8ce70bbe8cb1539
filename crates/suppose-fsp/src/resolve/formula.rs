//! Whether formulas are well formed: their names exist, their indices are in range, their parameters fit, and
//! none is defined by itself; and which actions they speak of.
//!
//! Each formula is looked at once, on its own, with the defaults of its parameters; quantifiers are run
//! through, so that an index that is wrong for one value only is found. Work is bounded by [`MAX_LABELS`]
//! visited nodes. Cycles between formulas are found by a depth-first walk with its own stack.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Budget, Diagnostic, closest};

use super::super::ast::{AssertDef, Definition, Formula, FormulaKind, Label, LabelPart, Name};
use super::super::eval::too_many;
use super::super::labels::MAX_LABELS;
use super::super::model::Model;
use super::super::scope::{Scope, Stop};
use super::super::symbols::Symbol;

/// Reports what is wrong with the formulas of a model.
pub(super) fn check(model: &mut Model, diagnostics: &mut Vec<Diagnostic>) {
    let mut definitions: Vec<&AssertDef> = Vec::new();
    let mut numbers = FxHashMap::default();
    for definition in &model.tree.definitions {
        if let Definition::Assert(assert) = definition {
            numbers.insert(assert.name.symbol, definitions.len());
            definitions.push(assert);
        }
    }
    let fluents = model.fluents.iter().map(|fluent| fluent.name.as_str()).collect();
    let budget = Budget::unlimited();
    let mut checker = Checker {
        definitions: &definitions,
        numbers: &numbers,
        fluents: &fluents,
        visits: 0,
        uses: Vec::new(),
        actions: Vec::new(),
    };
    let mut uses: Vec<Vec<usize>> = Vec::new();
    let mut actions: FxHashMap<Symbol, Vec<Arc<str>>> = FxHashMap::default();
    for definition in &definitions {
        let mut params = Vec::new();
        for param in &definition.params {
            if let Ok(value) = Scope::without_variables(&model.tables, &[], &budget).eval(&param.default) {
                params.push((param.name.symbol, value));
            }
        }
        let mut scope = Scope::new(&model.tables, &params, &budget);
        let mut result = checker.formula(&definition.formula, &mut scope);
        if let (Ok(()), Some(extension)) = (&result, &definition.extension) {
            let mut scope = Scope::without_variables(&model.tables, &params, &budget);
            result = scope.label_set(extension).map(|_| ());
        }
        match result {
            Ok(()) => {}
            Err(Stop::Bad(diagnostic)) => diagnostics.push(*diagnostic),
            Err(Stop::Budget(reason)) => unreachable!("no budget is set: {reason}"),
            Err(Stop::Recorded) => unreachable!("only lowering records what is wrong"),
        }
        uses.push(std::mem::take(&mut checker.uses));
        let mut seen = FxHashSet::default();
        checker.actions.retain(|action| seen.insert(action.clone()));
        actions.insert(definition.name.symbol, std::mem::take(&mut checker.actions));
    }
    if let Some(number) = cyclic(&uses) {
        let name = definitions[number].name;
        let text = model.tables.symbols.text(name.symbol);
        diagnostics.push(
            Diagnostic::error("E0314", format!("the formula `{text}` is defined by itself"))
                .at(name.span, "a formula must not need its own meaning"),
        );
    }
    for formula in &mut model.formulas {
        formula.actions = actions.remove(&formula.symbol).unwrap_or_default();
    }
}

/// A node on a cycle, or `None`.
fn cyclic(edges: &[Vec<usize>]) -> Option<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        Open,
        Done,
    }
    let mut colours = vec![Colour::New; edges.len()];
    for root in 0..edges.len() {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            if *next == 0 {
                if colours[*node] != Colour::New {
                    stack.pop();
                    continue;
                }
                colours[*node] = Colour::Open;
            }
            let Some(&target) = edges[*node].get(*next) else {
                colours[*node] = Colour::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            match colours[target] {
                Colour::Open => return Some(target),
                Colour::New => stack.push((target, 0)),
                Colour::Done => {}
            }
        }
    }
    None
}

struct Checker<'c> {
    definitions: &'c [&'c AssertDef],
    numbers: &'c FxHashMap<Symbol, usize>,
    /// Names of fluents with their indices: `F`, `G.1`.
    fluents: &'c FxHashSet<&'c str>,
    visits: usize,
    /// Formulas that the current one mentions.
    uses: Vec<usize>,
    /// Actions that it speaks of.
    actions: Vec<Arc<str>>,
}

impl Checker<'_> {
    /// The parser bounds the depth of this recursion.
    fn formula(&mut self, formula: &Formula, scope: &mut Scope<'_>) -> Result<(), Stop> {
        self.visits += 1;
        if self.visits > MAX_LABELS {
            return Err(too_many(formula.span));
        }
        match &formula.kind {
            FormulaKind::Unary(_, inner) => self.formula(inner, scope),
            FormulaKind::Join(_, parts) => parts.iter().try_for_each(|part| self.formula(part, scope)),
            FormulaKind::Quantified { indices, body, .. } => {
                scope.for_each_index(indices, &mut |scope, _| self.formula(body, scope))
            }
            FormulaKind::Action(label) => {
                self.actions.extend(scope.label_list(label)?.iter().cloned());
                Ok(())
            }
            FormulaKind::Rigid(expr) => scope.eval_int(expr).map(|_| ()),
            FormulaKind::Named { name, indices, actuals } if indices.is_empty() => {
                for actual in actuals.iter().flatten() {
                    scope.eval(actual)?;
                }
                self.reference(*name, actuals.as_ref().map(Vec::len), scope)
            }
            FormulaKind::Named { name, indices, .. } => {
                let base = scope.text(name.symbol);
                let parts = indices.iter().cloned().map(Box::new).map(LabelPart::Index).collect();
                let label = Label { parts, span: formula.span };
                for index in &*scope.label_list(&label)? {
                    let instance = format!("{base}.{index}");
                    if !self.fluents.contains(instance.as_str()) {
                        return Err(self.unknown(&instance, *name, scope));
                    }
                }
                Ok(())
            }
        }
    }

    fn reference(&mut self, name: Name, actuals: Option<usize>, scope: &Scope<'_>) -> Result<(), Stop> {
        let text = scope.text(name.symbol);
        if self.fluents.contains(text) {
            return Ok(());
        }
        let Some(&number) = self.numbers.get(&name.symbol) else {
            return Err(self.unknown(text, name, scope));
        };
        self.uses.push(number);
        let expected = self.definitions[number].params.len();
        match actuals {
            Some(found) if found != expected => {
                let message = format!("the number of parameters of `{text}` is {expected}, found {found}");
                Err(Diagnostic::error("E0213", message)
                    .at(name.span, "")
                    .at(self.definitions[number].name.span, "defined here")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn unknown(&self, text: &str, name: Name, scope: &Scope<'_>) -> Stop {
        let mut diagnostic =
            Diagnostic::error("E0212", format!("there is no fluent or formula `{text}`")).at(name.span, "");
        let mut known: Vec<&str> = self.fluents.iter().copied().collect();
        known.sort_unstable();
        let indexed = |fluent: &&str| fluent.strip_prefix(text).is_some_and(|rest| rest.starts_with('.'));
        if scope.tables.sets.contains_key(&name.symbol) {
            diagnostic = diagnostic.help(format!("write the set in braces: `{{{text}}}`"));
        } else if known.iter().any(indexed) {
            diagnostic = diagnostic.help(format!("`{text}` is an indexed fluent: write `{text}[..]`"));
        } else if let Some(near) = closest(text, known) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        } else {
            let operator = match text {
                "G" => "; the temporal operator is `[]`",
                "F" => "; the temporal operator is `<>`",
                _ => "",
            };
            diagnostic = diagnostic.help(format!("define it: `fluent {text} = <a, b>`{operator}"));
        }
        diagnostic.into()
    }
}
