//! Tree to model: names are entered, and what can be evaluated without choosing a target is evaluated.
//!
//! Constants, ranges, sets and defaults of parameters are evaluated in the order of the file, each with what
//! came before it, as LTSA does while parsing. Progress tests, menus, fluents and formulas come after all
//! definitions. Bodies of processes are not looked at: a process that no target uses may refer to whatever it
//! likes.
//!
//! All messages are collected, so one run shows every duplicate and every undefined constant. Work is bounded
//! by [`MAX_LABELS`] labels over all sets of the file. Tested in `tests/all/fsp/bad_input.rs` and by the
//! table of diagnostic examples.

mod formula;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Budget, Diagnostic, FileId, Span};

use super::ast::{Definition, Expr, FluentDef, Index, Label, Name, Param, ProcessDef, ProgressDef, Tree};
use super::eval::too_many;
use super::import::ImportLoader;
use super::labels::MAX_LABELS;
use super::model::{Composite, Fluent, Menu, Model, NamedFormula, Process, ProcessOrigin, ProgressLabels};
use super::parse::parse;
use super::scope::{Labels, Scope, Stop, Tables};
use super::symbols::Symbol;
use super::value::Value;

/// Reads a file: parses it, enters its names and evaluates its tables.
///
/// # Errors
/// All messages, warnings included, when at least one is an error.
pub fn load(text: &str, file: FileId, imports: &dyn ImportLoader) -> Result<Model, Vec<Diagnostic>> {
    let parsed = parse(text, file);
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    let mut resolver = Resolver::new(&parsed.tree, parsed.diagnostics, imports);
    resolver.definitions();
    let Resolver { mut model, mut diagnostics, .. } = resolver;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    model.tree = parsed.tree;
    formula::check(&mut model, &mut diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    model.warnings = diagnostics;
    Ok(model)
}

/// Kinds of names that do not get into each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Space {
    Constant,
    Range,
    Set,
    Process,
    Composite,
    Progress,
    Menu,
    Fluent,
    Formula,
}

impl Space {
    fn describe(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Range => "range",
            Self::Set => "set",
            Self::Process => "process",
            Self::Composite => "composite process",
            Self::Progress => "progress test",
            Self::Menu => "menu or animation",
            Self::Fluent => "fluent",
            Self::Formula => "formula",
        }
    }
}

struct Resolver<'r> {
    tree: &'r Tree,
    model: Model,
    names: FxHashMap<(Space, Symbol), Span>,
    diagnostics: Vec<Diagnostic>,
    imports: &'r dyn ImportLoader,
    /// No limit but [`MAX_LABELS`]: reading a file is quick.
    budget: Budget,
    /// Labels of all sets, tests, menus and fluents so far.
    labels: usize,
}

impl<'r> Resolver<'r> {
    fn new(tree: &'r Tree, diagnostics: Vec<Diagnostic>, imports: &'r dyn ImportLoader) -> Self {
        let model = Model {
            tree: Tree::default(),
            tables: Tables { symbols: Arc::clone(&tree.symbols), ..Tables::default() },
            processes: Vec::new(),
            composites: Vec::new(),
            process_names: FxHashMap::default(),
            composite_names: FxHashMap::default(),
            formulas: Vec::new(),
            progress: Vec::new(),
            menus: Vec::new(),
            fluents: Vec::new(),
            warnings: Vec::new(),
        };
        let (names, budget) = (FxHashMap::default(), Budget::unlimited());
        Self { tree, model, names, diagnostics, imports, budget, labels: 0 }
    }

    fn definitions(&mut self) {
        for (number, definition) in self.tree.definitions.iter().enumerate() {
            if let Err(stop) = self.definition(number, definition) {
                self.report(stop);
            }
        }
        for definition in &self.tree.definitions {
            let result = match definition {
                Definition::Progress(progress) => self.progress(progress),
                Definition::Fluent(fluent) => self.fluent(fluent),
                Definition::Menu(menu) => self.without_variables(&menu.actions).map(|actions| {
                    let name = self.model.tables.symbols.text(menu.name.symbol).to_owned();
                    self.model.menus.push(Menu { name, actions: actions.to_vec() });
                }),
                _ => Ok(()),
            };
            if let Err(stop) = result {
                self.report(stop);
            }
        }
    }

    fn report(&mut self, stop: Stop) {
        match stop {
            Stop::Bad(diagnostic) => self.diagnostics.push(*diagnostic),
            Stop::Budget(reason) => unreachable!("no budget is set while resolving: {reason}"),
            Stop::Recorded => unreachable!("only lowering records what is wrong"),
        }
    }

