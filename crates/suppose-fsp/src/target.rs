//! Choosing a target and compiling it to a system.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, Diagnostic, Span, StopReason, closest};
use suppose_lts::{Component, Finish, Origins, Priority, System};

use super::ast::AssertKind;
use super::lower::{Key, Lowered, Lowering, Machine, unsupported};
use super::model::Model;
use super::scope::{Labels, Stop};

/// A target as a system, with what the system alone does not say.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The components and properties, with the target's priority and hiding.
    pub system: System,
    /// For each component, where its actions are written.
    pub origins: Vec<Origins>,
    /// For each component that is one of many, what they are called together and which of them it is.
    pub families: Vec<Option<(String, u32)>>,
    /// The progress tests of the file, for this system's actions.
    pub progress: Vec<ProgressTest>,
    /// What the words before the target ask to be done to the product.
    pub finish: Finish,
    /// Warnings met on the way, without those of [`Model::warnings`].
    pub warnings: Vec<Diagnostic>,
}

/// A progress test: in every fair run one of the actions happens again and again; with a condition, if one of
/// the condition's actions does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressTest {
    /// Its name; an indexed test is one per index, named `P.i`.
    pub name: String,
    /// The condition, sorted.
    pub condition: Option<Vec<ActionId>>,
    /// The actions, sorted.
    pub actions: Vec<ActionId>,
    /// Where it is defined.
    pub span: Span,
}

/// Why a target could not be compiled.
#[derive(Clone, Debug)]
pub enum LowerError {
    /// The source has no meaning.
    Diagnostics(Vec<Diagnostic>),
    /// A limit was reached, or the target uses something that this version does not support.
    Stopped(StopReason),
}

/// The name of the target that composes all processes of a file without composites.
const ALL: &str = "DEFAULT";

enum Target {
    Process(usize),
    Composite(usize),
    AllProcesses,
}

impl Model {
    /// The target when none is asked for: the composite `DEFAULT`, else the last composite, else the only
    /// process. `None` when there are several processes and no composite; [`Model::compile`] then composes
    /// all of them, as LTSA does, under the name `DEFAULT`.
    pub fn default_target(&self) -> Option<&str> {
        if let Some(name) = self.composites().find(|&name| name == ALL) {
            return Some(name);
        }
        if let Some(last) = self.composites().last() {
            return Some(last);
        }
        if self.processes.len() == 1 { self.processes().next() } else { None }
    }

    /// Compiles a composite or a process; without a name, the default target.
    ///
    /// # Errors
    /// When the name is not defined, the source has no meaning, or the budget is spent.
    pub fn compile(&self, target: Option<&str>, budget: &Budget) -> Result<Compiled, LowerError> {
        let target = match target.or_else(|| self.default_target()) {
            Some(name) => self.target(name)?,
            None => Target::AllProcesses,
        };
        self.lower(&target, budget)
    }

    /// Compiles one process with its default parameters.
    ///
    /// # Errors
    /// When there is no such process, the source has no meaning, or the budget is spent.
    pub fn compile_process(&self, name: &str, budget: &Budget) -> Result<Compiled, LowerError> {
        let symbol = self.tables.symbols.get(name);
        match symbol.and_then(|symbol| self.process_names.get(&symbol)) {
            Some(&number) => self.lower(&Target::Process(number), budget),
            None => Err(unknown_target(name, &self.processes().collect::<Vec<_>>())),
        }
    }

    fn target(&self, name: &str) -> Result<Target, LowerError> {
        let symbol = self.tables.symbols.get(name);
        if let Some(&number) = symbol.and_then(|symbol| self.composite_names.get(&symbol)) {
            return Ok(Target::Composite(number));
        }
        if let Some(&number) = symbol.and_then(|symbol| self.process_names.get(&symbol)) {
            return Ok(Target::Process(number));
        }
        if name == ALL && self.composites.is_empty() {
            return Ok(Target::AllProcesses);
        }
        if let Some(formula) = self.formulas.iter().find(|formula| formula.name == name) {
            return Err(unsupported(&format!("the formula `{}` as a target", formula.name)).into());
        }
        Err(unknown_target(name, &self.composites().chain(self.processes()).collect::<Vec<_>>()))
    }

