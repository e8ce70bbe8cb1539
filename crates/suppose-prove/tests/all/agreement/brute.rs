//! The reference: an explicit search of the product, from the definition.

use std::collections::BTreeSet;

use suppose_base::{ActionId, StateId};
use suppose_lts::{Role, System};

/// Whether the watched component can reach π with the components that are no properties. Priority is about
/// the moves in which one of these takes part.
pub(crate) fn violated(system: &System, watched: usize) -> bool {
    let parts: Vec<usize> = (0..system.components.len())
        .filter(|&i| i == watched || system.components[i].role == Role::Component)
        .collect();
    let ltss: Vec<_> = parts.iter().map(|&i| &system.components[i].lts).collect();
    let place = parts.iter().position(|&i| i == watched).expect("it is one of them");
    let start: Vec<StateId> = ltss.iter().map(|lts| lts.initial()).collect();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut pending = vec![start];
    while let Some(now) = pending.pop() {
        if now[place].is_error() {
            return true;
        }
        if now.iter().any(|s| s.is_error()) {
            continue;
        }
        let is_part = |i: usize| system.components[parts[i]].role == Role::Component;
        let mut moves: Vec<(ActionId, bool, Vec<StateId>)> = Vec::new();
        for (i, lts) in ltss.iter().enumerate() {
            for t in lts.transitions(now[i]).iter().filter(|t| t.action.is_tau()) {
                let mut next = now.clone();
                next[i] = t.target;
                moves.push((t.action, is_part(i), next));
            }
        }
        let actions: BTreeSet<ActionId> = ltss.iter().flat_map(|l| l.alphabet().iter().copied()).collect();
        for action in actions {
            let mut joint = vec![now.clone()];
            for (i, lts) in ltss.iter().enumerate().filter(|(_, lts)| lts.alphabet().contains(&action)) {
                let mut longer = Vec::new();
                for next in &joint {
                    for t in lts.transitions(now[i]).iter().filter(|t| t.action == action) {
                        let mut next = next.clone();
                        next[i] = t.target;
                        longer.push(next);
                    }
                }
                joint = longer;
            }
            let ranked = (0..ltss.len()).any(|i| is_part(i) && ltss[i].alphabet().contains(&action));
            moves.extend(joint.into_iter().map(|next| (action, ranked, next)));
        }
        if let Some(priority) = &system.priority {
            let listed = |action: ActionId| priority.actions.contains(&action);
            let high = |&(action, ranked, _): &(ActionId, bool, _)| {
                ranked && listed(action) != priority.listed_are_low && !priority.exempt.contains(&action)
            };
            let low = |&(action, ranked, _): &(ActionId, bool, _)| {
                ranked && listed(action) == priority.listed_are_low && !priority.exempt.contains(&action)
            };
            if moves.iter().any(high) {
                moves.retain(|m| !low(m));
            }
        }
        for (_, _, next) in moves {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    false
}
