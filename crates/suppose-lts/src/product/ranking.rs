//! Who gives way to whom under the system's priority.
//!
//! A property watches. So a move in which only properties take part is in neither class: it removes no other
//! move, none removes it, and a property can be added to a system without changing what its components do.
//! Where there are no components, the properties are the system and the priority is about their actions.

use suppose_base::ActionId;

use crate::{Role, System};

/// The class of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Removes moves of the lower class.
    Upper,
    /// Is removed where a move of the upper class is possible.
    Lower,
    /// Neither.
    Neither,
}

/// The priority of a system, looked up for each of its moves.
#[derive(Debug)]
pub(super) struct Ranking {
    /// The class of each action; that of τ is for the moves of components.
    classes: Vec<Class>,
    /// Which components only watch.
    watches: Vec<bool>,
}

impl Ranking {
    /// The ranking of a system with a priority.
    pub(super) fn new(system: &System) -> Option<Self> {
        let priority = system.priority.as_ref()?;
        let alone = system.components.iter().all(|c| c.role == Role::Property);
        let watches: Vec<bool> =
            system.components.iter().map(|c| c.role == Role::Property && !alone).collect();
        let last = system.components.iter().filter_map(|c| c.lts.alphabet().last()).max();
        let mut classes = vec![Class::Neither; last.map_or(0, |a| a.index()) + 1];
        let moving = system.components.iter().zip(&watches).filter(|(_, watches)| !**watches);
        let taken = moving.flat_map(|(c, _)| c.lts.alphabet()).copied();
        for action in taken.chain([ActionId::TAU]) {
            if priority.is_high(action) {
                classes[action.index()] = Class::Upper;
            } else if priority.is_low(action) {
                classes[action.index()] = Class::Lower;
            }
        }
        Some(Self { classes, watches })
    }

    /// The class of a move that this component leads.
    pub(super) fn class(&self, action: ActionId, leader: u32) -> Class {
        if action.is_tau() && self.watches[leader as usize] {
            return Class::Neither;
        }
        self.classes[action.index()]
    }
}