    fn lower(&self, target: &Target, budget: &Budget) -> Result<Compiled, LowerError> {
        let mut lowering = Lowering::new(self, budget);
        let last = match self.lower_with(&mut lowering, target) {
            Err(LowerError::Diagnostics(last)) => last,
            // What is wrong is worth knowing before a limit is raised.
            Err(LowerError::Stopped(_)) if !lowering.errors.is_empty() => Vec::new(),
            other => return other,
        };
        let mut errors = lowering.errors;
        errors.extend(last);
        errors.sort_by_key(Diagnostic::span);
        Err(LowerError::Diagnostics(errors))
    }

    /// Lowers a target. When the result is an error, more may be recorded in `lowering`.
    fn lower_with(&self, lowering: &mut Lowering<'_>, target: &Target) -> Result<Compiled, LowerError> {
        let mut priority: Option<Priority> = None;
        let mut hidden = Vec::new();
        let mut finish = Finish::AsIs;
        let (name, machines) = match target {
            Target::Process(number) => {
                let machine = lowering.lower_machine(&Key::process(*number))?;
                (machine.name.to_string(), vec![machine])
            }
            Target::AllProcesses => {
                if let Some(formula) = self.formulas.iter().find(|f| f.kind != AssertKind::Assert) {
                    return Err(unsupported(&format!("the formula `{}` as a component", formula.name)).into());
                }
                let mut machines = Vec::new();
                for number in 0..self.processes.len() {
                    match lowering.lower_machine(&Key::process(number)) {
                        Ok(machine) => machines.push(machine),
                        Err(stop) => lowering.record(stop)?,
                    }
                }
                if !lowering.errors.is_empty() {
                    return Err(Stop::Recorded.into());
                }
                if machines.is_empty() {
                    let diagnostic = Diagnostic::error("E0310", "the file defines no process")
                        .help("a model needs at least one process: `P = (a -> P).`");
                    return Err(LowerError::Diagnostics(vec![diagnostic]));
                }
                (ALL.to_owned(), machines)
            }
            Target::Composite(number) => {
                let composition = lowering.lower_target(*number)?;
                priority = composition.priority;
                hidden = composition.hidden;
                finish = composition.finish;
                (composition.name, composition.machines)
            }
        };
        let mut components = Vec::new();
        let mut origins = Vec::new();
        let mut families = Vec::new();
        let mut taken: FxHashMap<String, usize> = FxHashMap::default();
        for machine in machines {
            let Machine { name, lts, role, origins: places } = machine;
            families.push(name.family());
            let mut name = name.to_string();
            // LTSA lets two parts have one name when only their relabelling differs; options that name
            // components cannot.
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                name = format!("{name}#{count}");
            }
            components.push(Component { name, lts, role });
            origins.push(places);
        }
        let progress = self.progress_for(lowering);
        let mut warnings = std::mem::take(&mut lowering.warnings);
        let mut seen = FxHashSet::default();
        // An instance with other parameters repeats the warnings of the first.
        warnings.retain(|warning| seen.insert((warning.code, warning.span())));
        let actions = std::mem::take(&mut lowering.actions);
        let system = System { name, actions, components, priority, hidden };
        Ok(Compiled { system, origins, families, progress, finish, warnings })
    }

    fn progress_for(&self, lowering: &mut Lowering<'_>) -> Vec<ProgressTest> {
        let mut ids = |labels: &Labels| {
            let mut ids: Vec<ActionId> = labels.iter().map(|label| lowering.actions.intern(label)).collect();
            ids.sort_unstable();
            ids
        };
        self.progress
            .iter()
            .map(|test| ProgressTest {
                name: test.name.clone(),
                condition: test.condition.as_ref().map(&mut ids),
                actions: ids(&test.actions),
                span: test.span,
            })
            .collect()
    }
}

fn unknown_target(name: &str, known: &[&str]) -> LowerError {
    let mut diagnostic = Diagnostic::error("E0005", format!("`{name}` is not defined"));
    if let Some(near) = closest(name, known.iter().copied()) {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    if !known.is_empty() {
        diagnostic = diagnostic.note(format!("defined are: {}", known.join(", ")));
    }
    LowerError::Diagnostics(vec![diagnostic])
}

impl Lowering<'_> {
    fn lower_machine(&mut self, key: &Key) -> Result<Machine, Stop> {
        match self.lower(key)? {
            Lowered::Machine(machine) => Ok(Arc::unwrap_or_clone(machine)),
            Lowered::Group(_) => unreachable!("a process is one machine"),
        }
    }
}

impl From<Stop> for LowerError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Bad(diagnostic) => Self::Diagnostics(vec![*diagnostic]),
            Stop::Budget(reason) => Self::Stopped(reason),
            Stop::Recorded => Self::Diagnostics(Vec::new()),
        }
    }
}
