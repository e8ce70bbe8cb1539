//! One part with its environment and what it has to guarantee: premises of the rules.

use suppose_base::{ActionId, Budget, StopReason};
use suppose_lts::Lts;

use super::Split;
use super::environment::Environment;
use super::walk::Walk;
use crate::automata::Automaton;
use crate::cfg::Flow;
use crate::constraint::Constraint;
use crate::propagate::propagate;
use crate::tfg::{Size, Tfg};
use crate::verify::{PathStep, path_step};

/// What a part has to guarantee.
#[derive(Clone, Copy, Debug)]
pub enum Obligation<'a> {
    /// The property.
    Property,
    /// That an assumption of another part, a deterministic LTS, is right: what it cannot do must not happen.
    Assumption(&'a Lts),
}

impl<'a> Obligation<'a> {
    /// The automaton behind it.
    pub(super) fn lts(self, property: &'a Lts) -> &'a Lts {
        match self {
            Self::Property => property,
            Self::Assumption(lts) => lts,
        }
    }
}

/// A part with its environment and its obligation, over an alphabet Σ.
#[derive(Clone, Debug)]
pub struct Side {
    pub(super) tfg: Tfg,
    /// The obligation, then constraints.
    pub(super) automata: Vec<Automaton>,
    /// Sorted.
    pub(super) sigma: Vec<ActionId>,
    constraints: Vec<Constraint>,
}

/// What the search for an error found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Pairs of a node and states of all automata.
    pub states: u64,
    /// A path to an error, if there is one.
    pub path: Option<Vec<PathStep>>,
}

impl Split<'_> {
    /// Σ of a part and its obligation, in a chain of all parts: the actions of the parts after it that matter
    /// here, sorted.
    pub fn interface(&self, part: u32, obligation: Obligation<'_>) -> Vec<ActionId> {
        self.interface_before(part, &self.later(part), obligation)
    }

    /// The same where other parts come after it, as in rules that are no chain.
    pub(crate) fn interface_before(
        &self,
        part: u32,
        after: &[u32],
        obligation: Obligation<'_>,
    ) -> Vec<ActionId> {
        Environment::new(self, part, after, obligation).interface
    }

    /// The analysis of a part and its obligation, in a chain of all parts, over an alphabet: all or some of
    /// [`Split::interface`].
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn side(
        &self,
        part: u32,
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        budget: &Budget,
    ) -> Result<Side, StopReason> {
        self.side_before(part, &self.later(part), obligation, sigma, budget)
    }

    /// The parts after one in a chain of all.
    fn later(&self, part: u32) -> Vec<u32> {
        (part + 1..self.parts).collect()
    }

    /// The analysis where other parts come after it, as in rules that are no chain.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn side_before(
        &self,
        part: u32,
        after: &[u32],
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        budget: &Budget,
    ) -> Result<Side, StopReason> {
        let environment = Environment::new(self, part, after, obligation);
        let mut flow = Flow::default();
        let tasks = self.tasks(part);
        for &task in &tasks {
            let index = task.0 as usize;
            flow.add(&self.program.tasks[index].name, Some(task), &self.drafts[index], budget)?;
        }
        flow.add("environment", None, &environment.draft, budget)?;
        let tfg = Tfg::new(flow, budget)?;
        let mut automata = vec![match obligation {
            Obligation::Property => Automaton::property(&tfg, self.property, budget)?,
            Obligation::Assumption(lts) => Automaton::obligation(&tfg, lts, budget)?,
        }];
        automata.extend(environment.constraints.iter().map(|constraint| match *constraint {
            Constraint::Task(task) => {
                let index = tasks.iter().position(|&t| t == task).expect("a task of this part");
                Automaton::task(&tfg, index as u32)
            }
            Constraint::Variable(variable) => {
                let declared = &self.program.variables[variable.0 as usize];
                Automaton::variable(&tfg, variable, &declared.domain, declared.initial)
            }
        }));
        let mut sigma = sigma.to_vec();
        sigma.sort_unstable();
        sigma.dedup();
        Ok(Side { tfg, automata, sigma, constraints: environment.constraints })
    }
}

impl Side {
    /// How large the trace flow graph is.
    pub(crate) fn size(&self) -> Size {
        self.tfg.size()
    }

    /// The constraints that are in use here.
    pub(crate) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The actions of Σ on a path.
    pub fn word(&self, path: &[PathStep]) -> Vec<ActionId> {
        path.iter().map(|step| step.action).filter(|a| self.sigma.binary_search(a).is_ok()).collect()
    }

    /// Premise ⟨A⟩ M ⟨R⟩: a path to an error that the assumption allows. No assumption allows everything.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn first_error(&self, assumption: Option<&Lts>, budget: &Budget) -> Result<Found, StopReason> {
        let assumption = assumption.map(|lts| Automaton::assumption(&self.tfg, lts, budget)).transpose()?;
        self.search(assumption, budget)
    }

    /// A path to an error whose projection to Σ is a prefix of a word.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn trace(&self, word: &[ActionId], budget: &Budget) -> Result<Found, StopReason> {
        self.search(Some(Automaton::word(&self.tfg, &self.sigma, word)), budget)
    }

    fn search(&self, constraint: Option<Automaton>, budget: &Budget) -> Result<Found, StopReason> {
        let automata = self.automata.iter().cloned().chain(constraint).collect();
        let found = propagate(&self.tfg, automata, budget)?;
        let path = found.path.map(|path| path.into_iter().filter_map(|n| path_step(&self.tfg, n)).collect());
        Ok(Found { states: found.states, path })
    }

    /// Answers about words over Σ.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }
}
