//! Why a deadlock is one: for each component what it could do next, and who refuses.
//!
//! In a deadlock every action that some component offers is refused by another one, which has the action in its alphabet but not in its
//! present state; otherwise the action could happen. The explanation follows from the definition of the product alone and asks nothing of
//! the search that found the deadlock.

use suppose::base::{ActionId, StateId};
use suppose::lts::System;
use suppose::lts::product::Witness;

/// More components, actions or names than these are only counted, unless the user wants to see all.
const MOST_COMPONENTS: usize = 16;
const MOST_NAMES: usize = 4;

/// Of a component that offers more actions than this, the rest is not looked at: nobody reads so much.
const MOST_OFFERS: usize = 1000;

/// The lines that say what holds each component up at the end of a witness.
pub(super) fn explain(system: &System, witness: &Witness, all: bool) -> Vec<String> {
    let start = || system.components.iter().map(|c| c.lts.initial()).collect();
    let states: Vec<StateId> = witness.steps.last().map_or_else(start, |step| step.states.clone());
    let stuck = Stuck { system, states: &states, all };
    let count = system.components.len();
    let shown = if all || count <= MOST_COMPONENTS { count } else { MOST_COMPONENTS };
    let mut lines = vec!["  Nobody can move:".to_owned()];
    lines.extend((0..shown).map(|component| format!("    {}", stuck.component(component))));
    if shown < count {
        lines.push(format!("    … and {} more components (-v shows all)", count - shown));
    }
    lines
}

/// The state in which nobody can move.
struct Stuck<'s> {
    system: &'s System,
    /// The local state of each component.
    states: &'s [StateId],
    all: bool,
}

impl Stuck<'_> {
    /// What holds one component up.
    fn component(&self, component: usize) -> String {
        let part = &self.system.components[component];
        let state = self.states[component];
        if part.lts.end() == Some(state) {
            return format!("{} has terminated", part.name);
        }
        let mut offers: Vec<ActionId> = part.lts.transitions(state).iter().map(|t| t.action).collect();
        offers.dedup();
        let cut = offers.len() > MOST_OFFERS;
        offers.truncate(MOST_OFFERS);
        if offers.is_empty() {
            return format!("{} has stopped", part.name);
        }
        // Actions that the same components refuse are named together, in the order of the first.
        let mut groups: Vec<(Vec<usize>, Vec<&str>)> = Vec::new();
        for action in offers {
            let refusing = self.refusing(action);
            let name = self.system.actions.name(action);
            match groups.iter_mut().find(|(others, _)| *others == refusing) {
                Some((_, names)) => names.push(name),
                None => groups.push((refusing, vec![name])),
            }
        }
        let hidden = if self.all { 0 } else { groups.len().saturating_sub(MOST_NAMES) };
        let mut clauses: Vec<String> = groups[..groups.len() - hidden]
            .iter()
            .map(|(refusing, actions)| {
                let refusing: Vec<&str> =
                    refusing.iter().map(|&i| self.system.components[i].name.as_str()).collect();
                format!("{}, refused by {}", self.listed(actions), self.listed(&refusing))
            })
            .collect();
        if hidden > 0 || cut {
            clauses.push("and more".to_owned());
        }
        format!("{} could do {}", part.name, clauses.join("; "))
    }

    /// The components that have an action in their alphabet and cannot do it now.
    fn refusing(&self, action: ActionId) -> Vec<usize> {
        let refuses = |&(index, &state): &(usize, &StateId)| {
            let lts = &self.system.components[index].lts;
            lts.has_action(action) && lts.successors(state, action).is_empty()
        };
        self.states.iter().enumerate().filter(refuses).map(|(index, _)| index).collect()
    }

    /// Names with commas between them, not too many.
    fn listed(&self, names: &[&str]) -> String {
        if self.all || names.len() <= MOST_NAMES {
            return names.join(", ");
        }
        format!("{} and {} more", names[..MOST_NAMES].join(", "), names.len() - MOST_NAMES)
    }
}
