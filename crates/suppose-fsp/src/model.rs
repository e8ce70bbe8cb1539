//! A parsed and resolved file, ready to be lowered.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionTable, Diagnostic, Span};
use suppose_lts::Lts;

use super::ast::{AssertKind, CompositeDef, Definition, ProcessDef, Tree};
use super::scope::{Labels, Tables};
use super::symbols::Symbol;
use super::value::Value;

/// A model: what a file defines, with constants, ranges, sets and defaults evaluated.
///
/// Made by [`load`](super::load); turned into a system by [`Model::compile`].
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) tree: Tree,
    pub(super) tables: Tables,
    pub(super) processes: Vec<Process>,
    pub(super) composites: Vec<Composite>,
    pub(super) process_names: FxHashMap<Symbol, usize>,
    pub(super) composite_names: FxHashMap<Symbol, usize>,
    pub(super) formulas: Vec<NamedFormula>,
    pub(super) progress: Vec<ProgressLabels>,
    pub(super) menus: Vec<Menu>,
    pub(super) fluents: Vec<Fluent>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// A process of the file.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) origin: ProcessOrigin,
    pub(super) params: Vec<(Symbol, Value)>,
}

#[derive(Clone, Debug)]
pub(super) enum ProcessOrigin {
    /// The definition with this number.
    Defined(usize),
    /// Read from another file, with the action names of that file.
    Imported(Arc<(Lts, ActionTable)>),
}

/// A composite process of the file.
#[derive(Clone, Debug)]
pub(super) struct Composite {
    pub(super) name: Symbol,
    pub(super) span: Span,
    /// The number of the definition.
    pub(super) definition: usize,
    pub(super) params: Vec<(Symbol, Value)>,
}

/// A progress test with its labels.
#[derive(Clone, Debug)]
pub(super) struct ProgressLabels {
    pub(super) name: String,
    pub(super) condition: Option<Labels>,
    pub(super) actions: Labels,
    pub(super) span: Span,
}

/// A menu: actions that an animation offers.
#[derive(Clone, Debug)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// Its actions.
    pub actions: Vec<Arc<str>>,
}

/// A fluent: true after some actions, false after others.
#[derive(Clone, Debug)]
pub struct Fluent {
    /// Its name; an indexed fluent is one per index, named `F.i`.
    pub name: String,
    /// Actions that make it true.
    pub initiating: Vec<Arc<str>>,
    /// Actions that make it false.
    pub terminating: Vec<Arc<str>>,
    /// Whether it is true before the first action.
    pub initially: bool,
    /// Where it is defined.
    pub span: Span,
}

/// A formula of the file. This version checks that it is well formed and no more.
#[derive(Clone, Debug)]
pub struct NamedFormula {
    /// Its name.
    pub name: String,
    /// How it is used.
    pub kind: AssertKind,
    /// Where it is defined.
    pub span: Span,
    /// The actions that it speaks of, each once.
    pub actions: Vec<Arc<str>>,
    pub(super) symbol: Symbol,
}

/// Something that a file declares to be checked, whether or not a target has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What it is.
    pub kind: DeclaredKind,
    /// Its name as written; an indexed progress test is one.
    pub name: String,
    /// The place of its name, which is also that of [`ProgressTest::span`](super::ProgressTest::span) and
    /// [`NamedFormula::span`], and of [`Origins::definition`](suppose_lts::Origins::definition) for a
    /// property.
    pub span: Span,
}

/// What can be declared to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredKind {
    /// `property P = ..` or `property ||P = ..`
    Property,
    /// `progress P = ..`
    Progress,
    /// `assert A = ..`
    Assert,
    /// `ltl_property A = ..`
    TemporalProperty,
}

impl Model {
    /// Everything the file declares to be checked, in its order: properties, progress tests, assertions and
    /// temporal properties. A `constraint` restricts and is not among them.
    pub fn declared(&self) -> Vec<Declared> {
        let declared = |definition: &Definition| {
            let kind = match definition {
                Definition::Process(p) if p.modifiers.property => DeclaredKind::Property,
                Definition::Composite(c) if c.modifiers.property => DeclaredKind::Property,
                Definition::Progress(_) => DeclaredKind::Progress,
                Definition::Assert(a) if a.kind == AssertKind::Assert => DeclaredKind::Assert,
                Definition::Assert(a) if a.kind == AssertKind::Property => DeclaredKind::TemporalProperty,
                _ => return None,
            };
            let name = definition.name();
            Some(Declared { kind, name: self.tables.symbols.text(name.symbol).to_owned(), span: name.span })
        };
        self.tree.definitions.iter().filter_map(declared).collect()
    }

    /// The names of the processes, in the order of the file; imported ones are among them.
    pub fn processes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.processes.iter().map(|p| self.tables.symbols.text(p.name))
    }

    /// The names of the composite processes, in the order of the file.
    pub fn composites(&self) -> impl ExactSizeIterator<Item = &str> {
        self.composites.iter().map(|c| self.tables.symbols.text(c.name))
    }

    /// The names of the processes and composites that are properties, in the order of the file.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        self.tree.definitions.iter().filter_map(|definition| match definition {
            Definition::Process(p) if p.modifiers.property => Some(self.tables.symbols.text(p.name.symbol)),
            Definition::Composite(c) if c.modifiers.property => Some(self.tables.symbols.text(c.name.symbol)),
            _ => None,
        })
    }

    /// The names of the progress tests, in the order of the file; an indexed test is one per index, named
    /// `P.i`.
    pub fn progress_tests(&self) -> impl ExactSizeIterator<Item = &str> {
        self.progress.iter().map(|test| test.name.as_str())
    }

    /// The menus.
    pub fn menus(&self) -> &[Menu] {
        &self.menus
    }

    /// The fluents.
    pub fn fluents(&self) -> &[Fluent] {
        &self.fluents
    }

    /// The formulas: assertions, constraints and temporal properties.
    pub fn formulas(&self) -> &[NamedFormula] {
        &self.formulas
    }

    /// Warnings about the text and its tables.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The syntax tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Where a process or composite is defined.
    pub fn definition(&self, name: &str) -> Option<Span> {
        let symbol = self.tables.symbols.get(name)?;
        let process = self.process_names.get(&symbol).map(|&p| self.processes[p].span);
        self.composite_names.get(&symbol).map(|&c| self.composites[c].span).or(process)
    }

    pub(super) fn process_def(&self, definition: usize) -> &ProcessDef {
        match &self.tree.definitions[definition] {
            Definition::Process(process) => process,
            _ => unreachable!("the number was taken from a process"),
        }
    }

    pub(super) fn composite_def(&self, composite: usize) -> &CompositeDef {
        match &self.tree.definitions[self.composites[composite].definition] {
            Definition::Composite(composite) => composite,
            _ => unreachable!("the number was taken from a composite"),
        }
    }
}
