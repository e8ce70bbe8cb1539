//! Does an assumption allow everything harmless? The second oracle of a teacher that knows the component.
//!
//! The assumption is walked together with the lazily determinised traces to π. A word that does not lead to
//! π, and that the assumption does not allow, shows that it is too strong. Once a word is one that the
//! components cannot take part in (θ), all its extensions have to be allowed. Breadth-first in order of
//! letters: the word found is a shortest one, and the least of them.
//!
//! With premise 1, which shows that nothing harmful is allowed, this decides that an assumption is the
//! weakest. Time is linear in pairs of a set and a state of the assumption, times letters; the sets are
//! shared with the membership queries.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;
use suppose_lts::ops::Lazy;

/// Where a walk is: a set, or θ; and a state of the assumption.
type Place = (Option<StateId>, StateId);

/// A shortest word that does not lead to π and that a deterministic assumption does not allow.
pub(super) fn first_harmless(
    errors: &mut Lazy<'_>,
    letters: &[ActionId],
    assumption: &Lts,
    budget: &Budget,
) -> Result<Option<Vec<ActionId>>, StopReason> {
    let start: Place = (Some(errors.initial()), assumption.initial());
    let mut found: Vec<(Place, ActionId, usize)> = vec![(start, ActionId::TAU, 0)];
    let mut known: FxHashSet<Place> = FxHashSet::default();
    known.insert(start);
    let mut next = 0;
    while let Some(&((set, state), _, _)) = found.get(next) {
        if next.is_multiple_of(1024) {
            budget.poll(Poll::Compare)?;
            budget.check_states(found.len() as u64)?;
        }
        for &letter in letters {
            let after = match set {
                Some(set) => errors.step(set, letter, budget)?,
                None => None,
            };
            if after.is_some_and(StateId::is_error) {
                continue;
            }
            let Some(step) = assumption.successors(state, letter).first() else {
                let mut word = vec![letter];
                while next != 0 {
                    word.push(found[next].1);
                    next = found[next].2;
                }
                word.reverse();
                return Ok(Some(word));
            };
            if known.insert((after, step.target)) {
                found.push(((after, step.target), letter, next));
            }
        }
        next += 1;
    }
    Ok(None)
}
