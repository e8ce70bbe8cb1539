//! Completion with a sink θ: every state gets every action.
//!
//! A (state, action) pair over the alphabet without a transition gets one to θ, a new last state that loops
//! on the whole alphabet. In the weakest assumption θ stands for the traces the component cannot perform, on
//! which the environment may do as it likes. θ is only added when some pair is missing, so completing twice
//! changes nothing. An end state that gets transitions is an end state no more. π is not completed. τ does
//! not count as having an action: a state whose τ successor offers `a` still gets `a` to θ, so completion is
//! meant for LTSs without τ. Time and space are states times alphabet.

use suppose_base::StateId;

use crate::{Lts, RowBuilder};

/// A completed LTS. The states of the original keep their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The LTS in which every ordinary state has every action.
    pub lts: Lts,
    /// θ, when it was needed.
    pub sink: Option<StateId>,
}

/// Adds transitions to a sink for every action of the alphabet that a state lacks.
///
/// # Panics
/// When states times alphabet is more than 32 bits can count.
pub fn complete(lts: &Lts) -> Completed {
    let theta = StateId::must(lts.num_states());
    let mut sink = None;
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        let mut rest = lts.transitions(s);
        for t in rest {
            rows.add(t.action, t.target);
        }
        for &action in lts.alphabet() {
            rest = &rest[rest.partition_point(|t| t.action < action)..];
            if rest.first().is_none_or(|t| t.action != action) {
                rows.add(action, theta);
                sink = Some(theta);
            }
        }
        rows.end_row();
    }
    if sink.is_some() {
        for &action in lts.alphabet() {
            rows.add(action, theta);
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    let end = lts.end().filter(|_| lts.alphabet().is_empty());
    let lts = rows.finish(lts.initial(), end).expect("states times alphabet fits 32 bits");
    Completed { lts, sink }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn missing_actions_go_to_the_sink() {
        let lts = lts_of(2, &[(0, 0, 1), (0, 1, 1), (0, 1, PI), (1, 2, 0)], &[]);
        let Completed { lts: whole, sink } = complete(&lts);
        assert_eq!(sink, Some(StateId::must(2)));
        let expected =
            [(0, 0, 1), (0, 1, 1), (0, 1, PI), (0, 2, 2), (1, 1, 2), (1, 2, 0), (2, 1, 2), (2, 2, 2)];
        assert_eq!(rows_of(&whole), expected);
        assert_eq!(complete(&whole), Completed { lts: whole, sink: None });
    }

    #[test]
    fn an_end_state_survives_only_without_actions() {
        let mut b = crate::LtsBuilder::new(1);
        b.set_end(Some(StateId::must(0)));
        let silent = b.clone().finish().expect("valid");
        assert_eq!(complete(&silent), Completed { lts: silent, sink: None });
        b.extend_alphabet([crate::ActionId::from_raw(1)]);
        let Completed { lts: whole, sink } = complete(&b.finish().expect("valid"));
        assert_eq!((whole.end(), sink), (None, Some(StateId::must(1))));
        assert_eq!(rows_of(&whole), [(0, 1, 1), (1, 1, 1)]);
    }
}
