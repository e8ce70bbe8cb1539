//! The searches behind the premises of the rules, on reduced LTSs.
//!
//! [`first_error`] looks for a word that an assumption allows and that can lead a part to π: premise ⟨A⟩ M
//! ⟨P⟩ with M and P made into one [`Part`](crate::part::Part). [`first_escape`] looks for a word that a part
//! can perform and an assumption does not allow: premise ⟨true⟩ M ⟨A⟩. Both walk pairs of states level by
//! level in the number of letters, so the word found is a shortest one, and the same on every run. Time is
//! linear in the product of the two LTSs; nothing is determinised.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use crate::outcome::sum;

/// Work for a pair of states, and for a step of it.
const PAIR: u64 = 35;
const STEP: u64 = 60;

/// A shortest word of a deterministic assumption over which `errors` can reach π; `None` when there is none.
/// No assumption allows everything. Actions that only one of the two has are not restricted by the other.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn first_error(
    assumption: Option<&Lts>,
    errors: &Lts,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Option<Vec<ActionId>>, StopReason> {
    Search::new(errors, assumption, Looking::ForErrors).counted(effort, budget)
}

/// A shortest word of `traces` that leaves a deterministic assumption; `None` when there is none.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn first_escape(
    traces: &Lts,
    assumption: &Lts,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Option<Vec<ActionId>>, StopReason> {
    Search::new(traces, Some(assumption), Looking::ForEscapes).counted(effort, budget)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Looking {
    ForErrors,
    ForEscapes,
}

/// A breadth-first search over pairs of a state of the part and one of the assumption.
struct Search<'a> {
    part: &'a Lts,
    assumption: Option<&'a Lts>,
    looking: Looking,
    /// Pairs in order, with the letter that led to each, τ for none, and where from.
    found: Vec<(StateId, StateId, ActionId, u32)>,
    known: FxHashSet<(StateId, StateId)>,
}

impl<'a> Search<'a> {
    fn new(part: &'a Lts, assumption: Option<&'a Lts>, looking: Looking) -> Self {
        Self { part, assumption, looking, found: Vec::new(), known: FxHashSet::default() }
    }

    /// Runs the search and adds the pairs it found to what was done.
    fn counted(mut self, effort: &mut Effort, budget: &Budget) -> Result<Option<Vec<ActionId>>, StopReason> {
        let found = self.run(budget);
        let states = self.found.len() as u64;
        *effort = sum(*effort, Effort { states_explored: states, max_states: states, ..Effort::default() });
        found
    }

    fn run(&mut self, budget: &Budget) -> Result<Option<Vec<ActionId>>, StopReason> {
        let start = self.assumption.map_or(StateId::must(0), Lts::initial);
        if self.part.initial().is_error() {
            return Ok((self.looking == Looking::ForErrors).then(Vec::new));
        }
        self.add(self.part.initial(), start, ActionId::TAU, 0);
        let mut toll = budget.toll(Poll::Premise);
        toll.settle()?;
        let mut level = 0;
        while level < self.found.len() {
            // First what is reached by the same number of letters ...
            let mut here = level;
            while here < self.found.len() {
                let (state, allowed, _, _) = self.found[here];
                let silent = self.part.successors(state, ActionId::TAU);
                toll.add(PAIR + STEP * silent.len() as u64)?;
                for t in silent {
                    if t.target.is_error() {
                        return Ok(Some(self.word(here, None)));
                    }
                    self.add(t.target, allowed, ActionId::TAU, here);
                }
                here += 1;
            }
            // ... then what is reached by one more.
            let next_level = self.found.len();
            for here in level..next_level {
                let (state, allowed, _, _) = self.found[here];
                let row = self.part.transitions(state);
                toll.add(PAIR + STEP * row.len() as u64)?;
                for t in row.iter().skip_while(|t| t.action.is_tau()) {
                    let after = match self.assumption {
                        Some(assumption) if assumption.has_action(t.action) => {
                            match assumption.successors(allowed, t.action).first() {
                                Some(step) => step.target,
                                None if self.looking == Looking::ForEscapes => {
                                    return Ok(Some(self.word(here, Some(t.action))));
                                }
                                None => continue,
                            }
                        }
                        _ => allowed,
                    };
                    if t.target.is_error() {
                        return Ok(Some(self.word(here, Some(t.action))));
                    }
                    self.add(t.target, after, t.action, here);
                }
            }
            budget.check_states(self.found.len() as u64)?;
            level = next_level;
        }
        toll.settle()?;
        Ok(None)
    }

    fn add(&mut self, state: StateId, allowed: StateId, action: ActionId, from: usize) {
        if self.known.insert((state, allowed)) {
            self.found.push((state, allowed, action, from as u32));
        }
    }

    fn word(&self, mut here: usize, last: Option<ActionId>) -> Vec<ActionId> {
        let mut word: Vec<ActionId> = last.into_iter().collect();
        while here != 0 {
            let (_, _, action, from) = self.found[here];
            if !action.is_tau() {
                word.push(action);
            }
            here = from as usize;
        }
        word.reverse();
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, word};

    #[test]
    fn errors_are_found_where_the_assumption_lets_them() {
        let budget = Budget::unlimited();
        // 1 1 leads to π, and so does 2 τ 1.
        let part = lts_of(4, &[(0, 1, 1), (1, 1, PI), (0, 2, 2), (2, 0, 3), (3, 1, PI), (1, 2, 0)], &[]);
        let all = first_error(None, &part, &mut Effort::default(), &budget).expect("no limit");
        assert_eq!(all, Some(word(&[1, 1])));
        // 1 and 2 in turn, 2 first.
        let turns = lts_of(2, &[(0, 2, 1), (1, 1, 0)], &[]);
        assert_eq!(
            first_error(Some(&turns), &part, &mut Effort::default(), &budget),
            Ok(Some(word(&[2, 1])))
        );
        let ones = lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[]);
        assert_eq!(first_error(Some(&ones), &part, &mut Effort::default(), &budget), Ok(None));
        let silent = lts_of(2, &[(0, 1, 1), (1, 0, PI)], &[2]);
        assert_eq!(first_error(Some(&ones), &silent, &mut Effort::default(), &budget), Ok(Some(word(&[1]))));
    }

    #[test]
    fn escapes_are_found() {
        let budget = Budget::unlimited();
        let turns = lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[]);
        let part = lts_of(3, &[(0, 0, 1), (1, 1, 0), (0, 2, 0)], &[]);
        assert_eq!(first_escape(&part, &turns, &mut Effort::default(), &budget), Ok(Some(word(&[2]))));
        let obeys = lts_of(3, &[(0, 0, 1), (1, 1, 2), (2, 3, 2), (2, 2, 0)], &[]);
        assert_eq!(first_escape(&obeys, &turns, &mut Effort::default(), &budget), Ok(None));
        let later = lts_of(3, &[(0, 1, 1), (1, 2, 2), (2, 0, 1)], &[]);
        assert_eq!(first_escape(&later, &turns, &mut Effort::default(), &budget), Ok(Some(word(&[1, 2, 2]))));
    }
}
