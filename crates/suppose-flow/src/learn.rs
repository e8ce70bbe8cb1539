//! Learned proofs about tasking programs, with premises decided by data-flow analysis.
//!
//! # Contract
//! [`learn()`] answers whether a property of a program holds, by parts. *Holds* is sound: the analysis looks
//! at more than the program can do. A violation of a premise is one under the constraints in use only, so the
//! trace that the engine puts together is given to the LTSs of the program, which know whether it is an
//! execution. If it is, the property is violated and a witness is replayed. If not, nothing is known, or with
//! [`Constraints::Auto`] constraints are added until something is.
//!
//! # With all constraints a trace is an execution
//! Take the first place of each part. The trace of that place is one of the part's tasks, whose automata are
//! all there. A variable has its automaton at the first place that uses it: nobody to the left does, so all
//! its accesses are seen there, those of the part and those of later parts, which are in Σ. In rules that
//! come back to a part, all that the part shows is in Σ, so that it does the same at both places; in the
//! symmetric rule everybody else is to the right, and every part that uses a variable sees all its accesses.
//! The traces agree on Σ, so together they are an execution. Hence for every rule and every split
//! [`Constraints::Auto`] decides the question, if the budget allows. How constraints are chosen is in
//! `flow/choose`.
//!
//! # The proof
//! Names of tests and assignments are those of the split. [`Learned::proof`] has the assumptions over the
//! actions of the system, where the independent checker can prove the premises again: the LTSs of a part,
//! with the variables that its tasks are the first to use, can do no more than its trace flow graph.
//!
//! # Tests
//! The elevator with every set of constraints, and random programs against the verdict of their LTSs with
//! every proof given to the checker (`tests/all/learn`).

mod choose;
mod tasks;

use crate::Constraint;
use crate::feasible::{Exact, Execution, realise};
use crate::split::{Obligation, Split};
use crate::tfg::Size;
use suppose_ada::Program;
use suppose_base::{ActionId, ActionTable, Budget, StopReason, Verdict};
use suppose_lts::check::Effort;
use suppose_lts::ops::reachable;
use suppose_lts::{Lts, RowBuilder, System};

use suppose_prove::learn::{self as engine, over, premises_over};
use suppose_prove::outcome::{Outcome, Proof, sum};
use suppose_prove::rule::RuleKind;
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
    /// The answer. A violation is an execution's; a trace that is none makes it [`StopReason::Imprecise`].
    /// Its proof and what was learned speak about [`Learned::actions`].
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
    options: engine::Options,
    budget: &Budget,
) -> Result<Learned, StopReason> {
    match constraints {
        Constraints::Given(given) => question.run(given.clone(), options, budget),
        Constraints::Auto => choose::decide(question, options, budget),
    }
}

impl Learned {
    /// Whether there is a trace that is no execution, or may be none.
    fn is_open(&self) -> bool {
        let imprecise = matches!(self.outcome.verdict, Verdict::Inconclusive(StopReason::Imprecise));
        imprecise && self.trace.is_some()
    }

    /// The same, after what was tried before.
    fn after(mut self, before: &Self) -> Self {
        self.add(before);
        self
    }

    /// Counts what something else took. The largest search stays that of this run, as it is for whole
    /// programs ([`Decision::last`](crate::choose::Decision::last)): runs with other constraints are how these
    /// were found, and say nothing about what the proof with them costs.
    fn add(&mut self, other: &Self) {
        let effort = &mut self.outcome.findings.effort;
        let largest = effort.max_states;
        *effort = Effort { max_states: largest, ..sum(other.outcome.findings.effort, *effort) };
        self.runs += other.runs;
    }
}

impl<'q> Question<'q> {
    /// One run of the engine.
    fn run(
        self,
        constraints: Vec<Constraint>,
        options: engine::Options,
        budget: &Budget,
    ) -> Result<Learned, StopReason> {
        let split = self.split(constraints.clone(), budget)?;
        let rule = options.rule.rule(self.parts.len());
        let mut tasks = Tasks::new(&split, self, &rule);
        let outcome = over(&mut tasks, &rule, options, budget);
        let size = tasks.size;
        let proof = outcome.findings.proof.as_ref().map(|proof| in_the_system(proof, &split, self.system));
        let trace = outcome.verdict.witness().cloned();
        let mut learned = Learned {
            actions: split.actions().clone(),
            proof,
            execution: None,
            trace,
            feasible: None,
            constraints,
            size,
            runs: 1,
            outcome,
        };
        if learned.trace.is_some() {
            self.judge(&split, &mut learned, &budget.capped(FEASIBILITY));
        }
        Ok(learned)
    }

    /// Checks the premises of a rule with assumptions that an earlier run found under these constraints, and
    /// gives what that takes. Nothing for rules that have more than premises.
    ///
    /// # Errors
    /// When the budget is spent, or a premise does not hold, which is a bug.
    pub fn premises(
        self,
        constraints: Vec<Constraint>,
        rule: RuleKind,
        assumptions: &[Lts],
        budget: &Budget,
    ) -> Result<Option<Effort>, StopReason> {
        let rule = rule.rule(self.parts.len());
        if rule.side.is_some() || rule.premises.len() != assumptions.len() + 1 {
            return Ok(None);
        }
        let split = self.split(constraints, budget)?;
        premises_over(&mut Tasks::new(&split, self, &rule), assumptions, budget).map(Some)
    }

    /// Asks the LTSs whether the trace is an execution, and answers accordingly.
    fn judge(self, split: &Split<'_>, learned: &mut Learned, budget: &Budget) {
        let trace = learned.trace.clone().unwrap_or_default();
        learned.outcome.verdict = match self.execution(split, &trace, budget) {
            Ok(Some(found)) => {
                learned.feasible = Some(true);
                learned.execution = Some(found);
                Verdict::Violated(trace)
            }
            Ok(None) => {
                learned.feasible = Some(false);
                Verdict::Inconclusive(StopReason::Imprecise)
            }
            Err(StopReason::States(_)) => Verdict::Inconclusive(StopReason::Imprecise),
            Err(reason) => Verdict::Inconclusive(reason),
        };
    }

    /// The program in parts.
    fn split(self, constraints: Vec<Constraint>, budget: &Budget) -> Result<Split<'q>, StopReason> {
        Split::new(self.program, self.system, self.property, self.part_of(), constraints, budget)
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
}

/// A proof over the actions of the system. What the analysis sees and no component can do is left out of the
/// assumptions.
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
