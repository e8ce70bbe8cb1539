//! The reference: an explicit search of the product, from the definition.

use std::collections::BTreeSet;

use suppose_base::{ActionId, StateId};
use suppose_lts::{Role, System};

/// Whether the watched component can reach π with the components that are no properties.
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
        let mut moves: Vec<Vec<StateId>> = Vec::new();
        for (i, lts) in ltss.iter().enumerate() {
            for t in lts.transitions(now[i]).iter().filter(|t| t.action.is_tau()) {
                let mut next = now.clone();
                next[i] = t.target;
                moves.push(next);
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
            moves.extend(joint);
        }
        for next in moves {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    false
}
