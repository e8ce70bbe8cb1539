//! Some components of a model, taken together: what runs in the same macrosteps.
//!
//! Machines of all of them move in the same microsteps. An interface event that one of them sends reaches
//! those of the others that receive it in the next microstep, as an internal one would. What they receive
//! from components that are not among them comes from outside and is free, as far as no assumption says
//! otherwise. So a component alone is an *open* program, and all components together are a *closed* one.

use crate::lang::{ComponentId, EventId, Machine, MachineId, Model};

/// Components that run together.
#[derive(Clone, Debug)]
pub struct Program<'m> {
    /// The model they belong to.
    pub model: &'m Model,
    /// The components, sorted.
    pub components: Vec<ComponentId>,
    /// All their machines, in order.
    pub machines: Vec<(ComponentId, MachineId)>,
    /// Inputs from the physical environment, sorted.
    pub inputs: Vec<EventId>,
    /// Interface events that come from outside, sorted.
    pub received: Vec<EventId>,
    /// Interface events that one of the components sends, sorted.
    pub sent: Vec<EventId>,
    /// Internal events, sorted.
    pub local: Vec<EventId>,
    /// Outputs to the physical environment, sorted.
    pub outputs: Vec<EventId>,
}

impl<'m> Program<'m> {
    /// These components together.
    pub fn new(model: &'m Model, components: impl IntoIterator<Item = ComponentId>) -> Self {
        let mut components: Vec<ComponentId> = components.into_iter().collect();
        components.sort_unstable();
        components.dedup();
        let parts = || components.iter().map(|&id| model.component(id));
        let machines = components
            .iter()
            .flat_map(|&id| (0..model.component(id).machines.len()).map(move |m| (id, MachineId::at(m))))
            .collect();
        let sent = sorted(parts().flat_map(|part| &part.sent));
        let mut received = sorted(parts().flat_map(|part| &part.received));
        received.retain(|event| sent.binary_search(event).is_err());
        Self {
            model,
            machines,
            inputs: sorted(parts().flat_map(|part| &part.inputs)),
            received,
            sent,
            local: sorted(parts().flat_map(|part| &part.local)),
            outputs: sorted(parts().flat_map(|part| &part.outputs)),
            components,
        }
    }

    /// All components of a model.
    pub fn whole(model: &'m Model) -> Self {
        Self::new(model, (0..model.components.len()).map(ComponentId::at))
    }

    /// All components of a model but one: its environment.
    pub fn around(model: &'m Model, component: ComponentId) -> Self {
        Self::new(model, (0..model.components.len()).map(ComponentId::at).filter(|&other| other != component))
    }

    /// Whether others may still be running when this program is done: it receives something, or is not all of
    /// the model.
    pub fn is_open(&self) -> bool {
        !self.received.is_empty() || self.components.len() < self.model.components.len()
    }

    /// A machine by its place in [`Program::machines`].
    pub fn machine(&self, place: usize) -> &'m Machine {
        let (component, machine) = self.machines[place];
        self.model.component(component).machine(machine)
    }

    /// The place of a machine of a component.
    pub fn place(&self, component: ComponentId, machine: MachineId) -> Option<usize> {
        self.machines.binary_search(&(component, machine)).ok()
    }
}

fn sorted<'a>(events: impl Iterator<Item = &'a EventId>) -> Vec<EventId> {
    let mut all: Vec<EventId> = events.copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
