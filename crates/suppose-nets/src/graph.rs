//! State graphs: what a net, or several, can do, with failures as π (Yao 2012, definition 2.2.1).
//!
//! A state graph is an LTS with directions. An action is an *input* (the environment decides when it
//! happens), an *output* or *internal*; outputs and internal actions happen whether the environment likes it
//! or not. Internal actions keep their names, because some reductions look at one of them at a time. Two
//! graphs are compared by their traces over inputs and outputs, where a trace to π stands for all its
//! continuations.

use suppose_base::{ActionId, StateId};
use suppose_lts::Lts;

use crate::expr::Value;
use crate::net::WireId;

/// The graph of one component or of several composed ones.
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// States and transitions; a failure is π.
    pub lts: Lts,
    /// The input actions; sorted. Part of the alphabet.
    pub inputs: Vec<ActionId>,
    /// The output actions; sorted. Part of the alphabet. What is neither is internal.
    pub outputs: Vec<ActionId>,
    /// What visible wires are worth in each state.
    pub codes: Codes,
}

/// For each state of a graph the values of the visible wires. Only visible actions change them. Without
/// visible wires the lists may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    /// The visible wires; sorted.
    pub wires: Vec<WireId>,
    /// The combinations of values that occur, each in the order of `wires`.
    pub values: Vec<Vec<Value>>,
    /// For each state the place of its combination in `values`.
    pub of_state: Vec<u32>,
}

impl Codes {
    /// The values of the visible wires in a state.
    pub fn get(&self, state: StateId) -> &[Value] {
        if self.wires.is_empty() { &[] } else { &self.values[self.of_state[state.index()] as usize] }
    }

    /// The codes of a graph whose states are some states of the old one: `old[i]` is what new state `i` was.
    #[must_use]
    pub(crate) fn selected(&self, old: impl IntoIterator<Item = StateId>) -> Self {
        if self.wires.is_empty() {
            return Self::default();
        }
        let of_state = old.into_iter().map(|state| self.of_state[state.index()]).collect();
        Self { wires: self.wires.clone(), values: self.values.clone(), of_state }
    }
}

impl StateGraph {
    /// Whether the environment decides about the action.
    pub fn is_input(&self, action: ActionId) -> bool {
        self.inputs.binary_search(&action).is_ok()
    }

    /// Whether the action is an output.
    pub fn is_output(&self, action: ActionId) -> bool {
        self.outputs.binary_search(&action).is_ok()
    }

    /// Whether the action is neither input nor output; τ is internal.
    pub fn is_internal(&self, action: ActionId) -> bool {
        !self.is_input(action) && !self.is_output(action)
    }
}
