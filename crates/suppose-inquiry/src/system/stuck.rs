//! Why a deadlock is one: for each component what it could do next, and who refuses.
//!
//! In a deadlock every action that some component offers is refused by another one, which has the action in
//! its alphabet but not in its present state; otherwise the action could happen. The explanation follows from
//! the definition of the product alone and asks nothing of the search that found the deadlock.

use suppose_base::{ActionId, StateId};
use suppose_lts::System;

use crate::{Held, Offer, Stuck};

/// Of a component that offers more actions than this, the rest is not looked at: nobody reads so much.
const MOST_OFFERS: usize = 1000;

/// What holds each component up, by the local states of all.
pub fn explain(system: &System, states: &[StateId]) -> Vec<Stuck> {
    let one = |(component, &state): (usize, &StateId)| Stuck {
        component: system.components[component].name.clone(),
        held: held(system, states, component, state),
    };
    states.iter().enumerate().map(one).collect()
}

fn held(system: &System, states: &[StateId], component: usize, state: StateId) -> Held {
    let lts = &system.components[component].lts;
    if lts.end() == Some(state) {
        return Held::Terminated;
    }
    let mut offers: Vec<ActionId> = lts.transitions(state).iter().map(|t| t.action).collect();
    offers.dedup();
    offers.truncate(MOST_OFFERS);
    if offers.is_empty() {
        return Held::Stopped;
    }
    // Actions that the same components refuse are named together, in the order of the first.
    let mut groups: Vec<(Vec<usize>, Vec<String>)> = Vec::new();
    for action in offers {
        let refusing = refusing(system, states, action);
        let name = system.actions.name(action).to_owned();
        match groups.iter_mut().find(|(others, _)| *others == refusing) {
            Some((_, names)) => names.push(name),
            None => groups.push((refusing, vec![name])),
        }
    }
    let name = |&i: &usize| system.components[i].name.clone();
    let offer = |(refusing, actions): (Vec<usize>, Vec<String>)| Offer {
        actions,
        refused_by: refusing.iter().map(name).collect(),
    };
    Held::Refused(groups.into_iter().map(offer).collect())
}

/// The components that have an action in their alphabet and cannot do it now.
fn refusing(system: &System, states: &[StateId], action: ActionId) -> Vec<usize> {
    let refuses = |&(index, &state): &(usize, &StateId)| {
        let lts = &system.components[index].lts;
        lts.has_action(action) && lts.successors(state, action).is_empty()
    };
    states.iter().enumerate().filter(refuses).map(|(index, _)| index).collect()
}
