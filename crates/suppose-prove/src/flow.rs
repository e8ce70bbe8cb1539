//! Learned proofs about tasking programs, with premises decided by data-flow analysis.
//!
//! # Contract
//! [`learn()`] answers whether a property of a program holds, by parts. *Holds* is sound: the analysis looks at more than the program can do. A violation of a premise is one under the constraints in use only, so the
//! trace that the engine puts together is given to the LTSs of the program, which know whether it is an execution. If it is, the property is violated and a witness
//! is replayed. If not, nothing is known, or with [`Constraints::Auto`] constraints are added until something is.
//!
//! # Choosing constraints
//! The tasks that act on the trace are followed next, one at a time, those with little code first; then the variables, those with few values first. When the property is proved, each
//! constraint is left out once, and stays out if the rest still proves it. With all constraints the analysis of a part and its free environment is exact, so this ends; it
//! takes at most twice as many runs of the engine as there are constraints.
//!
//! # The proof
//! Names of tests and assignments are those of the split. [`Learned::proof`] has the assumptions over the actions of the system, where the independent checker can prove the premises again: the LTSs of
//! a part, with the variables that its tasks are the first to use, can do no more than its trace flow graph.
//!
//! # Tests
//! The elevator with every set of constraints, and random programs against the verdict of their LTSs with every proof given to the checker (`tests/flow`).

mod tasks;

use suppose_base::{ActionId, ActionTable, Budget, StopReason, Verdict};
use suppose_flow::Constraint;
use suppose_flow::feasible::{Exact, Execution, realise};
use suppose_flow::split::{Obligation, Split};
use suppose_flow::tfg::Size;
use suppose_lang::ada::{Program, TaskId};
use suppose_lts::ops::reachable;
use suppose_lts::{Lts, RowBuilder, System};

use crate::learn::{self, over};
use crate::outcome::{Outcome, Proof, sum};
use tasks::Tasks;

/// The most states of a search for an execution along a trace.
const FEASIBILITY: u64 = 1 << 20;

/// A property of a program, and the parts to prove it by.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The program.
    pub program: &'q Program,
    /// The system that it was lowered to, or its outline.
    pub system: &'q System,
    /// Its LTSs, for when a trace may be an execution.
    pub exact: &'q dyn Exact,
    /// The property: a component of the system.
    pub property: usize,
    /// For each part its components, in the order of the rule. Each has a task.
    pub parts: &'q [Vec<usize>],
}

/// Which constraints to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraints {
    /// These.
    Given(Vec<Constraint>),
    /// As few as will do.
    Auto,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The answer. A violation is an execution's; a trace that is none makes it [`StopReason::Imprecise`]. Its proof and what was learned speak about [`Learned::actions`].
    pub outcome: Outcome,
    /// The names of actions.
    pub actions: ActionTable,
    /// The proof over the actions of the system.
    pub proof: Option<Proof>,
    /// The run of the system that violates the property.
    pub execution: Option<Execution>,
    /// The trace that the engine ended with, if it did not prove the property.
    pub trace: Option<Vec<ActionId>>,
    /// Whether the trace is an execution; `None` when that is not known, or when there is no trace.
    pub feasible: Option<bool>,
    /// The constraints in use.
    pub constraints: Vec<Constraint>,
    /// The largest trace flow graph of a part.
    pub size: Size,
    /// How often the engine ran.
    pub runs: u32,
}

/// Answers a question with learned assumptions.
///
/// # Errors
/// When the budget is spent before the engine begins.
pub fn learn(
    question: Question<'_>,
    constraints: &Constraints,
    options: learn::Options,
    budget: &Budget,
) -> Result<Learned, StopReason> {
    let first = match constraints {
        Constraints::Given(given) => given.clone(),
        Constraints::Auto => Vec::new(),
    };
    let mut learned = question.run(first, options, budget)?;
    if *constraints == Constraints::Auto {
        while learned.feasible == Some(false) || learned.is_open() {
            let Some(next) = question.next(&learned) else { break };
            let mut more = learned.constraints.clone();
            more.push(next);
            match question.run(more, options, budget) {
                Ok(again) => learned = again.after(&learned),
                Err(reason) => {
                    learned.outcome.verdict = Verdict::Inconclusive(reason);
                    return Ok(learned);
                }
            }
        }
        if learned.outcome.verdict.holds() {
            learned = question.reduced(learned, options, budget);
        }
    }
    Ok(learned)
}

impl Learned {
    /// Whether there is a trace and it could not be found out whether it is an execution.
    fn is_open(&self) -> bool {
        self.trace.is_some() && self.feasible.is_none()
    }

    /// The same, after what was tried before.
    fn after(mut self, before: &Self) -> Self {
        self.outcome.effort = sum(before.outcome.effort, self.outcome.effort);
        self.runs += before.runs;
        self
    }
}