    fn text(&self, symbol: Symbol) -> &'r str {
        self.tree.symbols.text(symbol)
    }

    fn enter(&mut self, space: Space, name: Name) {
        if let Some(&first) = self.names.get(&(space, name.symbol)) {
            let text = self.text(name.symbol);
            let what = space.describe();
            self.diagnostics.push(
                Diagnostic::error("E0204", format!("the {what} `{text}` is defined twice"))
                    .at(name.span, "defined again here")
                    .at(first, "first defined here"),
            );
        } else {
            self.names.insert((space, name.symbol), name.span);
        }
    }

    fn definition(&mut self, number: usize, definition: &'r Definition) -> Result<(), Stop> {
        match definition {
            Definition::Const(d) => {
                self.enter(Space::Constant, d.name);
                let value = self.scope_free(|scope| scope.eval(&d.value))?;
                self.model.tables.constants.insert(d.name.symbol, value);
            }
            Definition::Range(d) => {
                self.enter(Space::Range, d.name);
                let low = self.scope_free(|scope| scope.eval_int(&d.low))?;
                let high = self.scope_free(|scope| scope.eval_int(&d.high))?;
                self.model.tables.ranges.insert(d.name.symbol, (low, high));
            }
            Definition::Set(d) => {
                self.enter(Space::Set, d.name);
                // Entered before it is evaluated, so that one bad element is not reported again at every use.
                self.model.tables.sets.insert(d.name.symbol, Labels::from([]));
                let labels = self.scope_free(|scope| scope.elements(&d.elements))?;
                self.count(labels.len(), d.name.span)?;
                self.model.tables.sets.insert(d.name.symbol, labels);
            }
            Definition::Import(d) => {
                self.enter(Space::Process, d.name);
                let origin = self.import(d.path)?;
                self.add_process(d.name, origin, Vec::new());
            }
            Definition::Process(d) => {
                self.enter(Space::Process, d.name);
                self.local_names(d);
                let params = self.params(&d.params);
                self.add_process(d.name, ProcessOrigin::Defined(number), params);
            }
            Definition::Composite(d) => {
                self.enter(Space::Composite, d.name);
                let params = self.params(&d.params);
                let (name, span) = (d.name.symbol, d.name.span);
                self.model.composite_names.entry(name).or_insert(self.model.composites.len());
                self.model.composites.push(Composite { name, span, definition: number, params });
            }
            Definition::Progress(d) => self.enter(Space::Progress, d.name),
            Definition::Menu(d) => self.enter(Space::Menu, d.name),
            Definition::Animation(d) => self.enter(Space::Menu, d.name),
            Definition::Fluent(d) => self.enter(Space::Fluent, d.name),
            Definition::Assert(d) => {
                self.enter(Space::Formula, d.name);
                self.params(&d.params);
                let name = self.text(d.name.symbol).to_owned();
                let (kind, span, symbol) = (d.kind, d.name.span, d.name.symbol);
                self.model.formulas.push(NamedFormula { name, kind, span, actions: Vec::new(), symbol });
            }
        }
        Ok(())
    }

    fn add_process(&mut self, name: Name, origin: ProcessOrigin, params: Vec<(Symbol, Value)>) {
        self.model.process_names.entry(name.symbol).or_insert(self.model.processes.len());
        self.model.processes.push(Process { name: name.symbol, span: name.span, origin, params });
    }

    fn import(&mut self, path: Name) -> Result<ProcessOrigin, Stop> {
        let text = self.text(path.symbol);
        let imported = self.imports.load(text).map_err(|reason| {
            Stop::from(
                Diagnostic::error("E0211", format!("`{text}` cannot be imported: {reason}"))
                    .at(path.span, ""),
            )
        })?;
        super::lower::import::read(&imported, &mut self.diagnostics)
            .ok_or_else(|| {
                Diagnostic::error(
                    "E0211",
                    format!("`{text}` cannot be imported: it is not a valid Aldebaran file"),
                )
                .at(path.span, "")
                .into()
            })
            .map(|read| ProcessOrigin::Imported(Arc::new(read)))
    }

    /// Messages about the names of local processes that need no evaluation.
    fn local_names(&mut self, process: &ProcessDef) {
        for (place, local) in process.locals.iter().enumerate() {
            let text = self.text(local.name.symbol);
            if matches!(text, "STOP" | "END" | "ERROR") {
                self.diagnostics.push(
                    Diagnostic::error("E0208", format!("`{text}` is a reserved process name"))
                        .at(local.name.span, "it cannot be defined"),
                );
            }
            if let (0, Some(index)) = (place, &local.index) {
                self.diagnostics.push(
                    Diagnostic::error("E0209", format!("the process `{text}` cannot be indexed"))
                        .at(index.span, "only the local processes after the first one can")
                        .help(format!("begin with `{text} = {text}X[0], {text}X{} = ..`", "[i:0..1]")),
                );
            }
            if let (true, Some(index)) = (local.accepting, &local.index) {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "W0302",
                        format!("`@` has no effect on the indexed process `{text}`"),
                    )
                    .at(index.span, ""),
                );
            }
        }
    }

    fn params(&mut self, params: &[Param]) -> Vec<(Symbol, Value)> {
        let mut values: Vec<(Symbol, Value)> = Vec::new();
        for param in params {
            if values.iter().any(|(symbol, _)| *symbol == param.name.symbol) {
                let text = self.text(param.name.symbol);
                self.diagnostics.push(
                    Diagnostic::error("E0204", format!("the parameter `{text}` is defined twice"))
                        .at(param.name.span, "defined again here"),
                );
            }
            match self.scope_free(|scope| scope.eval(&param.default)) {
                Ok(value) => values.push((param.name.symbol, value)),
                Err(stop) => self.report(stop),
            }
        }
        values
    }

    /// Evaluates something that sees constants, ranges and sets only.
    fn scope_free<T>(&self, evaluate: impl FnOnce(&mut Scope<'_>) -> Result<T, Stop>) -> Result<T, Stop> {
        evaluate(&mut Scope::without_variables(&self.model.tables, &[], &self.budget))
    }

    fn count(&mut self, labels: usize, span: Span) -> Result<(), Stop> {
        self.labels += labels;
        if self.labels > MAX_LABELS { Err(too_many(span)) } else { Ok(()) }
    }

    fn without_variables(&mut self, label: &Label) -> Result<Labels, Stop> {
        let labels = self.scope_free(|scope| scope.label_list(label))?;
        self.count(labels.len(), label.span)?;
        Ok(labels)
    }

    /// Evaluates labels of an indexed definition once per index; of one without indices, once.
    fn instances(
        &mut self,
        indices: &[Index],
        labels: &[&Label],
        initially: Option<&Expr>,
        span: Span,
    ) -> Result<Vec<IndexedLabels>, Stop> {
        let mut scope = if indices.is_empty() {
            Scope::without_variables(&self.model.tables, &[], &self.budget)
        } else {
            Scope::new(&self.model.tables, &[], &self.budget)
        };
        let mut instances = Vec::new();
        let mut count = 0;
        scope.for_each_index(indices, &mut |scope, text| {
            let suffix = if text.is_empty() { String::new() } else { format!(".{text}") };
            let initially = match initially {
                Some(expr) => scope.eval_int(expr)? > 0,
                None => false,
            };
            let lists = labels.iter().map(|label| scope.label_list(label)).collect::<Result<Vec<_>, _>>()?;
            count += 1 + lists.iter().map(|list| list.len()).sum::<usize>();
            if count > MAX_LABELS {
                return Err(too_many(span));
            }
            instances.push(IndexedLabels { suffix, lists, initially });
            Ok(())
        })?;
        self.count(count, span)?;
        Ok(instances)
    }

    fn progress(&mut self, test: &ProgressDef) -> Result<(), Stop> {
        let name = self.text(test.name.symbol);
        let span = test.name.span;
        let labels: Vec<&Label> = std::iter::once(&test.actions).chain(&test.condition).collect();
        for IndexedLabels { suffix, mut lists, .. } in self.instances(&test.indices, &labels, None, span)? {
            let condition = if lists.len() == 2 { lists.pop() } else { None };
            let actions = lists.swap_remove(0);
            let name = format!("{name}{suffix}");
            self.model.progress.push(ProgressLabels { name, condition, actions, span });
        }
        Ok(())
    }

    fn fluent(&mut self, fluent: &FluentDef) -> Result<(), Stop> {
        let name = self.text(fluent.name.symbol);
        let labels = [&fluent.initiating, &fluent.terminating];
        let initially = fluent.initially.as_ref();
        let instances = self.instances(&fluent.indices, &labels, initially, fluent.name.span)?;
        for IndexedLabels { suffix, lists, initially } in instances {
            let name = format!("{name}{suffix}");
            let terminating: FxHashSet<&Arc<str>> = lists[1].iter().collect();
            if let Some(both) = lists[0].iter().find(|label| terminating.contains(label)) {
                let message = format!("`{both}` makes the fluent `{name}` both true and false");
                return Err(Diagnostic::error("E0306", message)
                    .at(fluent.initiating.span.to(fluent.terminating.span), "the two sets must be disjoint")
                    .into());
            }
            let (initiating, terminating) = (lists[0].to_vec(), lists[1].to_vec());
            let span = fluent.name.span;
            self.model.fluents.push(Fluent { name, initiating, terminating, initially, span });
        }
        Ok(())
    }
}

/// The labels of one index of an indexed definition.
struct IndexedLabels {
    /// `.i`, or nothing.
    suffix: String,
    lists: Vec<Labels>,
    initially: bool,
}
