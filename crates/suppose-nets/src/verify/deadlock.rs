//! Deadlock, by parts.
//!
//! When no step can fail, the components are taken as refinement left them and without the steps that fail:
//! no run of the design takes these. Otherwise they are built anew with everything that can happen.
//! Composition then keeps deadlocks and divergence.
//!
//! A deadlock is traced back through the compositions, followed through the nets and replayed.

use suppose_base::{Budget, Verdict};

use super::Effort;
use super::flat::unconfirmed;
use super::parts::{Looked, Parts, leaves, no_way_back, without_failures};
use crate::failure::Failures;
use crate::follow::run_to_deadlock;
use crate::graph::StateGraph;
use crate::minimise::{Found, Keep, minimise};
use crate::replay::replay;
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
            &|action| free.contains(&action),
            budget,
        );
        stuck.effort.states += spent.states;
        stuck.effort.peak_states = stuck.effort.peak_states.max(spent.peak_states);
        stuck.effort.peak_transitions = stuck.effort.peak_transitions.max(spent.peak_transitions);
        stuck.effort.composed += spent.built;
        stuck.verdict = match found {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(Found::Nothing) => Verdict::Holds,
            Ok(Found::Something(way)) => {
                let nets: Vec<&[usize]> = units.iter().map(|unit| &unit.nets[..]).collect();
                let run = way.map(|way| run_to_deadlock(self.design, &nets, &way.word, budget));
                match run.transpose() {
                    Ok(run) => match run.flatten().map(|run| (replay(self.design, &run), run)) {
                        Some((Ok(_), run)) => Verdict::Violated(run),
                        Some((Err(why), _)) => Verdict::Inconclusive(unconfirmed(&why)),
                        None => Verdict::Inconclusive(no_way_back()),
                    },
                    Err(reason) => Verdict::Inconclusive(reason),
                }
            }
        };
        stuck
    }
}
