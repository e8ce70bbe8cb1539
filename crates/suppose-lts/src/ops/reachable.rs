//! The reachable part of an LTS, numbered breadth-first.
//!
//! The initial state becomes 0 and states are numbered in the order in which a breadth-first walk finds them,
//! taking each row in its order; so two LTSs that differ only in state numbers and are deterministic give
//! equal results. Unreachable states are dropped (the map says so), the alphabet is kept, and an end state
//! that cannot be reached is forgotten. An LTS that starts in π has no states left. Linear but for sorting
//! the rows under new numbers.

use suppose_base::StateId;

use crate::{Lts, Mapped, RowBuilder, StateMap};

/// The part of the LTS that can be reached from its initial state.
pub fn reachable(lts: &Lts) -> Mapped {
    let mut to: Vec<Option<StateId>> = vec![None; lts.num_states()];
    let mut order: Vec<StateId> = Vec::new();
    let initial = lts.initial();
    if !initial.is_error() {
        to[initial.index()] = Some(StateId::must(0));
        order.push(initial);
    }
    let mut rows = RowBuilder::new();
    let mut next = 0;
    while let Some(&s) = order.get(next) {
        next += 1;
        for t in lts.transitions(s) {
            if t.target.is_error() {
                rows.add(t.action, t.target);
                continue;
            }
            let new = *to[t.target.index()].get_or_insert_with(|| {
                order.push(t.target);
                StateId::must(order.len() - 1)
            });
            rows.add(t.action, new);
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied());
    let map = StateMap::new(to);
    let start = if initial.is_error() { StateId::ERROR } else { StateId::must(0) };
    let end = lts.end().and_then(|end| map.get(end));
    let lts = rows.finish(start, end).expect("a part of an LTS is no larger than it");
    Mapped { lts, map }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn numbers_are_breadth_first_and_the_rest_is_dropped() {
        let s = StateId::must;
        let mut b = crate::LtsBuilder::new(6);
        let edge = |b: &mut crate::LtsBuilder, from: usize, action: u32, to: StateId| {
            b.add(s(from), crate::ActionId::from_raw(action), to);
        };
        edge(&mut b, 4, 1, s(5));
        edge(&mut b, 4, 2, s(2));
        edge(&mut b, 5, 1, s(4));
        edge(&mut b, 5, 3, s(0));
        edge(&mut b, 2, 1, StateId::ERROR);
        edge(&mut b, 1, 4, s(4));
        edge(&mut b, 1, 4, s(3));
        b.set_initial(s(4));
        b.set_end(Some(s(0)));
        let lts = b.finish().expect("valid");
        let Mapped { lts: part, map } = reachable(&lts);
        assert_eq!(rows_of(&part), [(0, 1, 1), (0, 2, 2), (1, 1, 0), (1, 3, 3), (2, 1, PI)]);
        assert_eq!((part.initial(), part.end()), (s(0), Some(s(3))));
        assert_eq!(part.alphabet(), lts.alphabet());
        let went: Vec<_> = lts.states().map(|state| map.get(state).map(StateId::raw)).collect();
        assert_eq!(went, [Some(3), None, Some(2), None, Some(0), Some(1)]);
    }

    #[test]
    fn nothing_is_reachable_from_the_error_state() {
        let mut b = crate::LtsBuilder::new(1);
        b.set_initial(StateId::ERROR);
        b.extend_alphabet([crate::ActionId::from_raw(1)]);
        let part = reachable(&b.finish().expect("valid"));
        assert_eq!(part.lts.num_states(), 0);
        assert!(part.lts.initial().is_error());
        assert_eq!(part.lts.alphabet().len(), 1);
        assert_eq!(part.map.get(StateId::must(0)), None);
        let untouched = lts_of(1, &[(0, 1, 0)], &[]);
        assert_eq!(reachable(&untouched), Mapped::unchanged(untouched));
    }
}
