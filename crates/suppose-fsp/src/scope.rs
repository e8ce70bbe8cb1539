//! What names mean at a place: constants, ranges and sets of the file, parameters of an instance, variables.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Diagnostic, Poll, Span, StopReason, closest};

use super::ast::Name;
use super::symbols::{Symbol, Symbols};
use super::value::Value;

/// Why evaluation or lowering stopped.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The source has no meaning.
    Bad(Box<Diagnostic>),
    /// The budget is spent, or the question is outside what this version answers.
    Budget(StopReason),
    /// The source has no meaning, and why has been recorded: lowering goes on to find more that is wrong.
    Recorded,
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Bad(Box::new(diagnostic))
    }
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Self::Budget(reason)
    }
}

/// A set of labels: distinct, in order of first occurrence.
pub(super) type Labels = Arc<[Arc<str>]>;

/// The constants, ranges and sets of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    pub(super) symbols: Arc<Symbols>,
    pub(super) constants: FxHashMap<Symbol, Value>,
    pub(super) ranges: FxHashMap<Symbol, (i32, i32)>,
    pub(super) sets: FxHashMap<Symbol, Labels>,
}

/// Variables in scope, innermost last.
#[derive(Clone, Debug)]
pub(super) enum Variables {
    /// Here no variable can be read, not even one bound in the same label: `set` definitions and the sets at
    /// the end of a process.
    None,
    /// These can be read.
    Some(Vec<(Symbol, Value)>),
}

/// The meaning of names at one place of the source.
pub(super) struct Scope<'m> {
    pub(super) tables: &'m Tables,
    pub(super) params: &'m [(Symbol, Value)],
    pub(super) variables: Variables,
    pub(super) budget: &'m Budget,
    /// Room for evaluating an expression, kept to save allocations.
    pub(super) stack: Vec<(Value, Span)>,
    steps: Cell<u32>,
}

/// What to write for a truth value.
const TRUTH: &str = "there are no truth values: write `1` or `0`";

impl<'m> Scope<'m> {
    /// A scope in which variables can be bound and read.
    pub(super) fn new(tables: &'m Tables, params: &'m [(Symbol, Value)], budget: &'m Budget) -> Self {
        Self {
            tables,
            params,
            variables: Variables::Some(Vec::new()),
            budget,
            stack: Vec::new(),
            steps: Cell::new(0),
        }
    }

    /// A scope in which no variable can be read.
    pub(super) fn without_variables(
        tables: &'m Tables,
        params: &'m [(Symbol, Value)],
        budget: &'m Budget,
    ) -> Self {
        Self { variables: Variables::None, ..Self::new(tables, params, budget) }
    }

    /// Counts a step of work and asks the budget now and then.
    pub(super) fn step(&self) -> Result<(), Stop> {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(1024) {
            self.budget.poll(Poll::Lower)?;
        }
        Ok(())
    }

