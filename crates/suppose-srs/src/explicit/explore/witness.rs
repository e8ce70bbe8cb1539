//! Runs, from where things were found first.

use super::super::run::{Ending, Macrostep, Micro, Run};
use super::super::valuation::Valuation;
use super::search::{End, Place, Search};

impl Search<'_, '_> {
    /// A run of the fewest macrosteps to an end.
    pub(super) fn run_to(&self, end: &End) -> Run {
        let (place, received) = &end.from;
        self.run_with(place, Ending::Quiescent { received: received.clone() })
    }

    /// A run to a microstep in which an event gets two values, if one was found.
    pub(super) fn two_values(&self) -> Option<Run> {
        let ((place, received), clash) = self.clash.as_ref()?;
        let (taken, event) = (clash.taken.clone(), clash.event);
        Some(self.run_with(place, Ending::TwoValues { received: received.clone(), taken, event }))
    }

    /// A run to this place of its last macrostep, which ends so.
    pub(super) fn run_with(&self, place: &Place, ending: Ending) -> Run {
        let mut macrosteps = Vec::new();
        let mut end = Some((place, ending));
        while let Some((place, ending)) = end {
            let (stable, inputs, microsteps) = self.macrostep_to(place);
            let stable = &self.stable[stable];
            macrosteps.push(Macrostep { before: stable.states.clone(), inputs, microsteps, ending });
            end = stable
                .from
                .as_ref()
                .map(|(place, received)| (place, Ending::Quiescent { received: received.clone() }));
        }
        macrosteps.reverse();
        Run { macrosteps }
    }

    /// The stable state and inputs with which a macrostep to this place begins, and its microsteps.
    fn macrostep_to(&self, place: &Place) -> (usize, Valuation, Vec<Micro>) {
        let mut microsteps = Vec::new();
        let mut at = place;
        loop {
            match at {
                Place::Start(stable, inputs) => {
                    microsteps.reverse();
                    return (*stable, inputs.clone(), microsteps);
                }
                Place::Node(node) => {
                    let node = &self.nodes[*node];
                    microsteps.push(Micro {
                        received: node.from.1.clone(),
                        taken: node.taken.clone(),
                        emitted: node.emitted.clone(),
                        states: node.key.states.clone(),
                    });
                    at = &node.from.0;
                }
            }
        }
    }
}
