//! A system: components that synchronise on shared action names.

use std::sync::Arc;

use suppose_base::{ActionId, ActionTable};

use crate::Lts;

/// What a component is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A part of the system.
    Component,
    /// A property: a deterministic error LTS that watches and never blocks.
    Property,
}

/// A named part of a system.
#[derive(Clone, Debug)]
pub struct Component {
    /// The name as in the source (`a:P`, `{a,b}::LOCK`).
    pub name: String,
    /// Its behaviour.
    pub lts: Arc<Lts>,
    /// Part or property.
    pub role: Role,
}

/// Action priority: in a state where an action of the upper class is possible, those of the lower class are
/// not. Actions that only properties have are in neither class, unless there are only properties: a property
/// watches and must not change what the components do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priority {
    /// The listed actions, sorted.
    pub actions: Vec<ActionId>,
    /// Whether the listed actions are the lower class; everything else, τ included, is then the upper one.
    pub listed_are_low: bool,
    /// Actions in neither class, sorted: they neither remove others nor are removed.
    pub exempt: Vec<ActionId>,
}

impl Priority {
    /// Whether an action is in the lower class.
    pub(crate) fn is_low(&self, action: ActionId) -> bool {
        self.listed(action) == self.listed_are_low && !self.is_exempt(action)
    }

    /// Whether an action is in the upper class.
    pub(crate) fn is_high(&self, action: ActionId) -> bool {
        self.listed(action) != self.listed_are_low && !self.is_exempt(action)
    }

    fn listed(&self, action: ActionId) -> bool {
        self.actions.binary_search(&action).is_ok()
    }

    fn is_exempt(&self, action: ActionId) -> bool {
        self.exempt.binary_search(&action).is_ok()
    }
}

/// The components of a system, in order, and what is done to their product.
///
/// The meaning is: compose all components in parallel, apply the priority to what components take part in,
/// then make the hidden actions τ.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The name of the target it was built from.
    pub name: String,
    /// The action names of all components.
    pub actions: ActionTable,
    /// The parts and properties, in order.
    pub components: Vec<Component>,
    /// Priority among the actions of the product.
    pub priority: Option<Priority>,
    /// Actions of the product that are made τ; sorted.
    pub hidden: Vec<ActionId>,
}

impl System {
    /// The union of the components' alphabets without the hidden actions, sorted.
    pub fn alphabet(&self) -> Vec<ActionId> {
        let mut all: Vec<ActionId> =
            self.components.iter().flat_map(|c| c.lts.alphabet().iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|a| !self.is_hidden(*a));
        all
    }

    /// Whether an action is made τ in the product.
    pub fn is_hidden(&self, action: ActionId) -> bool {
        self.hidden.binary_search(&action).is_ok()
    }
}
