//! Weak bisimilarity as LTSA has it for `minimal`: a state that can do nothing but end silently *is* the end
//! state.
//!
//! In the other reductions the end state is equivalent to nothing else. LTSA puts a loop with an action of
//! its own on it before it minimises, so that a state whose silent steps all lead to the end has the same
//! weak moves as the end. The same is done here, and the loop taken away again. What can be observed is the
//! same: whoever is in such a state ends without anybody else's help and without any other choice.

use suppose_base::{ActionId, Budget, StateId, StopReason};

use super::weak;
use crate::{Lts, LtsBuilder, Mapped};

/// Reduces by weak bisimilarity, with states that can only end silently taken for the end state.
///
/// # Errors
/// When the budget is spent.
pub fn weak_to_end(lts: &Lts, budget: &Budget) -> Result<Mapped, StopReason> {
    let Some(end) = lts.end() else { return weak(lts, budget) };
    if !lts.has_tau() {
        return weak(lts, budget);
    }
    let mark = ActionId::from_raw(lts.alphabet().last().map_or(0, |action| action.raw()) + 1);
    let marked = rebuilt(lts, None, |builder| builder.add(end, mark, end), |_| true);
    let Mapped { lts: reduced, map } = weak(&marked, budget)?;
    let end = map.get(end);
    Ok(Mapped { lts: rebuilt(&reduced, end, |_| {}, |action| action != mark), map })
}

/// An LTS with another end state, with more transitions and without those of actions that are not kept.
fn rebuilt(
    lts: &Lts,
    end: Option<StateId>,
    more: impl FnOnce(&mut LtsBuilder),
    kept: impl Fn(ActionId) -> bool,
) -> Lts {
    let mut builder = LtsBuilder::new(lts.num_states());
    builder.set_initial(lts.initial());
    builder.set_end(end);
    builder.extend_alphabet(lts.alphabet().iter().copied().filter(|action| kept(*action)));
    for (source, t) in lts.all_transitions().filter(|(_, t)| kept(t.action)) {
        builder.add(source, t.action, t.target);
    }
    more(&mut builder);
    builder.finish().expect("the states are those of an LTS")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Edge, PI, rows_of};
    use suppose_testing::Random;

    fn ending(states: usize, edges: &[Edge], end: usize) -> Lts {
        let mut builder = LtsBuilder::new(states);
        for &(source, action, target) in edges {
            let target = if target == PI { StateId::ERROR } else { StateId::must(target) };
            builder.add(StateId::must(source), ActionId::from_raw(action), target);
        }
        builder.set_end(Some(StateId::must(end)));
        builder.finish().expect("valid")
    }

    fn reduced(states: usize, edges: &[Edge], end: usize) -> (Vec<Edge>, Option<usize>) {
        let Mapped { lts, .. } =
            weak_to_end(&ending(states, edges, end), &Budget::unlimited()).expect("no limit");
        lts.check_invariants().expect("valid");
        (rows_of(&lts), lts.end().map(StateId::index))
    }

    #[test]
    fn a_silent_end_is_an_end() {
        // c -> tau -> END
        assert_eq!(reduced(3, &[(0, 1, 1), (1, 0, 2)], 2), (vec![(0, 1, 1)], Some(1)));
        // tau -> END from the beginning
        assert_eq!(reduced(2, &[(0, 0, 1)], 1), (vec![], Some(0)));
        // A loop of silent steps that can be left for the end only.
        assert_eq!(reduced(4, &[(0, 1, 1), (1, 0, 2), (2, 0, 1), (2, 0, 3)], 3), (vec![(0, 1, 1)], Some(1)));
    }

    #[test]
    fn a_choice_is_none() {
        // tau -> END beside b, beside a deadlock, beside π, beside a silent loop without end.
        for other in [vec![(1, 2, 0)], vec![(1, 0, 3)], vec![(1, 0, PI)]] {
            let mut edges = vec![(0, 1, 1), (1, 0, 2)];
            edges.extend(other);
            let (rows, end) = reduced(4, &edges, 2);
            assert_eq!((rows.len(), end.is_some()), (edges.len(), true), "{edges:?}");
        }
        let (rows, end) = reduced(4, &[(0, 1, 1), (1, 0, 2), (1, 0, 3), (3, 0, 3)], 2);
        assert_eq!((rows, end), (vec![(0, 1, 1), (1, 0, 2), (1, 0, 3)], Some(2)));
    }

    #[test]
    fn otherwise_it_is_weak_bisimilarity() {
        let budget = Budget::unlimited();
        let mut random = Random::new(7);
        let mut merged = 0;
        for _ in 0..2000 {
            let n = 2 + random.below(5);
            let end = n - 1;
            let mut edges = Vec::new();
            for _ in 0..random.below(3 * n) {
                let target = if random.below(12) == 0 { PI } else { random.below(n) };
                edges.push((random.below(end), random.below(3u32), target));
            }
            let lts = ending(n, &edges, end);
            let (ours, plain) =
                (weak_to_end(&lts, &budget).expect("no limit"), weak(&lts, &budget).expect("no limit"));
            assert!(ours.lts.num_states() <= plain.lts.num_states(), "{edges:?}");
            merged += plain.lts.num_states() - ours.lts.num_states();
            assert_eq!(ours.lts.alphabet(), lts.alphabet());
            // Where nothing ends silently and at once the two are the same.
            let at_once = plain.lts.states().any(|s| {
                let row = plain.lts.transitions(s);
                !row.is_empty() && row.iter().all(|t| t.action.is_tau() && !t.target.is_error())
            });
            if !at_once {
                assert_eq!(ours.lts, plain.lts, "{edges:?}");
            }
        }
        assert!(merged > 50, "{merged}");
    }
}