    pub(super) fn text(&self, symbol: Symbol) -> &'m str {
        self.tables.symbols.text(symbol)
    }

    /// How many variables are in scope, to come back to later.
    pub(super) fn mark(&self) -> usize {
        match &self.variables {
            Variables::None => 0,
            Variables::Some(variables) => variables.len(),
        }
    }

    /// Forgets the variables bound since the mark.
    pub(super) fn reset(&mut self, mark: usize) {
        if let Variables::Some(variables) = &mut self.variables {
            variables.truncate(mark);
        }
    }

    pub(super) fn bind(&mut self, variable: Symbol, value: Value) {
        if let Variables::Some(variables) = &mut self.variables {
            variables.push((variable, value));
        }
    }

    /// Refuses a variable that is already in scope.
    pub(super) fn check_fresh(&self, variable: Name) -> Result<(), Stop> {
        if let Variables::Some(variables) = &self.variables
            && variables.iter().any(|(known, _)| *known == variable.symbol)
        {
            let name = self.text(variable.symbol);
            return Err(Diagnostic::error("E0205", format!("the variable `{name}` is already in scope"))
                .at(variable.span, "")
                .help("give it another name")
                .into());
        }
        Ok(())
    }

    pub(super) fn variable(&self, symbol: Symbol, span: Span) -> Result<Value, Stop> {
        let variables = match &self.variables {
            Variables::None => &[],
            Variables::Some(variables) => variables.as_slice(),
        };
        if let Some((_, value)) = variables.iter().rev().find(|(known, _)| *known == symbol) {
            return Ok(value.clone());
        }
        let name = self.text(symbol);
        let readable = matches!(self.variables, Variables::Some(_));
        let diagnostic = if readable {
            Diagnostic::error("E0206", format!("the variable `{name}` is not defined here")).at(span, "")
        } else {
            Diagnostic::error("E0206", format!("the variable `{name}` cannot be read here"))
                .at(span, "")
                .note(
                    "sets that are declared with `set` or stand at the end of a definition, and tests \
                    without an index, are evaluated without variables",
                )
        };
        let near = closest(name, variables.iter().map(|(known, _)| self.text(*known)));
        let help = if let Some(near) = near.or_else(|| self.spelt_alike(name)) {
            format!("did you mean `{near}`?")
        } else if matches!(name, "true" | "false") {
            TRUTH.to_owned()
        } else if readable {
            format!("a variable is bound by a range before it is used: `[{name}:0..3]`")
        } else {
            return Err(diagnostic.into());
        };
        Err(diagnostic.help(help).into())
    }

    pub(super) fn constant(&self, symbol: Symbol, span: Span) -> Result<Value, Stop> {
        if let Some((_, value)) = self.params.iter().find(|(known, _)| *known == symbol) {
            return Ok(value.clone());
        }
        if let Some(value) = self.tables.constants.get(&symbol) {
            return Ok(value.clone());
        }
        let name = self.text(symbol);
        let mut diagnostic =
            Diagnostic::error("E0203", format!("the constant or parameter `{name}` is not defined here"))
                .at(span, "");
        if self.tables.ranges.contains_key(&symbol) || self.tables.sets.contains_key(&symbol) {
            diagnostic = diagnostic.note(format!("`{name}` is a range or a set, which has no single value"));
        } else {
            let mut known: Vec<Symbol> = self.tables.constants.keys().copied().collect();
            known.sort_unstable();
            let known = self.params.iter().map(|(symbol, _)| *symbol).chain(known);
            diagnostic = if let Some(near) = closest(name, known.map(|symbol| self.text(symbol))) {
                diagnostic.help(format!("did you mean `{near}`?"))
            } else if ["true", "false"].contains(&name.to_ascii_lowercase().as_str()) {
                diagnostic.help(TRUTH)
            } else {
                diagnostic
                    .help(format!("declare it before this: `const {name} = 3`, or `range {name} = 0..3`"))
            };
        }
        Err(diagnostic.into())
    }

    /// A parameter or constant whose name differs in capital letters only.
    fn spelt_alike(&self, name: &str) -> Option<&'m str> {
        let params = self.params.iter().map(|(symbol, _)| *symbol);
        let known = params.chain(self.tables.constants.keys().copied()).map(|symbol| self.text(symbol));
        known.filter(|text| text.eq_ignore_ascii_case(name)).min()
    }

    pub(super) fn range(&self, name: Name) -> Result<(i32, i32), Stop> {
        self.tables.ranges.get(&name.symbol).copied().ok_or_else(|| {
            let text = self.text(name.symbol);
            Diagnostic::error("E0202", format!("the range `{text}` is not declared before this"))
                .at(name.span, "")
                .into()
        })
    }

    pub(super) fn set(&self, name: Name) -> Result<Labels, Stop> {
        self.tables.sets.get(&name.symbol).cloned().ok_or_else(|| {
            let text = self.text(name.symbol);
            Diagnostic::error("E0201", format!("the set `{text}` is not declared before this"))
                .at(name.span, "")
                .into()
        })
    }
}
