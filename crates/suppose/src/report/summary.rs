//! What `compile`, `reduce` and `export` say about an LTS.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_inquiry::{Whole, counted};
use suppose_lts::ops;

use super::Look;

/// So many actions are named unless more is asked for.
const NAMED: usize = 20;

/// An LTS in numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// The name of the target.
    pub system: String,
    /// States; π is not counted, as in LTSA.
    pub states: usize,
    /// Transitions.
    pub transitions: usize,
    /// The actions, sorted.
    pub alphabet: Vec<String>,
    /// Whether π can be reached.
    pub has_error: bool,
    /// Deadlocked states that can be reached; successful termination is none.
    pub deadlocks: usize,
    /// Whether there are silent transitions.
    pub tau: bool,
    /// How many states of successful termination are written as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<usize>,
    /// Of nets: how many firings there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firings: Option<u64>,
    /// Of a reduction: the relation that it keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Of a reduction: states before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states_before: Option<usize>,
    /// Of a reduction: transitions before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transitions_before: Option<usize>,
    /// The component of a reactive system that it surrounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The translation, where it goes nowhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What is known of a reduction that was stopped.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct BeforeReduction {
    /// States before, if the LTS was built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states_before: Option<usize>,
    /// Transitions before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transitions_before: Option<usize>,
}

impl Summary {
    /// An LTS in numbers.
    pub fn new(whole: &Whole) -> Self {
        let Whole { name, lts, actions, ended, firings } = whole;
        let reachable = ops::reachable(lts);
        let names = actions.sorted_names(lts.alphabet().iter().copied());
        Self {
            system: name.clone(),
            states: lts.num_states() + ended.saturating_sub(1),
            transitions: lts.num_transitions(),
            alphabet: names.into_iter().map(str::to_owned).collect(),
            has_error: reachable.lts.has_error(),
            deadlocks: reachable.lts.deadlocks().count(),
            tau: lts.has_tau(),
            ended: (*ended > 1).then_some(*ended),
            firings: *firings,
            by: None,
            states_before: None,
            transitions_before: None,
            component: None,
            text: None,
        }
    }

    /// A few lines for people.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let (states, transitions) = (counted(self.states, "state"), counted(self.transitions, "transition"));
        writeln!(out, "{}: {states}, {transitions}", self.system)?;
        if let Some(ended) = self.ended {
            writeln!(out, "  {ended} states of successful termination are written as one")?;
        }
        if let (Some(by), Some(states), Some(transitions)) =
            (&self.by, self.states_before, self.transitions_before)
        {
            let (states, transitions) = (counted(states, "state"), counted(transitions, "transition"));
            writeln!(out, "  reduced by {by} from {states}, {transitions}")?;
        }
        let shown = if look.verbose { self.alphabet.len() } else { NAMED };
        let more = self.alphabet.len().saturating_sub(shown);
        let list = self.alphabet[..self.alphabet.len() - more].join(", ");
        let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
        writeln!(out, "  alphabet ({}): {list}{rest}", self.alphabet.len())?;
        let deadlocks = match self.deadlocks {
            0 => "no deadlock".to_owned(),
            n => counted(n, "deadlocked state"),
        };
        let error = if self.has_error { "the error state is reachable" } else { "no error" };
        let tau = if self.tau { "has silent moves" } else { "no silent moves" };
        writeln!(out, "  {deadlocks}; {error}; {tau}")
    }
}
