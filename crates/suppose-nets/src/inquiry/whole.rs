//! A design as one LTS: the graph of all nets together, and not the product of theirs, which can be much
//! larger.

use suppose_base::{Budget, Diagnostic};
use suppose_inquiry::{Failure, Reader, Whole};

use super::NetInquiry;
use super::inconsistency::{self, listed};
use crate::build::state_graph;
use crate::design::Design;
use crate::failure::{Failure as Kind, Failures};
use crate::replay::{Cause, replay};
use crate::search::search;

impl NetInquiry {
    /// The graph of the whole, or of the net that the target is. A whole that is not safe has none.
    pub(super) fn whole_graph(&self, reader: &mut Reader) -> Result<Whole, Failure> {
        let design = &self.design;
        let (name, built) = if let Some(net) = self.net {
            let built = state_graph(design, &[net], Failures::STEPS, false, &reader.budget)?;
            (design.nets[net].name.clone(), built)
        } else {
            if let Some(graph) = &self.graph {
                reader.warnings.extend(inconsistency::warning(graph, &reader.budget));
            }
            let all: Vec<usize> = (0..design.nets.len()).collect();
            let built = state_graph(design, &all, Failures::of(&[Kind::Safety]), false, &reader.budget)?;
            if built.graph.lts.has_error() {
                return Err(not_safe(design, &reader.budget).into());
            }
            (design.name.clone(), built)
        };
        let (lts, actions) = (built.graph.lts, design.actions.clone());
        Ok(Whole { name, lts, actions, ended: 0, firings: Some(built.firings) })
    }
}

/// The message about a design that is not safe.
fn not_safe(design: &Design, budget: &Budget) -> Diagnostic {
    let found = search(design, Failures::of(&[Kind::Safety]), budget);
    let run = found.runs.first();
    let replayed = run.and_then(|run| replay(design, run).ok());
    let cause = replayed.as_ref().and_then(|run| run.causes.first().copied());
    let fired = replayed.as_ref().and_then(|run| run.fired.last().copied().flatten());
    let place = fired.and_then(|(net, transition)| design.nets[net].transitions[transition].span);
    let message = match cause {
        Some(Cause::SecondToken(net, place)) => {
            let net = &design.nets[net];
            format!("place `{}` of `{}` can get a second token", net.places[place.index()].name, net.name)
        }
        _ => "a place can get a second token".to_owned(),
    };
    let mut diagnostic = Diagnostic::error("E0807", message)
        .help("`suppose check` shows how; a net that is not safe has no state graph here");
    if let Some(place) = place {
        diagnostic = diagnostic.at(place, "the last step");
    }
    match run {
        Some(run) => {
            let names: Vec<&str> = run.actions.iter().map(|&action| design.actions.name(action)).collect();
            diagnostic.note(format!("after {}", listed(&names)))
        }
        None => diagnostic,
    }
}