impl Question<'_> {
    /// One run of the engine.
    fn run(
        self,
        constraints: Vec<Constraint>,
        options: learn::Options,
        budget: &Budget,
    ) -> Result<Learned, StopReason> {
        let Self { program, system, property, parts, .. } = self;
        let split = Split::new(program, system, property, self.part_of(), constraints.clone(), budget)?;
        let rule = options.rule.rule(parts.len());
        let mut tasks = Tasks::new(&split, self, &rule);
        let mut outcome = over(&mut tasks, &rule, options, budget);
        let size = tasks.size;
        let proof = outcome.proof.as_ref().map(|proof| in_the_system(proof, &split, system));
        let mut learned = Learned {
            actions: split.actions().clone(),
            proof,
            execution: None,
            trace: None,
            feasible: None,
            constraints,
            size,
            runs: 1,
            outcome: Outcome::new(Verdict::Holds),
        };
        if let Verdict::Violated(trace) = &outcome.verdict {
            let trace = trace.clone();
            let limit = budget.max_states().unwrap_or(u64::MAX).min(FEASIBILITY);
            let looking = budget.clone().with_max_states(limit);
            match self.execution(&split, &trace, &looking) {
                Ok(Some(found)) => {
                    learned.feasible = Some(true);
                    learned.execution = Some(found);
                }
                Ok(None) => {
                    learned.feasible = Some(false);
                    outcome.verdict = Verdict::Inconclusive(StopReason::Imprecise);
                }
                Err(StopReason::States(_)) => outcome.verdict = Verdict::Inconclusive(StopReason::Imprecise),
                Err(reason) => outcome.verdict = Verdict::Inconclusive(reason),
            }
            learned.trace = Some(trace);
        }
        Ok(Learned { outcome, ..learned })
    }

    /// For each task its part.
    fn part_of(&self) -> Vec<u32> {
        let place = |name: &str| {
            let named = |&component: &usize| self.system.components[component].name == name;
            self.parts.iter().position(|part| part.iter().any(named)).unwrap_or(0) as u32
        };
        self.program.tasks.iter().map(|task| place(&task.name)).collect()
    }

    /// A run of the system along a trace of the engine, if there is one.
    fn execution(
        &self,
        split: &Split<'_>,
        trace: &[ActionId],
        budget: &Budget,
    ) -> Result<Option<Execution>, StopReason> {
        let known = self.system.actions.len();
        let in_system = |action: ActionId| -> Vec<ActionId> {
            split.meaning(action).into_iter().filter(|meant| meant.index() < known).collect()
        };
        let letters: Vec<Vec<ActionId>> =
            trace.iter().map(|&action| in_system(action)).filter(|meant| !meant.is_empty()).collect();
        let interface = split.interface(0, Obligation::Property).into_iter().flat_map(in_system);
        let mut alphabet: Vec<ActionId> = letters.iter().flatten().copied().chain(interface).collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        realise(self.exact.system(budget)?, self.property, &alphabet, &letters, budget)
    }

    /// The constraint to add after a trace that is no execution.
    fn next(&self, learned: &Learned) -> Option<Constraint> {
        let split_names = |action: &ActionId| learned.actions.name(*action);
        let trace: Vec<&str> = learned.trace.iter().flatten().map(split_names).collect();
        let acts = |task: TaskId| {
            let name = &self.program.tasks[task.0 as usize].name;
            let place = self.system.components.iter().position(|component| component.name == *name);
            place.is_some_and(|place| {
                let lts = &self.system.components[place].lts;
                let known = |name: &&str| self.system.actions.get(name).is_some_and(|a| lts.has_action(a));
                trace.iter().any(known)
            })
        };
        let cost = |constraint: &Constraint| match *constraint {
            Constraint::Task(task) => {
                let code = self.program.tasks[task.0 as usize].code.len();
                (if acts(task) { 0 } else { 2 }, code)
            }
            Constraint::Variable(variable) => {
                let domain = &self.program.variables[variable.0 as usize].domain;
                (1, usize::try_from(domain.last - domain.first).unwrap_or(usize::MAX))
            }
        };
        let folded = suppose_flow::Model::new(self.program);
        let new = |constraint: &Constraint| !learned.constraints.contains(constraint);
        let all = Constraint::all(self.program, folded.folded()).into_iter();
        all.filter(new).min_by_key(|constraint| (cost(constraint), *constraint))
    }

    /// The same proof with as few constraints as possible. When the budget ends it stays as it is.
    fn reduced(self, mut learned: Learned, options: learn::Options, budget: &Budget) -> Learned {
        for place in (0..learned.constraints.len()).rev() {
            let mut fewer = learned.constraints.clone();
            fewer.remove(place);
            let Ok(again) = self.run(fewer, options, budget) else { break };
            if again.outcome.verdict.holds() {
                learned = again.after(&learned);
            } else {
                learned.outcome.effort = sum(learned.outcome.effort, again.outcome.effort);
                learned.runs += 1;
            }
        }
        learned
    }
}

/// A proof over the actions of the system. What the analysis sees and no component can do is left out of the assumptions.
fn in_the_system(proof: &Proof, split: &Split<'_>, system: &System) -> Proof {
    let known = |action: &ActionId| action.index() < system.actions.len();
    let meant = |old: ActionId| split.meaning(old).into_iter().filter(known);
    let translated = |lts: &Lts| {
        let mut rows = RowBuilder::new();
        for state in lts.states() {
            for step in lts.transitions(state) {
                meant(step.action).for_each(|action| rows.add(action, step.target));
            }
            rows.end_row();
        }
        rows.extend_alphabet(lts.alphabet().iter().flat_map(|&action| meant(action)));
        let whole = rows.finish(lts.initial(), None).expect("as many states as before");
        reachable(&whole).lts
    };
    Proof { assumptions: proof.assumptions.iter().map(translated).collect(), ..proof.clone() }
}
