//! From a property to its error LTS (the image of Cheung and Kramer, ACM TOSEM 8(1), 1999).
//!
//! A property is a deterministic LTS without τ whose traces are the good ones. Its error LTS accepts every
//! trace over the alphabet and moves to π on the first action that leaves the property: it watches a system
//! and never blocks it. States keep their numbers. A property has no end state: what was the end state then
//! sends every action to π. All states are looked at, reachable or not. Time and space are states times
//! alphabet.

use std::fmt;

use suppose_base::{ActionId, ActionTable, StateId};

use crate::{Lts, RowBuilder};

/// Why an LTS is no property: a state with τ, or with two transitions of the same action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyError {
    /// The first such state.
    pub state: StateId,
    /// The action that is τ or leads to two states.
    pub action: ActionId,
}

impl PropertyError {
    /// The reason in words, with the action's name.
    pub fn describe(&self, actions: &ActionTable) -> String {
        if self.action.is_tau() {
            self.to_string()
        } else {
            format!(
                "state {} has a choice of transitions with `{}`",
                self.state.raw(),
                actions.name(self.action)
            )
        }
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state.raw();
        if self.action.is_tau() {
            write!(f, "state {state} has a silent transition")
        } else {
            write!(f, "state {state} has a choice of transitions with action number {}", self.action.raw())
        }
    }
}

impl std::error::Error for PropertyError {}

/// Sends every action of the alphabet that a state lacks to π.
///
/// # Errors
/// When the LTS is nondeterministic or has τ.
///
/// # Panics
/// When states times alphabet is more than 32 bits can count.
pub fn error_lts(property: &Lts) -> Result<Lts, PropertyError> {
    let mut rows = RowBuilder::new();
    for state in property.states() {
        let mut rest = property.transitions(state);
        if let Some(t) = rest.first()
            && t.action.is_tau()
        {
            return Err(PropertyError { state, action: t.action });
        }
        if let Some(pair) = rest.windows(2).find(|w| w[0].action == w[1].action) {
            return Err(PropertyError { state, action: pair[0].action });
        }
        for &action in property.alphabet() {
            match rest.split_first() {
                Some((t, tail)) if t.action == action => {
                    rows.add(action, t.target);
                    rest = tail;
                }
                _ => rows.add(action, StateId::ERROR),
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(property.alphabet().iter().copied());
    Ok(rows.finish(property.initial(), None).expect("states times alphabet fits 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn missing_actions_go_to_the_error_state() {
        let property = lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[3]);
        let watch = error_lts(&property).expect("deterministic");
        assert_eq!(rows_of(&watch), [(0, 1, 1), (0, 2, PI), (0, 3, PI), (1, 1, PI), (1, 2, 0), (1, 3, PI)]);
        assert_eq!(error_lts(&watch), Ok(watch));
    }

    #[test]
    fn a_property_does_not_end() {
        let mut b = crate::LtsBuilder::new(2);
        b.add(StateId::must(0), ActionId::from_raw(1), StateId::must(1));
        b.set_end(Some(StateId::must(1)));
        let watch = error_lts(&b.finish().expect("valid")).expect("deterministic");
        assert_eq!(watch.end(), None);
        assert_eq!(rows_of(&watch), [(0, 1, 1), (1, 1, PI)]);
    }

    #[test]
    fn silence_and_choice_are_refused() {
        let mut actions = ActionTable::new();
        let b = actions.intern("b");
        let silent = error_lts(&lts_of(2, &[(0, 1, 1), (1, 0, 0)], &[])).expect_err("τ");
        assert_eq!(silent, PropertyError { state: StateId::must(1), action: ActionId::TAU });
        assert_eq!(silent.describe(&actions), "state 1 has a silent transition");
        let choice = error_lts(&lts_of(2, &[(0, 1, 1), (0, 1, PI)], &[])).expect_err("choice");
        assert_eq!(choice, PropertyError { state: StateId::must(0), action: b });
        assert_eq!(choice.describe(&actions), "state 0 has a choice of transitions with `b`");
    }
}
