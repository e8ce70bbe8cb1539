//! Three operations around π: forget transitions to it, let it spread backwards over τ, keep only what leads
//! to it.
//!
//! [`propagate_error`]: no environment can keep a component from a silent step, so a state with a path of τ steps
//! to π is as bad as π itself (Giannakopoulou, Păsăreanu and Barringer, ASE 2002, step "backward error
//! propagation"). Such states become π, the initial state too, and what can then no longer be reached is
//! dropped. [`drop_error`] deletes the transitions to π and keeps the states; an LTS that starts in π still
//! does. [`towards_error`] keeps only what can still lead to π: where nothing but the traces to π matters,
//! the rest is noise. All are linear.

use suppose_base::{ActionId, StateId};

use super::{Predecessors, reachable};
use crate::{Lts, Mapped, RowBuilder, StateMap};

/// Deletes every transition to π.
pub fn drop_error(lts: &Lts) -> Lts {
    rebuild(lts, lts.initial(), |t| (!t.is_error()).then_some(t))
}

/// Makes every state that can reach π silently π itself, and keeps the reachable part.
pub fn propagate_error(lts: &Lts) -> Mapped {
    let silent = Predecessors::of(lts, ActionId::is_tau);
    let mut bad = vec![false; lts.num_states()];
    let mut pending = vec![StateId::ERROR];
    while let Some(state) = pending.pop() {
        for &source in silent.get(state) {
            if !bad[source.index()] {
                bad[source.index()] = true;
                pending.push(source);
            }
        }
    }
    let place = |s: StateId| if !s.is_error() && bad[s.index()] { StateId::ERROR } else { s };
    let spread = rebuild(lts, place(lts.initial()), |t| Some(place(t)));
    let map = StateMap::new(lts.states().map(|s| Some(place(s))).collect());
    let part = reachable(&spread);
    Mapped { map: map.then(&part.map), lts: part.lts }
}

/// Keeps the reachable states from which π can be reached, and the transitions between them and to π: the
/// traces to π stay the same, the others go. When π cannot be reached at all, one state without transitions
/// is left.
pub fn towards_error(lts: &Lts) -> Mapped {
    let before = Predecessors::of(lts, |_| true);
    let mut doomed = vec![false; lts.num_states()];
    let mut pending = vec![StateId::ERROR];
    while let Some(state) = pending.pop() {
        for &source in before.get(state) {
            if !std::mem::replace(&mut doomed[source.index()], true) {
                pending.push(source);
            }
        }
    }
    let keeps = |t: StateId| (t.is_error() || doomed[t.index()]).then_some(t);
    reachable(&rebuild(lts, lts.initial(), keeps))
}

/// The same states with every target replaced or its transition deleted.
fn rebuild(lts: &Lts, initial: StateId, target: impl Fn(StateId) -> Option<StateId>) -> Lts {
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        for t in lts.transitions(s) {
            if let Some(to) = target(t.target) {
                rows.add(t.action, to);
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    rows.finish(initial, lts.end()).expect("no states and no transitions are added")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn errors_spread_over_silent_steps_only() {
        // 0 -a-> 1 -τ-> 2 -τ-> π, 2 -a-> 3; 0 -b-> 4 -a-> π; 3 is only reachable through 2.
        let lts =
            lts_of(5, &[(0, 1, 1), (1, 0, 2), (2, 0, PI), (2, 1, 3), (0, 2, 4), (4, 1, PI), (3, 2, 0)], &[7]);
        let Mapped { lts: part, map } = propagate_error(&lts);
        assert_eq!(rows_of(&part), [(0, 1, PI), (0, 2, 1), (1, 1, PI)]);
        assert_eq!(part.alphabet(), lts.alphabet());
        let went: Vec<_> = lts.states().map(|s| map.get(s)).collect();
        let (pi, s) = (Some(StateId::ERROR), StateId::must);
        assert_eq!(went, [Some(s(0)), pi, pi, None, Some(s(1))]);
    }

    #[test]
    fn a_silent_path_from_the_start_breaks_everything() {
        let lts = lts_of(3, &[(0, 0, 1), (1, 0, 0), (1, 0, 2), (2, 0, PI), (0, 1, 0)], &[]);
        let part = propagate_error(&lts);
        assert!(part.lts.initial().is_error());
        assert_eq!(part.lts.num_states(), 0);
        assert_eq!(part.map.get(StateId::must(1)), Some(StateId::ERROR));
    }

    #[test]
    fn only_what_leads_to_the_error_state_stays() {
        // 0 -a-> 1 -b-> π; 0 -b-> 2 -a-> 2; 1 -τ-> 2; 3 -a-> π cannot be reached.
        let lts = lts_of(4, &[(0, 1, 1), (1, 2, PI), (0, 2, 2), (2, 1, 2), (1, 0, 2), (3, 1, PI)], &[9]);
        let Mapped { lts: part, map } = towards_error(&lts);
        assert_eq!(rows_of(&part), [(0, 1, 1), (1, 2, PI)]);
        assert_eq!(part.alphabet(), lts.alphabet());
        let s = StateId::must;
        assert_eq!(
            lts.states().map(|x| map.get(x)).collect::<Vec<_>>(),
            [Some(s(0)), Some(s(1)), None, None]
        );
        let safe = towards_error(&lts_of(2, &[(0, 1, 1), (1, 1, 0)], &[])).lts;
        assert_eq!((safe.num_states(), safe.num_transitions()), (1, 0));
    }

    #[test]
    fn dropped_errors_leave_the_rest() {
        let lts = lts_of(2, &[(0, 1, PI), (0, 1, 1), (1, 2, PI)], &[]);
        let good = drop_error(&lts);
        assert_eq!(rows_of(&good), [(0, 1, 1)]);
        assert_eq!(good.alphabet(), lts.alphabet());
        assert!(!good.has_error());
    }
}
