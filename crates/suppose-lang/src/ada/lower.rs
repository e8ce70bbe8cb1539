//! From programs to systems of LTSs (interface; the body follows in the next commits).

use suppose_base::{ActionId, ActionTable, Budget, Diagnostic, StopReason};
use suppose_lts::{Lts, System};

use super::program::Program;
use crate::fsp::Origins;

/// A program as a system of LTSs.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Tasks, then shared variables, then properties.
    pub system: System,
    /// For each component where its actions are written.
    pub origins: Vec<Origins>,
    /// What its labels mean to properties that are written elsewhere.
    pub labels: Labels,
    /// What is legal but hardly meant.
    pub warnings: Vec<Diagnostic>,
}

/// What labels mean that somebody writes in a property in another language: the name of an action, or one without the calling task in front, or without the last
/// of its values.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    sorted: Vec<(String, ActionId)>,
}

/// A property over the actions of a program.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The property.
    pub lts: Lts,
    /// Labels that mean no action of the program, which stay as they are.
    pub unknown: Vec<String>,
}

impl Labels {
    /// The actions that a label means, sorted; none if it means nothing.
    pub fn actions_named(&self, label: &str) -> Vec<ActionId> {
        self.sorted.iter().filter(|(name, _)| name == label).map(|&(_, action)| action).collect()
    }

    /// Replaces the labels of a property (an error LTS over the actions of `from`) by what they mean in `to`, the table of the lowered system.
    ///
    /// # Errors
    /// `E1070` when two labels share an action, which leaves open what the property says about it.
    pub fn bind(
        &self,
        property: &Lts,
        from: &ActionTable,
        to: &mut ActionTable,
    ) -> Result<Bound, Diagnostic> {
        let _ = (from, to);
        Ok(Bound { lts: property.clone(), unknown: Vec::new() })
    }
}

/// The system of a program: tasks, shared variables and properties.
///
/// # Errors
/// When the budget is spent.
pub fn lower(program: &Program, budget: &Budget) -> Result<Lowered, StopReason> {
    budget.check_states(0)?;
    let system = System { name: program.name.clone(), ..System::default() };
    Ok(Lowered { system, origins: Vec::new(), labels: Labels::default(), warnings: Vec::new() })
}
