//! Deadlock, by parts.
//!
//! When no step can fail, the components are taken as refinement left them and without the steps that fail: no run of the design takes these. Otherwise they are
//! built anew with everything that can happen. Composition then keeps deadlocks and divergence.
//!
//! A deadlock is shown by a run, which the search of the whole has to find; it has as many states as the budget allows.

use suppose_base::{Budget, Verdict};

use super::Effort;
use super::flat;
use super::parts::{Looked, Parts, leaves, without_failures};
use crate::failure::{Failure, Failures};
use crate::graph::StateGraph;
use crate::minimise::{Found, Keep, minimise};
use crate::search::Run;

/// What looking for a deadlock came to.
pub(super) struct Stuck {
    pub(super) verdict: Verdict<Run>,
    pub(super) effort: Effort,
    pub(super) notes: Vec<String>,
}

impl Parts<'_> {
    pub(super) fn look_for_deadlock(&self, looked: &Looked, budget: &Budget) -> Stuck {
        let mut stuck = Stuck { verdict: Verdict::Holds, effort: Effort::default(), notes: Vec::new() };
        let full;
        let (units, graphs) = if let Some(sound) = &looked.sound {
            stuck.effort = looked.effort;
            (&sound.units, sound.graphs.iter().map(without_failures).collect())
        } else {
            match self.take_apart(Failures::NONE, &mut stuck.effort, budget) {
                Ok(taken) => {
                    full = taken;
                    (&full.units, full.graphs.clone())
                }
                Err(reason) => {
                    stuck.verdict = Verdict::Inconclusive(reason);
                    return stuck;
                }
            }
        };
        let graphs: Vec<StateGraph> = graphs;
        let leaves = leaves(units, &graphs);
        let free = self.free();
        let (found, spent) = minimise(
            &leaves,
            Keep::Deadlocks,
            self.options.sharing,
            &|action| free.contains_key(&action),
            budget,
        );
        stuck.effort.states += spent.states;
        stuck.effort.peak_states = stuck.effort.peak_states.max(spent.peak_states);
        stuck.effort.peak_transitions = stuck.effort.peak_transitions.max(spent.peak_transitions);
        stuck.effort.composed += spent.built;
        stuck.verdict = match found {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(Found::Nothing) => Verdict::Holds,
            Ok(Found::Something(_)) => {
                let answers = flat::answer(self.design, &[Failure::Deadlock], budget);
                let answer = answers.into_iter().next().expect("one question");
                stuck.effort.join(&answer.effort);
                if matches!(answer.verdict, Verdict::Inconclusive(_)) {
                    stuck.notes.push("there is a deadlock; the search for a run to it was stopped".into());
                }
                answer.verdict
            }
        };
        stuck
    }
}
